/** Comments on a draft against a running server (STET_BASE_URL), in Korean and in English: they follow their words, also back. */
import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { clickInto, executablePath, launch, marks, openPage, picture, test } from './browser.mjs';

const base = process.env.STET_BASE_URL;
const skip = !base ? 'no server: set STET_BASE_URL' : !executablePath ? 'no Chromium: set CHROMIUM' : false;

const TOURS = {
  en: { locale: 'en-GB', text: '# Notes\n\nThe limit is 250 euros. It may take 3 days.\n', words: 'The limit is 250 euros.', start: 'Begin here. ', history: 'History', back: 'Go back to this version' },
  ko: { locale: 'ko-KR', text: '# 메모\n\n한도는 250유로이다. 사흘이 걸릴 수 있다.\n', words: '한도는 250유로이다.', start: '여기서 시작한다. ', history: '이력', back: '이 판으로 되돌아가기' },
};

describe('comments on the server', () => {
  let browser;
  before(async () => {
    if (!skip) browser = await launch();
  });
  after(() => browser?.close());

  for (const [language, tour] of Object.entries(TOURS)) {
    test(`a comment follows its words, is told when they are gone, and finds them again: ${language}`, { skip }, async () => {
      const headers = { 'content-type': 'application/json', ...(process.env.STET_API_KEY ? { authorization: `Bearer ${process.env.STET_API_KEY}` } : {}) };
      const draft = await (await fetch(`${base}/api/drafts`, { method: 'POST', headers, body: JSON.stringify({ title: '', text: tour.text }) })).json();
      const { context, page, faults } = await openPage(browser, { locale: tour.locale, viewport: { width: 1440, height: 900 } });
      page.setDefaultTimeout(60_000);
      const state = (what) => page.locator(`[data-comment-item][data-state=${what}]`).waitFor();
      const saved = () => page.locator('[data-save=saved]').waitFor();
      try {
        await page.goto(`${base}/#/w/${draft.id}`);
        if (process.env.STET_API_KEY) {
          await page.locator('#key').fill(process.env.STET_API_KEY);
          await page.keyboard.press('Enter');
        }
        // The sentence at the cursor, by the key.
        await clickInto(page, page.locator('.ProseMirror > p').nth(2), 40);
        await page.keyboard.press('Control+Alt+m');
        await page.locator('[data-comment-item=comment-fresh] textarea').fill('?!');
        await page.keyboard.press('Control+Enter');
        await state('kept');
        await marks(page, '[data-comment]', tour.words);
        await page.locator('.ProseMirror').focus();
        await page.waitForTimeout(80);
        await page.keyboard.press('Control+Home');
        await page.keyboard.type(tour.start);
        await saved();
        await marks(page, '[data-comment]', tour.words);
        await page.evaluate(() => getSelection().selectAllChildren(document.querySelector('[data-comment]')));
        await page.waitForTimeout(100);
        await page.keyboard.press('Delete');
        await state('gone');
        await page.getByRole('button', { name: tour.history, exact: true }).click();
        await page.locator('[data-revision="1"]').click();
        await page.getByRole('button', { name: tour.back }).click();
        await state('kept');
        await marks(page, '[data-comment]', tour.words);
        assert.deepEqual(faults, []);
      } catch (error) {
        await picture(page, `comments-${language}-failed`);
        throw error;
      } finally {
        await context.close();
        await fetch(`${base}/api/drafts/${draft.id}`, { method: 'DELETE', headers });
      }
    });
  }
});
