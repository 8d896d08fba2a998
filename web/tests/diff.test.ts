import { describe, expect, test } from 'vitest';
import { compare, editsBetween, readable, words } from '../src/draft/diff';
import { applyAll } from '../src/draft/edits';

describe('a comparison', () => {
  test('names the words that changed', () => {
    expect(compare('A leave lasts three years.\nSign.\n', 'A leave lasts two years.\nSign here.\n')).toEqual([
      { kind: 'same', text: 'A leave lasts ' },
      { kind: 'old', text: 'three' },
      { kind: 'new', text: 'two' },
      { kind: 'same', text: ' years.\nSign' },
      { kind: 'new', text: ' here' },
      { kind: 'same', text: '.\n' },
    ]);
  });

  test('finds lines that were put in between', () => {
    expect(compare('하나\n둘\n', '하나\n새 줄\n둘\n')).toEqual([
      { kind: 'same', text: '하나\n' },
      { kind: 'new', text: '새 줄\n' },
      { kind: 'same', text: '둘\n' },
    ]);
  });

  test.each(['👩‍👩‍👧 e\u0301 🇰🇷🇫🇷', '👍🏽x', '각 한글 a_b', 'a\r\n b', ''])('words of %j are whole and joined the text', (text) => {
    expect(words(text).join('')).toBe(text);
    for (const word of words(text)) expect(word).not.toMatch(/^[\p{M}\u200d\ufe0f]/u);
  });

  const PIECES = ['one ', 'two ', 'three', '\n', '\r\n', '한글 ', '😀', 'e\u0301', '.', '- ', '\n\n', 'one two\n'];

  test.each(Array.from({ length: 60 }, (_, seed) => seed))('both texts can be put together from it: %i', (seed) => {
    let state = seed + 1;
    const next = (below: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return (state >>> 8) % below;
    };
    const text = (): string => Array.from({ length: next(40) }, () => PIECES[next(PIECES.length)] ?? '').join('');
    const before = text();
    const cut = next(before.length + 1);
    // Half of the pairs are related.
    const after = seed % 2 === 0 ? text() : before.slice(0, cut) + text() + before.slice(cut + next(20));
    const stretches = compare(before, after);
    expect(stretches.filter(({ kind }) => kind !== 'new').map(({ text: words }) => words).join('')).toBe(before);
    expect(stretches.filter(({ kind }) => kind !== 'old').map(({ text: words }) => words).join('')).toBe(after);
    expect(applyAll(before, editsBetween(before, after))).toBe(after);
  });

  test('texts without anything in common are replaced, in bounded time', () => {
    const before = Array.from({ length: 4000 }, (_, index) => `a${index}`).join('\n');
    const after = Array.from({ length: 4000 }, (_, index) => `b${index}`).join('\n');
    expect(applyAll(before, editsBetween(before, after))).toBe(after);
  });

  test.each([
    ['every line', (line: string) => line.replace('dont', "don't").replace('되요', '돼요')],
    ['every line, and one more', (line: string, index: number) => (index === 700 ? `${line}\n\nNew words.` : line.replace('dont', "don't"))],
  ])('thousands of changes stay small: %s', (_name, change) => {
    const lines = Array.from({ length: 3000 }, (_, index) => `They dont come, ${index}. 그러면 안 되요. ${'And so it goes on. '.repeat(3)}`);
    const [before, after] = [lines.join('\n\n'), lines.map(change).join('\n\n')];
    const edits = editsBetween(before, after);
    expect(applyAll(before, edits)).toBe(after);
    expect(edits.length).toBeGreaterThan(2900);
    expect(Math.max(...edits.map(({ start, end, text }) => Math.max(end - start, text.length)))).toBeLessThan(40);
  });

  test('is shown with a little of what stands around it', () => {
    const lines = (count: number): string => Array.from({ length: count }, (_, index) => `${index}\n`).join('');
    expect(readable(compare(`${lines(9)}one two\n${lines(9)}`, `${lines(9)}uno dos\n${lines(9)}`), 1)).toEqual([
      { kind: 'skipped', lines: 8 },
      { kind: 'same', text: '8\n' },
      { kind: 'old', text: 'one two' },
      { kind: 'new', text: 'uno dos' },
      { kind: 'same', text: '\n0\n' },
      { kind: 'skipped', lines: 8 },
    ]);
    expect(readable(compare('', 'all'), 1)).toEqual([{ kind: 'new', text: 'all' }]);
    expect(readable(compare('same', 'same'), 1)).toEqual([{ kind: 'same', text: 'same' }]);
  });
});
