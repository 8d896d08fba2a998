/** A source at a glance, in a browser against the scripted server: offered after an upload, asked from, left by keyboard. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe } from 'node:test';
import { executablePath, inspect, launch, LOOKS, openPage, picture, test } from './browser.mjs';
import { startMock } from './mock.mjs';

const built = existsSync(new URL('../dist/index.html', import.meta.url));
const skip = !built ? 'the page is not built: npm run build' : !executablePath ? 'no Chromium: set CHROMIUM' : false;
const WORDS = { en: { open: 'At a glance', sum: 'Summarise', asks: 'Summarise this document.' }, ko: { open: '한눈에 보기', sum: '요약하기', asks: '이 문서를 요약해 주세요.' } };

describe('a source at a glance', () => {
  let browser;
  before(async () => {
    if (!skip) browser = await launch();
  });
  after(() => browser?.close());

  for (const [name, options] of Object.entries(LOOKS)) {
    test(`it is offered, leads to passages and asks: ${name}`, { skip }, async () => {
      const words = WORDS[options.locale.slice(0, 2)];
      const mock = await startMock({});
      const { context, page, faults } = await openPage(browser, options);
      page.setDefaultTimeout(10_000);
      const menu = async () => {
        if (name === 'narrow') await page.locator('.top .icon-button').first().click();
      };
      try {
        await page.goto(mock.url);
        await menu();
        await page.setInputFiles('.sources input[type=file]', { name: 'rules.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
        const offer = page.locator('.sources li[data-status=ready]').getByRole('button', { name: words.open, exact: true });
        // What is said of the source ends before the button for more, which a finger always sees.
        const under = await offer.evaluate((link) => {
          const [range, more] = [document.createRange(), link.closest('li').querySelector('.more').getBoundingClientRect()];
          range.selectNodeContents(link.closest('.facts'));
          return [...range.getClientRects()].some((box) => box.right > more.left + 1 && box.bottom > more.top + 2 && box.top < more.bottom - 2);
        });
        assert.equal(under, false);
        await offer.focus();
        await page.keyboard.press('Enter');
        const panel = page.locator('.panel');
        await panel.getByRole('button', { name: words.sum }).waitFor();
        assert.equal(await panel.locator('.questions button').count(), 2);
        await inspect(page, `glance-${name}`);
        // A sentence and a heading lead to the passage, and back.
        for (const way of [panel.locator('.said button'), panel.locator('li button').last()]) {
          await way.click();
          await panel.locator('.own').waitFor();
          await panel.locator('header button').first().click();
          await panel.getByRole('button', { name: words.sum }).waitFor();
        }
        // What is asked is asked of this source alone.
        await panel.locator('.questions button').first().press('Enter');
        await panel.waitFor({ state: 'detached' });
        await page.locator('.pins .pin', { hasText: 'rules.txt' }).waitFor();
        await page.locator('.question').waitFor();
        assert.deepEqual([mock.asked[0].message.parts[0].text, mock.asked[0].sourceIds], ['How soon may a student apply for a leave of absence?', ['d1']]);
        await page.locator('.stop').waitFor({ state: 'detached' });
        await menu();
        await offer.click();
        await panel.getByRole('button', { name: words.sum }).and(page.locator(':enabled')).click();
        await page.locator('.question').nth(1).waitFor();
        assert.equal(mock.asked[1].message.parts[0].text, words.asks);
        assert.deepEqual(faults, []);
      } catch (error) {
        await picture(page, `glance-failed-${name}`);
        throw error;
      } finally {
        await context.close();
        await mock.close();
      }
    });
  }
});
