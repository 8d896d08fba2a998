import { describe, expect, it } from 'vitest';
import type { Pack, Rule } from '../src/generated/api';
import { toReview } from '../src/rules/references';
import { editPack, editRule, newRule, packInput, placeProblems, stretches } from '../src/rules/pack';

const rules: Rule[] = [
  { id: 'a', kind: 'must_not', severity: 'warning', text: 'No “utilize”.', pattern: '\\butilize\\b', replacement: 'use', pinned: true },
  { id: 'b', kind: 'must', severity: 'error', pattern: 'x' },
  { id: 'c', kind: 'must_not', severity: 'suggestion', text: 'cut it', pattern: 'very ', replacement: '' },
  { id: 'Vale.d', kind: 'must_not', severity: 'warning', text: 'm', check: { extends: 'repetition', tokens: ['a'] } as Rule['check'] & object },
];
const pack: Pack = {
  id: 'p', name: 'One', version: 3, category: 'style', difficulty: '', isActive: true, commonPitfalls: ['long'], evidenceChunkIds: ['e'],
  criteriaDefinition: { rules, do_examples: ['do'], dont_examples: ['dont'] }, createdAt: '', updatedAt: '',
};

describe('a pack on the desk', () => {
  it('goes back to the server as it came', () => {
    const { id, version, createdAt, updatedAt, ...content } = pack;
    expect(packInput(editPack(pack))).toEqual(content);
    expect([id, version, createdAt, updatedAt]).toHaveLength(4);
  });

  it('sends no empty lines and no blank around words', () => {
    const edited = editPack(pack);
    edited.name = '  Two ';
    edited.doExamples = ['', ' a ', ' '];
    edited.rules = [{ ...editRule({ id: ' x ', kind: 'must', severity: 'error' }), text: ' t ' }];
    const sent = packInput(edited);
    expect(sent.name).toBe('Two');
    expect(sent.criteriaDefinition.do_examples).toEqual(['a']);
    expect(sent.criteriaDefinition.rules).toEqual([{ id: 'x', kind: 'must', severity: 'error', text: 't' }]);
  });

  it('a new rule has an id of its own', () => {
    const taken = ['rule-2', 'other'].map((id) => editRule({ id, kind: 'must', severity: 'error' }));
    expect(newRule(taken).id).toBe('rule-3');
  });
});

describe('problems find their rule', () => {
  const edited = ['a', 'b', 'b', ''].map((id) => editRule({ id, kind: 'must', severity: 'error' }));
  const place = (ruleId: string, field: string) => placeProblems([{ ruleId, field, message: 'm' }], edited)[0]?.key;

  it('by id', () => expect(place('a', 'pattern')).toBe(edited[0]?.key));
  it('the second of two with one id', () => expect(place('b', 'id')).toBe(edited[2]?.key));
  it('the one without an id', () => expect(place('', 'id')).toBe(edited[3]?.key));
  it('none, when the pack itself is wrong', () => expect(place('', 'rules')).toBeNull());
  it('none, when the rule is gone', () => expect(place('z', 'pattern')).toBeNull());
});

describe('findings in a text', () => {
  const breach = (start: number, end: number) => ({ ruleId: 'r', severity: 'warning' as const, start, end, message: '', replacement: null, judgedBy: 'pattern' as const });
  const text = '가나다 😀 abc';

  it.each([
    [[], [[text, null]]],
    [[breach(0, 2)], [['가나', 0], ['다 😀 abc', null]]],
    [[breach(7, 10), breach(0, 1)], [['가', 1], ['나다 😀 ', null], ['abc', 0]]],
    [[breach(0, 3), breach(1, 5)], [['가나다', 0], [' 😀 abc', null]]],
    [[breach(0, 1), breach(0, 3)], [['가나다', 1], [' 😀 abc', null]]],
    [[breach(2, 2), breach(5, 99), breach(-1, 4)], [[text, null]]],
  ])('%j', (breaches, expected) => {
    const cut = stretches(text, breaches);
    expect(cut.map((one) => [one.text, one.breach])).toEqual(expected);
    expect(cut.map((one) => one.text).join('')).toBe(text);
  });
});

describe('references to review', () => {
  const removed = (words: string, statement = 's') => ({ words, statement, reason: '', fault: 'unknown' as const, chatId: 'c', at: '' });

  it('stand once each, however they are spelled, the latest first', () => {
    const list = toReview([removed('「학칙」 제99조', 'latest'), removed('Article 9'), removed('학칙제99조', 'first')], []);
    expect(list.map(({ words, times, statement }) => [words, times, statement])).toEqual([
      ['「학칙」 제99조', 2, 'latest'],
      ['Article 9', 1, 's'],
    ]);
  });

  it('leave out what a person has declared to be right', () => {
    expect(toReview([removed('「학칙」  제99조'), removed('Article 9')], [{ words: '「학칙」 제99조' }, { words: 'Article 9' }])).toEqual([]);
  });
});
