import { expect, it, test } from 'vitest';
import table from '../../data/told.tsv?raw';
import { say } from '../src/told';

const told = (code: string, parameters?: Record<string, unknown>): unknown => ({ code, ...(parameters ? { parameters } : {}) });

// The same as in src/ask/told.rs.
test.each([
  [[], '', ''],
  [[told('sources', { n: 1 })], '출처 1개', '1 source'],
  [
    [told('sources', { n: 2 }), told('as_is', { text: 'a.pdf' }), told('tables'), told('elsewhere')],
    '출처 2개 · a.pdf · 표: 찾지 못해 전체에서 찾았습니다',
    '2 sources · a.pdf · tables: nothing there, so everything was searched',
  ],
  [[told('things', { n: 3 }), told('by_rule'), told('fault', { ko: 'no', en: 'no' })], '3가지를 묻는 질문, 규칙으로 (no)', 'asks 3 things, by rule (no)'],
  [
    [told('attempt', { n: 2, most: 3 }), told('better'), told('clarity'), told('accuracy')],
    '3번 가운데 2번째: 더 낫게 다시 씁니다: 명확성 · 정확성',
    'attempt 2 of 3: written again to be better: clarity · accuracy',
  ],
])('texts stand one behind the other: %j', (texts, ko, en) => {
  expect([say(texts, 'ko'), say(texts, 'en')]).toEqual([ko, en]);
});

it('says nothing where it does not know all of it', () => {
  for (const strange of [undefined, null, 'sources', [null], ['sources'], [told('hereafter')], [told('tables'), told('hereafter')]]) expect(say(strange, 'en')).toBe('');
});

it('puts what others said in as it is', () => {
  expect(say([told('as_is', { text: '{n} $& 을(를)' })], 'en')).toBe('{n} $& 을(를)');
  expect(say([told('looked_in', { name: '학칙' }), told('as_is', { text: '회의이(가)' })], 'ko')).toBe('앞선 답변의 문서에서 다시 찾음: 학칙 · 회의가');
});

it('leaves no place of a text open', () => {
  const lines = table.split('\n').filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split('\t'));
  expect(lines.length).toBeGreaterThan(50);
  for (const [code = '', ...texts] of lines) {
    const names = texts.flatMap((text) => [...text.matchAll(/\{(\w+)/g)].map(([, name = '']) => name));
    for (const value of [1, 2]) {
      const parameters = Object.fromEntries(names.map((name) => [name, value]));
      for (const language of ['ko', 'en'] as const) expect(say([told(code, parameters)], language)).toMatch(/^[^{|}]+$/);
    }
  }
});
