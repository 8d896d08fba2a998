/** Conflicts that end by themselves, in a browser against a running server (STET_BASE_URL) with the scripted model, in both languages. */
import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { executablePath, launch, openPage, picture, test } from './browser.mjs';

const base = process.env.STET_BASE_URL;
const skip = !base ? 'no server: set STET_BASE_URL' : !executablePath ? 'no Chromium: set CHROMIUM' : false;
const headers = { 'content-type': 'application/json', ...(process.env.STET_API_KEY ? { authorization: `Bearer ${process.env.STET_API_KEY}` } : {}) };

const TOURS = {
  ko: { locale: 'ko-KR', text: '휴학은 3년까지 할 수 있다.\n\n수수료는 3만 원이다.\n', wish: '더 짧게', other: '복학은' },
  en: { locale: 'en-GB', text: 'A leave lasts three years.\n\nThe fee is 30 euro.\n', wish: 'make it shorter', other: 'Every' },
};

describe('conflicts that end', () => {
  let browser;
  before(async () => {
    if (!skip) browser = await launch();
  });
  after(() => browser?.close());

  for (const [language, tour] of Object.entries(TOURS)) {
    test(`suggestions whose words are written over are in conflict, and wait again when that is taken back: ${language}`, { skip }, async () => {
      const draft = await (await fetch(`${base}/api/drafts`, { method: 'POST', headers, body: JSON.stringify({ title: '', text: tour.text }) })).json();
      const stored = async () => (await fetch(`${base}/api/drafts/${draft.id}`, { headers })).json();
      const { context, page, faults } = await openPage(browser, { locale: tour.locale, viewport: { width: 1440, height: 900 } });
      page.setDefaultTimeout(60_000);
      const count = (status) => page.locator(`.cards [data-status=${status}]`).count();
      const until = async (found) => {
        for (let tries = 0; tries < 600 && !(await found()); tries += 1) await page.waitForTimeout(100);
        assert.ok(await found());
      };
      try {
        await page.goto(`${base}/#/w/${draft.id}`);
        if (process.env.STET_API_KEY) {
          await page.locator('#key').fill(process.env.STET_API_KEY);
          await page.keyboard.press('Enter');
        }
        await page.locator('.ProseMirror').waitFor();
        await page.fill('#instruction', tour.wish);
        await page.keyboard.press('Enter');
        await until(async () => (await count('pending')) > 0 && !(await stored()).revising);
        await page.locator('[data-save=saved]').waitFor();
        const waiting = await count('pending');

        await page.locator('.ProseMirror').focus();
        await page.waitForTimeout(80);
        await page.keyboard.press('Control+Home');
        await page.keyboard.press('Control+Shift+ArrowRight');
        await page.waitForTimeout(120);
        await page.keyboard.type(`${tour.other} `);
        await until(async () => (await count('conflict')) > 0);
        assert.equal(await count('pending'), 0);

        // Undone by the key: the text is as it was, and so is what was suggested.
        await until(async () => {
          await page.keyboard.press('Control+z');
          return (await stored()).text === tour.text && (await count('conflict')) === 0;
        });
        assert.equal(await count('pending'), waiting);
        assert.deepEqual(faults, []);
      } catch (error) {
        await picture(page, `heal-${language}-failed`);
        throw error;
      } finally {
        await context.close();
        await fetch(`${base}/api/drafts/${draft.id}`, { method: 'DELETE', headers });
      }
    });
  }
});
