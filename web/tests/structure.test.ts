import { describe, expect, it } from 'vitest';
import { cut, structure, type Place } from '../src/view/structure';

/** The parts in short: words of lines and items, cells of tables. */
function shown(text: string): unknown[] {
  const words = ({ start, end }: Place): string => text.slice(start, end);
  return structure(text).map((part) => (part.kind === 'table' ? { head: part.head?.map(words) ?? null, rows: part.rows.map((row) => row.map(words)) } : part.kind === 'item' ? `${part.sign} > ${words(part)}` : words(part)));
}

describe('the structure of a source', () => {
  it.each([
    ['제6조(휴학)\n① 휴학은 3년을 넘지 못한다.', ['제6조(휴학)', '① > 휴학은 3년을 넘지 못한다.']],
    ['Terms:\n- pay in 14 days\n2) sign\n\n5 * 3 * 2 is **30**', ['Terms:', '- > pay in 14 days', '2) > sign', '5 * 3 * 2 is **30**']],
    ['| Case | Limit |\n|---|--:|\n| 일반 휴학 | 3 |\n| a \\| b |  |', [{ head: ['Case', 'Limit'], rows: [['일반 휴학', '3'], ['a \\| b', '']] }]],
    ['| Breach notice | 48 hours |\nafter', [{ head: null, rows: [['Breach notice', '48 hours']] }, 'after']],
    ['3 years', ['3 years']],
    ['- ', ['- ']],
    ['', []],
  ])('%j', (text, expected) => {
    expect(shown(text)).toEqual(expected);
  });

  it('is cut where what is marked begins and ends, in every cell that it goes over', () => {
    const text = '| a | one |\n| b | two |';
    const mark = { start: text.indexOf('one'), end: text.indexOf('two') + 3 };
    const cells = structure(text).flatMap((part) => (part.kind === 'table' ? part.rows.flat() : []));
    const marked = cells.flatMap((cell) => cut(cell, mark)).filter((piece) => piece.marked);
    expect(marked.map(({ words }) => text.slice(words.start, words.end))).toEqual(['one', 'b', 'two']);
    expect(cut({ start: 0, end: 9 }, { start: 3, end: 5 })).toEqual([
      { words: { start: 0, end: 3 }, marked: false }, { words: { start: 3, end: 5 }, marked: true }, { words: { start: 5, end: 9 }, marked: false },
    ]);
    expect(cut({ start: 0, end: 2 }, null)).toEqual([{ words: { start: 0, end: 2 }, marked: false }]);
  });
});
