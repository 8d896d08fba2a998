// The OpenAI clients of npm against a running server: `openai`, LangChain, the AI SDK's openai-compatible provider.
//
//   node openai.mjs http://127.0.0.1:8787 [http://127.0.0.1:8788]
//
// The first server has the sources of scripts/clients.sh and the scripted model `grounded`; the model of the second is
// always busy. Prints node:test output; exits with 1 when a check fails.

import assert from 'node:assert/strict';
import test from 'node:test';

import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { ChatOpenAI, OpenAIEmbeddings } from '@langchain/openai';
import { generateText, jsonSchema, streamText, tool } from 'ai7';
import OpenAI from 'openai';

const [url, busy, fabricating] = process.argv.slice(2);
if (!url) {
  console.error('usage: node openai.mjs URL [URL of a server whose model is busy [URL of one whose model fabricates first]]');
  process.exit(2);
}
const KEY = process.env.STET_KEY ?? 'none';
const base = (of) => ({ baseURL: `${of}/v1`, apiKey: KEY });
const client = new OpenAI({ ...base(url), maxRetries: 0 });
const ENGLISH = 'How many days of paid leave are employees granted?';
const KOREAN = '도서관은 몇 시에 문을 여나요?';
const tools = [{ type: 'function', function: { name: 'weather', parameters: { type: 'object', properties: {} } } }];
const ask = (content, more = {}) => ({ model: 'stet', messages: [{ role: 'user', content }], ...more });

/** Every annotation covers a mark of the text, and leads to a page of the server. */
function checkAnnotations(text, annotations) {
  assert.ok(annotations.length > 0, 'there are citations');
  for (const { url: page, title, ...cited } of annotations) {
    // LangChain has its own names.
    const [start, end] = [cited.start_index ?? cited.startIndex, cited.end_index ?? cited.endIndex];
    assert.match(text.slice(start, end), /^\[†?\d+\]$/, `a mark: ${JSON.stringify(text.slice(start, end))}`);
    assert.ok(page.startsWith(`${url}/#/p/`), page);
    assert.match(title, /^(library|leave)$/);
  }
}

for (const [language, question] of [['en', ENGLISH], ['ko', KOREAN]]) {
  test(`openai: create and stream say the same (${language})`, async () => {
    const whole = await client.chat.completions.create(ask(question));
    const { content, annotations } = whole.choices[0].message;
    checkAnnotations(content, annotations.map((one) => one.url_citation));
    assert.equal(whole.usage.total_tokens, 16, 'the tokens that the model has counted');
    assert.equal(whole.stet.language, language);
    assert.equal(whole.stet.answer, content);
    let text = '';
    const told = [];
    let last;
    const stream = await client.chat.completions.create(ask(question, { stream: true, stream_options: { include_usage: true } }));
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta.content ?? '';
      told.push(...(chunk.choices[0]?.delta.annotations ?? []));
      if (chunk.stet) last = chunk;
      if (chunk.usage) assert.equal(chunk.usage.total_tokens, 16);
    }
    assert.equal(text, content);
    assert.deepEqual(told.map((one) => one.index), told.map((_, at) => at));
    checkAnnotations(text, told.map((one) => one.url_citation));
    assert.equal(last.choices[0].finish_reason, 'stop');
    assert.ok(last.stet.badge && last.stet.counts.claims > 0);
    assert.ok(last.stet.sentences.some((sentence) => sentence.status === 'supported'));
  });
}

test('openai: the helper for streams', async () => {
  const TWO = 'When does the library open, and how many days of paid leave are employees granted?';
  const whole = (await client.chat.completions.create(ask(TWO))).choices[0].message;
  for (const more of [{}, { tools }]) {
    const message = await client.chat.completions.stream(ask(TWO, more)).finalMessage();
    assert.match(message.content, /15 days/);
    assert.ok(whole.annotations.length > 1);
    const starts = ({ annotations }) => annotations.map((one) => one.url_citation.start_index);
    assert.deepEqual(starts(message), starts(whole), 'every citation is kept');
    checkAnnotations(message.content, message.annotations.map((one) => one.url_citation));
  }
});

test('openai: footnotes mark what no source supports', async () => {
  const marked = await client.chat.completions.create(ask(ENGLISH, { stet: { mark: 'footnote' } }));
  const { content, annotations } = marked.choices[0].message;
  const bad = marked.stet.sentences.filter((sentence) => ['unsupported', 'unknown_source'].includes(sentence.status));
  assert.ok(bad.length > 0, 'the scripted model makes one claim that is wrong');
  assert.match(content, /\[\^1\]/);
  assert.match(content, /\n\[\^1\]: no source supports this sentence/);
  checkAnnotations(content, annotations.map((one) => one.url_citation));
  let text = '';
  for await (const chunk of await client.chat.completions.create(ask(ENGLISH, { stet: { mark: 'footnote' }, stream: true }))) {
    text += chunk.choices[0]?.delta.content ?? '';
  }
  assert.equal(text, content);
});

test('openai: models and embeddings', async () => {
  const names = [];
  for await (const model of client.models.list()) names.push(model.id);
  assert.deepEqual(names, ['stet'], 'a picker shows what can be chatted with');
  assert.equal((await client.models.retrieve('stet-embeddings')).id, 'stet-embeddings');
  assert.equal((await client.models.retrieve('stet')).id, 'stet');
  const { data } = await client.embeddings.create({ model: 'stet-embeddings', input: ['paid leave', '유급 휴가'] });
  const numbers = await client.embeddings.create({ model: 'stet-embeddings', input: 'paid leave', encoding_format: 'float' });
  assert.equal(data.length, 2);
  assert.equal(data[0].embedding.length, numbers.data[0].embedding.length);
  data[0].embedding.forEach((number, at) => assert.ok(Math.abs(number - numbers.data[0].embedding[at]) < 1e-6));
});

test('openai: responses, whole and streamed', async () => {
  const whole = await client.responses.create({ model: 'stet', input: ENGLISH });
  assert.match(whole.output_text, /15 days/);
  checkAnnotations(whole.output_text, whole.output[0].content[0].annotations);
  assert.equal(whole.usage.total_tokens, 16);
  const types = [];
  const stream = client.responses.stream({ model: 'stet', input: [{ role: 'user', content: KOREAN }] });
  for await (const event of stream) types.push(event.type);
  const ended = await stream.finalResponse();
  assert.equal(types[0], 'response.created');
  assert.equal(types.at(-1), 'response.completed');
  assert.ok(types.includes('response.output_text.annotation.added'));
  checkAnnotations(ended.output_text, ended.output[0].content[0].annotations);
});

test('openai: tools that may be called are left alone', async () => {
  for (const more of [{}, { tool_choice: 'auto' }, { tool_choice: 'none' }]) {
    const { choices } = await client.chat.completions.create(ask(ENGLISH, { tools, ...more }));
    assert.match(choices[0].message.content, /15 days/);
    assert.equal(choices[0].message.tool_calls, undefined);
  }
  const whole = await client.responses.create({ model: 'stet', input: ENGLISH, tools: [{ type: 'web_search' }] });
  assert.match(whole.output_text, /15 days/);
});

for (const [what, more, status, words] of [
  ['a tool that must be called', { tools, tool_choice: 'required' }, 400, /tool_choice/],
  ['JSON by schema', { response_format: { type: 'json_schema', json_schema: { name: 'x', schema: {} } } }, 400, /response_format/],
  ['two answers', { n: 2 }, 400, /^400 n /],
  ['probabilities', { logprobs: true }, 400, /logprobs/],
  ['a picture', { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:,' } }] }] }, 400, /content\[0\]/],
  ['no message', { messages: [] }, 400, /role user/],
  ['nothing', { messages: undefined }, 400, /role user/],
  ['the wrong type', { temperature: 'warm' }, 400, /temperature/],
  ['too much', { messages: [{ role: 'user', content: 'a'.repeat(40_000) }] }, 413, /32 KiB/],
]) {
  test(`openai: ${what} is refused in words`, async () => {
    const refused = await client.chat.completions.create(ask(ENGLISH, more)).then(assert.fail, (error) => error);
    assert.ok(refused instanceof OpenAI.APIError, refused);
    assert.equal(refused.status, status);
    assert.match(refused.message, words);
    assert.ok(refused.code && refused.type === 'invalid_request_error', JSON.stringify(refused.error));
  });
}

test('openai: a client that goes away ends its answer', async () => {
  const stream = await client.chat.completions.create(ask(ENGLISH, { stream: true }));
  for await (const chunk of stream) if (chunk.choices[0]?.delta.content) break;
  const { chats } = await (await fetch(`${url}/api/chats?all=true`, { headers: { authorization: `Bearer ${KEY}` } })).json();
  assert.ok(Array.isArray(chats));
});

test('langchain: completions, responses with citations, embeddings', async () => {
  const settings = { model: 'stet', apiKey: KEY, configuration: { baseURL: `${url}/v1` }, maxRetries: 0 };
  const said = await new ChatOpenAI(settings).invoke(ENGLISH);
  assert.match(said.text, /15 days/);
  let streamed = '';
  for await (const chunk of await new ChatOpenAI(settings).stream(KOREAN)) streamed += chunk.text;
  assert.match(streamed, /아홉 시/);
  for (const useResponsesApi of [false, true]) {
    const bound = new ChatOpenAI({ ...settings, useResponsesApi }).bindTools(tools);
    const answered = await bound.invoke(ENGLISH);
    assert.match(answered.text, /15 days/);
    assert.deepEqual(answered.tool_calls, []);
    // The history of an agent, with what its tools gave.
    const call = { role: 'assistant', content: '', tool_calls: [{ id: 'c1', type: 'function', function: { name: 'weather', arguments: '{}' } }] };
    const turns = [{ role: 'user', content: ENGLISH }, call, { role: 'tool', tool_call_id: 'c1', content: 'Rain.' }];
    assert.match((await bound.invoke(turns)).text, /15 days/);
  }
  const cited = await new ChatOpenAI({ ...settings, useResponsesApi: true }).invoke(ENGLISH);
  const annotations = cited.content.flatMap((block) => block.annotations ?? []);
  checkAnnotations(cited.content.map((block) => block.text).join(''), annotations);
  const embeddings = new OpenAIEmbeddings({ ...settings, model: 'stet-embeddings' });
  assert.equal((await embeddings.embedDocuments(['하나', 'two'])).length, 2);
});

test('the AI SDK: openai-compatible provider', async () => {
  const stet = createOpenAICompatible({ name: 'stet', baseURL: `${url}/v1`, apiKey: KEY, includeUsage: true });
  const whole = await generateText({ model: stet('stet'), prompt: ENGLISH, maxRetries: 0 });
  assert.match(whole.text, /15 days/);
  assert.equal(whole.usage.totalTokens, 16);
  const weather = tool({ description: 'The weather of a place.', inputSchema: jsonSchema({ type: 'object', properties: {} }) });
  const offered = await generateText({ model: stet('stet'), prompt: ENGLISH, tools: { weather }, maxRetries: 0 });
  assert.match(offered.text, /15 days/);
  for (const more of [{}, { tools: { weather } }]) {
    let text = '';
    for await (const piece of streamText({ model: stet('stet'), prompt: KOREAN, ...more }).textStream) text += piece;
    assert.match(text, /아홉 시/);
  }
});

test('the work of chat clients on a conversation is no question', async () => {
  const title = 'Provide a concise, 5-word-or-less title for the conversation.\n\nConversation:\nUser: When does it open?';
  const { choices, stet } = await client.chat.completions.create(ask(title, { tools: [] }));
  assert.ok(choices[0].message.content.length > 0);
  assert.equal(stet, undefined, 'nothing was asked of the sources');
  const streamed = await client.chat.completions.stream(ask(title)).finalMessage();
  assert.equal(streamed.content, choices[0].message.content);
  const named = await client.responses.create({ model: 'stet', instructions: 'You are a title generator.', input: 'When does it open?' });
  assert.ok(named.output_text.length > 0);
  const ended = await client.responses.stream({ model: 'stet', input: title }).finalResponse();
  assert.ok(ended.output_text.length > 0 && ended.status === 'completed');
});

test('a model that is busy is told as such', { skip: !busy && 'no second server' }, async () => {
  const waiting = new OpenAI({ ...base(busy), maxRetries: 0 });
  for (const stream of [false, true]) {
    const refused = await waiting.chat.completions.create(ask(ENGLISH, { stream })).then(assert.fail, (error) => error);
    assert.ok(refused instanceof OpenAI.RateLimitError, refused);
    assert.equal(refused.code, 'rate_limit_exceeded');
    assert.ok(Number(refused.headers.get('retry-after')) >= 1);
  }
  await assert.rejects(waiting.responses.create({ model: 'stet', input: ENGLISH }), OpenAI.RateLimitError);
});

const skip = !fabricating && 'no third server';
for (const [question, line, right] of [
  [ENGLISH, '↺ The text above is withdrawn — ', /15 days/],
  [KOREAN, '↺ 위의 글은 거두어들였습니다 — ', /아홉 시/],
]) {
  /** What was withdrawn stands above the line, the corrected text below it. */
  const checkWithdrawn = (text) => {
    const [above, below, ...more] = text.split(line);
    assert.deepEqual(more, [], text);
    assert.match(above, /1854/);
    assert.match(below, right);
    assert.doesNotMatch(below, /1854/);
  };
  const settings = { model: 'stet', apiKey: KEY, configuration: { baseURL: `${fabricating}/v1` }, maxRetries: 0 };

  test(`openai: a stream withdraws what is written again (${right})`, { skip }, async () => {
    const first = new OpenAI({ ...base(fabricating), maxRetries: 0 });
    const message = await first.chat.completions.stream(ask(question)).finalMessage();
    checkWithdrawn(message.content);
    const stream = first.responses.stream({ model: 'stet', input: question });
    const items = [];
    for await (const event of stream) if (event.type === 'response.output_item.done') items.push(event.item);
    assert.deepEqual(items.map((item) => item.status), ['incomplete', 'completed']);
    checkWithdrawn(items.map((item) => item.content[0].text).join(''));
    const ended = await stream.finalResponse();
    assert.equal(ended.output.length, 1);
    assert.match(ended.output_text, right);
    assert.doesNotMatch(ended.output_text, /1854|↺/);
    const held = await first.chat.completions.stream(ask(question, { stet: { replaced: 'hold' } })).finalMessage();
    assert.match(held.content, right);
    assert.doesNotMatch(held.content, /1854|↺/);
    // The history of such a client asks nothing about what was withdrawn.
    const messages = [...ask(question).messages, { role: 'assistant', content: message.content }, ...ask(question).messages];
    const again = await first.chat.completions.create({ model: 'stet', messages });
    assert.match(again.choices[0].message.content, right);
  });

  test(`langchain and the AI SDK: a stream withdraws what is written again (${right})`, { skip }, async () => {
    for (const useResponsesApi of [false, true]) {
      let text = '';
      for await (const chunk of await new ChatOpenAI({ ...settings, useResponsesApi }).stream(question)) text += chunk.text;
      checkWithdrawn(text);
    }
    const stet = createOpenAICompatible({ name: 'stet', ...base(fabricating) });
    let text = '';
    for await (const piece of streamText({ model: stet('stet'), prompt: question }).textStream) text += piece;
    checkWithdrawn(text);
  });
}
