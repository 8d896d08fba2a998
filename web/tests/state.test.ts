import { expect, test } from 'vitest';
import type { UIMessageChunk } from 'ai';
import { answerView, currentStep, plainText, shownBadge, tally, type StepView } from '../src/state';
import { readMetadata, type AnswerMessage } from '../src/wire';
import { cite, read, sentence, source, text } from './answers';

const start: UIMessageChunk = { type: 'start', messageId: 'm1', messageMetadata: { verified: 'pending' } };
const open: UIMessageChunk = { type: 'text-start', id: 't1' };
const close: UIMessageChunk = { type: 'text-end', id: 't1' };
const finish: UIMessageChunk = { type: 'finish', finishReason: 'stop' };

test('a sentence goes from judging to its verdict', async () => {
  const { states } = await read([
    start,
    open,
    ...text('가나다.'),
    sentence(0, [0, 4], 'judging'),
    sentence(0, [0, 4], 'supported'),
    close,
    finish,
  ]);
  const seen = states.map((state) => answerView(state).texts[0]?.sentences[0]?.status);
  expect([...new Set(seen)]).toEqual([undefined, 'judging', 'supported']);
});

test('offsets are UTF-16 code units', async () => {
  const words = '😀 이모지 뒤의 문장이다 [†1]. Next one.';
  const mark = words.indexOf('[†1]');
  const end = words.indexOf('Next');
  const { message } = await read([
    start,
    open,
    ...text(words),
    sentence(0, [0, end], 'supported', [cite(1, mark, mark + 4)]),
    sentence(1, [end, words.length], 'uncited'),
    close,
    finish,
  ]);
  const shown = answerView(message).texts[0];
  expect(shown?.sentences.map((placed) => shown.text.slice(placed.start, placed.end))).toEqual([
    '😀 이모지 뒤의 문장이다 [†1]. ',
    'Next one.',
  ]);
  const citation = shown?.sentences[0]?.citations[0];
  expect(shown?.text.slice(citation?.start, citation?.end)).toBe('[†1]');
});

test('an edit changes the text, and moves what was reported before it and not what was reported after', async () => {
  const first = 'A claim [†1]. ';
  const second = 'Another claim [†2].';
  const words = first + second;
  const mark = words.indexOf('[†2]');
  const parts: UIMessageChunk[] = [
    start,
    open,
    ...text(words),
    sentence(0, [0, first.length], 'judging', [cite(1, 8, 12)]),
    sentence(1, [first.length, words.length], 'supported', [cite(2, mark, mark + 4)]),
    { type: 'data-edit', id: 'e1', data: { seq: 1, textId: 't1', start: 7, end: 12, replacement: '', reason: '' } },
    sentence(0, [0, first.length - 5], 'unsupported'),
  ];
  const check = async (chunks: UIMessageChunk[]): Promise<void> => {
    const shown = answerView((await read(chunks)).message).texts[0];
    expect(shown?.text).toBe('A claim. Another claim [†2].');
    expect(shown?.sentences.map((placed) => shown.text.slice(placed.start, placed.end))).toEqual([
      'A claim. ',
      'Another claim [†2].',
    ]);
    const citation = shown?.sentences[1]?.citations[0];
    expect(shown?.text.slice(citation?.start, citation?.end)).toBe('[†2]');
  };
  await check(parts);
  // At the end the server reports the moved sentence again, at its final place.
  const moved = sentence(1, [first.length - 5, words.length - 5], 'supported', [cite(2, mark - 5, mark - 1)]);
  await check([...parts, moved, close, finish]);
});

test('a stored message has its edits applied already', () => {
  const stored = {
    id: 'm1',
    role: 'assistant',
    metadata: { badge: 'partial', status: 'complete' },
    parts: [
      { type: 'data-edit', id: 'e1', data: { seq: 1, textId: 't1', start: 0, end: 3, replacement: '' } },
      { ...sentence(0, [0, 8], 'unsupported'), type: 'data-sentence' },
      { type: 'text', text: 'A claim.' },
    ],
  } as unknown as AnswerMessage;
  const shown = answerView(stored).texts[0];
  expect(shown?.text).toBe('A claim.');
  expect(shown?.sentences[0]?.status).toBe('unsupported');
});

test('a superseded text is set aside with the reason', async () => {
  const { message } = await read([
    start,
    open,
    ...text('First try.'),
    sentence(0, [0, 10], 'unsupported'),
    close,
    { type: 'data-superseded', id: 't1', data: { textId: 't1', reason: 'too many unsupported claims' } },
    { type: 'text-start', id: 't2' },
    ...text('Second try.', 't2'),
    sentence(1, [0, 11], 'supported', [], 't2'),
    { type: 'text-end', id: 't2' },
    finish,
  ]);
  const view = answerView(message);
  expect(view.texts.map((shown) => [shown.text, shown.superseded])).toEqual([
    ['First try.', 'too many unsupported claims'],
    ['Second try.', null],
  ]);
  expect(tally(view)).toEqual({ supported: 1 });
});

test('sources are numbered by the citations that were released', async () => {
  const { message } = await read([
    start,
    source(1),
    source(2),
    source(3),
    open,
    ...text('B [†1]. C [†2].'),
    sentence(0, [0, 8], 'supported', [{ ...cite(1, 2, 6), sourceId: 'src-3' }]),
    sentence(1, [8, 15], 'supported', [{ ...cite(2, 10, 14), sourceId: 'src-1' }]),
    close,
    finish,
  ]);
  expect(answerView(message).sources.map((shown) => [shown.sourceId, shown.number, shown.page])).toEqual([
    ['src-3', 1, 3],
    ['src-1', 2, 1],
    ['src-2', null, 2],
  ]);
});

test.each([
  ['unverified', {}, 'not_a_claim', 'nothing'],
  ['unverified', {}, 'unsupported', 'unverified'],
  ['unverified', { status: 'failed' }, 'not_a_claim', 'unverified'],
  ['verified', { extracts: true }, 'supported', 'quotations'],
  ['verified', {}, 'supported', 'verified'],
  ['partial', { extracts: true }, 'supported', 'partial'],
] as const)('who claims nothing has failed at nothing, and quotations are called so: %s, %j', async (badge, more, status, shown) => {
  const said = { badge, status: 'complete', verified: badge === 'verified', ...more };
  const { message } = await read([{ ...start, messageMetadata: said }, open, ...text('가나다.'), sentence(0, [0, 4], status), close, finish]);
  expect(shownBadge(answerView(message))).toBe(shown);
});

test('a step shows its last state once', async () => {
  const step = (state: string, detail: string): UIMessageChunk => ({
    type: 'data-step',
    id: 'retrieve',
    data: { name: 'retrieve', state, detail, ...(state === 'done' ? { told: [{ code: 'sources', parameters: { n: 12 } }] } : {}) },
  });
  const { message } = await read([start, step('running', ''), step('done', '12 passages'), open, close, finish]);
  expect(answerView(message).steps).toEqual([{ id: 'retrieve', name: 'retrieve', state: 'done', detail: '12 passages', told: [{ code: 'sources', parameters: { n: 12 } }] }]);
});

test('what is being done now is the last step that runs, else the last that there was', () => {
  const step = (id: string, state: 'running' | 'done'): StepView => ({ id, name: id, state, detail: null, told: [] });
  expect(currentStep([])).toBeNull();
  expect(currentStep([step('plan', 'done'), step('generate', 'running'), step('check', 'done')])?.id).toBe('generate');
  expect(currentStep([step('plan', 'done'), step('retrieve', 'done')])?.id).toBe('retrieve');
});

test('how a stream ended is told apart', async () => {
  expect((await read([start, open, ...text('a'), close, finish])).end).toBe('finish');
  expect((await read([start, open, ...text('a'), close, { type: 'abort', reason: 'stopped' }])).end).toBe('abort');
  expect((await read([start, open, ...text('a')])).end).toBe('cut');
});

test('metadata of any shape is read', () => {
  expect(readMetadata(undefined).badge).toBe('pending');
  expect(readMetadata({ verified: 'pending' }).badge).toBe('pending');
  expect(readMetadata({ verified: true }).badge).toBe('verified');
  const related = { source_id: 'c1', title: 'library.txt', page: null, quote: 'It opens at nine.' };
  expect(readMetadata({ warnings: ['They differ.', 3], related })).toMatchObject({ warnings: ['They differ.'], related });
  expect(readMetadata({ related: { title: 'x' } })).toEqual({ badge: 'pending', pictures: [], entities: [] });
  expect(readMetadata({ badge: 'unheard_of', status: 7, verification_log: 7, later: true })).toEqual({ badge: 'pending', pictures: [], entities: [] });
  const log = [{ citation_number: 2, statement: 's', source_file: 'f', source_page: 3, is_accurate: false, confidence: 0.5, explanation: 'e', status: 'uncertain' }];
  expect(readMetadata({ badge: 'partial', accuracy_rate: 0.5, verification_log: log })).toMatchObject({
    badge: 'partial',
    accuracy_rate: 0.5,
    verification_log: [{ citation_number: 2, source_page: 3, status: 'uncertain' }],
  });
});

test('a question is its words', () => {
  const asked = { id: 'u', role: 'user', parts: [{ type: 'text', text: '몇 년까지\n휴학할 수 있나요?' }] } as AnswerMessage;
  expect(plainText(asked)).toBe('몇 년까지\n휴학할 수 있나요?');
});
