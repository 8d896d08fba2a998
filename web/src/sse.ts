/**
 * Server-sent events out of a byte stream. `EventSource` cannot send a bearer key, so the progress of a source is read
 * with `fetch`. A push/finish parser whose result does not depend on how the bytes were cut.
 */
export interface ServerEvent {
  id: string | null;
  event: string;
  data: string;
}

export class EventParser {
  private buffer = '';
  private data: string[] = [];
  private id: string | null = null;
  private event = 'message';

  /** Takes more of the stream and returns the events that it completes. */
  push(text: string): ServerEvent[] {
    this.buffer += text;
    const events: ServerEvent[] = [];
    let start = 0;
    for (;;) {
      const end = this.lineEnd(start);
      if (end === null) break;
      const event = this.line(this.buffer.slice(start, end.at));
      if (event) events.push(event);
      start = end.next;
    }
    this.buffer = this.buffer.slice(start);
    return events;
  }

  private lineEnd(start: number): { at: number; next: number } | null {
    for (let i = start; i < this.buffer.length; i += 1) {
      const char = this.buffer.charAt(i);
      if (char === '\n') return { at: i, next: i + 1 };
      if (char === '\r') {
        // A carriage return at the very end may be the first half of a line end.
        if (i + 1 === this.buffer.length) return null;
        return { at: i, next: this.buffer.charAt(i + 1) === '\n' ? i + 2 : i + 1 };
      }
    }
    return null;
  }

  private line(line: string): ServerEvent | null {
    if (line === '') {
      if (this.data.length === 0) return null;
      const event = { id: this.id, event: this.event, data: this.data.join('\n') };
      this.data = [];
      this.event = 'message';
      return event;
    }
    const colon = line.indexOf(':');
    if (colon === 0) return null;
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') this.data.push(value);
    else if (field === 'id') this.id = value;
    else if (field === 'event') this.event = value;
    return null;
  }
}

/** A server sends at least a comment every 15 seconds; after this long without a byte the connection is dead (ms). */
const PATIENCE = 60_000;

/** The same bytes, and an error when none come for too long: a network that goes away often does so without a word. */
export function heard(bytes: ReadableStream<Uint8Array<ArrayBufferLike>>, patience = PATIENCE): ReadableStream<Uint8Array<ArrayBufferLike>> {
  const reader = bytes.getReader();
  return new ReadableStream(
    {
      async pull(controller) {
        let timer: ReturnType<typeof setTimeout> | undefined;
        const silence = new Promise<never>((_resolve, reject) => {
          timer = setTimeout(() => reject(new TypeError('nothing was heard of the server')), patience);
        });
        try {
          const { done, value } = await Promise.race([reader.read(), silence]);
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          controller.error(error);
          void reader.cancel().catch(() => undefined);
        } finally {
          clearTimeout(timer);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = heard(body).getReader();
  const decoder = new TextDecoder();
  const parser = new EventParser();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield* parser.push(decoder.decode(value, { stream: true }));
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
