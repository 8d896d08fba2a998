/** What the checks found in a draft: in a list by kind, gone to by key, mended at one go; in a browser against the scripted server. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe } from 'node:test';
import { executablePath, inspect, launch, openPage, picture, saved, test } from './browser.mjs';
import { startMock } from './mock.mjs';

const built = existsSync(new URL('../dist/index.html', import.meta.url));
const skip = !built ? 'the page is not built: npm run build' : !executablePath ? 'no Chromium: set CHROMIUM' : false;
const WORDS = {
  'en-GB': { check: 'Check against the sources', close: 'Close the list', all: /^Fix all 3/, held: '3 places with open suggestions stay' },
  'ko-KR': { check: '출처와 대조', close: '목록 닫기', all: /^3곳 모두 고치기/, held: '제안이 열려 있는 3곳은 그대로 둡니다' },
};

describe('findings', () => {
  let browser;
  before(async () => {
    if (!skip) browser = await launch();
  });
  after(() => browser?.close());

  async function writing(locale, text, body, options = {}) {
    const mock = await startMock({});
    const draft = mock.written.create('Fees', text);
    const { context, page, faults } = await openPage(browser, { locale, ...options });
    page.setDefaultTimeout(10_000);
    try {
      await page.goto(`${mock.url}/#/w/${draft.id}`);
      await page.locator('.lint').first().waitFor();
      await body(page, draft, mock, WORDS[locale]);
      assert.deepEqual(faults, []);
    } catch (error) {
      await picture(page, 'findings-failed');
      throw error;
    } finally {
      await context.close();
      await mock.close();
    }
  }

  const TEXT = 'We utilise it, very much.\n\n- You utilise it.\n\n| a | b |\n|---|---|\n| utilise | 1 |\n\nIt is very good.\n';

  for (const [locale, options] of [['en-GB', {}], ['ko-KR', { colorScheme: 'dark' }], ['ko-KR', { viewport: { width: 360, height: 740 } }]]) {
    test(`a list by kind leads to each place and mends a kind in one step (${locale} ${JSON.stringify(options)})`, { skip }, async () => {
      await writing(locale, TEXT, async (page, draft, mock, m) => {
        await page.locator('[data-breaches]').click();
        await page.locator('[data-findings]').waitFor();
        assert.deepEqual(await page.locator('[data-group] summary .quiet').allInnerTexts(), ['3', '2']);
        assert.equal(await page.locator('[data-fix-all]').count(), 1, 'a rule that offers nothing mends nothing');
        await inspect(page, `findings-${locale}-${options.viewport?.width ?? ''}`);
        await page.locator('[data-group] li button', { hasText: 'good' }).click();
        await page.locator('[data-hint=breach]').waitFor();
        assert.equal(await page.evaluate(() => document.querySelector('[data-hint]').contains(document.activeElement)), true);
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: m.all }).click();
        await saved(draft, TEXT.replaceAll('utilise', 'use'));
        await page.locator('[data-fix-all]').waitFor({ state: 'detached' });
        assert.deepEqual(await page.locator('[data-group] summary .quiet').allInnerTexts(), ['2']);
        await page.locator('.ProseMirror').focus();
        await page.keyboard.press('Control+z');
        await saved(draft, TEXT);
        await page.getByRole('button', { name: m.close }).click();
        await page.locator('[data-findings]').waitFor({ state: 'detached' });
      }, options);
    });
  }

  test('F8 goes through all of them, from the one at the cursor on, also out of what explains one', { skip }, async () => {
    await writing('en-GB', TEXT, async (page, draft) => {
      const hint = async (words) => {
        await page.locator('[data-hint=breach]', { hasText: words }).waitFor();
        await page.waitForTimeout(100);
      };
      await page.locator('.ProseMirror > p').first().click();
      await page.keyboard.press('Home');
      for (let right = 0; right < 5; right += 1) await page.keyboard.press('ArrowRight');
      await page.waitForTimeout(100);
      // The cursor stands in the first one, and it is not left out.
      await page.keyboard.press('F8');
      await hint('Write “use”');
      const order = [];
      for (const words of ['Say how much.', 'Write “use”', 'Write “use”', 'Say how much.', 'Write “use”']) {
        await page.keyboard.press('F8');
        await hint(words);
        order.push(await page.evaluate(() => document.activeElement.closest('[data-hint]') !== null));
      }
      assert.deepEqual(order, [true, true, true, true, true]);
      await page.keyboard.press('Shift+F8');
      await hint('Say how much.');
      await page.keyboard.press('Escape');
      await page.keyboard.type('X');
      await saved(draft, TEXT.replace('very good', 'Xvery good'));
    });
  });

  test('verdicts stand in the list and on the way; suggestions that are open keep their words', { skip }, async () => {
    await writing('ko-KR', '휴학은 3년을 초과할 수 없다[^1]. 조사를 실시하였다. 다시 실시하였다. 또 실시하였다.\n\n[^1]: 학칙.hwpx, 3쪽\n', async (page, draft, mock, m) => {
      await page.getByRole('button', { name: m.check }).click();
      await page.locator('[data-checked]').waitFor();
      await page.locator('[data-breaches]').click();
      await page.locator('[data-findings]').waitFor();
      const kinds = await page.locator('[data-group]').evaluateAll((all) => all.map((one) => one.className.split(' ')[1]));
      assert.equal(kinds.at(-1), 'rule');
      assert.ok(await page.getByRole('button', { name: m.all }).isVisible());
      assert.equal(await page.locator('.verdict [data-fix-all]').count(), 0);
      await page.fill('#instruction', '다듬기');
      await page.keyboard.press('Enter');
      await page.locator('.patch').first().waitFor();
      await page.locator('.revise button[type=submit]').waitFor();
      await page.getByText(m.held).waitFor();
      assert.equal(await page.locator('.rule [data-fix-all]').count(), 0);
      // Turned down, its words can be mended with the others.
      await page.locator('.patch', { hasText: '실시하였다' }).first().click();
      await page.locator('.ProseMirror').focus();
      await page.keyboard.press('Alt+x');
      await page.locator('.rule [data-fix-all]').waitFor();
      await picture(page, 'findings-suggested');
    });
  });
});
