import { describe, expect, test } from 'vitest';
import { applyEdits, moveOffset } from '../src/edits';

const edit = (seq: number, start: number, end: number, replacement: string) => ({ seq, start, end, replacement });

describe('applyEdits', () => {
  test.each([
    ['no edits', 'abc', [], 'abc'],
    ['removal', '규정이다 [†1]. 끝', [edit(1, 4, 9, '')], '규정이다. 끝'],
    ['insertion', 'ab', [edit(1, 1, 1, 'X')], 'aXb'],
    ['order of seq, not of arrival', 'abcd', [edit(2, 0, 1, 'Z'), edit(1, 0, 2, 'Q')], 'Zcd'],
    ['offsets of a later edit count earlier edits', 'one two three', [edit(1, 0, 3, 'first'), edit(2, 6, 9, '2')], 'first 2 three'],
    ['surrogate pairs are two units', '😀 ok', [edit(1, 3, 5, 'fine')], '😀 fine'],
    ['offsets beyond the text', 'ab', [edit(1, 5, 9, 'c')], 'abc'],
  ])('%s', (_, text, edits, expected) => {
    expect(applyEdits(text, edits)).toBe(expected);
  });

  test('text that arrives after an edit is appended behind it', () => {
    const edits = [edit(1, 1, 3, '')];
    expect(applyEdits('abcd' + 'efg', edits)).toBe(applyEdits('abcd', edits) + 'efg');
  });
});

describe('moveOffset', () => {
  const edits = [edit(1, 10, 15, '')];
  test.each([
    [3, 3],
    [10, 10],
    [12, 10],
    [15, 10],
    [20, 15],
  ])('%i becomes %i', (before, after) => {
    expect(moveOffset(before, edits)).toBe(after);
  });

  test('a character behind every edit stays the same character', () => {
    const text = '가나다라 마바사 😀 아자차카타파하';
    const edits = [edit(1, 2, 4, 'xyz'), edit(2, 0, 1, ''), edit(3, 7, 7, '--')];
    const edited = applyEdits(text, edits);
    for (let at = 9; at < text.length; at += 1) {
      expect(edited.charAt(moveOffset(at, edits))).toBe(text.charAt(at));
    }
  });
});
