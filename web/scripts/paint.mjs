/**
 * Measures what a writer waits for: milliseconds from a key to the frame that shows it, for some hundred keys in drafts of four
 * lengths, and how long a draft takes to open. Against a running server:
 *
 *   STET_BASE_URL=http://127.0.0.1:8787 node scripts/paint.mjs
 */
import { launch, openPage } from '../e2e/browser.mjs';

const base = process.env.STET_BASE_URL ?? 'http://127.0.0.1:8787';
const SENTENCES = ['A leave of absence must not exceed **three years** in total. ', '휴학은 통산하여 3년을 초과할 수 없다. ', 'The fee is due on 3 March and cannot be paid back. '];
const TYPED = 'It is a sentence of forty letters, no more. And one more of it, so that there are a hundred keys.';

function textOf(length) {
  let text = '# Speed\n\n';
  for (let index = 0; text.length < length; index += 1) text += SENTENCES[index % 3] + (index % 4 === 3 ? '\n\n' : '');
  return text.slice(0, length);
}

const browser = await launch();
console.log('characters  opened, ms  a key, ms: p50  p95  longest');
for (const length of [1_000, 30_000, 100_000, 1_000_000]) {
  const body = JSON.stringify({ title: `${length}`, text: textOf(length) });
  const { id } = await (await fetch(`${base}/api/drafts`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).json();
  const { context, page } = await openPage(browser);
  const begun = Date.now();
  await page.goto(`${base}/#/w/${id}`);
  await page.locator('.ProseMirror[aria-busy=false]').waitFor({ timeout: 60_000 });
  const opened = Date.now() - begun;
  await page.waitForTimeout(2500);
  await page.evaluate(() => {
    globalThis.costs = [];
    const note = () => {
      const pressed = performance.now();
      // A message that is posted in the frame is heard behind its painting.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => globalThis.costs.push(performance.now() - pressed);
        port2.postMessage(null);
      });
    };
    addEventListener('keydown', note, true);
  });
  const lines = page.locator('.ProseMirror > p');
  await lines.nth(Math.min(Math.floor((await lines.count()) / 2), 40)).click({ position: { x: 60, y: 10 } });
  for (const letter of TYPED) {
    await page.keyboard.type(letter);
    await page.waitForTimeout(60);
  }
  const costs = (await page.evaluate(() => globalThis.costs)).toSorted((a, b) => a - b);
  const at = (share) => costs[Math.floor((costs.length - 1) * share)].toFixed(1);
  console.log(`${String(length).padStart(10)}  ${String(opened).padStart(10)}  ${at(0.5)}  ${at(0.95)}  ${at(1)}`);
  await fetch(`${base}/api/drafts/${id}`, { method: 'DELETE' });
  await context.close();
}
await browser.close();
