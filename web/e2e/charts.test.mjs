/** The page of charts against the scripted server, and the way between the pages. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe } from 'node:test';
import { executablePath, inspect, launch, LOOKS, openPage, picture, test } from './browser.mjs';
import { startMock } from './mock.mjs';

const built = existsSync(new URL('../dist/index.html', import.meta.url));
const skip = !built ? 'the page is not built: npm run build' : !executablePath ? 'no Chromium: set CHROMIUM' : false;

describe('charts and the way between pages', () => {
  let browser;
  before(async () => {
    if (!skip) browser = await launch();
  });
  after(() => browser?.close());

  async function at(address, options, body) {
    const mock = await startMock({ ruled: true });
    const opened = await openPage(browser, { locale: 'en-GB', timezoneId: 'UTC', ...options });
    try {
      await opened.page.goto(`${mock.url}/${address}`);
      await body(opened.page, mock);
      assert.deepEqual(opened.faults, []);
    } finally {
      await opened.context.close();
      await mock.close();
    }
  }

  test('figures, a line with gaps, bars with the tables behind them', { skip }, async () => {
    await at('#/charts', {}, async (page) => {
      await page.getByRole('img', { name: 'Accuracy rate of citations, day by day over 30 days; 76 % in all' }).waitFor();
      assert.equal(await page.locator('.dot').count(), 7);
      assert.notEqual(await page.locator('path.gap').getAttribute('d'), '');
      await page.getByRole('img', { name: 'handbook.pdf: Supported 14, Not supported 6, To be checked 3' }).waitFor();
      await page.getByRole('img', { name: 'Question to first word: Half within 412 ms, 95 % within 1.2 s' }).waitFor();
      assert.equal(await page.getByText('Question to end').count(), 0, 'what was not measured is not drawn');
      await page.getByText('As a table: Suggestions by category').click();
      const row = page.getByRole('row', { name: /Expression/ });
      assert.equal((await row.innerText()).replace(/\s+/g, ' '), 'Expression 22 12 5 4 0 1 71 %');
      await page.getByText('As a table: Verdicts by source').click();
      assert.equal(await page.getByRole('row', { name: /notes-/ }).count(), 12);
      assert.equal(await page.title(), 'Charts · Stet');
    });
  });

  test('nothing yet, and a server that is busy', { skip }, async () => {
    await at('#/charts', {}, async (page) => {
      await page.locator('.tiles').waitFor();
      await page.getByRole('combobox').selectOption('7');
      await page.getByText('Nothing was asked or revised in this time.').waitFor();
      await picture(page, 'charts-empty');
      await page.getByRole('combobox').selectOption('365');
      await page.getByText('The database is busy; try again.').waitFor();
      await page.getByRole('combobox').selectOption('90');
      await page.locator('.tiles').waitFor();
    });
  });

  test('the back button, a reload and links lead to the same place', { skip }, async () => {
    await at('', {}, async (page) => {
      const hash = () => page.evaluate(() => location.hash);
      const go = (name) => page.getByRole('navigation', { name: name === 'Charts' ? 'Settings' : 'Pages' }).getByRole('link', { name, exact: true }).click();
      await page.fill('#question', 'First question');
      await page.keyboard.press('Enter');
      await page.locator('[data-badge=partial]').waitFor();
      const chat = await hash();
      assert.match(chat, /^#\/c\//);
      await go('Verify');
      await page.locator('#verify-text').waitFor();
      await go('Rules');
      await page.getByRole('link', { name: 'Edit House style' }).click();
      await page.getByRole('heading', { name: 'House style' }).waitFor();
      await page.reload();
      await page.getByRole('heading', { name: 'House style' }).waitFor();
      await page.goBack();
      await page.getByRole('heading', { name: 'Rules', exact: true }).first().waitFor();
      assert.ok(await page.locator('.page-column h2').evaluate((element) => element === document.activeElement), 'the heading has the focus');
      await page.goBack();
      await page.locator('#verify-text').waitFor();
      await page.goBack();
      await page.getByRole('heading', { name: 'First question' }).waitFor();
      assert.equal(await hash(), chat);

      await go('Write');
      await page.getByRole('button', { name: 'Begin a draft' }).click();
      await page.locator('.ProseMirror').waitFor();
      assert.equal(await hash(), `#/w/draft-1${chat.slice(1)}`);
      await page.reload();
      await page.locator('.ProseMirror').waitFor();
      await page.locator('.pane button[aria-label=Ask]').click();
      await page.getByRole('heading', { name: 'First question' }).waitFor();
      await go('Ask');
      await page.locator('.ProseMirror').waitFor({ state: 'hidden' });
      assert.equal(await hash(), chat);
      await page.goBack();
      await page.locator('.ProseMirror').waitFor();
      await go('Charts');
      await page.locator('.tiles').waitFor();
      await page.getByRole('button', { name: 'First question', exact: true }).click();
      await page.locator('.ProseMirror').waitFor();
      assert.equal(await hash(), `#/w/draft-1${chat.slice(1)}`);
      await page.getByRole('button', { name: 'New conversation' }).first().click();
      await page.locator('.welcome h2').waitFor();
      await page.goBack();
      await page.getByRole('heading', { name: 'First question' }).waitFor();
    });
  });

  test('keyboard alone: skip to the page, walk between pages', { skip }, async () => {
    await at('#/charts', {}, async (page) => {
      await page.locator('.tiles').waitFor();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Charts');
      await page.keyboard.press('Shift+Tab');
      const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
      await links.nth(2).focus();
      await page.keyboard.press('Enter');
      await page.locator('#verify-text').waitFor();
      assert.equal(await links.nth(2).getAttribute('aria-current'), 'page');
    });
  });

  for (const [name, options] of Object.entries(LOOKS)) {
    test(`accessible and within the screen: ${name}`, { skip }, async () => {
      await at('#/charts', options, async (page) => {
        await page.locator('.tiles').waitFor();
        await inspect(page, `charts-${name}`);
        await page.locator('.page-section').last().locator('summary').click();
        await page.locator('.page-section').last().scrollIntoViewIfNeeded();
        await inspect(page, `charts-${name}-below`);
      });
      await at('#/w', options, async (page) => {
        await page.locator('.begin h2').waitFor();
        await inspect(page, `write-${name}-begin`);
      });
    });
  }
});
