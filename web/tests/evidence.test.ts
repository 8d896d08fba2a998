import { expect, test } from 'vitest';
import { find, locate } from '../src/evidence';

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

test.each([
  ['words', { start: '근거가 되는', end: null }, '근거가 되는'],
  ['from words to words', { start: '근거가', end: '문장.' }, '근거가 되는 문장.'],
  ['an end that stands before only', { start: '근거가', end: '😀' }, null],
  ['an end that is part of the beginning', { start: '뒤 문장.', end: '문장.' }, null],
  ['other words', { start: '다른 문장', end: null }, null],
  ['no words', { start: '', end: null }, null],
])('%s', (_, quote, expected) => {
  const range = find(CONTENT, quote);
  expect(range === null ? null : CONTENT.slice(range.start, range.end)).toBe(expected);
});
