/**
 * What a very long draft and very many suggestions cost: the longest task of the page's thread, in milliseconds of processor
 * time, for each thing that a writer does. It measures; it asserts nothing. Needs a built page and Chromium:
 *
 *   npm run build && node scripts/large.mjs [characters] [suggestions]
 */
import { launch, openPage } from '../e2e/browser.mjs';
import { startMock } from '../e2e/mock.mjs';

const characters = Number(process.argv[2] ?? 1_000_000);
const suggestions = Number(process.argv[3] ?? 2000);
const SENTENCES = ['A leave of absence must not exceed **three years** in total. ', '휴학은 통산하여 3년을 초과할 수 없다. ', 'The fee is due on 3 March[^1] and cannot be paid back. '];

function textOf(length) {
  let text = '# Large\n\n';
  for (let index = 0; text.length < length; index += 1) text += SENTENCES[index % 3] + (index % 4 === 3 ? '\n\n' : '');
  return `${text.slice(0, length)}\n\n[^1]: a.md\n`;
}

const mock = await startMock();
const text = textOf(characters);
const draft = mock.written.create('Large', text);
const step = Math.floor(text.length / (suggestions + 1));
for (let index = 0, from = 0; index < suggestions; index += 1, from += step) {
  const start = text.indexOf('due', from);
  if (start < 0) break;
  draft.patches.push({
    id: `p${index}`, op: 'replace', start, end: start + 3, before: 'due', after: 'payable', category: ['CORE', 'EXPRESSION', 'DETAIL'][index % 3], risk: 0.2,
    reasons: ['plainer word'], ruleIds: [], gates: [], status: 'pending', baseRevision: 1, context: { before: '', after: '' },
  });
}
const browser = await launch();
const { page } = await openPage(browser, { locale: 'en-GB' });
page.setDefaultTimeout(120_000);

/** Does something, and says how long the longest task of the page was meanwhile. */
async function longest(name, work) {
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata'] });
  await work();
  await page.waitForTimeout(1200);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const mains = new Set(traceEvents.filter((one) => one.name === 'thread_name' && one.args.name === 'CrRendererMain').map(({ pid, tid }) => `${pid} ${tid}`));
  const tasks = traceEvents.filter((one) => one.name.endsWith('RunTask') && mains.has(`${one.pid} ${one.tid}`) && one.tdur !== undefined).map(({ tdur }) => tdur / 1000);
  tasks.sort((a, b) => b - a);
  console.log(`${name.padEnd(28)} longest ${(tasks[0] ?? 0).toFixed(0).padStart(5)} ms, next ${(tasks[1] ?? 0).toFixed(0)} ms`);
}

console.log(`${text.length} characters, ${draft.patches.length} suggestions`);
await page.goto(mock.url);
await longest('open', async () => {
  await page.locator(`[data-draft=${draft.id}] .open`).click();
  await page.locator('.ProseMirror[aria-busy=false]').waitFor();
  if (suggestions > 0) await page.locator('[data-patch-item]').first().waitFor();
});
await longest('type forty letters', async () => {
  await page.locator('.ProseMirror > p').first().click();
  await page.keyboard.type('It is a sentence of forty letters, no more', { delay: 30 });
  await page.locator('[data-save=saved]').waitFor();
});
await longest('scroll to the middle', () => page.locator('.paper').evaluate((paper) => paper.scrollTo({ top: paper.scrollHeight / 2 })));
if (suggestions > 0) {
  await longest('the next ten suggestions', async () => {
    await page.locator('.ProseMirror').focus();
    for (let index = 0; index < 10; index += 1) await page.keyboard.press('Alt+ArrowDown');
  });
  await longest('accept one', () => page.keyboard.press('Alt+a'));
  await longest('one category only', () => page.locator('.filters .button').first().click());
}
await longest('find', async () => {
  await page.locator('.ProseMirror').focus();
  await page.keyboard.press('Control+f');
  await page.getByRole('textbox', { name: 'Find' }).pressSequentially('absence', { delay: 60 });
});
const LINES = { '100 lines': 100, '500 lines': 500, '2,000 lines': 2000 };
for (const [name, count] of Object.entries(LINES)) {
  const pasted = `${textOf(count * 300).split(/(?<=\\. )/).slice(0, count).join('\n\n').split('\n').slice(0, count).join('\n')}\n`;
  await page.locator('.ProseMirror > p').first().click();
  await longest(`paste ${name}`, () =>
    page.evaluate((text) => {
      const data = new DataTransfer();
      data.setData('text/plain', text);
      document.querySelector('.ProseMirror').dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    }, pasted),
  );
}
await browser.close();
await mock.close();
