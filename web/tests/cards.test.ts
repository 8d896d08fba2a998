/** Equal edits as one card, and what suggestions have in common. */
import { describe, expect, test } from 'vitest';
import { equal, merged, ways } from '../src/draft/alike';
import { cardOf, cardsOf, doubtOf, following } from '../src/draft/cards';
import { together } from '../src/draft/patches';
import { readPatch, readRevisionPart, type Patch } from '../src/draft/wire';

const patch = (id: string, start: number, more: Partial<Patch> = {}): Patch => ({
  ...(readPatch({ id, op: 'replace', start, end: start + 1, before: 'a', after: 'b', category: 'EXPRESSION', status: 'pending' }) as Patch),
  ...more,
});
const none = (): boolean => false;

test('the keys lead from the card that is looked at, else from the cursor', () => {
  const cards = cardsOf([patch('p', 0), patch('q', 9, { after: 'c' }), patch('r', 20, { after: 'd' })], [], [], null);
  expect(following(cards, 'p', 'r', 1)).toBe('q');
  expect(following(cards, null, 'r', 1)).toBe('r');
  expect(following(cards, 'gone', 'q', 1)).toBe('q');
  expect(following(cards, null, null, 1)).toBe('p');
  expect(following(cards, 'gone', 'q', -1)).toBe('r');
});

describe('equal edits', () => {
  const evidence = { chunkId: 'c', documentId: 'd', title: 't', page: 1, text: 'words' };
  test.each<[string, Partial<Patch>, number]>([
    ['the same', {}, 1],
    ['while it is written', { status: 'streaming' }, 1],
    ['other words', { after: 'c' }, 2],
    ['other white space', { after: 'b ' }, 2],
    ['of another kind', { category: 'DETAIL' }, 2],
    ['in conflict', { status: 'conflict' }, 2],
    ['decided', { status: 'rejected' }, 2],
    ['moved', { op: 'move' }, 2],
    ['which the source does not say', { verdict: { status: 'unsupported', evidence } }, 2],
  ])('%s', (_name, more, cards) => {
    expect(equal(together([patch('p', 0), patch('q', 9, more)]))).toHaveLength(cards);
  });

  test('of several parts are equal as a whole', () => {
    const group = (id: string, start: number, after: string): Patch[] => [patch(id, start, { groupId: id }), patch(`${id}2`, start + 3, { groupId: id, after })];
    expect(equal(together([...group('p', 0, 'x'), ...group('q', 9, 'x'), ...group('r', 20, 'y')])).map((alike) => alike.map(([one]) => one.id))).toEqual([['p', 'q'], ['r']]);
  });

  test('stand where the one that is looked at is, or one that is seen', () => {
    const cards = cardsOf([patch('p', 0), patch('x', 5, { after: 'z' }), patch('q', 9), patch('r', 20)], [], [], null);
    const shown = (active: string | null, seen: (id: string) => boolean): string[] => merged(cards, active, seen).map(({ id, at, alike }) => `${id}@${at}×${alike.length}`);
    expect(shown(null, none)).toEqual(['p@p×3', 'x@x×1']);
    expect(shown(null, (id) => id === 'q')).toEqual(['x@x×1', 'p@q×3']);
    expect(shown('r', (id) => id === 'q')).toEqual(['x@x×1', 'p@r×3']);
    expect(cardOf(merged(cards, null, none), 'r')?.id).toBe('p');
    expect(cardOf(merged(cards, null, none), 'gone')).toBeUndefined();
  });

  test('are found among thousands', () => {
    const many = Array.from({ length: 2000 }, (_, at) => patch(`p${at}`, at * 3, { after: at % 2 === 0 ? 'b' : `b${at}` }));
    expect(merged(cardsOf(many, [], [], null), null, none)).toHaveLength(1001);
  });
});

describe('what is accepted', () => {
  test.each<[string, Partial<Patch>, ReturnType<typeof doubtOf>]>([
    ['content that the source does not say', { category: 'CORE', verdict: { status: 'unsupported', evidence: null } }, 'disputed'],
    ['content that it says', { category: 'CORE', verdict: { status: 'supported', evidence: null } }, null],
    ['content without a source', { category: 'CORE', verdict: { status: 'no_source', evidence: null } }, null],
    ['content that is not checked yet', { category: 'CORE', status: 'streaming' }, 'unchecked'],
    ['other words while they are written', { status: 'streaming' }, null],
  ])('%s', (_name, more, doubt) => {
    expect(doubtOf([patch('o', 0), patch('p', 0, more)])).toBe(doubt);
  });

  test('at one go: what has something in common, once each', () => {
    const some = together([patch('p', 0, { ruleIds: ['r', 'r'] }), patch('q', 4, { ruleIds: ['s', 'r'] }), patch('x', 8)]);
    expect(ways(some, (parts) => parts.flatMap((part) => part.ruleIds))).toEqual([
      { name: 'r', ids: ['p', 'q'] },
      { name: 's', ids: ['q'] },
    ]);
    expect(ways([], () => ['a'])).toEqual([]);
  });

  test('what was turned down before is told at the end of a revision', () => {
    const told = (suppressedIds: unknown) => readRevisionPart({ type: 'message-metadata', messageMetadata: { suppressed: 1, suppressedIds } });
    expect(told(['p', 7, 'q'])).toEqual({ kind: 'hidden', ids: ['p', 'q'] });
    for (const nothing of [[], undefined, null, 'p']) expect(told(nothing)).toBeNull();
  });
});
