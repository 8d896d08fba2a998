import { describe, expect, test } from 'vitest';
import { count } from '../src/draft/counts';
import { editsBetween } from '../src/draft/diff';
import { applyAll } from '../src/draft/edits';
import { excerptOfSentence, excerptOfText } from '../src/draft/excerpt';
import { endOfBody, insertion, noteText } from '../src/draft/footnotes';
import { decided, groups, neighbour, together, upsert } from '../src/draft/patches';
import { readDecision, readPatch, readRevisionPart, type Patch } from '../src/draft/wire';
import type { TextView } from '../src/state';
import type { SentenceData } from '../src/wire';

describe('counts', () => {
  test.each([
    ['', 0, 0, 0],
    ['two words', 2, 9, 8],
    ['휴학은 3년을 넘을 수 없다.', 5, 16, 12],
    ['- item\r\n---\r\n', 1, 9, 8],
    ['👩‍👩‍👧 e\u0301', 1, 3, 2],
  ])('%j', (text, words, characters, letters) => {
    expect(count(text)).toMatchObject({ words, characters, letters });
  });
});

describe('edits between two texts', () => {
  test.each([
    ['a b c', 'a b c', 0],
    ['teh one\nsame\nteh two', 'the one\nsame\nthe two', 2],
    ['one\ntwo', 'one\n\ntwo', 1],
    ['', 'new', 1],
    ['old', '', 1],
    ['x😀y', 'x😁y', 1],
    ['aaa', 'aaaa', 1],
    ['한글', '한국', 1],
  ])('%j to %j', (before, after, size) => {
    const edits = editsBetween(before, after);
    expect(applyAll(before, edits)).toBe(after);
    expect(edits).toHaveLength(size);
    for (const edit of edits) {
      expect(before.slice(edit.start, edit.end)).not.toMatch(/^[\udc00-\udfff]|[\ud800-\udbff]$/);
    }
  });
});

describe('excerpts', () => {
  const sentence = (index: number, start: number, end: number, marks: [number, number][]): SentenceData => ({
    index, textId: 't1', start, end, kind: 'claim', status: 'supported', score: 1, reason: '', veto: null, statutes: [], removed: [],
    citations: marks.map(([from, to]) => ({ number: 1, mark: '[†1]', sourceId: 's', start: from, end: to, evidence: null })),
  });
  const text = '- One [†1]. Two [†1].\n\n## References\n\n- [†1] a.txt\n';
  const view: TextView = {
    id: 't1', text, superseded: null,
    sentences: [sentence(0, 0, 12, [[6, 10]]), sentence(1, 12, 23, [[16, 20]]), sentence(2, 38, 54, [[41, 45]])],
  };
  const note = (): string => noteText('a.txt, p. 3', ' the\n words ');

  test('of a text: without its references', () => {
    const excerpt = excerptOfText(view, note);
    expect(excerpt.text).toBe('- One [†1]. Two [†1].');
    expect(applyAll('', insertion('', 0, excerpt, true))).toBe('- One[^1]. Two[^1].\n\n[^1]: a.txt, p. 3: “the words”\n');
  });

  test('of a sentence: without the mark of its item', () => {
    const excerpt = excerptOfSentence(view, 0, note);
    expect(excerpt?.text).toBe('One [†1].');
    expect(excerptOfSentence(view, 9, note)).toBeNull();
  });

  test('what is not supported stays out, or comes marked', () => {
    const words = 'First [†1]. Wrong one.\n\n| a | b |\n|---|---|\n| x | wrong |\n\nLast [†1].';
    const at = (part: string): [number, number] => [words.indexOf(part), words.indexOf(part) + part.length];
    const bad = (one: SentenceData): SentenceData => ({ ...one, status: 'unsupported' });
    const mixed: TextView = {
      id: 't1', text: words, superseded: null,
      sentences: [
        sentence(0, ...at('First [†1]. '), [at('[†1]')]),
        bad(sentence(1, ...at('Wrong one.\n\n'), [])),
        { ...sentence(2, ...at('| a | b |\n|---|---|\n'), []), status: 'not_a_claim' },
        bad(sentence(3, ...at('| x | wrong |\n\n'), [])),
        sentence(4, ...at('Last [†1].'), [[words.lastIndexOf('[†1]'), words.lastIndexOf('[†1]') + 4]]),
      ],
    };
    const put = (excerpt: ReturnType<typeof excerptOfText>): string => applyAll('', insertion('', 0, excerpt, true));
    expect(put(excerptOfText(mixed, note))).toBe('First[^1].\n\nLast[^1].\n\n[^1]: a.txt, p. 3: “the words”\n');
    expect(put(excerptOfText(mixed, note, () => 'Not supported'))).toBe(
      'First[^1]. Wrong one.[^2]\n\n| a | b |\n|---|---|\n| x | wrong[^2] |\n\nLast[^1].\n\n[^1]: a.txt, p. 3: “the words”\n[^2]: Not supported\n',
    );
    const alone = excerptOfSentence(mixed, 1, note, () => 'Not supported');
    expect(alone && applyAll('', insertion('', 0, alone, false))).toBe('Wrong one.[^1]\n\n[^1]: Not supported\n');
  });

  const cited = { text: 'New [†1].', notes: [{ start: 4, end: 8, note: 'b' }] };
  const plain = { text: 'New.', notes: [] };
  test.each([
    ['', 0, plain, true, 'New.'],
    ['A.', 2, plain, true, 'A.\n\nNew.'],
    ['A.\n', 3, plain, true, 'A.\n\nNew.'],
    ['A.\n\nB.', 4, plain, true, 'A.\n\nNew.\n\nB.'],
    ['A.\n\nB.', 2, plain, true, 'A.\n\nNew.\n\nB.'],
    ['A. B.', 2, plain, false, 'A. New. B.'],
    ['A.', 2, plain, false, 'A. New.'],
    ['A.', 2, cited, false, 'A. New[^1].\n\n[^1]: b\n'],
    ['A[^1].\n\n[^1]: a\n', 6, cited, false, 'A[^1]. New[^2].\n\n[^1]: a\n[^2]: b\n'],
    ['A.\r\nB.', 2, cited, false, 'A. New[^1].\r\nB.\r\n\r\n[^1]: b\r\n'],
  ])('into %j at %i', (draft, at, excerpt, own, expected) => {
    expect(applyAll(draft, insertion(draft, at, excerpt, own))).toBe(expected);
  });

  test.each([
    ['', 0],
    ['A.\n\n', 2],
    ['A.\n\n[^1]: a\n[^b]: c\n\n', 2],
    ['[^1]: a', 0],
    ['A[^1]: a', 8],
  ])('the body of %j ends at %i', (draft, end) => {
    expect(endOfBody(draft)).toBe(end);
  });
});

describe('patches', () => {
  const patch = (id: string, more: Partial<Patch>): Patch => ({ ...(readPatch({ id, start: 0, end: 1 }) as Patch), ...more });

  test('are decoded with care', () => {
    expect(readPatch({ start: 0, end: 1 })).toBeNull();
    expect(readPatch({ id: 'p', start: 5, end: 2, category: 'detail', status: 'new' })).toMatchObject({ start: null, end: null, category: 'DETAIL', status: 'pending' });
    expect(readPatch({ id: 'p', category: 'OTHER' })).toMatchObject({ category: 'CORE' });
    expect(readPatch({ id: 'p', start: 0, end: 0, gates: [{ name: 'later', value: '38 %', verdict: 'new' }, 7], verdict: { status: 'supported' } })).toMatchObject({
      start: 0, end: 0, gates: [{ name: 'later', value: '38 %', verdict: 'new' }], verdict: { status: 'supported' },
    });
    expect(readRevisionPart({ type: 'data-patch', id: 'p', data: { id: 'p', start: 1, end: 2 } })).toMatchObject({ kind: 'patch', patch: { id: 'p', start: 1 } });
    expect(readRevisionPart({ type: 'data-patch', id: 'p', data: { id: 'p', status: 'withdrawn' } })).toMatchObject({ patch: { id: 'p', status: 'superseded' } });
    expect(readRevisionPart({ type: 'data-later', data: 1 })).toBeNull();
    expect(readRevisionPart('x')).toBeNull();
    expect(readRevisionPart(null)).toBeNull();
    expect(readDecision({ id: 'd', revision: 2, text: 'x', patches: [], changed: ['p'], conflicts: [] })).toMatchObject({ draft: { id: 'd', revision: 2 }, changed: ['p'] });
  });

  test('are grouped riskiest first, in the order of the text', () => {
    const all = [
      patch('d', { category: 'DETAIL', start: 9 }),
      patch('c', { category: 'CORE', start: 5 }),
      patch('b', { category: 'CORE', start: 2, status: 'conflict' }),
      patch('a', { category: 'CORE', status: 'accepted' }),
      patch('s', { category: 'CORE', status: 'superseded' }),
    ];
    expect(groups(all).map((group) => [group.category, group.patches.map((one) => one.id)])).toEqual([
      ['CORE', ['b', 'c']],
      ['DETAIL', ['d']],
    ]);
    expect(decided(all).map((one) => one.id)).toEqual(['a']);
    expect(upsert(all, [patch('d', { status: 'rejected' })]).map((one) => one.status)).toEqual(['rejected', 'pending', 'conflict', 'accepted', 'superseded']);
    expect(upsert(all, [patch('n', {}), patch('n', { status: 'rejected' })]).map((one) => one.id)).toEqual([...all.map((one) => one.id), 'n']);
    expect(upsert(all, [patch('n', {}), patch('n', { status: 'rejected' })]).at(-1)?.status).toBe('rejected');
  });

  test('that are decided together are one card', () => {
    const all = [patch('a', {}), patch('b', { groupId: 'g' }), patch('c', {}), patch('d', { groupId: 'g' })];
    expect(together(all).map((card) => card.map((one) => one.id))).toEqual([['a'], ['b', 'd'], ['c']]);
    expect(readPatch({ id: 'p', groupId: 'g' })).toMatchObject({ groupId: 'g' });
  });

  test('have neighbours', () => {
    const ids = ['a', 'b', 'c'];
    expect([neighbour(ids, null, 1), neighbour(ids, null, -1), neighbour(ids, 'b', 1), neighbour(ids, 'c', 1), neighbour(ids, 'a', -1)]).toEqual(['a', 'c', 'c', 'c', 'a']);
    expect(neighbour([], 'a', 1)).toBeNull();
  });
});
