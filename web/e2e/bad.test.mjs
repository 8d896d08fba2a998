/** What is too long, too many or meant to harm, and a server that goes away, in a browser against the scripted server. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe } from 'node:test';
import { clickInto, executablePath, inspect, launch, onMock, saved, test } from './browser.mjs';

const built = existsSync(new URL('../dist/index.html', import.meta.url));
const skip = !built ? 'the page is not built: npm run build' : !executablePath ? 'no Chromium: set CHROMIUM' : false;

describe('bad input', () => {
  let browser;
  before(async () => {
    if (!skip) browser = await launch();
  });
  after(() => browser?.close());

  const on = (options, body) => onMock(browser, { name: 'bad', timeout: 15_000, locale: 'en-GB', ...options }, body);

  const open = async (page, mock, draft) => {
    await page.goto(`${mock.url}/#/w/${draft.id}`);
    await page.locator('.ProseMirror[aria-busy=false]').waitFor();
  };

  const LONG = {
    ko: { locale: 'ko-KR', line: '휴학은 통산하여 정한 기간을 넘을 수 없다. '.repeat(12), slip: '이제는 할수 있다. ', wrong: '할수 있다', mended: '할 수 있다', part: /\d+부분 가운데 \d+번째/ },
    en: { locale: 'en-GB', line: 'A leave of absence must not exceed what was agreed. '.repeat(12), slip: 'Ask teh dean. ', wrong: 'teh', mended: 'the', part: /part \d+ of \d+/ },
  };
  for (const [language, { locale, line, slip, wrong, mended, part }] of Object.entries(LONG)) {
    test(`a text too long for one revision is revised in parts, and what is typed meanwhile stays: ${language}`, { skip }, () =>
      on({ locale }, async (page, mock) => {
        const lines = Array.from({ length: 320 }, (_, index) => `${index}. ${index % 8 === 0 ? slip : ''}${line}`);
        const draft = mock.written.create('Long', `# Long\n\n${lines.join('\n\n')}\n`);
        mock.written.delay = 6;
        await open(page, mock, draft);
        await page.fill('#instruction', 'fix it');
        await page.keyboard.press('Enter');
        await page.locator('[data-revising]', { hasText: part }).waitFor();
        await clickInto(page, page.locator('.ProseMirror > p').first());
        await page.keyboard.press('End');
        await page.keyboard.type(' typed', { delay: 30 });
        await page.locator('[data-revising]').waitFor({ state: 'detached', timeout: 60_000 });
        assert.ok(mock.written.revisions.length >= 3, `${mock.written.revisions.length} parts`);
        await saved(draft, `# Long typed\n\n${lines.join('\n\n')}\n`);
        const waiting = draft.patches.filter(({ status }) => status === 'pending');
        assert.equal(waiting.length, 40, 'every part has its suggestions, and none of them twice');
        await page.locator('.filters .all').click();
        await saved(draft, `# Long typed\n\n${lines.join('\n\n').replaceAll(wrong, mended)}\n`);
        await page.locator('.ProseMirror').focus();
        await page.keyboard.press('Control+z');
        await saved(draft, `# Long typed\n\n${lines.join('\n\n')}\n`);
      }));
  }

  test('of thousands of drafts those near what is seen are drawn, and all are reached', { skip }, () =>
    on({}, async (page, mock) => {
      for (let index = 0; index < 3000; index += 1) mock.written.create(`Draft ${index}`, 'x');
      await page.goto(mock.url);
      await page.locator('[data-draft="draft-1"]').waitFor();
      const toEnd = () => page.locator('.lists').evaluate((lists) => {
        const list = lists.querySelector('.drafts ul');
        lists.scrollTop = list.offsetTop + list.offsetHeight - 500;
      });
      for (let tries = 0; tries < 400 && (await page.locator('[data-draft="draft-3000"]').count()) === 0; tries += 1) {
        await toEnd();
        await page.waitForTimeout(40);
      }
      await page.locator('[data-draft="draft-3000"]').waitFor();
      assert.ok((await page.locator('[data-draft]').count()) <= 400);
      assert.equal(await page.locator('[data-draft="draft-1"]').count(), 0);
      await page.locator('[data-draft="draft-2990"] .open').click();
      await page.locator('.ProseMirror').waitFor();
      await page.locator('.lists').evaluate((lists) => (lists.scrollTop = 0));
      await page.locator('[data-draft="draft-1"]').waitFor();
    }));

  const MOVE = { en: ['en-GB', 'Choose several', '3 chosen', 'Move…'], ko: ['ko-KR', '여러 개 고르기', '3개 고름', '옮기기…'] };
  for (const [language, [locale, several, chosen, move]] of Object.entries(MOVE)) {
    test(`several drafts are chosen by the keyboard and moved at once: ${language}`, { skip }, () =>
      on({ locale }, async (page, mock) => {
        const made = Array.from({ length: 5 }, (_, index) => mock.written.create(`Draft ${index}`, 'x').id);
        mock.projects.projects.push({ id: 'p1', name: 'Annual report', createdAt: '', archivedAt: null, sources: 0, drafts: 0, chats: 0 });
        await page.goto(mock.url);
        const row = (index) => page.locator(`[data-draft="${made[index]}"]`);
        await row(1).locator('.far').focus();
        await page.keyboard.press('Enter');
        await page.getByRole('button', { name: several }).click();
        await page.locator('[data-several]').waitFor();
        assert.ok(await row(1).locator('input').isChecked());
        await row(3).locator('input').click({ modifiers: ['Shift'] });
        await page.locator('[data-several]', { hasText: chosen }).waitFor();
        await row(2).locator('input').focus();
        await page.keyboard.press('Space');
        await row(4).locator('input').focus();
        await page.keyboard.press('Space');
        await page.locator('[data-several]', { hasText: chosen }).waitFor();
        await inspect(page, `several-${language}`);
        await page.getByRole('button', { name: move }).click();
        await page.locator('[data-into="p1"]').click();
        await page.locator('[data-several]').waitFor({ state: 'detached' });
        assert.deepEqual(mock.projects.moved, [{ projectId: 'p1', draftIds: [made[1], made[3], made[4]] }]);
        // Escape lets go of what was chosen.
        await row(1).locator('.far').focus();
        await page.keyboard.press('Enter');
        await page.getByRole('button', { name: several }).click();
        await page.locator('[data-several]').waitFor();
        await page.keyboard.press('Escape');
        await page.locator('[data-several]').waitFor({ state: 'detached' });
      }));
  }

  const paste = (page, data) => page.evaluate((data) => {
    const clipboardData = new DataTransfer();
    for (const [type, words] of Object.entries(data)) clipboardData.setData(type, words);
    document.querySelector('.ProseMirror').dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, data);

  test('what is pasted never runs, can be saved, and is shown in bounds', { skip }, () =>
    on({}, async (page, mock) => {
      const draft = mock.written.create('Paste', 'Head\n\n');
      await open(page, mock, draft);
      await clickInto(page, page.locator('.ProseMirror > p').last());
      const harm = '[click](javascript:window.ran=1) <script>window.ran=2</script> <img src=x onerror="window.ran=3"> [d](data:text/html,x)';
      await paste(page, { 'text/plain': harm });
      await saved(draft, `Head\n\n${harm}`);
      assert.equal(await page.locator('[data-href^="javascript"], [data-href^="data"], .ProseMirror script, .ProseMirror img').count(), 0);
      // Neither half of a character nor NUL can be saved: they must not keep all the rest from it. Nor is what follows turned around.
      await paste(page, { 'text/plain': ' a\ud800b\u0000\u202ec' });
      await saved(draft, `Head\n\n${harm} a\ufffdbc`);
      // A word without an end goes in; a line that a browser could not lay out is told of, and nothing changes.
      await page.keyboard.press('Enter');
      await paste(page, { 'text/plain': 'x'.repeat(50_000) });
      await page.locator('.md-endless').waitFor();
      await paste(page, { 'text/plain': 'y'.repeat(400_000) });
      await page.getByText('This is too long to be pasted.').waitFor();
      await page.keyboard.press('Enter');
      await paste(page, { 'text/plain': `|${'h|'.repeat(20)}\n|${'-|'.repeat(20)}\n${`|${'c|'.repeat(20)}\n`.repeat(400)}` });
      await page.locator('.md-table').first().waitFor();
      assert.equal(await page.locator('.md-tr').count(), 0, 'a table of 8,000 cells is shown as its text');
      await page.waitForFunction(() => document.querySelector('[data-save=saved]'));
      assert.ok(draft.text.includes('x'.repeat(50_000)) && !draft.text.includes('y'));
      assert.equal(await page.evaluate(() => globalThis.ran), undefined);
    }));

  test('a text of 1 MB is copied, replaced and brought back to the character, as one step, and suggestions far down stand there after a reload', { skip }, () =>
    on({ timeout: 40_000 }, async (page, mock) => {
      const line = (index) => `${index}. A leave of absence **must** not exceed what was agreed upon, and whoever asks for more has to ask teh dean. ${'x'.repeat(index % 90)}`;
      const text = `# Long\n\n${Array.from({ length: 6400 }, (_, index) => line(index)).join('\n\n')}\nend`;
      const draft = mock.written.create('Long', text);
      const sent = new Set();
      page.on('request', (request) => request.method() === 'PUT' && sent.add(request.postDataJSON().text));
      await open(page, mock, draft);
      await page.evaluate(() => addEventListener('copy', (event) => (globalThis.copied = event.clipboardData.getData('text/plain'))));
      await clickInto(page, page.locator('.ProseMirror > p').nth(4));
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Control+c');
      assert.ok((await page.evaluate(() => globalThis.copied)) === text, 'what is copied is the text');
      await page.keyboard.type('n');
      await saved(draft, 'n');
      await page.keyboard.press('Control+z');
      await saved(draft, text);
      await page.keyboard.press('Control+Shift+z');
      await saved(draft, 'n');
      // The cursor goes to the end of what was selected.
      await page.keyboard.press('Control+z');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.type('ing');
      await saved(draft, `${text}ing`);
      // A letter right behind a key that moves the selection is not heard before it.
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Shift+ArrowLeft');
      await page.keyboard.type('Q');
      await saved(draft, 'Qg');
      await page.keyboard.press('Control+z');
      await saved(draft, `${text}ing`);
      await page.keyboard.press('Control+z');
      await saved(draft, text);
      assert.deepEqual([...sent].filter((one) => ![text, 'n', `${text}ing`, 'Qg'].includes(one)).map((one) => one.length), [], 'nothing in between is saved');
      for (let index = 0, at = text.indexOf('teh'); at >= 0; index += 1, at = text.indexOf('teh', at + 1)) {
        draft.patches.push({ id: `p${index}`, groupId: `p${index}`, op: 'replace', start: at, end: at + 3, before: 'teh', after: 'the', category: 'DETAIL', reasons: [], status: 'pending' });
      }
      await page.reload();
      await page.locator('[data-patch="p0"]').waitFor();
      assert.equal(await page.locator('[data-patch="p6399"]').count(), 0);
      await page.locator('.paper').evaluate((paper) => paper.scrollTo({ top: paper.scrollHeight }));
      await page.locator('[data-patch="p6399"]').waitFor();
    }));

  test('a server that was away when the page came is asked again by itself', { skip }, () =>
    on({}, async (page, mock) => {
      await page.route('**/api/status', (route) => route.abort());
      await page.goto(mock.url);
      await page.getByText('The server does not answer').first().waitFor();
      await page.unroute('**/api/status');
      await page.getByText('The server does not answer').first().waitFor({ state: 'detached' });
    }));
});
