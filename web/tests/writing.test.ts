import { describe, expect, it } from 'vitest';
import { cardsOf } from '../src/draft/cards';
import { COMMENTS } from '../src/draft/comment-words';
import type { Comment } from '../src/draft/comments';
import { count } from '../src/draft/counts';
import { outline, under } from '../src/draft/outline';
import { readPatch } from '../src/draft/wire';
import { changes, sentences } from '../src/draft/sentences';
import { WIDTHS, within } from '../src/layout.svelte';

describe('the outline of a draft', () => {
  const TEXT = '# 휴학 *규정*[^1]\n\n본문.\n\n```\n# code\n```\n## [Terms](https://x.y) ##\r\n#no heading\n    # code too\n### `a_b` and c\n';

  it('has its headings as they read, and no line of code', () => {
    expect(outline(TEXT).map(({ level, title }) => [level, title])).toEqual([[1, '휴학 규정'], [2, 'Terms'], [3, 'a_b and c']]);
    for (const { start } of outline(TEXT)) expect(TEXT.slice(start)).toMatch(/^#/);
    expect(outline('~~~\n# a\n~~~~\n# b')).toEqual([{ level: 1, title: 'b', start: 13 }]);
  });

  it('knows under which heading one reads', () => {
    const headings = outline('# a\n# b\n# c\n');
    const heights = new Map(headings.map((heading, at) => [heading, at * 100]));
    const at = (edge: number): number => under(headings, (heading) => heights.get(heading) ?? 0, edge);
    expect([at(-1), at(0), at(99), at(100), at(999)]).toEqual([-1, 0, 0, 1, 2]);
    expect(under([], () => 0, 5)).toBe(-1);
  });
});

describe('counts', () => {
  it('count characters with and without spaces, words and sentences as writers do', () => {
    expect(count('# 휴학\n\n휴학은 3년까지 할 수 있다. 군 복무는 뺀다!\n')).toEqual({ words: 9, characters: 30, letters: 22, sentences: 2 });
    expect(count('It costs 3.5 euros. Is that much? 😀\n\n| a | b |\n|---|---|\n\n[^1]: A note.\n').sentences).toBe(2);
    expect(count('')).toEqual({ words: 0, characters: 0, letters: 0, sentences: 0 });
  });
});

describe('two versions', () => {
  it('are compared sentence by sentence', () => {
    const before = 'We pay in 30 days. The tenant signs. 도서관은 아홉 시에 연다.\n\nOld line.\n';
    const after = 'We pay in 45 days. The tenant signs. 도서관은 열 시에 연다. 새 문장이다.\n';
    expect(changes(before, after)).toEqual([
      { kind: 'changed', pieces: [{ kind: 'same', text: 'We pay in ' }, { kind: 'old', text: '30' }, { kind: 'new', text: '45' }, { kind: 'same', text: ' days.' }] },
      { kind: 'same', count: 1 },
      { kind: 'changed', pieces: [{ kind: 'same', text: '도서관은 ' }, { kind: 'old', text: '아홉' }, { kind: 'new', text: '열' }, { kind: 'same', text: ' 시에 연다.' }] },
      { kind: 'removed', text: 'Old line.' },
      { kind: 'added', text: '새 문장이다.' },
    ]);
    expect(changes(after, after)).toEqual([{ kind: 'same', count: 4 }]);
    expect(changes('', 'One.')).toEqual([{ kind: 'added', text: 'One.' }]);
  });

  it('keep every sentence of both', () => {
    const texts = ['', 'a b c. d e f.', 'a b x. d e f. g.\n- h\n', 'g. h. 가나 다라. 마바', '가나 다라 사. a b c.'];
    for (const before of texts) {
      for (const after of texts) {
        const found = changes(before, after);
        const of = (own: 'removed' | 'added'): number => found.reduce((sum, one) => sum + (one.kind === 'same' ? one.count : one.kind === 'changed' || one.kind === own ? 1 : 0), 0);
        expect([of('removed'), of('added')]).toEqual([sentences(before).length, sentences(after).length]);
      }
    }
  });
});

describe('the margin', () => {
  const thread = (id: string, start: number): Comment => ({ id, start, end: start + 3, author: 'writer', authorId: null, body: '', createdAt: '', updatedAt: '', resolvedAt: null, quote: 'abc', present: 'abc', state: 'kept', replies: [] });

  it('has comments among the cards in the order of the text, and not among one kind of them', () => {
    const patch = readPatch({ id: 'p', start: 5, end: 6, before: 'a', after: 'b', category: 'DETAIL' });
    const cards = (filter: 'DETAIL' | null): string[] => cardsOf(patch ? [patch] : [], [], [thread('late', 9), thread('early', 0)], filter).map(({ id }) => id);
    expect([cards(null), cards('DETAIL')]).toEqual([['early', 'p', 'late'], ['p']]);
  });

  it('is as wide as its bounds allow', () => {
    const { least, most, usual } = WIDTHS.margin;
    expect([within('margin', 0), within('margin', 9999), within('margin', Number.NaN), within('margin', 400.4)]).toEqual([least, most, usual, 400]);
  });

  it('says the same in both languages', () => {
    expect(Object.keys(COMMENTS.ko)).toEqual(Object.keys(COMMENTS.en));
    expect(COMMENTS.ko.settled(2)).toContain('2');
  });
});
