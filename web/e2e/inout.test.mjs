/** What goes into a draft and out of it, in a browser against the scripted server: the clipboard, files, paper. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe } from 'node:test';
import { executablePath, launch, openPage, picture, test } from './browser.mjs';
import { startMock } from './mock.mjs';

const built = existsSync(new URL('../dist/index.html', import.meta.url));
const skip = !built ? 'the page is not built: npm run build' : !executablePath ? 'no Chromium: set CHROMIUM' : false;

describe('in and out', () => {
  let browser;
  before(async () => {
    if (!skip) browser = await launch();
  });
  after(() => browser?.close());

  async function writing(text, body) {
    const mock = await startMock({});
    const draft = mock.written.create('Fees', text);
    const { context, page, faults } = await openPage(browser, { locale: 'en-GB' });
    page.setDefaultTimeout(10_000);
    try {
      await page.goto(mock.url);
      await page.locator(`[data-draft=${draft.id}] .open`).click();
      await page.locator('.ProseMirror').waitFor();
      await page.locator('.ProseMirror').focus();
      await page.waitForTimeout(60);
      await body(page, draft, mock);
      assert.deepEqual(faults, []);
    } catch (error) {
      await picture(page, 'inout-failed');
      throw error;
    } finally {
      await context.close();
      await mock.close();
    }
  }

  /** Sends a clipboard event to the text; for a copy what it was filled with. */
  const clipboard = (page, kind, given = {}) =>
    page.evaluate(([type, held]) => {
      const data = new DataTransfer();
      for (const [format, value] of Object.entries(held)) data.setData(format, value);
      document.querySelector('.ProseMirror').dispatchEvent(new ClipboardEvent(type, { clipboardData: data, bubbles: true, cancelable: true }));
      return { html: data.getData('text/html'), text: data.getData('text/plain'), markdown: data.getData('text/markdown') };
    }, [kind, given]);
  const saved = (page, draft, text) => assert.doesNotReject(async () => {
    for (let tries = 0; draft.text !== text; tries += 1) {
      assert.ok(tries < 100, `${JSON.stringify(draft.text)} is not ${JSON.stringify(text)}`);
      await page.waitForTimeout(100);
    }
  });

  test('a copy has HTML without marks of Markdown, and pasting it back is the same text', { skip }, async () => {
    await writing('# 요금\n\n**어른** 3,000원[^1]\n\n[^1]: 표 2\n', async (page, draft) => {
      await page.keyboard.press('Control+a');
      const { html, text, markdown } = await clipboard(page, 'copy');
      assert.equal(text, '요금\n\n어른 3,000원[1]\n\n[1] 표 2');
      assert.equal(markdown, '# 요금\n\n**어른** 3,000원[^1]\n\n[^1]: 표 2\n');
      assert.match(html, /<h1>요금<\/h1>\n<p><strong>어른<\/strong> 3,000원<sup><a href="#note-1" id="ref-1">1<\/a><\/sup><\/p>/);
      assert.doesNotMatch(html, /#\s요금|\*\*|class=/);
      await page.keyboard.press('Control+End');
      await page.waitForTimeout(120); // The browser tells the editor of the selection a moment later.
      await clipboard(page, 'paste', { 'text/html': html, 'text/plain': 'a', 'text/markdown': '**a**' });
      await saved(page, draft, '# 요금\n\n**어른** 3,000원[^1]\n\n[^1]: 표 2\n**a**');
    });
  });

  test('a long text comes in whole at its place, whatever is typed meanwhile, and goes in one step', { skip }, async () => {
    await writing('First.\nLast.\n', async (page, draft, mock) => {
      const rows = Array.from({ length: 1900 }, (_, at) => `${at}행 row`).join('\n');
      await page.evaluate(() => document.getSelection().collapse(document.querySelector('.ProseMirror > p').firstChild, 6));
      await page.waitForTimeout(120);
      await clipboard(page, 'paste', { 'text/plain': `\n${rows}` });
      await page.keyboard.type('!');
      await saved(page, draft, `First.\n${rows}!\nLast.\n`);
      await page.keyboard.press('Control+z');
      await saved(page, draft, 'First.\nLast.\n');
      await page.keyboard.press('Control+y');
      await saved(page, draft, `First.\n${rows}!\nLast.\n`);
      await page.keyboard.press('Control+z');
      mock.written.pasted = `## 표\n\n${rows}[^1]\n\n[^1]: note\n`;
      await clipboard(page, 'paste', { 'text/html': '<h2>표</h2>', 'text/plain': '표' });
      await saved(page, draft, `First.\n\n## 표\n\n${rows}[^1]\n\nLast.\n\n[^1]: note\n`);
      await page.keyboard.press('Control+z');
      await saved(page, draft, 'First.\nLast.\n');
    });
  });

  test('what has a structure is pasted as Markdown where it was pasted; too much is refused with a word', { skip }, async () => {
    await writing('First.\n', async (page, draft, mock) => {
      mock.written.pasted = '## Head\n\n- a[^1]\n\n[^1]: note\n';
      await page.keyboard.press('Control+End');
      await page.waitForTimeout(120);
      await clipboard(page, 'paste', { 'text/html': '<h2>Head</h2><ul><li>a</ul>', 'text/plain': 'Head\na' });
      await saved(page, draft, 'First.\n\n## Head\n\n- a[^1]\n\n[^1]: note\n');
      await page.keyboard.press('Control+z');
      await saved(page, draft, 'First.\n');
      await clipboard(page, 'paste', { 'text/plain': 'row\n'.repeat(10_000) });
      await page.getByText('This is too long to be pasted.').waitFor();
      mock.written.pasted = null;
      await clipboard(page, 'paste', { 'text/html': '<b>bold</b>', 'text/plain': 'bold' });
      await page.getByText('Pasted as plain text').waitFor();
      await saved(page, draft, 'First.\nbold');
    });
  });

  test('paper has the draft alone, its footnotes at the end', { skip }, async () => {
    await writing('글.[^1]\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n[^1]: 표 2\n', async (page) => {
      await page.getByRole('button', { name: 'Save as…' }).waitFor();
      await page.waitForTimeout(300);
      await page.emulateMedia({ media: 'print' });
      await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
      assert.equal(await page.locator('.print-copy h1').innerText(), 'Fees');
      assert.equal(await page.locator('.print-copy ol li').innerText(), '표 2');
      assert.equal(await page.locator('#app').isVisible(), false);
      const shown = await page.evaluate(() => document.body.innerText);
      assert.doesNotMatch(shown, /\[\^1\]|\| a/);
      await page.evaluate(() => dispatchEvent(new Event('afterprint')));
      assert.equal(await page.locator('.print-copy').count(), 0);
    });
  });

  test('a file becomes a draft, and what is beside its text is told', { skip }, async () => {
    await writing('First.\n', async (page, draft, mock) => {
      mock.written.imported = { title: 'Contract', text: '# Contract\n', changes: 1, pictures: 2, comments: [{ author: 'Ann', kept: false, at: '', text: 'Which day?', quote: 'Contract', start: 2, end: 10 }] };
      await page.setInputFiles('.import input', { name: 'c.docx', mimeType: 'application/octet-stream', buffer: Buffer.from('PK') });
      await page.getByText('“Contract” is open as a draft.').waitFor();
      await page.getByText('2 pictures did not come along.').waitFor();
      await page.getByText('Which day?').waitFor();
      await page.locator('.ProseMirror .md-h1').waitFor();
    });
  });
});
