import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../src/api';
import { AnswerTransport, type StreamEnd } from '../src/stream';
import type { AnswerMessage } from '../src/wire';

const message = (id: string, role: 'user' | 'assistant', text: string): AnswerMessage => ({
  id,
  role,
  parts: [{ type: 'text', text }],
});

const sse = (...parts: object[]): string =>
  parts.map((part, index) => `id: m-${index}\ndata: ${JSON.stringify(part)}\n\n`).join(': keep-alive\n\n') + 'data: [DONE]\n\n';

function answering(respond: (url: string, init: RequestInit) => Response): { url: string; init: RequestInit }[] {
  const calls: { url: string; init: RequestInit }[] = [];
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    calls.push({ url, init });
    return Promise.resolve(respond(url, init));
  });
  return calls;
}

async function collect(stream: ReadableStream<{ type: string }>): Promise<{ type: string }[]> {
  const chunks: { type: string }[] = [];
  for await (const chunk of stream as unknown as AsyncIterable<{ type: string }>) chunks.push(chunk);
  return chunks;
}

const send = (transport: AnswerTransport, body: object = {}) =>
  transport.sendMessages({
    trigger: 'submit-message',
    chatId: 'chat 1',
    messageId: undefined,
    messages: [message('u1', 'user', 'First?'), message('a1', 'assistant', 'Answer.'), message('u2', 'user', '둘째?')],
    abortSignal: undefined,
    body,
  });

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { lang: 'ko' } });
  vi.stubGlobal('sessionStorage', { getItem: () => 'secret' });
});
afterEach(() => vi.unstubAllGlobals());

describe('the transport', () => {
  test('sends the last question, the extras and the language, and no key', async () => {
    const calls = answering(() => new Response(sse({ type: 'start', messageId: 'm' }, { type: 'finish', finishReason: 'stop' })));
    const ends: StreamEnd[] = [];
    await collect(await send(new AnswerTransport({ onEnd: (end) => ends.push(end) }), { language: 'ko', sourceIds: ['s'] }));
    expect(calls[0]?.url).toBe('/api/chat');
    expect(JSON.parse(String(calls[0]?.init.body))).toEqual({
      id: 'chat 1',
      trigger: 'submit-message',
      language: 'ko',
      sourceIds: ['s'],
      messages: [{ id: 'a1', role: 'assistant', parts: [] }],
      message: { id: 'u2', role: 'user', parts: [{ type: 'text', text: '둘째?' }] },
    });
    const headers = new Headers(calls[0]?.init.headers);
    expect([headers.get('authorization'), headers.get('accept-language')]).toEqual([null, 'ko']);
    expect(ends).toEqual(['finish']);
  });

  test('reads every part of the wire, whatever fields it does not know', async () => {
    const parts = [
      { type: 'start', messageId: 'm', messageMetadata: { verified: 'pending' } },
      { type: 'data-step', id: 'retrieve', data: { name: 'retrieve', state: 'done', detail: '' } },
      { type: 'source-document', sourceId: 's', mediaType: 'text/plain', title: 't', filename: 'f', providerMetadata: { stet: { page: null, score: 0.5 } } },
      { type: 'source-url', sourceId: 'u', url: 'https://example.org', title: 'w' },
      { type: 'text-start', id: 't1' },
      { type: 'text-delta', id: 't1', delta: '😀 ok' },
      { type: 'data-sentence', id: 's0', data: { index: 0, textId: 't1', start: 0, end: 5, status: 'judging', citations: [], removed: [] } },
      { type: 'data-edit', id: 'e1', data: { seq: 1, textId: 't1', start: 0, end: 2, replacement: '' } },
      { type: 'data-criteria', id: 'p/r/s0', data: { packId: 'p', ruleId: 'r', sentence: 's0', message: 'm' } },
      { type: 'data-superseded', id: 't0', data: { textId: 't0', reason: 'r' } },
      { type: 'text-end', id: 't1', citations: [] },
      { type: 'message-metadata', messageMetadata: { badge: 'verified' } },
      { type: 'abort', reason: 'stopped' },
    ];
    answering(() => new Response(sse(...parts)));
    const ends: StreamEnd[] = [];
    const chunks = await collect(await send(new AnswerTransport({ onEnd: (end) => ends.push(end) })));
    expect(chunks.map((chunk) => chunk.type)).toEqual(parts.map((part) => part.type));
    expect(chunks[5]).toMatchObject({ providerMetadata: { stetClient: { textId: 't1' } } });
    expect(chunks[6]).toMatchObject({ data: { afterEdit: 0 } });
    expect(ends).toEqual(['abort']);
  });

  test('nothing to resume', async () => {
    const calls = answering(() => new Response(null, { status: 204 }));
    const transport = new AnswerTransport({ onEnd: () => undefined });
    expect(await transport.reconnectToStream({ chatId: 'c' })).toBeNull();
    expect(calls[0]?.url).toBe('/api/chat/c/stream');
  });

  test('a problem is thrown in the words of the server', async () => {
    const problem = { type: 'urn:stet:busy', title: 'Service Unavailable', status: 503, detail: '2초 뒤에 다시 시도해 주세요.' };
    answering(() => new Response(JSON.stringify(problem), { status: 503 }));
    const failed = send(new AnswerTransport({ onEnd: () => undefined }));
    await expect(failed).rejects.toBeInstanceOf(ApiError);
    await expect(failed).rejects.toMatchObject({ status: 503, message: problem.detail });
  });

  test('an error page that is no JSON still has a title', async () => {
    answering(() => new Response('<h1>no</h1>', { status: 502, statusText: 'Bad Gateway' }));
    await expect(send(new AnswerTransport({ onEnd: () => undefined }))).rejects.toMatchObject({ message: '502 Bad Gateway' });
  });
});
