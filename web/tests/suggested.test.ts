/** Citations that words do not decide, from the events of a stream to the page, the clipboard and a draft. */
import { describe, expect, test } from 'vitest';
import { verdictsOf } from '../src/draft/judged';
import { applyAll } from '../src/draft/edits';
import { excerptOfText, markdownOfText } from '../src/draft/excerpt';
import { citing, SUGGESTING } from '../src/draft/suggesting';
import type { VerifiedSentence } from '../src/generated/api';
import { MESSAGES } from '../src/i18n';
import { mapInline } from '../src/markdown/blocks';
import { overlay, wordsOf } from '../src/markdown/overlay';
import { plainText } from '../src/markdown/plain';
import { answerView, tally, type AnswerView, type TextView } from '../src/state';
import { describeDoubt, nameSuggestion } from '../src/view/citing';
import type { Citation, SentenceData } from '../src/wire';
import { cite, read, sentence, source, text } from './answers';

/** A citation that would stand at a place. */
const could = (number: number, at: number): Citation => ({ ...cite(number, at, at), mark: `[†${number}]` });

function doubt(index: number, range: [number, number], suggested: Citation, status: 'uncertain' | 'uncited' = 'uncertain'): ReturnType<typeof sentence> {
  const part = sentence(index, range, status) as { type: 'data-sentence'; id: string; data: SentenceData };
  return { ...part, data: { ...part.data, suggested } };
}

/** The words with `{n}` for a chip and `{n?}` for one that is suggested. */
function drawn(view: TextView): string {
  const out: string[] = [];
  for (const block of overlay(view)) {
    mapInline(block, (segments) => {
      for (const { fragments } of segments) {
        for (const one of fragments) out.push(one.suggested ? `{${one.suggested.number}?}` : (one.citations?.map(({ number }) => `{${number}}`).join('') ?? one.text));
      }
    });
    out.push(' / ');
  }
  return out.slice(0, -1).join('');
}

const start = { type: 'start', messageId: 'm' } as const;
const begin = { type: 'text-start', id: 't1' } as const;
const end = { type: 'text-end', id: 't1' } as const;
const finish = { type: 'finish' } as const;

const shown = ({ texts }: AnswerView): string => (texts[0] ? drawn(texts[0]) : '');

describe('in an answer', () => {
  const words = 'One claim [†1]. **Two** is bold. Three.';
  const chunks = [start, source(1), source(2), begin, ...text(words), sentence(0, [0, 16], 'supported', [cite(1, 10, 14)]), doubt(1, [16, 33], could(2, 31)), sentence(2, [33, 39], 'uncited'), end, finish];

  test('a chip stands where the mark would, in its own sentence', async () => {
    const { message } = await read(chunks);
    expect(shown(answerView(message))).toBe('One claim {1}. Two is bold{2?}. Three.');
  });

  test('it comes with the event of its sentence', async () => {
    const { states } = await read(chunks);
    const all = states.map((state) => shown(answerView(state)));
    expect(all.filter((one) => one.includes('{2?}')).length).toBeGreaterThan(0);
    expect(all.find((one) => one.includes('Three.'))).not.toContain('{2?}');
  });

  test('it moves with the edits that come after its sentence, and goes with its verdict', async () => {
    const edit = { type: 'data-edit', id: 'e1', data: { seq: 1, textId: 't1', start: 9, end: 14, replacement: '', reason: 'unsupported' } } as const;
    const moved = answerView((await read([...chunks.slice(0, -2), edit, sentence(0, [0, 11], 'unsupported'), end, finish])).message);
    expect(shown(moved)).toBe('One claim. Two is bold{2?}. Three.');
    expect(moved.texts[0]?.sentences[1]?.suggested).toMatchObject({ start: 26, end: 26 });
    const judged = answerView((await read([...chunks.slice(0, -2), sentence(1, [16, 33], 'unsupported'), end, finish])).message);
    expect(shown(judged)).toBe('One claim {1}. Two is bold. Three.');
  });

  test('a stored message has it again', async () => {
    const { message } = await read(chunks);
    const parts = message.parts.map((part) => (part.type === 'text' ? { type: 'text' as const, text: part.text } : part));
    expect(shown(answerView(JSON.parse(JSON.stringify({ ...message, parts }))))).toBe('One claim {1}. Two is bold{2?}. Three.');
  });

  test('it is no cited source, and a number of its own', async () => {
    const view = answerView((await read(chunks)).message);
    expect(view.sources.map(({ sourceId, number }) => [sourceId, number])).toEqual([['src-1', 1], ['src-2', null]]);
    expect(tally(view)).toEqual({ supported: 1, uncertain: 1, uncited: 1 });
  });

  test('nothing of it is copied, told or taken into a draft', async () => {
    const [view] = answerView((await read(chunks)).message).texts as [TextView];
    expect(plainText(markdownOfText(view, () => 'a'))).toBe('One claim[1]. Two is bold. Three.\n\n[1] a');
    expect(wordsOf(overlay(view), 1)).toBe('Two is bold.');
    const excerpt = excerptOfText(view, ({ number }) => `note ${number}`, describeDoubt(MESSAGES.en));
    expect(excerpt.text).toBe(words);
    expect(excerpt.notes.map(({ note }) => note)).toEqual(['note 1', 'To be checked', 'No citation']);
  });

  test.each<[string, number, string]>([
    ['Plain words.', 11, 'Plain words{1?}.'],
    ['No full stop', 12, 'No full stop{1?}'],
    ['**All bold.**', 10, 'All bold{1?}.'],
    ['**All bold**.', 12, 'All bold{1?}.'],
    ['It is `code`.', 12, 'It is code{1?}.'],
    ['See [a page](https://a.example).', 31, 'See a page{1?}.'],
    ['R&amp;D pays.', 12, 'R&D pays{1?}.'],
    ['한국어 문장이다.', 8, '한국어 문장이다{1?}.'],
    ['> a quotation\n> of two lines.', 28, 'a quotation\nof two lines{1?}.'],
    ['| a | b |\n|--|--|\n| 1 | 2 |', 26, 'ab12{1?}'],
    ['Words.', 0, '{1?}Words.'],
  ])('the place in %j', (words, at, expected) => {
    const data = doubt(0, [0, words.length], could(1, at)) as { data: SentenceData };
    expect(drawn({ id: 't1', text: words, superseded: null, sentences: [data.data] })).toBe(expected);
  });
});

describe('in words', () => {
  test('a chip says what it is', () => {
    expect(nameSuggestion('uncertain', 2, 'rules.pdf', MESSAGES.en)).toBe('To be checked: source 2, rules.pdf');
    expect(nameSuggestion('uncertain', 2, '학칙.hwpx', MESSAGES.ko)).toBe('확인 필요: 출처 2, 학칙.hwpx');
    expect(nameSuggestion('uncited', 3, '학칙.hwpx', MESSAGES.ko)).toBe('붙일 수 있는 인용: 출처 3, 학칙.hwpx');
  });

  test.each([['규정집', '규정집을 인용하기'], ['안내', '안내를 인용하기'], ['handbook.pdf', 'handbook.pdf를 인용하기'], ['2024년 학칙 3', '2024년 학칙 3을 인용하기']])('%s has its particle', (title, said) => {
    expect(SUGGESTING.ko.citeNamed(title)).toBe(said);
  });

  test.each<[number, number, string, string]>([
    [3, 0, '3 supported · nothing to look at', '확인됨 3개 · 살펴볼 문장 없음'],
    [3, 2, '3 supported · 2 to look at', '확인됨 3개 · 살펴볼 문장 2개'],
  ])('the sum of a check without any', (supported, open, en, ko) => {
    expect([MESSAGES.en, MESSAGES.ko].map((t) => t.draft.check.result(supported, open, 0))).toEqual([en, ko]);
  });

  test('what is to be checked is the third number, and no supported one', () => {
    expect(MESSAGES.en.draft.check.result(3, 1, 2)).toBe('3 supported · 1 to look at · 2 to be checked');
    expect(MESSAGES.ko.draft.check.result(3, 0, 2)).toBe('확인됨 3개 · 확인 필요 2개');
  });
});

describe('in a draft', () => {
  const draft = '# Memo\n\nFees are due.[^1] Members pay late. Nobody asks!\n\n[^1]: a.md, p. 2\n';

  function judged(words: string, number: number, more: Partial<VerifiedSentence>): VerifiedSentence {
    const from = draft.indexOf(words);
    // The corrected text is without the mark of the first sentence, so what follows stands 4 to the left in it.
    const text = words.replace('[^1]', '');
    const begin = more.index === 0 ? from : from - 4;
    const evidence = { page: 2, start: 0, end: 8, text: 'due fees' };
    const at = begin + text.trimEnd().replace(/[.!]$/, '').length;
    return {
      index: 0, start: begin, end: begin + text.length, text, kind: 'claim', status: 'uncertain', score: 0.4, reason: 'why', veto: null, citations: [], statutes: [], removed: [],
      origin: { start: from, end: from + words.length }, suggested: { number, mark: `[${number}]`, sourceId: `c${number}`, start: at, end: at, evidence }, ...more,
    };
  }
  const result = {
    sources: [{ id: 'c1', title: 'a.md', page: 2 }, { id: 'c2', title: 'b.md', page: null }],
    sentences: [judged('Fees are due.[^1] ', 1, { index: 0 }), judged('Members pay late. ', 2, { index: 1 }), judged('Nobody asks!\n\n', 1, { index: 2, status: 'uncited' })],
  };

  test('a card has the passage and the reason, and offers to cite what no mark leads to', () => {
    const [first, second, ...rest] = verdictsOf(result, draft);
    expect(rest).toEqual([]);
    expect(first).toMatchObject({ status: 'uncertain', reason: 'why', title: 'a.md', evidence: { chunkId: 'c1', page: 2, text: 'due fees' }, suggested: null });
    expect(second).toMatchObject({ status: 'uncertain', title: 'b.md', suggested: { number: 2, at: 16 } });
  });

  test('sentences without a citation come where they are asked for', () => {
    expect(verdictsOf(result, draft, true).map(({ status, suggested }) => [status, suggested?.at])).toEqual([['uncertain', undefined], ['uncertain', 16], ['uncited', 11]]);
  });

  test('what the source has in the place of a sentence stays before what it could cite', () => {
    const against = { sourceId: 'c1', page: null, start: 0, end: 3, text: 'not' };
    const [only] = verdictsOf({ ...result, sentences: [judged('Members pay late. ', 2, { index: 1, status: 'unsupported', against })] }, draft);
    expect(only).toMatchObject({ title: 'a.md', evidence: null, against });
  });

  test('the citation becomes a footnote, or one that is there', () => {
    const [, fresh, known] = verdictsOf(result, draft, true);
    if (!fresh || !known) throw new Error('no verdicts');
    const put = (verdict: typeof fresh, text = draft): string => applyAll(text, citing(text, verdict.start + (verdict.suggested?.at ?? 0), verdict));
    expect(put(fresh)).toBe(draft.replace('late.', 'late[^2].').replace('p. 2\n', 'p. 2\n[^2]: b.md, p. 2: “due fees”\n'));
    expect(put(known)).toBe(draft.replace('asks!', 'asks[^1]!'));
    const bare = { ...fresh, start: 0, suggested: { number: 2, at: 4 } };
    expect(put(bare, 'Late')).toBe('Late[^1]\n\n[^1]: b.md, p. 2: “due fees”\n');
    // A footnote of that number which says something else is left alone.
    expect(put({ ...known, title: 'c.md' })).toContain('asks[^2]!');
  });
});
