/** Builds answers as the server streams them, and reads them with the AI SDK's own client. */
import { readUIMessageStream, type UIMessageChunk } from 'ai';
import { annotate, type StreamEnd } from '../src/stream';
import type { AnswerMessage, Citation, SentenceData, SentenceStatus } from '../src/wire';

export function sentence(
  index: number,
  range: [number, number],
  status: SentenceStatus,
  citations: Citation[] = [],
  textId = 't1',
): UIMessageChunk {
  const data: SentenceData = {
    index,
    textId,
    start: range[0],
    end: range[1],
    kind: 'claim',
    status,
    score: 0.9,
    reason: '',
    veto: null,
    citations,
    statutes: [],
    removed: [],
  };
  return { type: 'data-sentence', id: `s${index}`, data };
}

export function cite(number: number, start: number, end: number, mark = `[†${number}]`): Citation {
  const evidence = { chunkId: `c${number}`, page: 2, start: 0, end: 4, text: '근거문장' };
  return { number, mark, sourceId: `src-${number}`, start, end, evidence };
}

export function source(number: number): UIMessageChunk {
  return {
    type: 'source-document',
    sourceId: `src-${number}`,
    mediaType: 'application/pdf',
    title: `Source ${number}`,
    filename: `file${number}.pdf`,
    providerMetadata: { stet: { documentId: `d${number}`, chunkId: `c${number}`, page: number, grade: 'High', score: 0.7 } },
  };
}

export function text(words: string, id = 't1'): UIMessageChunk[] {
  return [...words].map((delta) => ({ type: 'text-delta', id, delta }));
}

export interface Reading {
  message: AnswerMessage;
  /** The message after every part, as a reader sees it grow. */
  states: AnswerMessage[];
  end: StreamEnd | null;
}

export async function read(chunks: readonly UIMessageChunk[]): Promise<Reading> {
  let end: StreamEnd | null = null;
  const stream = new ReadableStream<UIMessageChunk>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  }).pipeThrough(annotate((how) => (end = how)));
  const states: AnswerMessage[] = [];
  for await (const state of readUIMessageStream<AnswerMessage>({ stream })) states.push(state);
  const message = states.at(-1);
  if (!message) throw new Error('the stream made no message');
  return { message, states, end };
}
