import { afterEach, expect, test, vi } from 'vitest';
import { listSources } from '../src/api';

afterEach(() => vi.unstubAllGlobals());

test('all pages of the sources are read, one after the other', async () => {
  const pages: Record<string, unknown> = {
    '/api/sources': { sources: [{ id: 'a' }, { id: 'b' }], total: 3, next: 2 },
    '/api/sources?offset=2': { sources: [{ id: 'c' }], total: 3, next: null },
  };
  vi.stubGlobal('sessionStorage', { getItem: () => null });
  vi.stubGlobal('document', { documentElement: { lang: '' } });
  vi.stubGlobal('fetch', (path: string) => Promise.resolve(new Response(JSON.stringify(pages[path]))));
  expect((await listSources()).map((source) => source.id)).toEqual(['a', 'b', 'c']);
});
