// A WebSocket that is none: it answers the AI SDK's WebSocketChatTransport with recorded frames (see WS.md).

/** The frames that carry these parts: `start`, one `chunk` for each with its sequence, `end`. */
export function framesOf(parts) {
  return [
    { type: 'start' },
    ...parts.map((chunk, sequence) => ({ type: 'chunk', sequence, chunk })),
    { type: 'end' },
  ];
}

export class FakeSocket {
  static CONNECTING = 0;
  static OPEN = 1;
  static CLOSING = 2;
  static CLOSED = 3;

  /** A constructor whose sockets answer every send or resume with `frames`, under the request's own id. */
  static answering(frames, sent = []) {
    return class extends FakeSocket {
      constructor(url) {
        super(url);
        this.frames = frames;
        this.sent = sent;
      }
    };
  }

  constructor(url) {
    if (!/^wss?:/.test(String(url))) throw new Error(`not a WebSocket address: ${url}`);
    this.readyState = 0;
    this.bufferedAmount = 0;
    setImmediate(() => {
      this.readyState = 1;
      this.onopen?.({});
    });
  }

  send(text) {
    const request = JSON.parse(text);
    this.sent.push(request);
    if (request.type === 'abort') return;
    for (const frame of this.frames) {
      const data = JSON.stringify({ ...frame, requestId: request.requestId });
      setImmediate(() => this.onmessage?.({ data }));
    }
  }

  close(code = 1000, reason = '') {
    this.readyState = 3;
    this.onclose?.({ code, reason });
  }
}
