/** The verification page against the scripted server. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { after, before, describe } from 'node:test';
import { executablePath, inspect, launch, LOOKS, openPage, picture, test } from './browser.mjs';
import { startMock } from './mock.mjs';

const built = existsSync(new URL('../dist/index.html', import.meta.url));
const skip = !built ? 'the page is not built: npm run build' : !executablePath ? 'no Chromium: set CHROMIUM' : false;
const file = (name, content = 'text') => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
const TEXT = 'A leave is three years at most [2]. It is thirty days [1]. It may perhaps be longer [1]. Military service is not counted. See also [9].';

describe('the verification page', () => {
  let browser;
  before(async () => {
    if (!skip) browser = await launch();
  });
  after(() => browser?.close());

  async function onVerify(options, body) {
    const mock = await startMock({ ruled: true });
    const opened = await openPage(browser, { locale: 'en-GB', ...options });
    try {
      await opened.page.goto(`${mock.url}/#/verify`);
      await opened.page.locator('#verify-text').waitFor();
      await body(opened.page, mock);
      assert.deepEqual(opened.faults, []);
    } finally {
      await opened.context.close();
      await mock.close();
    }
  }

  const check = async (page, text) => {
    await page.fill('#verify-text', text);
    await page.locator('form.card button[type=submit]').click();
    await page.locator('.board').waitFor();
  };
  const states = (page) => page.locator('.board li[data-status]').evaluateAll((all) => all.map((one) => one.dataset.status));
  const figure = (page, name) => page.locator(`.board dl div:has(dt:text-is("${name}")) dd`).innerText();

  test('a text is checked, every sentence has its verdict, evidence opens the source', { skip }, async () => {
    await onVerify({}, async (page, mock) => {
      await check(page, TEXT);
      assert.deepEqual(await states(page), ['supported', 'unsupported', 'uncertain', 'uncited', 'unknown_source']);
      assert.deepEqual(await Promise.all(['Accurate', 'Inaccurate', 'To be checked', 'Removed citations'].map((name) => figure(page, name))), ['1', '2', '1', '2']);
      assert.equal(await figure(page, 'Accurate citations'), '25 %');
      await page.getByText('A number, date or amount differs from the source').waitFor();
      await picture(page, 'verify-report');
      await page.getByRole('button', { name: 'Citation 2: handbook.pdf' }).click();
      await page.locator('.panel mark.evidence').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Not supported 1' }).click();
      assert.deepEqual(await states(page), ['unsupported']);
      assert.equal(mock.checked[0].quick, false);
      assert.equal(mock.checked[0].context, undefined);
    });
  });

  test('sentences without a citation are looked up', { skip }, async () => {
    await onVerify({}, async (page) => {
      await check(page, TEXT);
      await page.getByRole('button', { name: 'Find sources for sentences without a citation' }).click();
      await page.getByText('A source was found for 1 of 1 sentences.').waitFor();
      await page.getByRole('button', { name: 'Said in handbook.pdf, p. 12' }).click();
      await page.locator('.panel mark.evidence').waitFor();
    });
  });

  test('against chosen sources in their order, quickly', { skip }, async () => {
    await onVerify({}, async (page, mock) => {
      await page.setInputFiles('.sources input[type=file]', [file('one.txt'), file('two.txt')]);
      await page.locator('[data-status=ready]').nth(1).waitFor();
      await page.getByRole('radio', { name: 'Chosen sources' }).check();
      assert.ok(await page.locator('form.card button[type=submit]').isDisabled());
      await page.getByRole('checkbox', { name: 'two.txt' }).check();
      await page.getByRole('checkbox', { name: 'one.txt' }).check();
      await page.getByText('[1] two.txt').waitFor();
      await page.getByRole('radio', { name: 'Quick' }).check();
      await check(page, 'Military service is not counted [1]. A leave is three years [2].');
      const [sent] = mock.checked;
      assert.equal(sent.quick, true);
      assert.deepEqual(sent.context.map((one) => one.title), ['two.txt', 'one.txt']);
      assert.match(sent.context[0].content, /Military service is not counted/);
      assert.deepEqual(await states(page), ['supported', 'supported']);
      await page.getByRole('button', { name: 'Citation 1: two.txt' }).click();
      await page.locator('.panel mark.evidence').waitFor();
    });
  });

  test('against texts given here, from a file, with every claim in need of a citation', { skip }, async () => {
    await onVerify({}, async (page, mock) => {
      await page.locator('.page-column input[type=file]').setInputFiles(file('draft.md', '\uFEFFNine books [1]. Ten books.'));
      await page.waitForFunction(() => document.querySelector('#verify-text').value.startsWith('Nine'));
      await page.getByRole('radio', { name: 'Text given here' }).check();
      await page.getByRole('textbox', { name: 'Text of source 1' }).fill('Nine books may be lent. <img src=x onerror="document.title=1">');
      await page.getByRole('button', { name: 'Another source' }).click();
      await page.getByRole('button', { name: 'Remove source 2' }).click();
      await page.getByRole('checkbox', { name: 'Every claim needs a citation' }).check();
      await page.locator('form.card button[type=submit]').click();
      await page.locator('.board').waitFor();
      assert.deepEqual(mock.checked[0].context, [{ id: 'own-1', title: '[1]', content: 'Nine books may be lent. <img src=x onerror="document.title=1">' }]);
      assert.equal(mock.checked[0].requireCitations, true);
      assert.equal(await page.title(), 'Verify · Stet');
    });
  });

  test('a refused text says why, and nothing is lost by a visit elsewhere', { skip }, async () => {
    await onVerify({}, async (page) => {
      await page.fill('#verify-text', 'This is too long.');
      await page.locator('form.card button[type=submit]').click();
      await page.getByText('at most 1 MB are accepted').waitFor();
      await page.getByRole('link', { name: 'Ask', exact: true }).click();
      await page.locator('.welcome h2').waitFor();
      await page.goBack();
      assert.equal(await page.inputValue('#verify-text'), 'This is too long.');
    });
  });

  test('an answer as a whole, before and after; the report as files', { skip }, async () => {
    await onVerify({}, async (page) => {
      await page.getByText('An answer', { exact: true }).click();
      await page.fill('#verify-question', 'How many?');
      await page.keyboard.press('Tab');
      await page.locator('form.card button[type=submit]').click();
      await page.getByText('How many? Nine [1]. And ten [2].').waitFor();
      await page.getByText('How many? Nine [1]. And ten.', { exact: true }).waitFor();
      for (const [name, format, expected] of [['Markdown', 'md', /Partly verified/], ['JSON', 'json', /"original_answer"/]]) {
        const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: `Export as ${name}` }).click()]);
        assert.equal(download.suggestedFilename(), `Report.${format}`);
        assert.match(await readFile(await download.path(), 'utf8'), expected);
      }
    });
  });

  test('the checked text becomes a draft beside the conversation', { skip }, async () => {
    await onVerify({}, async (page, mock) => {
      await check(page, TEXT);
      await page.getByRole('button', { name: 'Open as a draft' }).click();
      await page.locator('.draft-frame .ProseMirror, .draft-frame [contenteditable=true]').first().waitFor();
      assert.match(await page.evaluate(() => location.hash), /^#\/w\/draft-1$/);
      assert.match([...mock.written.drafts.values()][0].text, /It is thirty days\./);
      await page.goBack();
      await page.locator('.board').waitFor();
    });
  });

  test('strict answers, and a report that opens by itself without taking the focus', { skip }, async () => {
    await onVerify({}, async (page, mock) => {
      await page.getByRole('checkbox', { name: 'Show the report after every answer' }).check();
      await page.getByRole('checkbox', { name: 'Strict' }).check();
      await page.reload();
      await page.getByRole('link', { name: 'Ask', exact: true }).click();
      await page.fill('#question', 'How long?');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'How this answer was checked' }).waitFor();
      assert.equal(mock.asked[0].strict, true);
      assert.deepEqual(mock.asked[0].criteriaPackIds, ['pack-1']);
      assert.ok(await page.locator('#question').evaluate((element) => element === document.activeElement));
    });
  });

  for (const [name, options] of Object.entries(LOOKS)) {
    test(`accessible and within the screen: ${name}`, { skip }, async () => {
      await onVerify(options, async (page) => {
        await inspect(page, `verify-${name}-form`);
        await check(page, TEXT);
        await inspect(page, `verify-${name}-report`);
        await page.locator('.board li[data-status]').last().scrollIntoViewIfNeeded();
        await picture(page, `verify-${name}-sentences`);
      });
    });
  }
});
