/** Rules that are made without a pattern: what is typed comes back as it was, from the desk, the server and a file. */
import { describe, expect, test } from 'vitest';
import { editRule, formOf, newRule, ruleOf, saying, withWords, wordsOf, type Form } from '../src/rules/pack';

const WORDS = ['utilize', 'C++ (old)', 'a.b', '금일', '1$', 'x|y', '[a]', String.raw`back\slash`, '메일', 'make use of', '^', 'e-mail'];
/** Numbers that look like chance, the same each time. */
const numbers = (seed: number) => () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;

describe('forms of rules', () => {
  test.each<[Form, string]>([['swap', 'substitution'], ['avoid', 'existence'], ['length', 'occurrence']])('%s is a check that Vale has', (form, kind) => {
    const rule = newRule([], form);
    expect([rule.check?.extends, formOf(rule.check), rule.severity]).toEqual([kind, form, 'warning']);
    expect(formOf(newRule([rule]).check)).toBe('own');
    expect(newRule([rule], form).id).not.toBe(rule.id);
  });

  test('what is typed comes back, also through a file', () => {
    const next = numbers(7);
    for (let round = 0; round < 200; round += 1) {
      for (const form of ['swap', 'avoid'] as const) {
        const some = (): string => WORDS[Math.floor(next() * WORDS.length)] as string;
        const pairs = Array.from({ length: 1 + Math.floor(next() * 3) }, () => [some(), form === 'swap' ? some() : ''] as const);
        const rule = newRule([], form);
        if (rule.check === null) throw new Error('no check');
        rule.check = withWords(rule.check, pairs);
        const sent = ruleOf(rule);
        const back = editRule(JSON.parse(JSON.stringify(sent)));
        expect(formOf(back.check)).toBe(form);
        expect(wordsOf(back.check as never)).toEqual(pairs);
        expect(ruleOf(back)).toEqual(sent);
      }
    }
  });

  test('empty rows are not sent, and a line says what the rule holds', () => {
    const rule = newRule([], 'swap');
    rule.check = withWords(rule.check as never, [['금일', '오늘'], [' ', ''], ['utilize', 'use']]);
    expect(ruleOf(rule).check).toEqual({ extends: 'substitution', ignorecase: true, swap: [['금일', '오늘'], ['utilize', 'use']], inflect: true });
    expect(saying(rule)).toBe('금일 → 오늘, utilize → use');
    expect(saying(newRule([], 'length'))).toBe('≤ 25');
  });

  test('a check with more in it stays as it is', () => {
    expect(formOf({ extends: 'substitution', swap: { 'utili[sz]e': 'use' } })).toBeNull();
    expect(formOf({ extends: 'substitution', swap: { '(\\d)h': '$1 hours' } })).toBeNull();
    expect(formOf({ extends: 'existence', tokens: ['very'], nonword: true } as never)).toBeNull();
    expect(formOf({ extends: 'spelling' })).toBeNull();
    expect(formOf({ extends: 'substitution', swap: { utilize: 'use' } })).toBe('swap');
  });
});
