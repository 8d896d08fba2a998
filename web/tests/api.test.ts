import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, onKeyWanted, request, signInWithMade, whileKeyIsShown } from '../src/api';

/** A server that takes one key for a session, and a person who gives these keys one after another; null declines. */
function stage(key: string, given: (string | null)[]) {
  const refusals: boolean[] = [];
  const found = vi.fn();
  const drop = vi.fn();
  let signedIn = false;
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
  vi.stubGlobal('fetch', (input: unknown, init: RequestInit) => {
    expect(new Headers(init.headers).has('authorization')).toBe(false);
    if (input === '/api/session') signedIn = (JSON.parse(init.body as string) as { key: string }).key === key;
    return Promise.resolve(new Response('{}', { status: signedIn ? 200 : 401 }));
  });
  onKeyWanted({
    ask: (refused) => {
      refusals.push(refused);
      return Promise.resolve(given.shift() ?? null);
    },
    found,
    drop,
  });
  return { refusals, found, drop };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a wrong key is called wrong when the next one is asked for', async () => {
  const { refusals, found } = stage('right', ['wrong', 'right']);
  expect((await request('/api/status')).status).toBe(200);
  expect(refusals).toEqual([false, true]);
  expect(found).not.toHaveBeenCalled();
  expect((await request('/api/status')).status).toBe(200);
  expect(refusals).toHaveLength(2);
});

test('who declines is not asked by every request that follows, but by the next thing they do', async () => {
  const { refusals, found } = stage('right', [null, 'right']);
  await expect(request('/api/status')).rejects.toThrow(ApiError);
  await expect(request('/api/drafts')).rejects.toThrow(ApiError);
  expect(refusals).toHaveLength(1);
  vi.advanceTimersByTime(5000);
  expect((await request('/api/status')).status).toBe(200);
  expect(found).toHaveBeenCalledOnce();
});

test('nobody is asked for a key while one is shown that is shown only once', async () => {
  const { refusals } = stage('right', ['right']);
  const kept = whileKeyIsShown();
  const answer = request('/api/status');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(refusals).toEqual([]);
  kept();
  expect((await answer).status).toBe(200);
  expect(refusals).toEqual([false]);
});

test('who has made the first key is signed in with it, and a question for a key is taken away', async () => {
  const { refusals, drop } = stage('made', []);
  let decline: (key: string | null) => void = () => undefined;
  onKeyWanted({ ask: () => new Promise((resolve) => (decline = resolve)), found: () => undefined, drop: () => (drop(), decline(null)) });
  const early = request('/api/sources');
  await vi.advanceTimersByTimeAsync(0);
  expect(await signInWithMade('made')).toBe(true);
  expect(drop).toHaveBeenCalledOnce();
  // What was refused before is asked for once more, and nobody is asked.
  expect((await early).status).toBe(200);
  expect((await request('/api/keys')).status).toBe(200);
  expect(refusals).toEqual([]);
});
