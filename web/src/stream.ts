/**
 * The answer stream: the AI SDK's transport over `POST /api/chat` and `GET /api/chat/{id}/stream`, with what this
 * server asks of a request and what the SDK forgets of a stream. What a message means is left to state.ts.
 */
import { DefaultChatTransport, type UIMessageChunk } from 'ai';
import { plainText } from './state';
import { request } from './api';
import { heard } from './sse';
import type { AnswerMessage, EditData, SentenceData } from './wire';

/** How a stream ended: by a last part of the protocol, or (`cut`) without one. */
export type StreamEnd = 'finish' | 'abort' | 'error' | 'cut';

export interface TransportOptions {
  onEnd: (end: StreamEnd) => void;
}

export class AnswerTransport extends DefaultChatTransport<AnswerMessage> {
  private readonly onEnd: TransportOptions['onEnd'];

  constructor(options: TransportOptions) {
    super({
      api: '/api/chat',
      fetch: request,
      // The server keeps the conversation: a request carries the question, and which message it stands behind here.
      prepareSendMessagesRequest: ({ id, messages, trigger, messageId, body }) => ({
        body: {
          ...body,
          id,
          trigger,
          ...(messageId === undefined ? {} : { messageId }),
          messages: messages.slice(-2, -1).map(({ id, role }) => ({ id, role, parts: [] })),
          message: question(messages),
        },
      }),
    });
    this.onEnd = options.onEnd;
  }

  protected override processResponseStream(
    stream: ReadableStream<Uint8Array<ArrayBufferLike>>,
  ): ReadableStream<UIMessageChunk> {
    return super.processResponseStream(heard(stream)).pipeThrough(annotate(this.onEnd));
  }
}

function question(messages: readonly AnswerMessage[]): unknown {
  const asked = messages.findLast((message) => message.role === 'user');
  if (!asked) return null;
  return { id: asked.id, role: 'user', parts: [{ type: 'text', text: plainText(asked) }] };
}

/**
 * Notes on the parts what the SDK forgets (see `TextNote` in state.ts): the id of each text, and after which edit a
 * sentence was reported. Reports at the end how the stream ended.
 */
export function annotate(onEnd: (end: StreamEnd) => void): TransformStream<UIMessageChunk, UIMessageChunk> {
  let end: StreamEnd = 'cut';
  let lastEdit = 0;
  return new TransformStream({
    transform(chunk, controller) {
      switch (chunk.type) {
        case 'finish':
        case 'abort':
        case 'error':
          end = chunk.type;
          controller.enqueue(chunk);
          // The SDK stops reading at an error, so the end of the stream would not be seen.
          if (end === 'error') onEnd(end);
          break;
        case 'text-start':
        case 'text-delta':
        case 'text-end':
          controller.enqueue({
            ...chunk,
            providerMetadata: { ...chunk.providerMetadata, stetClient: { textId: chunk.id } },
          });
          break;
        case 'data-edit':
          lastEdit = Math.max(lastEdit, (chunk.data as EditData).seq);
          controller.enqueue(chunk);
          break;
        case 'data-sentence':
          controller.enqueue({ ...chunk, data: { ...(chunk.data as SentenceData), afterEdit: lastEdit } });
          break;
        default:
          controller.enqueue(chunk);
      }
    },
    flush() {
      onEnd(end);
    },
  });
}
