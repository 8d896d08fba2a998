/** Tables in the text of a draft, in a browser against the scripted server: seen as tables, written as Markdown. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe } from 'node:test';
import { executablePath, inspect, launch, openPage, picture, test } from './browser.mjs';
import { startMock } from './mock.mjs';

const built = existsSync(new URL('../dist/index.html', import.meta.url));
const skip = !built ? 'the page is not built: npm run build' : !executablePath ? 'no Chromium: set CHROMIUM' : false;
const TEXT = '# 휴학\n\nBefore.\n| 항목 | Limit |\n|---|--:|\n| **휴학** | 3 |\n| a \\| b | teh |\nAfter.\n\n| no | rule |\n';

describe('tables', () => {
  let browser;
  before(async () => {
    if (!skip) browser = await launch();
  });
  after(() => browser?.close());

  async function writing(text, body, options = {}) {
    const mock = await startMock({});
    const draft = mock.written.create('Table', text);
    const { context, page, faults } = await openPage(browser, { locale: 'en-GB', ...options });
    page.setDefaultTimeout(10_000);
    try {
      await page.goto(`${mock.url}/#/w/${draft.id}`);
      await page.locator('.ProseMirror[aria-busy=false]').waitFor();
      await body(page, draft, mock);
      assert.deepEqual(faults, []);
    } catch (error) {
      await picture(page, 'table-failed');
      throw error;
    } finally {
      await context.close();
      await mock.close();
    }
  }

  const grid = (page) => page.locator('.ProseMirror table');
  const seen = (page) => grid(page).locator('th, td').allInnerTexts();
  const gone = (page) => grid(page).waitFor({ state: 'detached' });
  async function saved(page, draft, text) {
    for (let tries = 0; tries < 100 && draft.text !== text; tries += 1) await page.waitForTimeout(50);
    assert.equal(draft.text, text);
  }

  for (const [name, options] of Object.entries({ light: {}, dark: { locale: 'ko-KR', colorScheme: 'dark' }, narrow: { viewport: { width: 390, height: 780 } } })) {
    test(`a table is one to the eye and to a screen reader: ${name}`, { skip }, async () => {
      await writing(TEXT, async (page) => {
        await grid(page).waitFor();
        assert.deepEqual(await seen(page), ['항목', 'Limit', '휴학', '3', 'a | b', 'teh']);
        await page.getByRole('columnheader', { name: '항목' }).waitFor();
        assert.equal(await page.getByRole('table').count(), 1);
        assert.equal(await page.locator('td').nth(1).evaluate((cell) => getComputedStyle(cell).textAlign), 'right');
        assert.doesNotMatch(await page.locator('.ProseMirror').innerText(), /\*\*|---|\| 3/);
        await inspect(page, `table-${name}`);
      }, options);
    });
  }

  test('the keys go into a table and out of it, and what is written there is its text', { skip }, async () => {
    await writing(TEXT, async (page, draft) => {
      await page.locator('.ProseMirror > p', { hasText: 'Before.' }).click();
      await page.keyboard.press('End');
      await page.waitForTimeout(120);
      await page.keyboard.press('ArrowRight');
      await gone(page);
      await page.keyboard.type('|');
      await page.keyboard.press('Backspace');
      for (let row = 0; row < 4; row += 1) {
        await page.keyboard.press('ArrowDown');
        await page.waitForTimeout(80);
      }
      await grid(page).waitFor();
      await page.keyboard.press('Home');
      await page.waitForTimeout(80);
      await page.keyboard.press('ArrowLeft');
      await gone(page);
      await page.keyboard.type('!');
      const text = TEXT.replace('teh |', 'teh |!');
      await saved(page, draft, text);
      await page.keyboard.press('Control+z');
      await saved(page, draft, TEXT);
      await page.keyboard.press('Control+Home');
      await grid(page).waitFor();
      // A click puts the cursor into its cell.
      await grid(page).getByText('휴학').click();
      await gone(page);
      const client = await page.context().newCDPSession(page);
      for (const syllable of ['ㄱ', '가', '간']) await client.send('Input.imeSetComposition', { text: syllable, selectionStart: 1, selectionEnd: 1 });
      await client.send('Input.insertText', { text: '간' });
      await saved(page, draft, TEXT.replace('**휴학', '간**휴학'));
    });
  });

  test('a composition beside a table does not draw it anew', { skip }, async () => {
    await writing(TEXT, async (page, draft) => {
      await page.locator('.ProseMirror > p', { hasText: 'After.' }).click();
      await page.keyboard.press('End');
      await page.waitForTimeout(120);
      await grid(page).evaluate((table) => (table.dataset.same = 'yes'));
      const client = await page.context().newCDPSession(page);
      for (const syllable of ['ㅎ', '하', '한']) await client.send('Input.imeSetComposition', { text: syllable, selectionStart: 1, selectionEnd: 1 });
      assert.equal(await page.locator('table[data-same]').count(), 1);
      await client.send('Input.insertText', { text: '한' });
      await page.keyboard.type('.');
      await saved(page, draft, TEXT.replace('After.', 'After.한.'));
      assert.equal(await page.locator('table[data-same]').count(), 1);
    });
  });

  test('a suggestion in a table is seen in its text', { skip }, async () => {
    await writing(TEXT, async (page, draft) => {
      await grid(page).waitFor();
      await page.fill('#instruction', 'fix it');
      await page.keyboard.press('Enter');
      await gone(page);
      assert.equal(await page.locator('.ProseMirror [data-patch]').first().innerText(), 'teh');
      await page.locator('.cards').getByRole('button', { name: 'Accept' }).first().click();
      await saved(page, draft, TEXT.replace('teh', 'the'));
      await grid(page).waitFor();
      assert.deepEqual((await seen(page)).at(-1), 'the');
    });
  });

  test('of a long table what is near what is seen is drawn, in columns of one width', { skip }, async () => {
    const rows = Array.from({ length: 3000 }, (_, at) => `| ${at} | 이름 ${at} |`).join('\n');
    await writing(`| No | Name |\n|---|---|\n${rows}\n\nEnd.\n`, async (page) => {
      await page.waitForFunction(() => document.querySelectorAll('.ProseMirror table').length > 0);
      assert.ok((await grid(page).count()) < 12);
      await page.locator('.paper').evaluate((paper) => paper.scrollTo(0, paper.scrollHeight / 2));
      await page.waitForFunction(() => [...document.querySelectorAll('.ProseMirror table td')].some((cell) => cell.getBoundingClientRect().top > 0 && Number(cell.innerText) > 1000));
      const widths = await grid(page).evaluateAll((all) => all.map((table) => Math.round(table.querySelector('td').getBoundingClientRect().width)));
      assert.equal(new Set(widths).size, 1);
    });
  });
});
