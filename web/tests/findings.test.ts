import { describe, expect, test } from 'vitest';
import { following, grouped, inOrder, keepsContent, type Finding } from '../src/draft/findings';
import type { Breach } from '../src/draft/linting.svelte';

const breach = (ruleId: string, replacement: string | null): Breach => ({ ruleId, packId: 'p', severity: 'warning', start: 0, end: 1, message: '', replacement });
const at = (id: string, from: number, to: number, given: Partial<Finding> = {}): Finding => ({ id, from, to, words: 'utilise', before: '', after: '', breach: breach('use', 'use'), verdict: null, suggested: false, ...given });

describe('findings', () => {
  test('stand by kind, and those of a kind in the order of the text', () => {
    const verdict = { status: 'unsupported' } as Finding['verdict'];
    const groups = grouped([at('p/use/2', 30, 37), at('s', 1, 4, { breach: breach('harper:SpellCheck', 'the') }), at('p/use/10', 40, 47), at('v1', 2, 9, { breach: null, verdict }), at('p/use/0', 5, 12)]);
    expect(groups.map(({ key, kind, findings, sure }) => [key, kind, findings.map(({ id }) => id), sure])).toEqual([
      ['unsupported', 'verdict', ['v1'], []],
      ['p/use', 'rule', ['p/use/0', 'p/use/2', 'p/use/10'], ['p/use/0', 'p/use/2', 'p/use/10']],
      ['p/harper:SpellCheck', 'spelling', ['s'], ['s']],
    ]);
  });

  test.each<[string, Finding[], string[]]>([
    ['a rule that offers nothing', [at('a', 1, 2, { breach: breach('very', null) })], []],
    ['words with an open suggestion', [at('a', 1, 2, { suggested: true }), at('b', 3, 4)], ['b']],
    ['places that overlap', [at('a', 1, 5), at('b', 3, 8), at('c', 5, 9)], ['a', 'c']],
    ['another number', [at('a', 1, 5, { words: '3 days', breach: breach('days', '4 days') })], []],
    ['a denial', [at('a', 1, 5, { words: 'is not', breach: breach('not', 'is') })], []],
    ['금일', [at('a', 0, 2, { words: '금일의', breach: breach('금일', '오늘의') })], ['a']],
  ])('what is mended at one go: %s', (_, found, sure) => {
    expect(grouped(found).flatMap((group) => group.sure)).toEqual(sure);
  });

  test.each([
    ['2024-1-1', '2024-01-01', false], ['in order to', 'to', true], ['does not', 'never', false], ["don't", 'do not', false], ['되요', '돼요', true], ['하지 않는다', '안 한다', false], ['3년', '삼 년', false],
  ])('%s to %s', (words, other, keeps) => expect(keepsContent(words, other)).toBe(keeps));

  test('each is gone to once on the way round, the one at the cursor first, also of two in the same place', () => {
    const found = inOrder([at('b', 0, 4), at('c', 10, 12), at('a', 0, 4), at('d', 20, 25)]);
    const walk = (here: number, step: 1 | -1): string[] => {
      const out: string[] = [];
      let seen: string | null = null;
      for (let count = 0; count < found.length; count += 1) {
        const next: Finding | null = following(found, here, seen, step);
        out.push(next?.id ?? '');
        [seen, here] = [next?.id ?? null, next?.from ?? 0];
      }
      return out;
    };
    expect(walk(0, 1)).toEqual(['a', 'b', 'c', 'd']);
    expect(walk(11, 1)).toEqual(['c', 'd', 'a', 'b']);
    expect(walk(13, 1)).toEqual(['d', 'a', 'b', 'c']);
    expect(walk(20, -1)).toEqual(['d', 'c', 'b', 'a']);
    expect(walk(5, -1)).toEqual(['b', 'a', 'd', 'c']);
    // What was seen there is mended: on from the cursor.
    expect(following(found, 10, 'gone', 1)?.id).toBe('c');
    expect(following([], 0, null, 1)).toBeNull();
  });
});
