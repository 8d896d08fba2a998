/** What stands around the text of a draft, in a browser, against the scripted server: comments, outline, widths, focus. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe } from 'node:test';
import { clickInto, executablePath, inspect, launch, marks, openPage, picture, test } from './browser.mjs';
import { startMock } from './mock.mjs';

const built = existsSync(new URL('../dist/index.html', import.meta.url));
const skip = !built ? 'the page is not built: npm run build' : !executablePath ? 'no Chromium: set CHROMIUM' : false;

const TOURS = {
  en: {
    locale: 'en-GB', words: 'three years', text: '# Leave\n\nYou may apply. A leave lasts three years at most.\n\n## Terms\n\nSign here.\n',
    comment: 'Comment', reply: 'Reply', resolve: 'Resolve', remove: 'Delete', undo: 'Undo', who: 'Writer', gone: /gone/, settled: /1 resolved/, about: /Who says so/, sentences: /4 sentences/,
  },
  ko: {
    locale: 'ko-KR', words: '3년까지', text: '# 휴학\n\n신청할 수 있다. 휴학은 3년까지 한다.\n\n## 조건\n\n여기에 서명한다.\n',
    comment: '댓글', reply: '답글', resolve: '해결', remove: '삭제', undo: '되돌리기', who: '작성자', gone: /지워졌습니다/, settled: /해결한 댓글 1개/, about: /Who says so/, sentences: /문장 4개/,
  },
};

describe('what stands around the text', () => {
  let browser;
  before(async () => {
    if (!skip) browser = await launch();
  });
  after(() => browser?.close());

  async function writing(text, options, body) {
    const mock = await startMock();
    const draft = mock.written.create('Leave', text);
    const opened = await openPage(browser, { locale: 'en-GB', ...options });
    const { page } = opened;
    page.setDefaultTimeout(15_000);
    try {
      await page.goto(`${mock.url}/#/w/${draft.id}`);
      await page.locator('.ProseMirror').waitFor();
      await body(page, draft, mock);
      assert.deepEqual(opened.faults, []);
    } catch (error) {
      await picture(page, 'margin-failed');
      throw error;
    } finally {
      await opened.context.close();
      await mock.close();
    }
  }

  /** Selects words of the text, as a double click and a drag would. */
  async function select(page, words) {
    await page.locator('.ProseMirror').focus();
    await page.waitForTimeout(60);
    await page.evaluate((wanted) => {
      const walker = document.createTreeWalker(document.querySelector('.ProseMirror'), NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const at = node.data.indexOf(wanted);
        if (at < 0) continue;
        getSelection().setBaseAndExtent(node, at, node, at + wanted.length);
        return;
      }
      throw new Error(`${wanted} is not there`);
    }, words);
    await page.locator('[data-selection-menu]').waitFor();
  }

  const card = (page) => page.locator('[data-comment-item]:not([data-comment-item=comment-fresh])');

  for (const [language, tour] of Object.entries(TOURS)) {
    test(`comments are written, answered, settled and deleted, and follow their words: ${language}`, { skip }, async () => {
      await writing(tour.text, { locale: tour.locale }, async (page, draft, mock) => {
        const button = (name) => card(page).getByRole('button', { name, exact: true });
        await select(page, tour.words);
        await page.locator('[data-selection-menu]').getByRole('button', { name: tour.comment }).click();
        await page.locator('textarea:focus').waitFor();
        await page.keyboard.type('Who says so?');
        await inspect(page, `comment-fresh-${language}`);
        await page.keyboard.press('Control+Enter');
        await card(page).waitFor();
        const [thread] = mock.written.comments.threads.get(draft.id);
        assert.deepEqual([thread.quote, thread.body], [tour.words, 'Who says so?']);
        await marks(page, '[data-comment]', tour.words);
        assert.match(await card(page).innerText(), new RegExp(tour.who));

        await button(tour.reply).click();
        await page.locator('textarea:focus').waitFor();
        await page.keyboard.type('The contract.');
        await card(page).getByRole('button', { name: tour.reply, exact: true }).click();
        await card(page).getByText('The contract.').waitFor();
        await inspect(page, `comment-${language}`);

        // What is written before the words moves them; what takes their place leaves the comment where it was.
        await page.locator('.ProseMirror').focus();
        // ProseMirror takes a cursor that goes to the beginning right after the focus for the browser's doing.
        await page.waitForTimeout(300);
        await page.keyboard.press('Control+Home');
        await page.keyboard.type('X');
        await page.locator('[data-save=saved]').waitFor();
        await marks(page, '[data-comment]', tour.words);
        const next = draft.text.replace(tour.words, '');
        mock.written.write(draft, next);
        await page.reload();
        await page.locator('[data-comment-item][data-state=gone]').getByText(tour.gone).waitFor();
        assert.equal(await page.locator('[data-comment]').count(), 0);
        await inspect(page, `comment-gone-${language}`);

        await card(page).locator('.change').click();
        await button(tour.resolve).click();
        await page.locator('[data-settled] summary').getByText(tour.settled).click();
        await page.locator('[data-settled] [data-comment-item]').getByRole('button', { name: new RegExp(tour.remove) }).first().click();
        await page.locator('.removed').getByRole('button', { name: tour.undo }).click();
        await page.locator('[data-settled] [data-comment-item]').getByRole('button', { name: new RegExp(tour.remove) }).first().click();
        assert.equal(mock.written.comments.threads.get(draft.id).length, 1, 'it can still be brought back');
        await page.reload();
        for (let tries = 0; tries < 40 && mock.written.comments.threads.get(draft.id).length > 0; tries += 1) await page.waitForTimeout(50);
        assert.deepEqual(mock.written.comments.threads.get(draft.id), []);
        assert.match(await page.locator('[data-counts]').innerText(), tour.sentences);
      });
    });
  }

  for (const [language, tour] of Object.entries(TOURS)) {
    test(`beside a conversation what is typed about some words is their comment: ${language}`, { skip }, async () => {
      await writing(tour.text, { locale: tour.locale }, async (page, draft, mock) => {
        const said = () => mock.written.comments.threads.get(draft.id)?.map(({ quote, body }) => [quote, body]) ?? [];
        const scrolled = () => page.locator('.paper').evaluate((paper) => paper.scrollTop);
        const say = async (words) => {
          await select(page, tour.words);
          const before = await scrolled();
          await page.keyboard.press('Control+Alt+m');
          await page.locator('textarea:focus').waitFor();
          await page.keyboard.type(words);
          assert.equal(await scrolled(), before);
          await inspect(page, `comment-beside-${language}`);
          await page.keyboard.press('Control+Enter');
          await card(page).getByText(words).waitFor();
        };
        await say('First.');
        // No card is looked at, so that none is seen.
        await page.reload();
        await page.locator('[data-comment]').waitFor();
        await page.keyboard.press('Control+j');
        await page.locator('#question').waitFor();
        await say('Second?');
        assert.deepEqual([said(), draft.text], [[[tour.words, 'First.'], [tour.words, 'Second?']], tour.text]);
      });
    });
  }

  test('a key comments on the sentence at the cursor, and gives up', { skip }, async () => {
    await writing(TOURS.en.text, {}, async (page, draft, mock) => {
      await clickInto(page, page.locator('.ProseMirror > p').nth(2));
      await page.keyboard.press('Control+Alt+m');
      const field = page.locator('[data-comment-item=comment-fresh] textarea');
      await field.waitFor();
      await marks(page, '[data-comment]', 'You may apply.');
      await page.keyboard.press('Escape');
      await field.waitFor({ state: 'detached' });
      assert.equal(await page.locator('[data-comment]').count(), 0);
      assert.equal(await page.evaluate(() => document.activeElement.classList.contains('ProseMirror')), true);
      assert.deepEqual(mock.written.comments.threads.get(draft.id) ?? [], []);
    });
  });

  test('what is said in another tab, or by somebody else, comes by itself', { skip }, async () => {
    await writing(TOURS.en.text, {}, async (page, draft, mock) => {
      const others = { tab: await page.context().newPage(), person: (await openPage(browser, { locale: 'en-GB' })).page };
      for (const other of Object.values(others)) {
        await other.goto(`${mock.url}/#/w/${draft.id}`);
        await other.locator('.ProseMirror').waitFor();
      }
      await clickInto(page, page.locator('.ProseMirror > p').nth(2));
      await page.keyboard.press('Control+Alt+m');
      await page.locator('[data-comment-item=comment-fresh] textarea').fill('Who?');
      await page.keyboard.press('Control+Enter');
      await others.tab.getByText('Who?').waitFor();
      await marks(others.tab, '[data-comment]', 'You may apply.');
      assert.equal(await others.person.getByText('Who?').count(), 0);
      await others.person.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await others.person.getByText('Who?').waitFor();
      await card(others.tab).locator('.change').click();
      await others.tab.getByRole('button', { name: 'Resolve' }).click();
      await page.locator('[data-settled]').waitFor();
      await others.person.context().close();
    });
  });

  test('the outline leads to its headings and follows the reader', { skip }, async () => {
    const text = ['One', 'Two', 'Three'].map((name) => `# ${name}\n\n${'A line of it. \n\n'.repeat(40)}`).join('');
    await writing(text, {}, async (page) => {
      const outline = page.locator('nav.outline');
      assert.deepEqual(await outline.locator('li').allInnerTexts(), ['One', 'Two', 'Three']);
      await outline.getByRole('button', { name: 'One', exact: true }).focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await outline.locator('[aria-current=location]', { hasText: 'Two' }).waitFor();
      const top = () => page.evaluate(() => [...document.querySelectorAll('.ProseMirror > p')].find((line) => line.textContent.includes('Two')).getBoundingClientRect().top);
      assert.ok((await top()) < 300, 'the heading is at the top');
      await page.locator('.paper').evaluate((paper) => paper.scrollTo(0, paper.scrollHeight));
      await outline.locator('[aria-current=location]', { hasText: 'Three' }).waitFor();
      await page.keyboard.type('# Four\n');
      await outline.getByText('Four').waitFor();
      await page.locator('[data-fold=outline]').click();
      await page.locator('[data-fold=drafts]').click();
      assert.equal(await outline.locator('li').count(), 0);
      await page.reload();
      await page.locator('[data-fold=outline][aria-expanded=false]').waitFor();
      assert.equal(await page.locator('.drafts li').count(), 0);
    });
  });

  test('the edges are moved by keyboard and mouse, and stay', { skip }, async () => {
    await writing(TOURS.en.text, { viewport: { width: 1680, height: 900 } }, async (page) => {
      const edge = page.getByRole('separator', { name: 'Width of the lists' });
      const width = () => page.locator('.side').evaluate((side) => side.getBoundingClientRect().width);
      await edge.focus();
      await page.keyboard.press('ArrowRight');
      assert.deepEqual([await edge.getAttribute('aria-valuenow'), await width()], ['296', 296]);
      const box = await edge.boundingBox();
      await page.mouse.move(box.x + 4, 300);
      await page.mouse.down();
      await page.mouse.move(box.x + 64, 300);
      await page.mouse.up();
      assert.equal(await width(), 356);
      await page.reload();
      await page.locator('.ProseMirror').waitFor();
      assert.equal(await width(), 356);
      await edge.focus();
      for (const [key, wanted] of [['Home', 208], ['End', 440], ['Enter', 280]]) {
        await page.keyboard.press(key);
        assert.equal(await width(), wanted);
      }
    });
  });

  test('only the text is seen, and everything comes back', { skip }, async () => {
    await writing(TOURS.ko.text, { locale: 'ko-KR' }, async (page) => {
      await page.locator('.ProseMirror').click();
      await page.keyboard.press('F9');
      await page.locator('.side').waitFor({ state: 'hidden' });
      assert.equal(await page.locator('.tools, #instruction').count(), 0);
      await page.keyboard.type('글');
      await inspect(page, 'focus-ko');
      await page.locator('[data-focus]').click();
      await page.locator('.side').waitFor();
      await page.locator('#instruction').waitFor();
    });
  });

  test('any two versions are compared by sentence', { skip }, async () => {
    await writing('We pay in 30 days. The tenant signs.\n', {}, async (page, draft, mock) => {
      mock.written.write(draft, 'We pay in 45 days. The tenant signs.\n');
      mock.written.write(draft, 'We pay in 45 days. The tenant signs. All is new.\n');
      await page.reload();
      await page.locator('.ProseMirror').waitFor();
      await page.getByRole('button', { name: 'History', exact: true }).click();
      await page.locator('[data-revision="3"]').click();
      await page.locator('[data-compare]').selectOption({ index: 2 });
      await page.locator('[data-compared]', { hasText: 'From version 1 to 3: 1 changed, 1 added, 0 removed' }).waitFor();
      const changed = page.locator('[data-change=changed] p');
      assert.equal((await changed.textContent()).trim(), 'We pay in [removed: 30][added: 45] days.');
      assert.equal((await page.locator('[data-change=added] ins').textContent()).trim(), 'All is new.');
      await inspect(page, 'versions-en');
      await page.locator('[data-compare]').selectOption({ index: 0 });
      await page.getByText('This is the text as it is now.').waitFor();
    });
  });
});
