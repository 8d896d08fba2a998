// What chat clients and coding agents send at their defaults, as recorded (long prompts cut, a few tools of many): a question of
// theirs is answered from its source, their own work on a conversation is not taken for one.
//
//   node requests.mjs http://127.0.0.1:8787      a server with the sources of scripts/clients.sh
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';

const [url] = process.argv.slice(2);
const samples = JSON.parse(readFileSync(new URL('samples/requests.json', import.meta.url), 'utf8'));

/** The words and citations of an answer, whole or streamed, and what Stet says of it. */
async function answerOf(answer, isStream) {
  if (!isStream) {
    const { choices: [{ message }], stet } = await answer.json();
    return { text: message.content, cited: message.annotations, stet };
  }
  const said = { text: '', cited: [], stet: undefined };
  for (const line of (await answer.text()).split('\n')) {
    if (!line.startsWith('data: {')) continue;
    const { choices: [choice], stet } = JSON.parse(line.slice(6));
    said.text += choice?.delta.content ?? '';
    said.cited.push(...(choice?.delta.annotations ?? []));
    said.stet ??= stet;
  }
  return said;
}

for (const { client, what, expects, request } of samples) {
  test(`${client}: ${what}`, async () => {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch(`${url}/v1/chat/completions`, { method: 'POST', headers, body: JSON.stringify(request) });
    if (expects !== 'answer' && expects !== 'errand') {
      assert.equal(answer.status, 400);
      assert.equal((await answer.json()).error.param, expects);
      return;
    }
    assert.equal(answer.status, 200);
    const { text, cited, stet } = await answerOf(answer, request.stream);
    if (expects === 'errand') {
      assert.equal(stet, undefined, 'nothing was asked of the sources');
      assert.equal(cited.length, 0);
    } else {
      const isKorean = /[가-힣]/.test(JSON.stringify(request.messages.at(-1)));
      assert.match(text, isKorean ? /다섯 권까지/ : /nine in the morning/);
      assert.equal(cited[0].url_citation.title, 'library');
    }
  });
}
