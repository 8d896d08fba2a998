// Open WebUI from its package, at its defaults, as a person uses it in Chromium: a question, an answer, its source.
//
//   node open_webui.mjs .tools/open-webui/bin/open-webui http://127.0.0.1:8787
//
// The server has library.txt of scripts/clients.sh as a source. ARTIFACTS names a folder for pictures of what was seen and for
// the requests that Open WebUI has sent.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { chromium } from 'playwright-core';

const [program, server] = process.argv.slice(2);
const port = Number(new URL(server).port) + 5;
const home = mkdtempSync(join(tmpdir(), 'stet-webui-'));
const asked = [];
/** Stands before the server and keeps what goes through. */
const between = createServer(async (from, to) => {
  const parts = [];
  for await (const part of from) parts.push(part);
  const body = Buffer.concat(parts);
  const kept = from.method === 'POST' ? { path: from.url, body: JSON.parse(body), status: 0, said: '' } : null;
  if (kept) asked.push(kept);
  const on = request(server + from.url, { method: from.method, headers: from.headers }, (answer) => {
    to.writeHead(answer.statusCode, answer.headers);
    if (kept) kept.status = answer.statusCode;
    answer.on('data', (part) => kept && (kept.said += part));
    answer.pipe(to);
  });
  on.on('error', () => to.destroy());
  on.end(body);
});

async function until(what, is, tries = 300) {
  for (; tries > 0; tries -= 1) {
    const found = await is();
    if (found) return found;
    await sleep(300);
  }
  throw new Error(`never came: ${what}`);
}

test('Open WebUI at its defaults', { timeout: 480_000 }, async (t) => {
  await new Promise((done) => between.listen(port + 1, '127.0.0.1', done));
  const env = {
    ...process.env, DATA_DIR: home, WEBUI_AUTH: 'False', OPENAI_API_BASE_URL: `http://127.0.0.1:${port + 1}/v1`, OPENAI_API_KEY: 'none',
    // There is no network beyond the packages, and no other server of models.
    HF_HUB_OFFLINE: '1', ENABLE_OLLAMA_API: 'False', ENABLE_VERSION_UPDATE_CHECK: 'False', WEBUI_SECRET_KEY: 'of this test',
  };
  const webui = spawn(program, ['serve', '--host', '127.0.0.1', '--port', String(port)], { env, stdio: 'ignore', cwd: home });
  t.after(async () => {
    webui.kill();
    between.close();
    await new Promise((done) => (webui.exitCode === null ? webui.on('exit', done) : done()));
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  });
  await until('Open WebUI', () => fetch(`http://127.0.0.1:${port}/health`).then((answer) => answer.ok, () => false));
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: ['--no-sandbox'] });
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 }, locale: 'en-US' });
  page.setDefaultTimeout(120_000);
  const picture = async (name) => process.env.ARTIFACTS && page.screenshot({ path: join(process.env.ARTIFACTS, `webui-${name}.png`) });
  t.after(async () => {
    if (process.env.ARTIFACTS) writeFileSync(join(process.env.ARTIFACTS, 'webui.json'), JSON.stringify(asked, null, 1));
    await picture('last');
    await browser.close();
  });
  const questions = [
    ['When does the library open?', /nine in the morning/, 'english'],
    ['학생은 책을 몇 권까지 빌릴 수 있나요?', /다섯 권까지/, 'korean'],
  ];
  for (const [question, right, name] of questions) {
    await page.goto(`http://127.0.0.1:${port}/`);
    const field = page.locator('#chat-input');
    await field.waitFor({ timeout: 60_000 });
    // What is new is told once, in front of everything.
    const news = page.getByRole('button', { name: /Okay, Let's Go/ });
    await sleep(1500);
    if (await news.isVisible()) await news.click();
    await field.click();
    await page.keyboard.type(question);
    await page.keyboard.press('Enter');
    const answer = page.locator('.chat-assistant').last();
    await until('an answer', async () => right.test(await answer.innerText().catch(() => '')), 100);
    // One source, however often it is cited.
    await until('its source', async () => /1 Source/.test(await page.locator('body').innerText()), 50);
    await picture(name);
    assert.doesNotMatch(await page.locator('body').innerText(), /not supported|Error/);
  }
  // Titles, tags and further questions are asked in the background, and nothing is searched for them.
  const own = () => asked.filter(({ body }) => /^### Task:/.test(body.messages?.at(-1)?.content));
  await until('its own work', () => own().length >= 3 && own().every((one) => one.status !== 0), 50);
  for (const one of own()) assert.equal(one.status, 200, one.said);
  for (const one of own()) assert.doesNotMatch(one.said, /"stet":|†/, 'a title is no question to the sources');
  assert.ok(asked.some(({ body }) => body.tools?.length > 0), 'its tools come along by default');
});
