// Pages of another origin in a real browser: `useChat` of the AI SDK in React, and plain fetch, EventSource and WebSocket.
//
//   STET=target/debug/stet OPENAI_BASE_URL=… node browser.test.mjs 18787     that port and the three behind it are used
//
// The model is the scripted one; a Chromium is looked for where web/e2e/browser.mjs looks (CHROMIUM names another).

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';
import { chromium } from 'playwright-core';

const first = Number(process.argv[2]);
const [open, keyed, named, foreign] = [0, 1, 2, 3].map((step) => `http://127.0.0.1:${first + step}`);
// Of characters that a subprotocol of a WebSocket may have.
const secret = 'a-key-of-this-test-of-thirty-two-characters';
const data = mkdtempSync(join(tmpdir(), 'stet-browser-'));
chmodSync(data, 0o755);
const nodes = [];
const pages = [];
let browser;
let source;

async function serve(url, settings) {
  const env = { ...process.env, STET_DATA_DIR: join(data, 'stet'), OPENAI_MODEL: 'slow', STET_ALLOWED_ORIGINS: named, ...settings };
  const node = spawn(process.env.STET, ['serve', '--port', new URL(url).port], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  nodes.push(node);
  for (let tries = 0; tries < 300; tries += 1) {
    assert.equal(node.exitCode, null, 'stet ended');
    if ((await fetch(`${url}/readyz`).catch(() => null))?.ok) return;
    await sleep(200);
  }
  assert.fail('stet is not ready');
}

async function upload(url) {
  const form = new FormData();
  form.append('file', new Blob(['Employees are granted 15 days of paid leave. Leave is paid at the usual rate.']), 'leave.txt');
  const sent = await (await fetch(`${url}/api/sources`, { method: 'POST', body: form })).json();
  for (let tries = 0; tries < 300; tries += 1) {
    const one = await (await fetch(`${url}/api/sources/${sent.sources[0].id}`)).json();
    if (one.status === 'ready') return one.id;
    await sleep(100);
  }
  return assert.fail('the text was not taken in');
}

before(async () => {
  const entry = fileURLToPath(new URL('browser-page.mjs', import.meta.url));
  const made = await build({ entryPoints: [entry], bundle: true, write: false, format: 'iife', define: { 'process.env.NODE_ENV': '"production"' } });
  const script = made.outputFiles[0].text;
  for (const url of [named, foreign]) {
    const page = createServer((request, response) => {
      const isScript = request.url === '/page.js';
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8');
      response.end(isScript ? script : '<!doctype html><title>A page</title><link rel="icon" href="data:,"><body><script src="/page.js"></script>');
    });
    pages.push(page);
    await new Promise((resolve, reject) => page.once('error', reject).listen(Number(new URL(url).port), '127.0.0.1', resolve));
  }
  await serve(open, {});
  source = await upload(open);
  await serve(keyed, { STET_API_KEY: secret });
  const places = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  for (const executablePath of places.filter(Boolean)) {
    browser ??= await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync'] }).catch(() => undefined);
  }
  assert.ok(browser, 'a Chromium starts');
});

after(async () => {
  await browser?.close();
  for (const node of nodes) node.kill();
  await Promise.all(nodes.map((node) => node.exitCode ?? new Promise((resolve) => node.once('exit', resolve))));
  for (const page of pages) page.close();
  rmSync(data, { recursive: true, force: true });
});

async function on(origin, url, key, body) {
  const context = await browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  try {
    await page.goto(`${origin}/?${new URLSearchParams({ url, ...(key ? { key } : {}) })}`);
    await page.locator('#chat').waitFor();
    await body(page);
  } finally {
    await context.close();
  }
}

const status = (page, wanted) => page.locator(`#chat[data-status=${wanted}]`).waitFor();
const asked = (path) => fetch(`${keyed}${path}`, { headers: { authorization: `Bearer ${secret}` } }).then((response) => response.json());

// The first, for once there is a key, all nodes of the database ask for one.
test('EventSource, which sends no key, on a server that asks for none', async () => {
  await on(named, open, null, async (page) => {
    const told = await page.evaluate((path) => heard(path), `/api/sources/${source}/events`);
    assert.equal(JSON.parse(told).status, 'ready');
  });
  await on(named, keyed, null, async (page) => assert.equal(await page.evaluate((path) => heard(path), `/api/sources/${source}/events`), null));
});

test('useChat with a key: the text streams, with its sources and its judged sentences', async () => {
  await on(named, keyed, secret, async (page) => {
    await page.click('#ask');
    await status(page, 'streaming');
    await status(page, 'ready');
    const { lengths, parts, headers } = await page.evaluate(() => seen);
    assert.ok(lengths.length > 3, `it grew in steps: ${lengths}`);
    assert.match(await page.innerText('#text'), /15 days of paid leave/);
    const types = parts.map(({ type }) => type);
    assert.ok(types.includes('source-document') && types.includes('data-sentence'), types.join());
    const cited = parts.filter(({ type }) => type === 'data-sentence').flatMap((part) => part.data.citations);
    assert.ok(cited.length > 0 && cited.every(({ sourceId }) => parts.some((part) => part.sourceId === sourceId)), JSON.stringify(cited));
    assert.equal(headers['x-vercel-ai-ui-message-stream'], 'v1');
    assert.match(headers['x-request-id'], /\S/);
    assert.equal(await page.innerText('#error'), '');
  });
});

test('useChat: an answer is stopped, and stays as far as it was shown', async () => {
  await on(named, keyed, secret, async (page) => {
    await page.click('#ask');
    await page.waitForFunction(() => seen.lengths.length > 1);
    await page.click('#stop');
    await status(page, 'ready');
    let last;
    for (let tries = 0; tries < 100 && last?.metadata.status !== 'stopped'; tries += 1) {
      last = (await asked('/api/chats/chat-of-a-page')).messages.at(-1);
      await sleep(50);
    }
    assert.equal(last.metadata.status, 'stopped', JSON.stringify(last));
  });
});

test('useChat: a refusal is told, and when to come again can be read', async () => {
  const made = await fetch(`${keyed}/api/keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'page', scope: 'write', limits: { requestsPerMinute: 1 } }),
  });
  const { key } = await made.json();
  await on(named, keyed, key, async (page) => {
    for (let tries = 0; tries < 3 && (await page.evaluate(() => seen.headers.status)) !== 429; tries += 1) {
      await page.click('#ask');
      await page.waitForFunction(() => ['ready', 'error'].includes(document.querySelector('#chat').dataset.status) && seen.headers.status);
    }
    await status(page, 'error');
    const { headers } = await page.evaluate(() => seen);
    assert.equal(headers.status, 429);
    assert.ok(Number(headers['retry-after']) > 0, JSON.stringify(headers));
    assert.equal(JSON.parse(await page.innerText('#error')).status, 429);
  });
});

test('fetch alone: the stream comes in pieces, and headers that a client needs can be read', async () => {
  await on(named, keyed, secret, async (page) => {
    const told = await page.evaluate(() => streamed('/api/chat', { id: 'fetch-of-a-page', message: { role: 'user', parts: [{ type: 'text', text: 'How many days of paid leave are employees granted?' }] } }));
    assert.ok(told.status === 200 && told.pieces.length > 3, `${told.status}, ${told.pieces.length} pieces`);
    assert.match(told.pieces.join(''), /"type":"finish"[\s\S]*\[DONE\]/);
    const exported = await page.evaluate(async () => {
      const { url, key } = Object.fromEntries(new URLSearchParams(location.search));
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const draft = await (await fetch(`${url}/api/drafts`, { method: 'POST', headers, body: JSON.stringify({ text: 'It opens at nine [@nobody2020].' }) })).json();
      return Object.fromEntries((await fetch(`${url}/api/drafts/${draft.id}/export?format=html`, { headers })).headers);
    });
    assert.equal(exported['stet-unknown-citations'], 'nobody2020');
    assert.match(exported['content-disposition'], /\.html/);
  });
});

test('WebSocket with the key as its second protocol', async () => {
  await on(named, keyed, secret, async (page) => {
    const types = await page.evaluate(() => talked('How many days of paid leave are employees granted?'));
    assert.ok(types?.includes('text-delta') && types.includes('source-document') && types.at(-1) === 'end', String(types));
  });
  await on(named, keyed, 'another-key', async (page) => assert.equal(await page.evaluate(() => talked('Hello?')), null));
});

test('a page of an origin that is not named gets nothing', async () => {
  for (const [url, key] of [[open, null], [keyed, secret]]) {
    await on(foreign, url, key, async (page) => {
      await page.click('#ask');
      await status(page, 'error');
      assert.match(await page.innerText('#error'), /Failed to fetch/);
      assert.deepEqual(await page.evaluate(() => seen.headers), {}, 'not even a status');
      for (const path of ['/api/status', '/api/chats', `/api/sources/${source}/content`]) {
        assert.equal(await page.evaluate((address) => fetch(address).then(() => 'read', () => 'refused'), `${url}${path}`), 'refused', path);
      }
      assert.equal(await page.evaluate((path) => heard(path), `/api/sources/${source}/events`), null);
      assert.equal(await page.evaluate(() => talked('Hello?')), null);
    });
  }
  const { chats } = await asked('/api/chats');
  assert.ok(chats.every(({ title }) => title !== 'Hello?'), JSON.stringify(chats));
});
