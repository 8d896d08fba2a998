import { afterEach, expect, test, vi } from 'vitest';
import { listChats } from '../src/api';
import { listDrafts } from '../src/draft/api';
import { byOf } from '../src/whose';

afterEach(() => vi.unstubAllGlobals());

/** A server that answers each address with what is given for it. */
function server(answers: Record<string, unknown>): string[] {
  const asked: string[] = [];
  vi.stubGlobal('document', { documentElement: { lang: 'ko' } });
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    return Promise.resolve(new Response(JSON.stringify(answers[path]), { status: path in answers ? 200 : 404 }));
  });
  return asked;
}

test('the server is asked for one’s own conversations, which may lie behind the latest of all', async () => {
  const asked = server({ '/api/chats': { chats: [{ id: 'a' }] }, '/api/chats?mine=true': { chats: [] } });
  expect(await listChats(false)).toEqual([{ id: 'a' }]);
  expect(await listChats(true)).toEqual([]);
  expect(asked).toEqual(['/api/chats', '/api/chats?mine=true']);
});

test('drafts of one’s own come beside the latest of all, each once, with whose they are', async () => {
  const draft = (id: string, mine: boolean) => ({ id, title: id, revision: 1, updatedAt: '', author: mine ? '김' : 'lee', mine });
  server({ '/api/drafts': { drafts: [draft('a', false), draft('b', true)] }, '/api/drafts?mine=true': { drafts: [draft('b', true), draft('c', true)] } });
  expect((await listDrafts(false))?.map(({ id, mine }) => [id, mine])).toEqual([['a', false], ['b', true]]);
  expect((await listDrafts(true))?.map(({ id, author }) => [id, author])).toEqual([['a', 'lee'], ['b', '김'], ['c', '김']]);
});

test('what somebody else began has their name, where they have one', () => {
  expect(['kim', '이서연', null, 'writer', undefined].map(byOf)).toEqual(['kim', '이서연', undefined, undefined, undefined]);
});
