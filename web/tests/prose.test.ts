import { describe, expect, it } from 'vitest';
import { readPatch, type Patch } from '../src/draft/wire';
import { MESSAGES } from '../src/i18n';
import { breachSays, isFor, reasonOf, reasonsOf, removalOf, ruleName } from '../src/prose';

const patch = (more: Record<string, unknown>): Patch => readPatch({ id: 'p', start: 0, end: 1, before: 'a', after: 'b', ...more }) as Patch;
const against = { sourceId: 's', page: null, start: 0, end: 1, text: 'x', yours: '60 days', theirs: '90 days' };

describe('the prose of the server', () => {
  it.each([
    ['en', 'The source does not state this value: 3년', true],
    ['en', 'The source does not contain this quotation: "휴학"', true],
    ['ko', '출처에 없는 수치입니다: 7 km', true],
    ['ko', '출처 5개', true],
    ['en', '출처 5개', false],
    ['ko', 'What one affirms, the other denies.', false],
    ['ko', '“휴학” is not in the source', false],
    ['ko', '12 · 3', true],
    ['en', '', true],
  ] as const)('for a reader of %s: %s (%s)', (language, prose, readable) => {
    expect(isFor(language, prose)).toBe(readable);
  });

  it('is said by its codes where the reader has another language', () => {
    const sentence = { reason: 'The source does not state this value: 60 days', veto: 'number', against } satisfies Parameters<typeof reasonOf>[0];
    expect(reasonOf(sentence, 'en', MESSAGES.en)).toBe(sentence.reason);
    expect(reasonOf(sentence, 'ko', MESSAGES.ko)).toBe(`${MESSAGES.ko.vetoes['number']}: 60 days`);
    expect(reasonOf({ ...sentence, veto: null }, 'ko', MESSAGES.ko)).toBe('');
    expect(removalOf('there is no source of that number', 'ko', MESSAGES.ko)).toBe(MESSAGES.ko.notBorneOut);
  });

  it('of a change is said by the checks that decided', () => {
    const gates = [{ name: 'number', value: '48 → 72', verdict: 'core' }, { name: 'size', value: '3 %', verdict: 'clear' }];
    const change = patch({ category: 'CORE', reasons: ['A number or unit has changed: 48 → 72'], gates });
    expect(reasonsOf([change], 'en', MESSAGES.en)).toEqual(change.reasons);
    expect(reasonsOf([change, change], 'ko', MESSAGES.ko)).toEqual([`${MESSAGES.ko.draft.gate['number']}: 48 → 72`]);
    expect(reasonsOf([patch({ op: 'move', category: 'EXPRESSION', reasons: ['문장의 자리가 바뀌었습니다.'] })], 'en', MESSAGES.en)).toEqual([MESSAGES.en.draft.movedSays]);
  });

  it('names no library', () => {
    expect(ruleName('harper:RepeatedWords', null, MESSAGES.ko)).toBe('맞춤법과 문법');
    expect(ruleName('mine.1', 'Be brief', MESSAGES.ko)).toBe('Be brief');
    expect(ruleName('mine.1', null, MESSAGES.ko)).toBe('mine.1');
    expect(breachSays({ ruleId: 'harper:Phrases', message: 'Did you mean “et al.”?' }, 'ko', MESSAGES.ko)).toBe('맞춤법과 문법');
    expect(breachSays({ ruleId: 'mine.1', message: 'Be brief' }, 'ko', MESSAGES.ko)).toBe('Be brief');
  });
});
