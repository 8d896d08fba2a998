import { expect, test } from 'vitest';
import { CHARTS_MESSAGES } from '../src/charts/i18n';
import { GRAPH_MESSAGES } from '../src/graph/i18n';
import { languageOf, MESSAGES, preferredLanguage } from '../src/i18n';
import { KEYS_MESSAGES } from '../src/keys/i18n';
import { PROJECTS } from '../src/projects/i18n';
import { RULES_MESSAGES } from '../src/rules/i18n';
import { SHARE } from '../src/share/i18n';
import { VERIFY_MESSAGES } from '../src/verify/i18n';

test.each([
  [['ko-KR', 'en'], 'ko'],
  [['fr', 'ko'], 'ko'],
  [['en-GB'], 'en'],
  [['fr', 'de'], 'en'],
  [[], 'en'],
] as const)('%j', (languages, expected) => {
  expect(preferredLanguage(languages)).toBe(expected);
});

test.each([
  ['How many books may I borrow?', 'en'],
  ['대출 기간은 며칠인가요?', 'ko'],
  ['What does “휴학” mean in the handbook?', 'en'],
  ['RISS와 DBpia의 차이는?', 'ko'],
  ['RISS', null],
  ['DOI 10.1000/182', null],
  ['2024?', null],
] as const)('a question is answered in its own language: %s', (question, expected) => {
  expect(languageOf(question)).toBe(expected);
});

test.each([
  ['messages', MESSAGES],
  ['rules', RULES_MESSAGES],
  ['verify', VERIFY_MESSAGES],
  ['charts', CHARTS_MESSAGES],
  ['keys', KEYS_MESSAGES],
  ['graph', GRAPH_MESSAGES],
  ['projects', PROJECTS],
  ['share', SHARE],
])('no text is empty or left in the other language: %s', (name, all) => {
  const walk = (en: unknown, ko: unknown, path: string): void => {
    if (typeof en === 'string' && typeof ko === 'string') {
      expect(en, path).not.toBe('');
      expect(en, path).not.toMatch(/[가-힣]/);
      if (!path.endsWith('.formats')) expect(ko, path).toMatch(/[가-힣]/);
    } else if (typeof en === 'object' && en !== null && typeof ko === 'object' && ko !== null) {
      expect(Object.keys(ko), path).toEqual(Object.keys(en));
      for (const key of Object.keys(en)) {
        walk((en as Record<string, unknown>)[key], (ko as Record<string, unknown>)[key], `${path}.${key}`);
      }
    }
  };
  walk(all.en, all.ko, name);
});
