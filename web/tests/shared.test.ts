import { expect, test } from 'vitest';
import type { SharedText } from '../src/generated/api';
import { viewOf } from '../src/share/shared';
import { merged, whenOf } from '../src/when';

const shared = (more: Partial<SharedText>): SharedText => ({
  kind: 'draft', title: '', text: '', updatedAt: '', expiresAt: null, comments: [], badge: null, extracts: false, sentences: [], sources: [], ...more,
});

test('footnotes of a draft stand below, and nothing before them moves', () => {
  const text = 'It opens at nine.[^1] 열 시.\n\n[^1]: library.txt, p. 2\n  and more\n\nAfter.';
  const view = viewOf(shared({ text }));
  expect(view.notes).toEqual([{ label: '1', text: 'library.txt, p. 2 and more' }]);
  expect(view.text.text).toHaveLength(text.length);
  expect(view.text.text.indexOf('After.')).toBe(text.indexOf('After.'));
  expect(view.text.text).not.toContain('library.txt');
});

test('a mark of a draft is found in its sentence; an answer says where it stands', () => {
  const text = 'It opens at nine.[^2] It closes [1].';
  const citation = { number: 2, mark: '[2]', start: 0, end: 17, source: 0, quote: 'nine', page: 3 };
  const sources = [{ number: 2, title: 'library.txt', page: null, url: null, passage: 'at nine' }];
  const sentences = [{ start: 0, end: 17, status: 'supported', reason: '', citations: [citation] }, { start: 22, end: text.length, status: 'uncited', reason: '', citations: [] }] as SharedText['sentences'];
  const [draft, answer] = (['draft', 'answer'] as const).map((kind) => viewOf(shared({ kind, text, sentences, sources })));
  expect(draft?.text.sentences[0]?.citations[0]).toMatchObject({ start: 17, end: 21, sourceId: '0', evidence: { text: 'nine', page: 3, chunkId: '0' } });
  expect(answer?.text.sentences[0]?.citations[0]).toMatchObject({ start: 0, end: 17 });
  expect(draft?.sources[0]).toMatchObject({ number: 2, gone: false });
});

test('a remark of the writer is a note, and no citation of a source that is unknown', () => {
  const text = '연다.[^1] It shuts.[^2] Nine.[^12]\n\n[^1]: 물어봄\n[^2]: gone.pdf, p. 2\n[^12]: As agreed.\n';
  const sentences = [[0, 3], [8, 17], [22, 27]].map(([start, end]) => ({ start, end, status: 'unknown_source', reason: '', citations: [] })) as unknown as SharedText['sentences'];
  const view = viewOf(shared({ text, sentences }));
  expect(view.text.sentences.map(({ status }) => status)).toEqual(['uncited', 'unknown_source', 'uncited']);
  expect(view.text.text.replace(/\u2060/g, '').trim()).toBe('연다.¹ It shuts.² Nine.¹²');
  expect(view.text.text).toHaveLength(text.length);
  expect(viewOf(shared({ kind: 'answer', text: 'So.[1]', sentences: [] })).text.text).toBe('So.[1]');
});

test('a source whose passage was deleted is gone', () => {
  const sources = [{ number: 1, title: 'a', page: null, url: null, passage: null }, { number: 2, title: 'b', page: null, url: 'https://b.example', passage: null }];
  expect(viewOf(shared({ sources })).sources.map(({ gone }) => gone)).toEqual([true, false]);
});

test.each([
  ['2026-03-10T00:00:01', 'today'],
  ['2026-03-09T23:59:59', 'week'],
  ['2026-03-04T00:00:00', 'week'],
  ['2026-03-03T23:59:59', 'older'],
] as const)('%s is %s on 10 March', (moment, when) => {
  expect(whenOf(moment, new Date('2026-03-10T12:00:00'))).toBe(when);
});

test('a page that comes anew keeps what was listed behind it', () => {
  const one = (id: string, updatedAt: string): { id: string; updatedAt: string } => ({ id, updatedAt });
  const known = [one('a', '5'), one('b', '4'), one('c', '3'), one('d', '2')];
  // b was changed, c was deleted or comes on the page anew.
  expect(merged([one('b', '6'), one('a', '5'), one('c', '3')], known).map(({ id }) => id)).toEqual(['b', 'a', 'c', 'd']);
  expect(merged([], known)).toEqual([]);
});
