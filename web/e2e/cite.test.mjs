/** Works that are cited by key, in a browser against the scripted server: imported, cited, set on the way out. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe } from 'node:test';
import { executablePath, launch, openPage, picture, test } from './browser.mjs';
import { startMock } from './mock.mjs';

const built = existsSync(new URL('../dist/index.html', import.meta.url));
const skip = !built ? 'the page is not built: npm run build' : !executablePath ? 'no Chromium: set CHROMIUM' : false;
const FILE = { name: 'works.bib', mimeType: 'application/x-bibtex', buffer: Buffer.from('@book{a, title = {A}}') };
const WORDS = {
  'en-GB': { save: 'Save as…', came: '2 added, 0 replaced, 0 unchanged.', print: 'Print, or save as PDF', find: 'Search the bibliography', gone: /Delete smith2019/, style: 'Citation style', unknown: 'Not in the bibliography, left as they are: nobody' },
  'ko-KR': { save: '다른 형식으로 저장…', came: '새로 2건, 바뀐 것 0건, 그대로 0건입니다.', print: '인쇄 또는 PDF로 저장', find: '참고 문헌에서 찾기', gone: /smith2019 지우기/, style: '인용 양식', unknown: '참고 문헌에 없어 그대로 둡니다: nobody' },
};

describe('citing', () => {
  let browser;
  before(async () => {
    if (!skip) browser = await launch();
  });
  after(() => browser?.close());

  async function writing(locale, text, body) {
    const mock = await startMock({});
    const draft = mock.written.create('Fees', text);
    const { context, page, faults } = await openPage(browser, { locale });
    page.setDefaultTimeout(10_000);
    try {
      await page.goto(mock.url);
      await page.locator(`[data-draft=${draft.id}] .open`).click();
      await page.locator('.ProseMirror').waitFor();
      await page.locator('.ProseMirror').focus();
      await page.waitForTimeout(60);
      await body(page, draft, mock, WORDS[locale]);
      assert.deepEqual(faults, []);
    } catch (error) {
      await picture(page, 'cite-failed');
      throw error;
    } finally {
      await context.close();
      await mock.close();
    }
  }

  const saved = async (page, draft, text) => {
    for (let tries = 0; draft.text !== text; tries += 1) {
      assert.ok(tries < 100, `${JSON.stringify(draft.text)} is not ${JSON.stringify(text)}`);
      await page.waitForTimeout(100);
    }
  };
  const take = async (page, m) => {
    await page.setInputFiles('.works input[type=file]', FILE);
    await page.locator('.works .came').getByText(m.came).waitFor();
  };

  for (const locale of ['en-GB', 'ko-KR']) {
    test(`a bibliography comes in, is searched and deleted, and what is wrong is told (${locale})`, { skip }, async () => {
      await writing(locale, 'First.\n', async (page, draft, mock, m) => {
        await take(page, m);
        await page.locator('.works .faults').getByText('It cannot be read.').waitFor();
        assert.equal(await page.locator('.works [data-work]').count(), 2);
        await page.getByRole('searchbox', { name: m.find }).fill('smith');
        await page.locator('[data-work=kim2020]').waitFor({ state: 'detached' });
        await page.getByRole('button', { name: m.gone }).click();
        await page.getByRole('button', { name: m.gone }).click();
        await page.locator('[data-work=smith2019]').waitFor({ state: 'detached' });
        assert.deepEqual(mock.written.works.works.map(({ key }) => key), ['kim2020']);
      });
    });
  }

  test('a work is cited from the list, and found behind an @', { skip }, async () => {
    await writing('en-GB', 'It holds ', async (page, draft, mock, m) => {
      await page.keyboard.press('Control+End');
      await page.keyboard.type('@ ');
      await saved(page, draft, 'It holds @ ');
      await page.keyboard.press('Backspace');
      await page.keyboard.press('Backspace');
      await take(page, m);
      await page.locator('.ProseMirror').focus();
      await page.keyboard.press('Control+End');
      await page.keyboard.type('[@');
      await page.locator('[data-cite-menu]').waitFor();
      await page.keyboard.type('김영');
      await page.locator('#cite-list').getByText('Checking Citations').waitFor({ state: 'detached' });
      await page.keyboard.press('Enter');
      await saved(page, draft, 'It holds [@kim2020]');
      await page.keyboard.press('ArrowLeft');
      await page.waitForTimeout(100);
      await page.keyboard.type(', p. 3');
      await page.keyboard.press('End');
      await page.waitForTimeout(100);
      await page.keyboard.type('.');
      await saved(page, draft, 'It holds [@kim2020, p. 3].');
      // What is typed and not chosen is text; in a word and in an address the sign is a letter.
      await page.keyboard.type(' @');
      await page.locator('[data-cite-menu]').waitFor();
      await page.keyboard.type('ann');
      await page.keyboard.press('Escape');
      await page.keyboard.type(' a@b.c ');
      await saved(page, draft, 'It holds [@kim2020, p. 3]. @ann a@b.c ');
      await page.locator('[data-work=smith2019] .name').click();
      await saved(page, draft, 'It holds [@kim2020, p. 3]. @ann a@b.c [@smith2019]');
    });
  });

  for (const locale of ['en-GB', 'ko-KR']) test(`a style is chosen and kept, what is unknown is told, and paper has no keys (${locale})`, { skip }, async () => {
    await writing(locale, 'It holds [@kim2020] and [@nobody].\n', async (page, draft, mock, m) => {
      await take(page, m);
      await page.getByRole('button', { name: m.save }).click();
      await page.getByText(m.unknown).waitFor();
      await page.locator('[data-cited]').waitFor();
      await page.getByLabel(m.style).selectOption('chicago-notes');
      await page.waitForTimeout(200);
      assert.equal(draft.citationStyle, 'chicago-notes');
      await page.evaluate(() => {
        window.printed = 0;
        window.print = () => {
          dispatchEvent(new Event('beforeprint'));
          window.printed += 1;
          window.paper = document.querySelector('.print-copy').textContent;
          dispatchEvent(new Event('afterprint'));
        };
      });
      await page.getByRole('menuitem', { name: m.print }).click();
      await page.waitForFunction(() => window.printed === 1);
      const paper = await page.evaluate(() => window.paper);
      assert.match(paper, /It holds \(Kim, 2020\) and \[@nobody\]/);
      assert.match(paper, /References/);
      assert.equal(mock.written.works.asked.at(-1), '?format=html');
      // The browser's own menu asks nobody: what is saved is set ahead.
      await page.keyboard.press('Escape');
      await page.locator('.ProseMirror').focus();
      await page.keyboard.press('Control+End');
      await page.keyboard.insertText('More [@kim2020].');
      await page.waitForFunction(() => {
        window.print();
        return /More \(Kim, 2020\)/.test(window.paper);
      }, null, { polling: 300 });
      assert.doesNotMatch(await page.evaluate(() => window.paper), /@kim/);
      // And Ctrl+P waits for the server.
      await page.keyboard.insertText(' Last [@kim2020].');
      const before = await page.evaluate(() => window.printed);
      await page.keyboard.press('Control+p');
      await page.waitForFunction((count) => window.printed > count, before);
      assert.match(await page.evaluate(() => window.paper), /Last \(Kim, 2020\)[^]*References/);
    });
  });
});
