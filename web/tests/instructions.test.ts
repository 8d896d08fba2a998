import { describe, expect, test } from 'vitest';
import { fromText, merge, toText, LONGEST } from '../src/draft/instructions';

describe('saved instructions', () => {
  test('a name is there once; nameless ones are called by their words', () => {
    const one = merge([], [{ name: 'Short', text: 'Make it shorter.' }, { name: ' ', text: '맞춤법을\n고쳐 줘' }]);
    expect(one.map(({ name }) => name)).toEqual(['Short', '맞춤법을 고쳐 줘']);
    expect(merge(one, [{ name: 'Short', text: 'Half of it.' }, { name: 'Empty', text: '  ' }])).toEqual([
      { name: 'Short', text: 'Half of it.' },
      { name: '맞춤법을 고쳐 줘', text: '맞춤법을\n고쳐 줘' },
    ]);
  });

  test('come back from a text as they went', () => {
    const list = [
      { name: 'Short', text: 'Make it shorter.\n\n# not a name\n\\# nor this\nEnd.' },
      { name: '쉽게', text: '쉬운 말로 😀' },
    ];
    expect(fromText(toText(list))).toEqual(list);
    expect(fromText(toText(list).replaceAll('\n', '\r\n'))).toEqual(list);
  });

  test('a text without headings is one instruction; one that is too long is cut', () => {
    expect(fromText('Fix spelling.\n')).toEqual([{ name: 'Fix spelling.', text: 'Fix spelling.' }]);
    expect(fromText('')).toEqual([]);
    expect(fromText(`# A\n${'x'.repeat(LONGEST + 5)}`)[0]?.text).toHaveLength(LONGEST);
  });
});
