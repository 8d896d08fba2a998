import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, onKeyWanted, request } from '../src/api';

/** A server that takes one key for a session, and a person who gives these keys one after another; null declines. */
function stage(key: string, given: (string | null)[]) {
  const refusals: boolean[] = [];
  const found = vi.fn();
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
  });
  return { refusals, found };
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
