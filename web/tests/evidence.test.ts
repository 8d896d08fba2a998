import { expect, test } from 'vitest';
import { locate } from '../src/evidence';

const evidence = (start: number, end: number, text: string) => ({ chunkId: 'c', page: null, start, end, text });
const CONTENT = '앞 😀 문장. 근거가 되는 문장. 뒤 문장.';

test.each([
  ['offsets lead to the text', evidence(9, 19, '근거가 되는 문장.'), '근거가 되는 문장.'],
  ['offsets moved', evidence(0, 5, '근거가 되는 문장.'), '근거가 되는 문장.'],
  ['offsets without text', evidence(0, 1, ''), '앞'],
  ['text is gone', evidence(0, 5, '다른 문장'), null],
  ['offsets out of range', evidence(90, 95, '뒤 문장.'), '뒤 문장.'],
  ['nothing known', evidence(90, 95, ''), null],
])('%s', (_, given, expected) => {
  const range = locate(CONTENT, given);
  expect(range === null ? null : CONTENT.slice(range.start, range.end)).toBe(expected);
});
