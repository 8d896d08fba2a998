import { expect, test } from 'vitest';
import { decode } from '../src/decode';
import { entries } from '../src/draft/history';
import type { Revision } from '../src/draft/wire';
import { RevisionList } from '../src/generated/shapes';

const at = (revision: number, cause: string, minute: number): Revision => ({
  revision, cause, author: null, createdAt: new Date(Date.UTC(2026, 0, 1, 10, minute)).toISOString(),
});

test('what was typed in one go is one entry; everything else stands alone', () => {
  const found = entries([
    at(7, 'edit', 50),
    at(6, 'accept', 21),
    at(5, 'edit', 20),
    at(4, 'edit', 17),
    at(3, 'edit', 12),
    at(2, 'edit', 6),
    at(1, 'create', 5),
  ]);
  expect(found.map(({ revision, within }) => [revision.revision, within.map((one) => one.revision)])).toEqual([
    [7, []],
    [6, []],
    [5, [4, 3]],
    [2, []],
    [1, []],
  ]);
});

test('what two people typed is two entries', () => {
  const by = (revision: number, author: string): Revision => ({ ...at(revision, 'edit', revision), author });
  const found = entries([by(4, 'kim'), by(3, '이'), by(2, '이'), by(1, 'kim')]);
  expect(found.map(({ revision, within }) => [revision.author, within.length])).toEqual([['kim', 0], ['이', 1], ['kim', 0]]);
});

test('no history has no entries', () => {
  expect(entries([])).toEqual([]);
});

test('a page of the history is read as far as it is known', () => {
  const revision = { revision: 3, cause: 'later', restoredFrom: 1, createdAt: 'x' };
  expect(decode(RevisionList, { revisions: [{ ...revision, bytes: 5 }, 7], total: 9, next: 3 })).toEqual({ revisions: [{ ...revision, author: null }], next: 3 });
  expect(decode(RevisionList, {})).toEqual({ revisions: [], next: null });
});
