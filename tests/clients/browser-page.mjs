// The page that browser.test.mjs serves from another port: `useChat` of the AI SDK, and what a page without it would use.

import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';
import { useChat } from '@ai-sdk/react';
import { DefaultChatTransport } from 'ai7';

const asked = new URLSearchParams(location.search);
const [url, key] = [asked.get('url'), asked.get('key')];
const headers = key ? { authorization: `Bearer ${key}` } : {};

/** What the tests look at: the lengths that the text had, and the headers of the last answer, as a script may read them. */
globalThis.seen = { lengths: [], headers: {} };

async function listening(input, init) {
  const response = await fetch(input, init);
  seen.headers = { status: response.status, ...Object.fromEntries(response.headers) };
  return response;
}

function Chat() {
  const chat = useChat({ id: 'chat-of-a-page', transport: new DefaultChatTransport({ api: `${url}/api/chat`, headers, fetch: listening }) });
  const parts = chat.messages.filter(({ role }) => role === 'assistant').at(-1)?.parts ?? [];
  const text = parts.filter(({ type }) => type === 'text').map((part) => part.text).join('');
  if (text.length > (seen.lengths.at(-1) ?? 0)) seen.lengths.push(text.length);
  seen.parts = parts;
  return h('main', { id: 'chat', 'data-status': chat.status },
    h('button', { id: 'ask', onClick: () => void chat.sendMessage({ text: 'How many days of paid leave are employees granted?' }) }, 'Ask'),
    h('button', {
      id: 'stop',
      onClick: () => {
        void chat.stop();
        void fetch(`${url}/api/chat/chat-of-a-page/stop`, { method: 'POST', headers });
      },
    }, 'Stop'),
    h('p', { id: 'text' }, text),
    h('p', { id: 'error' }, chat.error?.message ?? ''));
}

createRoot(document.body.appendChild(document.createElement('div'))).render(h(Chat));

/** The pieces in which a stream came, by `fetch` alone. */
globalThis.streamed = async (path, body) => {
  const response = await fetch(`${url}${path}`, { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const pieces = [];
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) pieces.push(read.value);
  return { status: response.status, headers: Object.fromEntries(response.headers), pieces };
};

/** What an EventSource hears first, or that it may not. */
globalThis.heard = (path) => new Promise((resolve) => {
  const source = new EventSource(`${url}${path}`);
  source.onmessage = ({ data }) => (source.close(), resolve(data));
  source.onerror = () => (source.close(), resolve(null));
});

/** The types of the parts of an answer over a WebSocket, or that it may not be opened. */
globalThis.talked = (question) => new Promise((resolve) => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, key ? ['stet', key] : []);
  const types = [];
  socket.onopen = () => socket.send(JSON.stringify({ type: 'send', requestId: 'r', id: 'socket-of-a-page', trigger: 'submit-message', messages: [{ id: 'm', role: 'user', parts: [{ type: 'text', text: question }] }], headers: {}, body: {} }));
  socket.onmessage = ({ data }) => {
    const frame = JSON.parse(data);
    types.push(frame.chunk?.type ?? frame.type);
    if (['end', 'error'].includes(frame.type)) {
      socket.close();
      resolve(types);
    }
  };
  socket.onerror = () => resolve(null);
});
