// Feeds recorded answers of Stet through the AI SDK's own clients, and compares what they make of them with what the
// recording says.
//
//   node check.mjs FILE…                       recordings: name.sse, or name.ws.jsonl (frames of GET /ws)
//   node check.mjs --live http://127.0.0.1:8787 [--key KEY] [--ask "question"]     a running server
//
// A recording whose first line is `: rejected by ai5 ai6 ai7` must be refused by exactly these clients.
// Prints node:test output; exits with 1 when a check fails.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import test from 'node:test';

import { FakeSocket, framesOf } from './websocket.mjs';
import { expected, partsOf } from './replay.mjs';

const clients = {};
for (const name of ['ai5', 'ai6', 'ai7']) clients[name] = await import(name);

/** A chat with the state of the AI SDK's own front ends, less the rendering. */
function newChat(sdk, transport, seen) {
  class Chat extends sdk.AbstractChat {}
  const state = {
    status: 'ready',
    error: undefined,
    messages: [],
    pushMessage(message) {
      this.messages = [...this.messages, message];
    },
    popMessage() {
      this.messages = this.messages.slice(0, -1);
    },
    replaceMessage(index, message) {
      this.messages = this.messages.map((old, at) => (at === index ? structuredClone(message) : old));
    },
    snapshot: (thing) => structuredClone(thing),
  };
  return new Chat({
    id: 'chat-1',
    state,
    transport,
    generateId: (() => {
      let next = 0;
      return () => `client-${next++}`;
    })(),
    onError: (error) => seen.errors.push(error),
    onData: (part) => seen.data.push(part),
    onFinish: (finish) => (seen.finish = finish),
  });
}

async function ask(sdk, transport, question = 'How many days?', options) {
  const seen = { errors: [], data: [], finish: undefined };
  const chat = newChat(sdk, transport, seen);
  await chat.sendMessage({ text: question }, options);
  return { chat, seen, message: chat.lastMessage?.role === 'assistant' ? chat.lastMessage : undefined };
}

/** `fetch` that answers with these bytes in pieces of this size, so that no frame or character arrives whole. */
function fetchOf(bytes, size) {
  return async () => {
    const body = new ReadableStream({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.subarray(at, at + size));
        controller.close();
      },
    });
    return new Response(body, {
      headers: { 'content-type': 'text/event-stream', 'x-vercel-ai-ui-message-stream': 'v1' },
    });
  };
}

const defined = (value) => JSON.parse(JSON.stringify(value ?? null));

/** What a client made of a stream against what the stream says. */
function compare(name, { seen, message }, want) {
  assert.deepEqual(seen.errors.map((error) => error.message), want.errors, 'errors');
  assert.ok(message, 'there is an answer');
  assert.equal(message.id, want.messageId, 'the message id of `start`');
  const parts = message.parts;
  const texts = parts.filter((part) => part.type === 'text');
  assert.deepEqual(texts.map((part) => part.text), want.texts.map((text) => text.text), 'texts');
  for (const [at, text] of want.texts.entries()) {
    assert.equal(texts[at].state, text.ended ? 'done' : 'streaming', 'the state of a text');
    assert.deepEqual(defined(texts[at].providerMetadata), defined(text.providerMetadata), 'metadata of a text');
    if (name === 'ai7') assert.deepEqual(defined(texts[at].citations), defined(text.citations), 'citations of a text');
  }
  assert.deepEqual(
    defined(parts.filter((part) => part.type.startsWith('source-'))),
    defined(want.sources),
    'sources, in order',
  );
  const data = parts.filter((part) => part.type.startsWith('data-')).map(({ type, id, data }) => ({ type, id, data }));
  assert.deepEqual(defined(data), defined(want.data), 'data parts, each replaced by its id');
  assert.equal(seen.data.length, want.dataSent, 'every data part was handed to onData');
  assert.deepEqual(defined(message.metadata), defined(want.metadata), 'metadata, merged');
  assert.equal(seen.finish?.isError, want.errors.length > 0, 'isError');
  assert.equal(seen.finish?.isDisconnect, false, 'isDisconnect');
  assert.equal(seen.finish?.finishReason, want.finishReason, 'finish reason');
}

async function checkSse(file) {
  const bytes = readFileSync(file);
  const parts = partsOf(bytes.toString('utf8'));
  const rejected = /^: rejected by (.*)$/m.exec(bytes.toString('utf8').split('\n', 1)[0]);
  const refusing = rejected ? rejected[1].trim().split(/\s+/) : [];
  const want = rejected ? undefined : expected(parts);
  for (const [name, sdk] of Object.entries(clients)) {
    const transport = (size) => new sdk.DefaultChatTransport({ api: 'http://stet/api/chat', fetch: fetchOf(bytes, size) });
    if (refusing.includes(name)) {
      await test(`${basename(file)}: ${name} refuses it`, async () => {
        const { seen } = await ask(sdk, transport(1 << 20));
        assert.equal(seen.errors.length, 1);
        assert.equal(seen.finish?.isError, true);
      });
      continue;
    }
    const own = want ?? expected(parts, { lenient: true });
    for (const [cut, size] of [['whole', 1 << 20], ['in pieces of 7 bytes', 7], ['byte by byte', 1]]) {
      await test(`${basename(file)}: ${name}, ${cut}`, async () => {
        compare(name, await ask(sdk, transport(size)), own);
      });
    }
    await test(`${basename(file)}: ${name}, readUIMessageStream`, async () => {
      const stream = await transport(1 << 20).sendMessages({
        chatId: 'chat-1', trigger: 'submit-message', messageId: undefined, messages: [], abortSignal: undefined,
      });
      const errors = [];
      let last;
      let versions = 0;
      for await (const message of sdk.readUIMessageStream({ stream, onError: (error) => errors.push(error) })) {
        last = message;
        versions += 1;
      }
      assert.equal(errors.length, own.errors.length);
      const text = last.parts.filter((part) => part.type === 'text').map((part) => part.text);
      assert.deepEqual(text, own.texts.map((part) => part.text));
      assert.ok(versions > own.texts.length, 'it arrives in steps');
    });
    await test(`${basename(file)}: ${name}, the message is accepted in the next request`, async () => {
      const { chat } = await ask(sdk, transport(1 << 20));
      if (sdk.safeValidateUIMessages) {
        const valid = await sdk.safeValidateUIMessages({ messages: chat.messages });
        assert.ok(valid.success, valid.error?.message);
      }
    });
  }
  if (!rejected) {
    await test(`${basename(file)}: ai7 over its WebSocketChatTransport`, async () => {
      await checkSocket(framesOf(parts), want);
    });
    await test(`${basename(file)}: ai7 resumes over its WebSocketChatTransport`, async () => {
      const frames = framesOf(parts);
      const transport = new clients.ai7.WebSocketChatTransport({ url: 'ws://stet/ws', webSocket: FakeSocket.answering(frames) });
      const stream = await transport.reconnectToStream({ chatId: 'chat-1' });
      const got = [];
      for await (const part of stream) got.push(part);
      assert.deepEqual(got, parts);
    });
  }
}

async function checkSocket(frames, want) {
  const sent = [];
  const transport = new clients.ai7.WebSocketChatTransport({
    url: 'http://stet/ws',
    webSocket: FakeSocket.answering(frames, sent),
  });
  compare('ai7', await ask(clients.ai7, transport), want);
  const checked = await clients.ai7.safeValidateWebSocketChatTransportRequest({ value: sent[0] });
  assert.ok(checked.success);
}

async function checkFrames(file) {
  const frames = readFileSync(file, 'utf8').split('\n').filter((line) => line.trim()).map((line) => JSON.parse(line));
  const want = expected(frames.filter((frame) => frame.type === 'chunk').map((frame) => frame.chunk));
  await test(`${basename(file)}: ai7 reads the recorded frames`, async () => {
    await checkSocket(frames, want);
  });
}

async function checkLive(url, key, question) {
  const headers = key ? { authorization: `Bearer ${key}` } : {};
  for (const [name, sdk] of Object.entries(clients)) {
    await test(`${name} asks ${url}`, async () => {
      let recording;
      const fetchAndRecord = async (input, init) => {
        const response = await fetch(input, init);
        if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
        const [mine, theirs] = response.body.tee();
        recording = new Response(mine).text();
        return new Response(theirs, { status: response.status, headers: response.headers });
      };
      const transport = new sdk.DefaultChatTransport({ api: `${url}/api/chat`, headers, fetch: fetchAndRecord });
      const result = await ask(sdk, transport, question);
      compare(name, result, expected(partsOf(await recording)));
    });
  }
  const noSocket = typeof WebSocket === 'undefined' && 'this Node has no WebSocket (try --experimental-websocket)';
  await test(`ai7 asks ${url}/ws`, { skip: noSocket }, async () => {
    const parts = [];
    class Recording extends WebSocket {
      set onmessage(handler) {
        super.onmessage = (event) => {
          const frame = JSON.parse(event.data);
          if (frame.type === 'chunk') parts.push(frame.chunk);
          handler(event);
        };
      }
    }
    const transport = new clients.ai7.WebSocketChatTransport({
      url: `${url}/ws`,
      webSocket: Recording,
      headers,
      params: key ? { key } : {},
    });
    const result = await ask(clients.ai7, transport, question);
    transport.close();
    compare('ai7', result, expected(parts));
  });
}

const args = process.argv.slice(2);
const option = (name) => {
  const at = args.indexOf(name);
  return at < 0 ? undefined : args.splice(at, 2)[1];
};
const [live, key, question] = [option('--live'), option('--key'), option('--ask')];
if (!live && args.length === 0) {
  console.error('usage: node check.mjs FILE… | --live URL [--key KEY] [--ask QUESTION]');
  process.exit(2);
}
if (live) await checkLive(live.replace(/\/$/, ''), key, question ?? 'How many days of paid leave are there?');
for (const file of args) await (file.endsWith('.jsonl') ? checkFrames(file) : checkSse(file));
