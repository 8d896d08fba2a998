/** Words of the dictionary and findings set aside: from the hint beside the text to the list on the rules page and back. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe } from 'node:test';
import { executablePath, inspect, launch, openPage, test } from './browser.mjs';
import { startMock } from './mock.mjs';

const built = existsSync(new URL('../dist/index.html', import.meta.url));
const skip = !built ? 'the page is not built: npm run build' : !executablePath ? 'no Chromium: set CHROMIUM' : false;

const RULES = [['plain', 'utilise'], ['how-much', 'very'], ['easy', '실시하였다']].map(([id, pattern]) => ({ id, kind: 'must_not', severity: 'warning', text: `${pattern}: ${id}.`, pattern }));
const CASES = [
  {
    name: 'English, light, wide', locale: 'en-GB', viewport: { width: 1440, height: 900 },
    text: 'We utilise very much of it, and utilise it very well.', words: ['utilise', 'very'], pointed: 'utilise',
    ignore: 'Ignore', rule: 'Ignore this rule in this draft', learn: 'Add “utilise” to the dictionary',
    back: /Take back/, out: 'Take “utilise” out of the dictionary', field: 'Word', add: 'Add',
  },
  {
    name: 'Korean, dark, narrow', locale: 'ko-KR', colorScheme: 'dark', viewport: { width: 390, height: 844 },
    text: '조사를 실시하였다. 점검도 실시하였다. It is very good.', words: ['실시하였다', 'very'], pointed: '실시하였다',
    ignore: '무시', rule: '이 초안에서 이 규칙 무시', learn: '“실시하였다” 사전에 넣기',
    back: /되돌리기/, out: '사전에서 “실시하였다” 빼기', field: '낱말', add: '넣기',
  },
];

describe('what is not told again', () => {
  let browser;
  before(async () => {
    if (!skip) browser = await launch();
  });
  after(() => browser?.close());

  async function writing({ text, ...options }, body) {
    const mock = await startMock({ ruled: true });
    mock.rules.keep('pack-1', { name: 'House style', criteriaDefinition: { rules: RULES } });
    const draft = mock.written.create('Leave', text);
    const { context, page, faults } = await openPage(browser, options);
    page.setDefaultTimeout(20_000);
    const marked = async (count) => page.waitForFunction((count) => document.querySelectorAll('.lint').length === count, count);
    const open = async () => {
      await page.goto(`${mock.url}/#/w/${draft.id}`);
      await page.reload();
      await page.locator('.ProseMirror').waitFor();
    };
    try {
      await open();
      await body({ page, mock, draft, marked, open });
      assert.deepEqual(faults, []);
    } finally {
      await context.close();
      await mock.close();
    }
  }

  for (const one of CASES) {
    const { name, text, words, pointed, ignore, rule, learn, back, out, field, add, ...options } = one;
    test(`ignored here, a rule ignored, a word learnt, all kept and taken back: ${name}`, { skip }, async () => {
      await writing({ text, ...options }, async ({ page, mock, draft, marked, open }) => {
        const all = (words) => [...text.matchAll(new RegExp(words.join('|'), 'g'))].length;
        await marked(all(words));
        const hint = page.locator('[data-hint=breach]');
        const at = async (word) => {
          await page.locator('.lint', { hasText: word }).first().hover();
          await hint.waitFor();
        };
        await at(pointed);
        await inspect(page, `spared-hint-${options.locale}`);
        await hint.getByRole('button', { name: learn }).click();
        await marked(all(['very']));
        assert.ok(mock.rules.words.includes(pointed));
        // By keyboard: the words of this finding.
        await page.locator('.ProseMirror').press('Control+Home');
        await page.keyboard.press('F8');
        await hint.getByRole('button', { name: ignore, exact: true }).waitFor();
        await page.keyboard.press('Control+.');
        await page.waitForFunction(() => document.activeElement?.closest('[data-hint]'));
        await page.keyboard.press('Enter');
        await marked(0);
        assert.deepEqual(mock.rules.ignored.map(({ words, draftId }) => [words, draftId]), [['very', draft.id]]);
        await open();
        await page.waitForFunction(() => document.querySelector('.ProseMirror')?.textContent.includes('very'));
        await marked(0);
        // Another draft is told.
        await page.goto(`${mock.url}/#/w/${mock.written.create('Other', text).id}`);
        await marked(all(['very']));
        await at('very');
        await hint.getByRole('button', { name: rule }).click();
        await marked(0);
        assert.deepEqual(mock.rules.ignored.map(({ words }) => words), ['very', null]);
        await page.goto(`${mock.url}/#/rules`);
        const aside = page.locator('[data-ignored] li');
        await aside.first().waitFor();
        assert.equal(await aside.count(), 2);
        await page.locator('[data-dictionary]').scrollIntoViewIfNeeded();
        await inspect(page, `spared-rules-${options.locale}`);
        for (const left of [1, 0]) {
          await aside.first().getByRole('button', { name: back }).press('Enter');
          await page.waitForFunction((left) => document.querySelectorAll('[data-ignored] li').length === left, left);
          assert.notEqual(await page.evaluate(() => document.activeElement?.tagName), 'BODY', 'the focus is somewhere');
        }
        await page.getByRole('button', { name: out }).click();
        await page.getByRole('button', { name: out }).waitFor({ state: 'detached' });
        await page.getByRole('textbox', { name: field, exact: true }).fill(' 한빛관 ');
        await page.keyboard.press('Enter');
        await page.locator('[data-dictionary] li', { hasText: '한빛관' }).waitFor();
        assert.deepEqual(mock.rules.words.sort(), ['Zettel', '한빛관']);
        await page.getByRole('button', { name: add, exact: true }).waitFor();
        await open();
        await marked(all(words));
      });
    });
  }

  test('a server that does not take it is told, and the mark stays', { skip }, async () => {
    const [one] = CASES;
    await writing({ text: one.text, locale: one.locale }, async ({ page, marked }) => {
      await marked(4);
      await page.route('**/api/ignored', (route) => route.fulfill({ status: 503, contentType: 'application/problem+json', body: JSON.stringify({ title: 'Busy', status: 503, detail: 'The database is busy.' }) }));
      await page.locator('.lint', { hasText: 'very' }).first().hover();
      await page.locator('[data-hint=breach]').getByRole('button', { name: 'Ignore', exact: true }).click();
      await page.getByText('The database is busy.').waitFor();
      await marked(4);
    });
  });
});
