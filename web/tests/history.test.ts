import { expect, test } from 'vitest';
import { entries } from '../src/draft/history';
import { readRevisions, type Revision } from '../src/draft/wire';

const at = (revision: number, cause: string, minute: number, bytes: number): Revision => ({
  revision, cause, bytes, restoredFrom: null, createdAt: new Date(Date.UTC(2026, 0, 1, 10, minute)).toISOString(),
});

test('what was typed in one go is one entry; everything else stands alone', () => {
  const found = entries([
    at(7, 'edit', 50, 7),
    at(6, 'accept', 21, 6),
    at(5, 'edit', 20, 5),
    at(4, 'edit', 17, 4),
    at(3, 'edit', 12, 3),
    at(2, 'edit', 6, 2),
    at(1, 'create', 5, 9),
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
  const by = (revision: number, author: string): Revision => ({ ...at(revision, 'edit', revision, 1), author });
  const found = entries([by(4, 'kim'), by(3, '이'), by(2, '이'), by(1, 'kim')]);
  expect(found.map(({ revision, within }) => [revision.author, within.length])).toEqual([['kim', 0], ['이', 1], ['kim', 0]]);
});

test('no history has no entries', () => {
  expect(entries([])).toEqual([]);
});

test('a page of the history is read as far as it is known', () => {
  expect(readRevisions({ revisions: [{ revision: 3, cause: 'restore', restoredFrom: 1, createdAt: 'x', bytes: 5, decisions: 0 }], total: 9, next: 3 })).toEqual({
    revisions: [{ revision: 3, cause: 'restore', restoredFrom: 1, createdAt: 'x', bytes: 5 }],
    next: 3,
  });
  expect(readRevisions({})).toEqual({ revisions: [], next: null });
});
