/**
 * Measures what a key and a search cost in a draft: milliseconds of script in Chromium, for each key of a sentence typed in
 * the middle and for each letter of a word in the search field, at four lengths. Against a running server:
 *
 *   STET_BASE_URL=http://127.0.0.1:8787 node scripts/keys.mjs
 */
import { launch, openPage } from '../e2e/browser.mjs';

const base = process.env.STET_BASE_URL ?? 'http://127.0.0.1:8787';
const LENGTHS = [1_000, 10_000, 30_000, 100_000];
const SENTENCES = ['A leave of absence must not exceed **three years** in total. ', '휴학은 통산하여 3년을 초과할 수 없다. ', 'The fee is due on 3 March[^1] and cannot be paid back. '];
const TYPED = 'It is a sentence of forty letters, no more.';
const WORD = 'absence';

function textOf(length) {
  let text = '# Speed\n\n';
  for (let index = 0; text.length < length; index += 1) text += SENTENCES[index % 3] + (index % 4 === 3 ? '\n\n' : '');
  return `${text.slice(0, length)}\n\n[^1]: a.md\n`;
}

const browser = await launch();
const { context, page } = await openPage(browser);
const session = await context.newCDPSession(page);
// Time of the page's own thread, which other processes of the machine do not add to.
await session.send('Performance.enable', { timeDomain: 'threadTicks' });
const script = async () => (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'ScriptDuration').value * 1000;

/** Milliseconds of script for each of some keys, and the longest. */
async function cost(keys) {
  const costs = [];
  for (const key of keys) {
    const before = await script();
    await page.keyboard.type(key);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    costs.push((await script()) - before);
  }
  costs.sort((a, b) => a - b);
  return { median: costs[costs.length >> 1], most: costs.at(-1) };
}

const shown = ({ median, most }) => `${median.toFixed(1)} (${most.toFixed(1)})`;
console.log('characters  a key, ms: median (longest)  a letter searched, ms: median (longest)');
for (const length of LENGTHS) {
  const made = await (await fetch(`${base}/api/drafts`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ title: `${length}`, text: textOf(length) }) })).json();
  await page.goto(`${base}/#/w/${made.id}`);
  await page.reload();
  await page.locator('.ProseMirror').waitFor();
  await page.waitForTimeout(2500);
  const lines = page.locator('.ProseMirror > p');
  await lines.nth(Math.floor((await lines.count()) / 2)).click();
  await page.waitForTimeout(300);
  const keys = await cost([...TYPED]);
  await page.waitForTimeout(4000);
  await page.keyboard.press('Control+f');
  await page.waitForTimeout(500);
  const find = await cost([...WORD]);
  console.log(`${String(length).padStart(10)}  ${shown(keys).padEnd(29)}  ${shown(find)}`);
  await fetch(`${base}/api/drafts/${made.id}`, { method: 'DELETE' });
}
await browser.close();
