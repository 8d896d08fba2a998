/** What must not get lost in a browser, against the scripted server: decisions without a connection, in two tabs, over a second revision; a dead link. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe } from 'node:test';
import { executablePath, launch, openPage, picture, test } from './browser.mjs';
import { startMock } from './mock.mjs';

const built = existsSync(new URL('../dist/index.html', import.meta.url));
const skip = !built ? 'the page is not built: npm run build' : !executablePath ? 'no Chromium: set CHROMIUM' : false;
const TEXT = 'You may utilise teh form.\n\nAsk 할수 있다 dean. A leave lasts three years.\n';

describe('what is kept', () => {
  let browser;
  before(async () => {
    if (!skip) browser = await launch();
  });
  after(() => browser?.close());

  async function deciding(options, body) {
    const mock = await startMock();
    const draft = mock.written.create('Leave', TEXT);
    const opened = await openPage(browser, { locale: 'en-GB', ...options });
    opened.page.setDefaultTimeout(10_000);
    try {
      await opened.page.goto(`${mock.url}/#/w/${draft.id}`);
      await opened.page.locator('.ProseMirror').waitFor();
      await body(opened.page, draft, mock, opened.context);
      assert.deepEqual(opened.faults, []);
    } catch (error) {
      await picture(opened.page, 'kept-failed');
      throw error;
    } finally {
      await opened.context.close();
      await mock.close();
    }
  }

  async function revise(page, count) {
    await page.fill('#instruction', 'fix it');
    await page.keyboard.press('Enter');
    await page.waitForFunction((wanted) => document.querySelectorAll('.cards [data-status=pending]').length === wanted, count);
  }

  const card = (page, words) => page.locator('.cards > li').filter({ has: page.locator('del', { hasText: words }) });
  const saved = (page) => page.locator('[data-save=saved]').waitFor();

  test('a decision without a connection is kept, can be changed, and is sent when the server is back', { skip }, async () => {
    await deciding({}, async (page, draft, _mock, context) => {
      await revise(page, 4);
      await context.setOffline(true);
      await card(page, 'utilise').getByRole('button', { name: 'Accept' }).click();
      await page.getByText('Your decision is kept in this browser').waitFor();
      await page.waitForFunction(() => document.querySelectorAll('.cards [data-status=pending]').length === 3);
      await card(page, 'three years').getByRole('button', { name: 'Accept' }).click();
      await page.locator('details.done summary').click();
      await page.locator('details.done li').filter({ has: page.locator('del', { hasText: 'three years' }) }).getByRole('button', { name: 'Undo' }).click();
      await card(page, 'three years').getByRole('button', { name: 'Reject' }).click();
      assert.equal(draft.text, TEXT, 'the server knows nothing of it');
      await context.setOffline(false);
      await saved(page);
      await page.waitForFunction(() => document.querySelector('.ProseMirror').textContent.includes('You may use '));
      await page.waitForFunction(() => document.querySelectorAll('.cards [data-status=pending]').length === 2);
      assert.equal(draft.text, TEXT.replace('utilise', 'use'));
      assert.deepEqual(draft.patches.map(({ before, status }) => `${before} ${status}`).sort(), ['teh pending', 'three years rejected', 'utilise accepted', '할수 있다 pending']);
      assert.equal(await page.getByText('Your decision is kept in this browser').count(), 0);
    });
  });

  /** Ids that were sent to be decided, in every tab. */
  function told(context) {
    const ids = [];
    context.on('request', (request) => {
      if (request.url().endsWith('/patches/decide')) ids.push(...(request.postDataJSON().ids ?? []));
    });
    return ids;
  }

  test('decisions of two tabs without the server outlive both, can be changed in a third, and are sent once', { skip }, async () => {
    await deciding({}, async (page, draft, mock, context) => {
      await revise(page, 4);
      const second = await context.newPage();
      await second.goto(`${mock.url}/#/w/${draft.id}`);
      await card(second, 'utilise').waitFor();
      mock.written.away = true;
      for (const [tab, words, action] of [[page, 'utilise', 'Accept'], [second, 'three years', 'Reject'], [second, '할수 있다', 'Accept']]) {
        await card(tab, words).getByRole('button', { name: action }).click();
        await tab.getByText('Your decision is kept in this browser').waitFor();
      }
      await page.close();
      await second.close();
      const third = await context.newPage();
      third.setDefaultTimeout(10_000);
      await third.goto(`${mock.url}/#/w/${draft.id}`);
      await third.waitForFunction(() => document.querySelectorAll('.cards [data-status=pending]').length === 1);
      await third.locator('details.done summary').click();
      await third.locator('details.done li').filter({ has: third.locator('del', { hasText: '할수 있다' }) }).getByRole('button', { name: 'Undo' }).click();
      await third.waitForFunction(() => document.querySelectorAll('.cards [data-status=pending]').length === 2);
      assert.equal(draft.text, TEXT, 'the server knows nothing of it');
      mock.written.away = false;
      await third.evaluate(() => dispatchEvent(new Event('online')));
      await third.waitForFunction(() => document.querySelector('.ProseMirror').textContent.includes('You may use '));
      await saved(third);
      assert.equal(draft.text, TEXT.replace('utilise', 'use'));
      assert.deepEqual(draft.patches.map(({ before, status }) => `${before} ${status}`).sort(), ['teh pending', 'three years rejected', 'utilise accepted', '할수 있다 pending']);
      assert.equal(mock.written.decisions.get(draft.id).length, 2);
      assert.deepEqual(await third.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('stet.decided.'))), []);
    });
  });

  test('two open tabs come back together: each decision is sent by one of them', { skip }, async () => {
    await deciding({}, async (page, draft, mock, context) => {
      const ids = told(context);
      await revise(page, 4);
      const second = await context.newPage();
      await second.goto(`${mock.url}/#/w/${draft.id}`);
      await card(second, 'utilise').waitFor();
      await context.setOffline(true);
      await card(page, 'utilise').getByRole('button', { name: 'Accept' }).click();
      await card(second, 'three years').getByRole('button', { name: 'Reject' }).click();
      for (const tab of [page, second]) await tab.getByText('Your decision is kept in this browser').waitFor();
      ids.length = 0;
      await context.setOffline(false);
      for (const tab of [page, second]) {
        await tab.waitForFunction(() => document.querySelector('.ProseMirror').textContent.includes('You may use '));
        await tab.waitForFunction(() => document.querySelectorAll('.cards [data-status=pending]').length === 2);
      }
      assert.equal(draft.text, TEXT.replace('utilise', 'use'));
      assert.equal(mock.written.decisions.get(draft.id).length, 2);
      assert.equal(new Set(ids).size, ids.length, `sent: ${ids}`);
    });
  });

  test('the answer to a decision is lost on the way: what the server did is found out, and it is done once', { skip }, async () => {
    await deciding({}, async (page, draft, mock) => {
      await revise(page, 4);
      let lost = 0;
      await page.route('**/patches/decide', async (route) => {
        if (lost > 0) return route.continue();
        lost += 1;
        await route.fetch();
        return route.abort();
      });
      await card(page, 'utilise').getByRole('button', { name: 'Accept' }).click();
      await page.waitForFunction(() => document.querySelector('.ProseMirror').textContent.includes('You may use '));
      await saved(page);
      assert.equal(lost, 1);
      assert.equal(draft.text, TEXT.replace('utilise', 'use'));
      assert.equal(mock.written.decisions.get(draft.id).length, 1);
    });
  });

  test('two tabs decide: each sees what the other did, and nothing is undone by it', { skip }, async () => {
    await deciding({}, async (page, draft, mock, context) => {
      await revise(page, 4);
      const second = await context.newPage();
      await second.goto(`${mock.url}/#/w/${draft.id}`);
      await card(second, 'utilise').waitFor();
      await card(page, 'utilise').getByRole('button', { name: 'Accept' }).click();
      await card(second, 'three years').getByRole('button', { name: 'Reject' }).click();
      for (const tab of [page, second]) await tab.waitForFunction(() => document.querySelector('.ProseMirror').textContent.includes('You may use '));
      if (draft.patches.find(({ before }) => before === 'three years').status !== 'rejected') {
        // The decision was made about a text that had changed: the writer is told, and decides again.
        await second.getByText('The draft has changed meanwhile').waitFor();
        await card(second, 'three years').getByRole('button', { name: 'Reject' }).click();
      }
      for (const tab of [page, second]) await tab.waitForFunction(() => document.querySelectorAll('.cards [data-status=pending]').length === 2);
      assert.deepEqual(draft.patches.map(({ before, status }) => `${before} ${status}`).sort(), ['teh pending', 'three years rejected', 'utilise accepted', '할수 있다 pending']);
    });
  });

  test('suggestions that wait stay over a second revision of another part', { skip }, async () => {
    await deciding({}, async (page) => {
      const line = page.locator('.ProseMirror > p');
      await line.first().click({ clickCount: 3 });
      await page.getByRole('button', { name: 'Revise: selection' }).waitFor();
      await revise(page, 2);
      await line.nth(2).click({ clickCount: 3 });
      await page.getByRole('button', { name: 'Revise: selection' }).waitFor();
      await revise(page, 4);
      assert.deepEqual((await page.locator('.cards del').allInnerTexts()).map((words) => words.replace(/^.*:\s*/, '')), ['utilise', 'teh', '할수 있다', 'three years']);
    });
  });

  test('a dead link to a conversation says so, and its address stays until something is asked', { skip }, async () => {
    await deciding({ locale: 'ko-KR' }, async (page, _draft, mock) => {
      await page.goto(`${mock.url}/#/c/nowhere`);
      await page.reload();
      await page.getByText('그런 대화가 없습니다').waitFor();
      assert.match(page.url(), /#\/c\/nowhere$/);
      await page.getByRole('textbox', { name: '질문' }).fill('휴학은 몇 년까지 할 수 있나요?');
      await page.keyboard.press('Enter');
      await page.waitForFunction(() => !location.hash.includes('nowhere'));
      assert.equal(await page.getByText('그런 대화가 없습니다').count(), 0);
    });
  });

  test('on a Korean page the reasons of an English text are Korean, and no library is named', { skip }, async () => {
    await deciding({ locale: 'ko-KR' }, async (page, draft) => {
      draft.patches.push({
        id: 'p1', op: 'replace', start: 16, end: 19, before: 'teh', after: 'the', category: 'DETAIL', risk: 0.1, reasons: ['A word is misspelt'], ruleIds: ['harper:SpellCheck'],
        gates: [{ name: 'form', value: '', verdict: 'clear' }], status: 'pending', baseRevision: 1, context: { before: '', after: '' },
      });
      await page.reload();
      await page.locator('.cards .change').first().click();
      const words = await page.locator('.cards').innerText();
      assert.doesNotMatch(words, /misspelt|harper/);
      assert.match(words, /형식 · 맞춤법, 띄어쓰기, 문장 부호[^]*규칙: 맞춤법과 문법/);
    });
  });

  test('a passage beside the answer keeps its structure, with the evidence marked in it', { skip }, async () => {
    await deciding({ locale: 'ko-KR' }, async (page, _draft, mock) => {
      await page.route('**/api/chunks/c1', async (route) => {
        const passage = await (await route.fetch()).json();
        const content = `${passage.content}\n- 군 복무\n| 구분 | 기간 |\n|---|---|\n| 일반 | 3년 |`;
        await route.fulfill({ json: { ...passage, content } });
      });
      await page.goto(`${mock.url}/#/`);
      await page.reload();
      await page.locator('#question').fill('휴학은 얼마나 할 수 있나요?');
      await page.keyboard.press('Enter');
      await page.locator('.answer .chip').first().click();
      await page.locator('.panel mark.evidence').waitFor();
      assert.deepEqual(await page.locator('.panel th, .panel td').allInnerTexts(), ['구분', '기간', '일반', '3년']);
      assert.match(await page.locator('.panel .item').innerText(), /•\s*군 복무/);
      await picture(page, 'passage-structure');
    });
  });
});
