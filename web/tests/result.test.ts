import { expect, test } from 'vitest';
import type { UIMessageChunk } from 'ai';
import { answerView } from '../src/state';
import { readMetadata } from '../src/wire';
import { read, text } from './answers';

const criteria = (textId: string, rule: string): UIMessageChunk => ({
  type: 'data-criteria',
  id: `p/${rule}/s0`,
  data: { packId: 'p', ruleId: rule, sentence: 's0', textId, message: rule },
});

test('what broke the rules in a text that was replaced is not told of the message', async () => {
  const { message } = await read([
    { type: 'start', messageId: 'm1' },
    { type: 'text-start', id: 't1' },
    ...text('Bad.'),
    criteria('t1', 'one'),
    criteria('t1', 'two'),
    { type: 'text-end', id: 't1' },
    { type: 'data-superseded', id: 't1', data: { textId: 't1', reason: 'again' } },
    { type: 'text-start', id: 't2' },
    criteria('t2', 'two'),
    { type: 'text-end', id: 't2' },
    { type: 'finish', finishReason: 'stop' },
  ]);
  expect(answerView(message).criteria.map((finding) => finding.ruleId)).toEqual(['two']);
});

test('only pictures of this server are shown, and half a result is none', () => {
  const picture = (url: unknown, number: unknown = 1): object => ({ number, url, page: 3, caption: null });
  const here = '/api/chunks/01a21943-269c-7335-a2f6-f0bc6467572e/image';
  const read = readMetadata({
    page_images: [picture(here), picture('https://evil.example/x.png'), picture('/api/chunks/../x/image'), picture(here, 'x'), 7],
    warnings: ['주의: 뜨겁다.', 3],
    notes: 'x',
    entity_references: [{ number: 2, title: 'PPT 삽입 문서: 일정' }, { number: 3, title: null }],
    human_feedback_used: [{ number: 2 }, {}],
    hallucination_check: { score: 0.25, scores: [1, 0.25, null] },
    answer_grade: { overall: 'good' },
  });
  expect(read.pictures).toEqual([{ number: 1, url: here, page: 3, caption: null }]);
  expect(read).toMatchObject({
    warnings: ['주의: 뜨겁다.'],
    entities: [{ number: 2, title: 'PPT 삽입 문서: 일정' }],
    human_feedback_used: [{ number: 2 }],
    hallucination_check: { score: 0.25, scores: [1, 0.25] },
  });
  expect(read.notes ?? read.answer_grade).toBeUndefined();
});
