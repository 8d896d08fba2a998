import { describe, expect, test } from 'vitest';
import { clearOf, markPlace } from '../src/draft/inserting';

/** `|` is where the cursor is; it comes out where the text goes. */
const at = (marked: string, place: (text: string, at: number) => number): string => {
  const cursor = marked.indexOf('¦');
  const text = marked.replace('¦', '');
  const found = place(text, cursor);
  return `${text.slice(0, found)}¦${text.slice(found)}`;
};

describe('where things go in', () => {
  test.each([
    ['One¦.\n\nTwo.', 'One.¦\n\nTwo.'],
    ['One.¦\nTwo.', 'One.¦\nTwo.'],
    ['A li¦ne\nof two.\n\nB', 'A line\nof two.¦\n\nB'],
    ['| a | b |\n|---|---|\n| 1 |¦ 2 |\n| 3 | 4 |\n\nEnd', '| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |¦\n\nEnd'],
    ['| a | b |\n|---|---|\n| 1 | 2 |¦\n| 3 | 4 |\n\nEnd', '| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |¦\n\nEnd'],
    ['- one¦\n- two\n\nEnd', '- one\n- two¦\n\nEnd'],
    ['```\nlet¦ a;\n\nb\n```\nEnd', '```\nlet a;\n\nb\n```¦\nEnd'],
    ['A[^1] wo¦rd\n\n[^1]: note\n', 'A[^1] word¦\n\n[^1]: note\n'],
    ['A wo¦rd', 'A word¦'],
    ['¦', '¦'],
    ['A.\n\n[^1]: no¦te\n[^2]: b\n', 'A.¦\n\n[^1]: note\n[^2]: b\n'],
    ['| a | b |\n|---|---|\n¦| 1 | 2 |\n\nEnd', '| a | b |\n|---|---|\n| 1 | 2 |¦\n\nEnd'],
    ['One.\n\n¦| a | b |\n|---|---|\n| 1 | 2 |', 'One.\n\n¦| a | b |\n|---|---|\n| 1 | 2 |'],
    ['A.\r\n\r\n¦B.', 'A.\r\n\r\n¦B.'],
  ])('paragraphs: %j', (given, expected) => expect(at(given, clearOf)).toBe(expected));

  test.each([
    ['It lasts three ye¦ars, no more.', 'It lasts three years¦, no more.'],
    ['It lasts.¦', 'It lasts¦.'],
    ['It lasts. ¦', 'It lasts¦. '],
    ['| a | b¦ |', '| a | b¦ |'],
    ['휴학은 3년이다.¦ 다음', '휴학은 3년이다¦. 다음'],
    ['End\n¦', 'End\n¦'],
    ['¦Begin', '¦Begin'],
  ])('marks: %j', (given, expected) => expect(at(given, markPlace)).toBe(expected));
});
