import { describe, expect, it } from 'vitest';
import type { VerifyResult } from '../src/generated/api';
import { MESSAGES } from '../src/i18n';
import { VERIFY_MESSAGES } from '../src/verify/i18n';
import { join, partAt, queriesFor } from '../src/verify/passages';
import { markdown, reportOf, reportOfQuery } from '../src/verify/report';
import type { SearchHit } from '../src/wire';

describe('what is looked for in a numbered source', () => {
  const text = 'One says so [1].\n\nBoth say it [1][2]. And [10] more.\n나라마다 다르다 [†2].\n';

  it.each([
    [1, ['One says so .', 'Both say it . And more.']],
    [2, ['Both say it . And more.', '나라마다 다르다 .']],
    [10, ['Both say it . And more.']],
    [3, []],
  ])('source %i', (number, queries) => expect(queriesFor(text, number)).toEqual(queries));
});

describe('passages of one source', () => {
  const hit = (id: string, page: number | null, content: string) => ({ id, page, content }) as SearchHit;
  const joined = join([hit('b', 4, 'second 😀'), hit('a', 2, 'first'), hit('b', 4, 'second 😀')]);

  it('stand once, in the order of the pages', () => expect(joined.content).toBe('first\n\nsecond 😀'));

  it.each([
    [0, 5, { chunkId: 'a', page: 2, start: 0, end: 5 }],
    [7, 13, { chunkId: 'b', page: 4, start: 0, end: 6 }],
    [14, 16, { chunkId: 'b', page: 4, start: 7, end: 9 }],
    [2, 9, { chunkId: 'a', page: 2, start: 2, end: 5 }],
    [5, 6, null],
    [99, 100, null],
  ])('%i to %i', (start, end, part) => expect(partAt(joined, start, end)).toEqual(part));
});

const result: VerifyResult = {
  verified: false, confidence: 0.625, issues: ['1 | issue'], reasoning: '', citations_valid: false, badge: 'partial', warnings: [], accuracy_rate: 0.5, layers: ['citations', 'rules'],
  counts: { sentences: 3, claims: 3, supported: 1, unsupported: 1, uncertain: 0, unknown_source: 0, uncited: 1 },
  corrected: 'A [1]. B. C.', processing_time_ms: 4, sources: [{ id: 'c7', title: 'a_*.pdf', page: 3 }],
  verification_log: [
    { citation_number: 1, mark: '[1]', statement: 'A.', source_file: 'a', source_page: 3, is_accurate: true, confidence: 1, explanation: '', status: 'accurate' },
    { citation_number: null, mark: '[1]', statement: 'B.', source_file: 'a', source_page: 3, is_accurate: false, confidence: 0, explanation: '', status: 'inaccurate' },
  ],
  sentences: [
    { index: 0, start: 0, end: 7, origin: { start: 0, end: 7 }, text: 'A [1]. ', kind: 'claim', status: 'supported', score: 1, reason: 'says so', veto: null, statutes: [], removed: [],
      citations: [{ number: 1, mark: '[1]', sourceId: 'c7', start: 2, end: 5, evidence: { page: null, text: '<b>A</b>', start: 4, end: 5 } }] },
    { index: 1, start: 7, end: 10, origin: { start: 7, end: 10 }, text: 'B. ', kind: 'claim', status: 'unsupported', score: 0, reason: 'other value', veto: 'number', statutes: [], citations: [], removed: [{ mark: '[1]', reason: 'other value' }] },
    { index: 2, start: 10, end: 12, origin: { start: 10, end: 12 }, text: 'C.', kind: 'claim', status: 'uncited', score: 0, reason: '', veto: null, statutes: [], citations: [], removed: [] },
  ],
};

describe('the report', () => {
  const report = reportOf(result, (id, evidence) => ({ ...evidence, chunkId: id }));

  it('counts citations by verdict and what was removed', () => {
    expect(report).toMatchObject({ accurate: 1, inaccurate: 1, uncertain: 0, removed: 1, accuracyRate: 0.5 });
    expect(report.removedCitations).toEqual([{ mark: '[1]', reason: 'other value', source_id: null, statement: 'B.' }]);
  });

  it('has what words do not decide as a third number, with its passage', () => {
    const [, , third] = result.sentences;
    const suggested = { number: 2, mark: '[2]', sourceId: 'c7', start: 11, end: 11, evidence: { page: 4, text: 'C', start: 0, end: 1 } };
    const doubted = reportOf({ ...result, counts: { ...result.counts, uncertain: 1 }, sentences: [{ ...(third as (typeof result.sentences)[number]), status: 'uncertain', suggested }] }, (id, evidence) => ({ ...evidence, chunkId: id }));
    expect(doubted).toMatchObject({ accurate: 1, inaccurate: 1, uncertain: 1, removed: 0 });
    expect(doubted.sentences?.[0]).toMatchObject({ citations: [], suggested: { number: 2, quote: 'C', page: 4, title: 'a_*.pdf', evidence: { chunkId: 'c7' } } });
    expect(markdown(doubted, VERIFY_MESSAGES.ko, MESSAGES.ko)).toContain('- **확인 필요**: C.\n  - 확인 필요: 출처 2, a\\_\\*.pdf, 4쪽: “C”');
  });

  it('knows where the evidence is, and its page', () => {
    expect(report.sentences?.[0]?.citations[0]).toEqual({
      number: 1, quote: '<b>A</b>', page: 3, title: 'a_*.pdf', evidence: { chunkId: 'c7', page: null, start: 4, end: 5, text: '<b>A</b>' },
    });
  });

  it('opens nothing where the source is not kept', () => {
    expect(reportOf(result, () => null).sentences?.[0]?.citations[0]?.evidence).toBeNull();
  });

  it.each(['ko', 'en'] as const)('is a Markdown file in which nothing of a source is markup: %s', (language) => {
    const file = markdown(report, VERIFY_MESSAGES[language], MESSAGES[language]);
    expect(file).toContain('a\\_\\*.pdf');
    expect(file).toContain('\\<b\\>A\\</b\\>');
    expect(file).toContain('1 \\| issue');
    expect(file.trimEnd().endsWith('A [1]. B. C.')).toBe(true);
  });

  it('of an answer has both texts', () => {
    const query = reportOfQuery({
      original_answer: 'o', corrected_answer: 'c', mode: 'hybrid', sources: [], removed_citations: [{ mark: '[2]', source_id: null, statement: '', reason: '' }],
      accuracy_rate: null, verification_log: [], verified: false, badge: 'unverified', confidence: 0, processing_time_ms: 1,
    });
    expect(query).toMatchObject({ original: 'o', corrected: 'c', removed: 1, accuracyRate: null, sentences: null });
  });
});
