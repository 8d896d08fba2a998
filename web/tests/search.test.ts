import { describe, expect, test } from 'vitest';
import { applyAll } from '../src/draft/edits';
import { replacements, search, type Query } from '../src/editor/search';

const query = (words: string, more: Partial<Query> = {}): Query => ({ words, case: false, whole: false, pattern: false, ...more });
const found = (text: string, wanted: Query): string[] => search(text, wanted).matches.map(({ start, end }) => `${start} ${text.slice(start, end)}`);

describe('finding', () => {
  test.each([
    ['The cat. the CAT', query('the'), ['0 The', '9 the']],
    ['The cat. the CAT', query('the', { case: true }), ['9 the']],
    ['cat concat cat_ (cat)', query('cat', { whole: true }), ['0 cat', '17 cat']],
    ['휴학은 휴학 복학', query('휴학'), ['0 휴학', '4 휴학']],
    ['휴학은 휴학 복학', query('휴학', { whole: true }), ['4 휴학']],
    ['a.b (c) [d] - $', query('(c) [d] - $'), ['4 (c) [d] - $']],
    ['aaa', query('aa'), ['0 aa']],
    ['1쪽, 22쪽', query('\\d+(?=쪽)', { pattern: true }), ['0 1', '4 22']],
    ['one\r\ntwo', query('^\\w+$', { pattern: true }), ['0 one', '5 two']],
    ['x😀y', query('', { pattern: true }), []],
    ['x😀y', query('z*', { pattern: true }), []],
  ])('%j', (text, wanted, expected) => {
    expect(found(text, wanted)).toEqual(expected);
  });

  test('composed and decomposed writing are the same, and no character is cut', () => {
    const text = `앞 ${'한글'.normalize('NFD')} 뒤 한글 caf\u00e9 cafe\u0301s`;
    expect(search(text, query('한글')).matches.map(({ start, end }) => text.slice(start, end).normalize('NFC'))).toEqual(['한글', '한글']);
    expect(search(text, query('한글'.normalize('NFD'))).matches).toHaveLength(2);
    // “하” is no part of “한”, however that is written.
    expect(search(text, query('하')).matches).toHaveLength(0);
    expect(search(text, query('cafe')).matches).toHaveLength(0);
    expect(found(text, query('é')).map((one) => one.normalize('NFC').replace(/^\d+ /, ''))).toEqual(['é', 'é']);
  });

  test('a pattern that cannot be read is told', () => {
    expect(search('a', query('(', { pattern: true })).broken).toBe(true);
    expect(search('a', query(')(', { pattern: true, whole: true })).broken).toBe(true);
    expect(search('a(', query('(')).matches).toHaveLength(1);
  });

  test('ends when time is over', () => {
    let clock = 0;
    expect(search('aaaa', query('a'), () => (clock += 300))).toMatchObject({ more: true });
  });
});

describe('replacing', () => {
  const replace = (text: string, wanted: Query, template: string): string => applyAll(text, replacements(search(text, wanted).matches, template, wanted.pattern));

  test.each([
    ['cat concat', query('cat'), 'dog', 'dog condog'],
    ['a.b', query('.'), '$1', 'a$1b'],
    ['Kim Lee', query('(\\w+) (\\w+)', { pattern: true }), '$2, $1$$ $& $3', 'Lee, Kim$ Kim Lee $3'],
    ['2026-01', query('(?<y>\\d{4})-(?<m>\\d\\d)', { pattern: true }), '$<m>/$<y>\\n', '01/2026\n'],
    [`${'가나'.normalize('NFD')} 가나`, query('가나'), '다', '다 다'],
  ])('%j', (text, wanted, template, expected) => {
    expect(replace(text, wanted, template)).toBe(expected);
  });
});
