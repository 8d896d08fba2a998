import { beforeEach, expect, test, vi } from 'vitest';
import { readDraft, type Draft } from '../src/draft/wire';

/** A storage with room for so many characters. */
class Room {
  [key: string]: unknown;
  constructor(room: number) {
    const put = (key: string, value: string): void => {
      const used = Object.entries(this).reduce((sum, [name, text]) => sum + (name === key ? 0 : String(text).length), 0);
      if (used + value.length > room) throw new DOMException('full', 'QuotaExceededError');
      this[key] = value;
    };
    for (const [name, value] of Object.entries({
      getItem: (key: string) => (typeof this[key] === 'string' ? this[key] : null),
      setItem: put,
      removeItem: (key: string) => delete this[key],
    })) {
      Object.defineProperty(this, name, { value, enumerable: false });
    }
  }
}

/** The module as another tab loads it. */
async function tab(): Promise<typeof import('../src/draft/local')> {
  vi.resetModules();
  return import('../src/draft/local');
}

const draft = (id: string, text: string): Draft => readDraft({ id, title: 'T', text, revision: 1 });

beforeEach(() => vi.stubGlobal('localStorage', new Room(4000)));

test('each tab keeps a copy of its own, and takes away only what is saved', async () => {
  const one = await tab();
  const two = await tab();
  expect(one.keep('d', { title: 'T', text: 'mine', baseRevision: 1 })).toBe(true);
  expect(two.keep('d', { title: 'T', text: 'theirs', baseRevision: 1 })).toBe(true);
  expect(one.copies('d').map(({ text }) => text).sort()).toEqual(['mine', 'theirs']);
  expect(one.copies('d', 'others').map(({ text }) => text)).toEqual(['theirs']);
  expect([...one.kept()]).toEqual(['d']);
  one.forget('d', { title: 'T', text: 'mine' });
  expect(one.copies('d').map(({ text }) => text)).toEqual(['theirs']);
  one.forget('d', { title: 'T', text: 'theirs' });
  expect(one.copies('d')).toEqual([]);
});

test('what is not saved anywhere goes before what the server has too', async () => {
  const local = await tab();
  local.cache(draft('a', 'x'.repeat(1500)));
  local.cache(draft('b', 'x'.repeat(1500)));
  expect(local.cached('a')?.text).toHaveLength(1500);
  expect(local.keep('c', { title: '', text: 'y'.repeat(3000), baseRevision: 1 })).toBe(true);
  expect(local.cached('a')).toBeNull();
  expect(local.copies('c')[0]?.text).toHaveLength(3000);
  expect(local.keep('c', { title: '', text: 'y'.repeat(5000), baseRevision: 1 })).toBe(false);
  expect(local.copies('c')[0]?.text, 'the last copy that had room stays').toHaveLength(3000);
});

test('without the server only what can be opened is listed; what cannot be read is passed over', async () => {
  const local = await tab();
  local.cacheList([draft('a', ''), draft('b', ''), draft('c', '')]);
  local.cache(draft('a', 'known'));
  local.keep('b', { title: '', text: 'unsaved', baseRevision: 1 });
  localStorage.setItem('stet.draft.c.broken', '{');
  expect(local.cachedList().map(({ id }) => id)).toEqual(['a', 'b']);
  local.forget('b', null);
  expect(local.cachedList().map(({ id }) => id)).toEqual(['a']);
});

test('what an earlier page kept of a draft is read', async () => {
  const local = await tab();
  const patch = { id: 'p', groupId: 'p', op: 'replace', start: 0, end: 1, to: null, before: 'a', after: 'b', category: 'CORE', risk: null, gates: [], reasons: [], ruleIds: [], verdict: 'supported', present: null, status: 'pending' };
  localStorage.setItem('stet.cache.a', JSON.stringify({ id: 'a', title: 'T', text: 'abc', revision: 4, updatedAt: 'x', criteriaPackIds: [], patches: [patch, null], at: 1 }));
  expect(local.cached('a')).toMatchObject({ text: 'abc', revision: 4, patches: [{ id: 'p', start: 0, category: 'CORE', verdict: { status: 'supported' } }] });
  localStorage.setItem('stet.cache.b', '"b"');
  expect(local.cached('b')).toMatchObject({ id: '', patches: [] });
});

test('a browser that forbids its storage keeps nothing and breaks nothing', async () => {
  vi.stubGlobal('localStorage', undefined);
  const local = await tab();
  expect(local.keep('d', { title: '', text: '', baseRevision: 1 })).toBe(false);
  expect(local.copies('d')).toEqual([]);
  local.forget('d', null);
  local.cache(draft('d', ''));
  expect(local.cachedList()).toEqual([]);
});
