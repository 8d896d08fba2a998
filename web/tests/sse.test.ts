import { expect, test, vi } from 'vitest';
import { EventParser, heard, readEvents, type ServerEvent } from '../src/sse';

const STREAM =
  ': keep-alive\n\nid: m-0\nevent: progress\ndata: {"status":"추출 중"}\nretry: 10\n\ndata: one\ndata:two\r\n\r\ndata\n\nunknown: field\n\ndata: 😀\r\rdata: unfinished';

const EXPECTED: ServerEvent[] = [
  { id: 'm-0', event: 'progress', data: '{"status":"추출 중"}' },
  { id: 'm-0', event: 'message', data: 'one\ntwo' },
  { id: 'm-0', event: 'message', data: '' },
  { id: 'm-0', event: 'message', data: '😀' },
];

test('one push', () => {
  expect(new EventParser().push(STREAM)).toEqual(EXPECTED);
});

test('every cut in two gives the same events', () => {
  for (let cut = 0; cut <= STREAM.length; cut += 1) {
    const parser = new EventParser();
    expect([...parser.push(STREAM.slice(0, cut)), ...parser.push(STREAM.slice(cut))]).toEqual(EXPECTED);
  }
});

test('bytes one at a time, characters split', async () => {
  const bytes = new TextEncoder().encode(STREAM);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(new Uint8Array([byte]));
      controller.close();
    },
  });
  const events: ServerEvent[] = [];
  for await (const event of readEvents(body)) events.push(event);
  expect(events).toEqual(EXPECTED);
});

test('a stream that falls silent is given up, one that goes on is not', async () => {
  vi.useFakeTimers();
  try {
    let cancelled = false;
    let source: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void (source = controller), cancel: () => void (cancelled = true) });
    const reader = heard(body, 1000).getReader();
    for (let byte = 0; byte < 3; byte += 1) {
      const read = reader.read();
      await vi.advanceTimersByTimeAsync(900);
      source?.enqueue(new Uint8Array([byte]));
      expect((await read).value).toEqual(new Uint8Array([byte]));
    }
    const failed = expect(reader.read()).rejects.toThrow(TypeError);
    await vi.advanceTimersByTimeAsync(1100);
    await failed;
    expect(cancelled).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});
