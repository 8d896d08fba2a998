import { expect, test } from 'vitest';
import { MESSAGES } from '../src/i18n';
import { particle } from '../src/text/ko/particle';

test.each([
  ['규정', '은', '은'], ['회의', '은', '는'], ['서울', '으로', '로'], ['집', '으로', '으로'], ['회의', '으로', '로'],
  ['버전 1', '을', '을'], ['2', '을', '를'], ['3', '을', '을'], ['10', '을', '을'], ['7', '으로', '로'], ['scripted-1', '은', '은'],
  ['GPT', '은', '는'], ['HTML', '으로', '로'], ['XML', '을', '을'], ['30 days', '으로', '로'], ['admin', '으로', '으로'],
  ['“30일”', '으로', '로'], ['(초안)', '을', '을'], ['', '을', '를'], ['…', '과', '와'],
] as const)('%s has the particle that its last sound asks for: %s', (word, pair, right) => {
  expect(particle(word, pair)).toBe(right);
});

test('no message shows both forms of a particle', () => {
  expect(MESSAGES.ko.staysSearched(2)).toBe('2판을 계속 검색합니다.');
  expect(MESSAGES.ko.staysSearched(3)).toBe('3판을 계속 검색합니다.');
  expect(MESSAGES.ko.judgeOff('scripted-1', ['ko', 'en'])).toContain('scripted-1은 ');
});
