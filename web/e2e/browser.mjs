/** A headless Chromium for the tests: where it is, how it starts, what it must not report, where pictures go. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test as once } from 'node:test';
import { chromium } from 'playwright-core';
import { startMock } from './mock.mjs';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The browser to use, or null when there is none on this machine. */
export const executablePath = process.env.CHROMIUM || PLACES.find((place) => existsSync(place)) || null;

export function launch() {
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** A test of a page. A browser on a loaded machine can be late between two keys: what fails must fail twice, and is told. */
export function test(name, options, body) {
  return once(name, options, async (context) => {
    try {
      await body(context);
    } catch (fault) {
      console.log(`!! "${name}" failed and is taken once more: ${fault.stack}`);
      await body(context);
    }
  });
}

/** A page whose console errors and uncaught exceptions are collected in `faults`. */
export async function openPage(browser, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1360, height: 860 }, ...options });
  const page = await context.newPage();
  await slow(context, page);
  const faults = [];
  // What the policy refuses is not always reported as an error of the console.
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`refused by policy: ${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    // A refused or failed request is what some tests provoke; the page itself tells the reader about it.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) faults.push(message.text());
  });
  return { context, page, faults };
}

/**
 * A page on a scripted server of its own, which has `mock` for its options. No fault may be left, and of a page that fails a picture is
 * kept by `name`; `timeout` in milliseconds.
 */
export async function onMock(browser, { name, timeout, mock: scripted, ...options }, body) {
  const mock = await startMock(scripted);
  const { page, context, faults } = await openPage(browser, options);
  page.setDefaultTimeout(timeout);
  try {
    await body(page, mock, context);
    assert.deepEqual(faults, []);
  } catch (error) {
    await picture(page, `${name}-failed`);
    throw error;
  } finally {
    await context.close();
    await mock.close();
  }
}

/** As on a machine that is so many times slower (SLOWDOWN): what only passes on a quick one is found before it fails elsewhere. */
async function slow(context, page) {
  const rate = Number(process.env.SLOWDOWN ?? 1);
  if (rate > 1) await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate });
}

/** Waits until what is marked so is these words, however many pieces they are drawn in. */
export async function marks(page, selector, words) {
  let found = '';
  for (let tries = 0; tries < 100 && found !== words; tries += 1) {
    if (tries > 0) await page.waitForTimeout(50);
    found = (await page.locator(selector).allInnerTexts()).join('');
  }
  assert.equal(found, words);
}

/** Where two texts begin to differ, with a little of both: a draft may be a megabyte. */
function differing(found, wanted) {
  let at = 0;
  while (found[at] === wanted[at]) at += 1;
  const near = (text) => JSON.stringify(text.slice(Math.max(0, at - 80), at + 200));
  return `from ${at}: ${near(found)} is not ${near(wanted)}`;
}

/** Waits until the server has this text of a draft. */
export async function saved(draft, text) {
  for (let tries = 0; draft.text !== text; tries += 1) {
    assert.ok(tries < 60, differing(draft.text, text));
    await new Promise((done) => setTimeout(done, 100));
  }
}

/** Clicks into a line and waits until the editor has heard where the cursor is: a page behind another tab draws, and tells of selections, late. */
export async function clickInto(page, line, x = 20) {
  await page.bringToFront();
  await line.click({ position: { x, y: 10 } });
  await page.evaluate(() => new Promise((heard) => requestAnimationFrame(() => requestAnimationFrame(heard))));
}

export async function picture(page, name) {
  const folder = process.env.ARTIFACTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Holds the page against the rules of accessibility and the width of the screen, and takes a picture of it. */
export async function inspect(page, name) {
  await page.evaluate(await readFile(axe, 'utf8'));
  const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  const said = found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => `${node.html} ${node.failureSummary}`).join('\n')}`);
  assert.deepEqual(said, [], name);
  const wide = await page.evaluate(() => {
    const page = document.querySelector('.lazy');
    return Math.max(document.documentElement.scrollWidth - window.innerWidth, page ? page.scrollWidth - page.clientWidth : 0);
  });
  assert.ok(wide <= 0, `${name}: ${wide} pixels too wide`);
  const long = await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
  assert.ok(long <= 0, `${name}: the document itself scrolls by ${long} pixels`);
  await picture(page, name);
}

/** The looks in which every page is inspected. */
export const LOOKS = {
  light: { locale: 'en-GB' },
  dark: { locale: 'ko-KR', colorScheme: 'dark' },
  narrow: { locale: 'ko-KR', viewport: { width: 360, height: 740 } },
};
