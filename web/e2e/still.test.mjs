/** What is opened stays where it is drawn, and where there is little room the text has it: measured in a browser. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe } from 'node:test';
import { executablePath, launch, openPage, picture, test } from './browser.mjs';
import { startMock } from './mock.mjs';

const built = existsSync(new URL('../dist/index.html', import.meta.url));
const skip = !built ? 'the page is not built: npm run build' : !executablePath ? 'no Chromium: set CHROMIUM' : false;
/** The most that a page may move while it opens, as browsers add it up. */
const MOST = 0.02;

/** A text of about so many characters, with headings. */
function written(length) {
  const out = [];
  for (let at = 0, size = 0; size < length; at += 1) {
    const line = at % 7 === 0 ? `## Part ${at}` : 'The total period of leave must not exceed three years, and 휴학은 통산하여 3년을 넘지 못한다. '.repeat(1 + (at % 3)).trim();
    out.push(line);
    size += line.length + 2;
  }
  return `${out.join('\n\n')}\n`;
}

describe('standing still', () => {
  let browser;
  before(async () => {
    if (!skip) browser = await launch();
  });
  after(() => browser?.close());

  async function opened({ text = null, locale = 'en-GB', viewport = { width: 1360, height: 860 }, ...options }, body) {
    const mock = await startMock(options);
    const draft = text === null ? null : mock.written.create('Leave', text);
    const { context, page, faults } = await openPage(browser, { locale, viewport });
    page.setDefaultTimeout(10_000);
    try {
      await page.addInitScript(() => {
        window.moved = [];
        new PerformanceObserver((list) => {
          for (const { value, hadRecentInput, sources } of list.getEntries()) {
            if (!hadRecentInput) window.moved.push({ value, what: sources.map(({ node }) => `${node?.nodeName}.${node?.className}`) });
          }
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await page.goto(draft ? `${mock.url}/#/w/${draft.id}` : mock.url);
      await (draft ? page.locator('.ProseMirror[aria-busy=false]') : page.locator('.page:not(.unsettled)')).waitFor();
      await body(page, mock, draft);
      assert.deepEqual(faults, []);
    } catch (error) {
      await picture(page, 'still-failed');
      throw error;
    } finally {
      await context.close();
      await mock.close();
    }
  }

  /** Lines of the text that are seen whole, with nothing over them. */
  const lines = (page) =>
    page.evaluate(() => {
      const own = (line, x, y) => line.contains(document.elementFromPoint(x, y));
      return [...document.querySelectorAll('.ProseMirror > p')].filter((line) => {
        const { left, top, bottom } = line.getBoundingClientRect();
        return bottom > top && own(line, left + 10, top + 2) && own(line, left + 10, bottom - 2);
      }).length;
    });

  for (const [width, height] of [[720, 450], [640, 360]]) {
    test(`a window of ${width} by ${height} shows eight lines of a draft and more, also beside suggestions`, { skip }, async () => {
      const text = Array.from({ length: 40 }, (_, at) => `${at} It has teh same words, and utilise is one.`).join('\n');
      for (const locale of ['en-GB', 'ko-KR']) {
        await opened({ text, locale, viewport: { width, height } }, async (page) => {
          await page.locator('.lint').first().waitFor();
          assert.ok((await lines(page)) >= 8, `${await lines(page)} lines`);
          await page.fill('#instruction', 'mend');
          await page.keyboard.press('Enter');
          await page.locator('.list').waitFor();
          await page.locator('.revise button[type=submit]').waitFor();
          assert.ok((await lines(page)) >= 8, `${await lines(page)} lines beside suggestions`);
          await picture(page, `few-lines-${width}-${locale}`);
          // The cards come when one is wanted, and go again.
          await page.locator('.patch').first().click();
          await page.locator('[data-patch-item]').first().waitFor();
          await page.locator('.fold').click();
          await page.locator('[data-patch-item]').first().waitFor({ state: 'hidden' });
          // What has no place is among the commands.
          await page.locator('[data-more]').click();
          await page.locator('[data-palette]').waitFor();
        });
      }
    });
  }

  for (const [what, text] of [['the page', null], ['an empty draft', ''], ['1,000 characters', written(1000)], ['30,000 characters', written(30_000)], ['100,000 characters', written(100_000)]]) {
    test(`opening ${what} moves nothing`, { skip }, async () => {
      for (const [locale, width, height] of [['en-GB', 1360, 860], ['ko-KR', 720, 900], ['ko-KR', 360, 740]]) {
        await opened({ text, locale, viewport: { width, height } }, async (page) => {
          // What comes late has come: the tools, the lists, what is laid out when nothing else is to be done.
          await page.waitForTimeout(1500);
          const moved = await page.evaluate(() => window.moved);
          const sum = moved.reduce((all, { value }) => all + value, 0);
          assert.ok(sum <= MOST, `${width}: ${sum} ${JSON.stringify(moved)}`);
        });
      }
    });
  }
});
