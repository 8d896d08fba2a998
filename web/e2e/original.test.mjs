/** The page of a source beside an answer: as it looks and in words, enlarged, moved, with the evidence in a box, in both languages. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe } from 'node:test';
import { executablePath, inspect, launch, openPage, picture, test } from './browser.mjs';
import { MARKED } from './mock-page.mjs';
import { startMock } from './mock.mjs';

const built = existsSync(new URL('../dist/index.html', import.meta.url));
const skip = !built ? 'the page is not built: npm run build' : !executablePath ? 'no Chromium: set CHROMIUM' : false;

const LOOKS = [
  { locale: 'en-GB', viewport: { width: 1360, height: 860 }, question: 'How long may a leave last?', open: /^Open page/, larger: 'Larger', fit: 'Fit the width', text: 'As text', drawn: true },
  { locale: 'ko-KR', colorScheme: 'dark', viewport: { width: 1920, height: 1080 }, question: '휴학은 몇 년까지 할 수 있나요?', open: /쪽 열기$/, larger: '크게', fit: '너비에 맞추기', drawn: false },
  { locale: 'en-GB', colorScheme: 'dark', viewport: { width: 768, height: 1024 }, question: 'How long may a leave last?', open: /^Open page/, larger: 'Larger', fit: 'Fit the width', text: 'As text', drawn: true },
  { locale: 'ko-KR', viewport: { width: 360, height: 740 }, question: '휴학은 몇 년까지 할 수 있나요?', open: /쪽 열기$/, larger: '크게', fit: '너비에 맞추기', drawn: false },
];

describe('the page of a source', () => {
  let browser;
  before(async () => {
    if (!skip) browser = await launch();
  });
  after(() => browser?.close());

  for (const { question, open, larger, fit, text, drawn, ...look } of LOOKS) {
    const name = `${look.viewport.width}-${look.locale.slice(0, 2)}`;
    test(`at reading size, with the evidence in a box: ${name}`, { skip }, async () => {
      const mock = await startMock();
      const { context, page, faults } = await openPage(browser, { ...look, reducedMotion: 'reduce' });
      try {
        await page.goto(mock.url);
        await page.locator('#question').fill(question);
        await page.keyboard.press('Enter');
        await page.locator('.answer [data-badge]:not([data-badge=pending])').waitFor();
        const chip = page.locator('.answer .chip').first();
        await chip.click();
        await page.getByRole('button', { name: open }).click();
        const [frame, box] = [page.locator('.panel .frame'), page.locator('.panel [data-box]')];
        await box.waitFor();
        await page.waitForTimeout(200);
        const seen = async () => {
          const [outer, inner] = [await frame.boundingBox(), await box.boundingBox()];
          return inner.y >= outer.y - 4 && inner.y + Math.min(inner.height, 40) <= outer.y + outer.height + 4;
        };
        assert.ok(await seen(), 'what it was opened for is in sight');
        await inspect(page, `original-${name}`);
        const wide = (await frame.boundingBox()).width;
        assert.ok(wide >= Math.min(600, look.viewport.width * 0.4), `${wide} pixels are no reading size`);
        const before = await box.boundingBox();
        await frame.focus();
        await page.keyboard.press('+');
        await page.getByRole('button', { name: larger }).click();
        await page.waitForTimeout(150);
        const after = await box.boundingBox();
        assert.ok(after.height > before.height, 'the box grows with its page');
        if (drawn) {
          // On the picture itself the box holds the marked line, however large it is.
          const whole = await page.locator('[data-drawn]').boundingBox();
          const shares = [(after.x + 4 - whole.x) / whole.width, (after.y + 4 - whole.y) / whole.height];
          assert.ok(Math.abs(shares[0] - MARKED[0] / 620) < 0.01 && Math.abs(shares[1] - MARKED[1] / 877) < 0.01, shares.join());
          const at = await frame.evaluate((one) => [one.scrollLeft, one.scrollTop]);
          const middle = await frame.boundingBox();
          await page.mouse.move(middle.x + 200, middle.y + 200);
          await page.mouse.down();
          await page.mouse.move(middle.x + 140, middle.y + 150, { steps: 3 });
          await page.mouse.up();
          const moved = await frame.evaluate((one) => [one.scrollLeft, one.scrollTop]);
          assert.ok(Math.abs(moved[0] - at[0] - 60) < 3, `${at} → ${moved}`);
        }
        await picture(page, `original-${name}-larger`);
        await frame.dispatchEvent('wheel', { ctrlKey: true, deltaY: -1 });
        assert.equal(await page.locator('.zoom [role=status]').innerText(), '195 %');
        await page.getByRole('button', { name: fit }).click();
        assert.equal(await page.locator('.zoom [role=status]').innerText(), '100 %');
        if (text) {
          await page.getByRole('button', { name: text }).click();
          await page.locator('.page-text').waitFor();
          await inspect(page, `original-${name}-text`);
        }
        await page.keyboard.press('Escape');
        await page.locator('.panel').waitFor({ state: 'detached' });
        assert.ok(await chip.evaluate((one) => one === document.activeElement), 'the focus is where it came from');
        assert.deepEqual(faults, []);
      } catch (error) {
        await picture(page, `original-${name}-failed`);
        throw error;
      } finally {
        await context.close();
        await mock.close();
      }
    });
  }
});
