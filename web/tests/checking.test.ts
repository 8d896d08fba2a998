import { describe, expect, it } from 'vitest';
import { cardsOf } from '../src/draft/cards';
import type { Verdict } from '../src/draft/checking.svelte';
import { verdictsOf } from '../src/draft/judged';
import { readPatch } from '../src/draft/wire';
import type { VerifiedSentence } from '../src/generated/api';

const TEXT = '# Memo\n\n삭제는 60일 안에 한다.[^1] Fees are due.[^2]\n\nNo source here.\n';

function sentence(index: number, part: string, more: Partial<VerifiedSentence>): VerifiedSentence {
  const start = TEXT.indexOf(part);
  return {
    index, start, end: start + part.length, text: part, kind: 'claim', status: 'supported', score: 1, reason: '', veto: null, citations: [],
    statutes: [], removed: [], origin: { start, end: start + part.length }, ...more,
  };
}

const RESULT = {
  sources: [{ id: 'c1', title: 'a.md', page: 2 }, { id: 'c2', title: 'b.md', page: null }],
  sentences: [
    sentence(0, '# Memo\n\n', { status: 'not_a_claim' }),
    sentence(1, '삭제는 60일 안에 한다.[^1] ', { status: 'unsupported', against: { sourceId: 'c1', page: 2, start: 0, end: 9, text: '90일 안에 한다.', yours: '60일', theirs: '90일' } }),
    sentence(2, 'Fees are due.[^2]\n\n', { citations: [{ number: 1, mark: '[1]', sourceId: 'c2', start: 0, end: 3, evidence: { page: null, start: 5, end: 9, text: 'due' } }] }),
    sentence(3, 'No source here.\n', { status: 'uncited' }),
  ],
};

describe('the verdicts of a draft', () => {
  const found = verdictsOf(RESULT, TEXT);

  it('tell what a source says otherwise than a sentence without a citation', () => {
    const against = { sourceId: 'c1', page: null, start: 0, end: 9, text: 'It says nine.', yours: 'ten', theirs: 'nine' };
    const open = verdictsOf({ ...RESULT, sentences: [sentence(0, 'It says ten.', { status: 'uncited', against })] }, 'It says ten.');
    expect(open.map((one) => [one.status, one.against?.theirs])).toEqual([['uncited', 'nine']]);
  });

  it('leave alone what has a footnote of the writer, and tell of one whose source is gone', () => {
    const judged = (text: string, note: string): string[] => {
      const words = text.slice(0, text.indexOf(']') + 1);
      const one = { ...sentence(0, '', { status: 'unknown_source' }), origin: { start: 0, end: words.length } };
      return verdictsOf({ ...RESULT, sentences: [one] }, `${text}${note}`).map((found) => found.status);
    };
    expect(judged('So it is.[^1]\n\n', '[^1]: Asked the registrar, who agrees.\n')).toEqual([]);
    expect(judged('그렇다.[^1]\n\n', '[^1]: 교육혁신원에 물어 확인함.\n')).toEqual([]);
    for (const note of ['gone.pdf, p. 2: “So it is.”', 'See https://docs.github.com/en.', 'Smith (2019)', 'example.org']) expect(judged('So it is.[^1]\n\n', `[^1]: ${note}\n`), note).toEqual(['unknown_source']);
    expect(judged('그렇다.[^1]\n\n', '[^1]: 없는 규정.hwpx, 3쪽\n')).toEqual(['unknown_source']);
    expect(judged('그렇다.[^1]\n\n', '[^1]: 근거 없음\n')).toEqual(['unknown_source']);
    expect(judged('So it is.[^1]\n', '')).toEqual(['unknown_source']);
  });

  it('stand where their sentences stand, without the space around them', () => {
    expect(found.map((one) => [one.status, TEXT.slice(one.start, one.end)])).toEqual([
      ['unsupported', '삭제는 60일 안에 한다.[^1]'],
      ['supported', 'Fees are due.[^2]'],
    ]);
  });

  it('lead to the passage that bears them out, or to what the source has in their place', () => {
    expect([found[0]?.title, found[0]?.against?.theirs, found[0]?.evidence]).toEqual(['a.md', '90일', null]);
    expect([found[1]?.title, found[1]?.evidence]).toEqual(['b.md', { chunkId: 'c2', page: null, start: 5, end: 9, text: 'due' }]);
  });

  it('stand among the suggestions in the order of the text, and not among one kind of them', () => {
    const patch = readPatch({ id: 'p', start: TEXT.indexOf('Fees'), end: TEXT.indexOf('Fees') + 4, before: 'Fees', after: 'Dues', category: 'CORE' });
    const open: Verdict[] = found.filter((one) => one.status !== 'supported');
    expect(patch && cardsOf([patch], open, [], null).map((card) => card.id)).toEqual(['v1', 'p']);
    expect(patch && cardsOf([patch], open, [], 'CORE').map((card) => card.id)).toEqual(['p']);
  });
});
