/** Projects at the side and shared links, against the scripted server. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe } from 'node:test';
import { executablePath, inspect, launch, LOOKS, onMock, test } from './browser.mjs';

const built = existsSync(new URL('../dist/index.html', import.meta.url));
const skip = !built ? 'the page is not built: npm run build' : !executablePath ? 'no Chromium: set CHROMIUM' : false;
const KEY = 'ab'.repeat(32);
const TEXT = '도서관은 아홉 시에 연다.[^1] The library closes at eleven.[^1]\n\n[^1]: library.txt\n';
const PASSAGE = 'The library opens at nine and closes at six. 도서관은 아홉 시에 연다.';
const SHARED = {
  kind: 'draft', title: 'Opening hours 여는 시간', text: TEXT, updatedAt: '2026-11-30T10:00:00Z', expiresAt: '2027-01-01T00:00:00Z', badge: 'partial', extracts: false,
  sentences: [
    { start: 0, end: 14, status: 'supported', reason: '', citations: [{ number: 1, mark: '[1]', start: 0, end: 14, source: 0, quote: '도서관은 아홉 시에 연다.', page: 2 }] },
    { start: 19, end: 49, status: 'unsupported', reason: 'The source says six.', citations: [{ number: 1, mark: '[1]', start: 19, end: 49, source: 0, quote: null, page: null }] },
  ],
  sources: [{ number: 1, title: 'library.txt', page: 2, url: null, passage: PASSAGE }],
  comments: [{ author: '이서연', body: 'Is that so?', createdAt: '2026-11-29T10:00:00Z', resolvedAt: null, quote: '아홉 시', start: 6, end: 10 }],
};

describe('projects and sharing', () => {
  let browser;
  before(async () => {
    if (!skip) browser = await launch();
  });
  after(() => browser?.close());

  const on = (options, body) => onMock(browser, { name: 'projects', timeout: 10_000, locale: 'en-GB', ...options }, body);

  test('a project is made, chosen, kept in the address, and what is made in it is in it', { skip }, () =>
    on({}, async (page, mock) => {
      const other = mock.written.create('Elsewhere', 'x');
      await page.goto(mock.url);
      await page.locator(`[data-draft="${other.id}"]`).waitFor();
      await page.locator('[data-projects]').click();
      await page.getByPlaceholder('New project').fill('Annual report');
      await page.keyboard.press('Enter');
      await page.locator('[data-projects]', { hasText: 'Annual report' }).waitFor();
      await page.waitForURL(/\?in=p1$/);
      await page.locator(`[data-draft="${other.id}"]`).waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'New draft' }).click();
      await page.locator('.ProseMirror').waitFor();
      assert.equal([...mock.written.drafts.values()].at(-1).projectId, 'p1');
      await page.reload();
      await page.locator('[data-projects]', { hasText: 'Annual report' }).waitFor();
      assert.match(page.url(), /\?in=p1$/);
      // What is elsewhere is found by its name, and moved by the keyboard.
      await page.locator('[data-projects]').click();
      await page.getByPlaceholder('Find by name').fill('else');
      await page.locator(`[data-found="${other.id}"]`).waitFor();
      await page.keyboard.press('Escape');
      await page.locator('[data-projects]').click();
      await page.getByRole('button', { name: 'Everything', exact: true }).click();
      const row = page.locator(`[data-draft="${other.id}"]`);
      await row.waitFor();
      await row.getByRole('button', { name: 'Project and more: Elsewhere' }).focus();
      await page.keyboard.press('Enter');
      await page.locator('dialog[data-thing]').waitFor();
      await page.locator('[data-into="p1"]').focus();
      await page.keyboard.press('Enter');
      await page.locator('dialog[data-thing]').waitFor({ state: 'detached' });
      assert.deepEqual(mock.projects.moved, [{ projectId: 'p1', draftIds: [other.id] }]);
      // A project that is gone hides nothing.
      await page.goto(`${mock.url}/#/?in=gone`);
      await page.reload();
      await row.waitFor();
      assert.doesNotMatch(page.url(), /in=/);
    }),
  );

  test('five thousand drafts are listed as they come into sight', { skip }, () =>
    on({}, async (page, mock) => {
      for (let nr = 0; nr < 5000; nr += 1) Object.assign(mock.written.create(`Draft ${nr}`, 'x'), { updatedAt: new Date(Date.now() - nr * 3_600_000).toISOString() });
      await page.goto(mock.url);
      await page.locator('.drafts .when', { hasText: 'Today' }).waitFor();
      assert.ok((await page.locator('[data-draft]').count()) <= 200);
      const older = page.locator('.drafts .when', { hasText: 'Older' });
      const last = async () => Number((await page.locator('[data-draft]').last().getAttribute('data-draft')).slice('draft-'.length));
      for (let tries = 0; tries < 30 && (await last()) < 300; tries += 1) {
        await page.locator('[data-draft]').last().scrollIntoViewIfNeeded();
        await page.waitForTimeout(100);
      }
      assert.ok((await last()) >= 300);
      assert.equal(await older.count(), 1);
      assert.ok((await page.locator('[data-draft]').count()) <= 400);
    }),
  );

  test('a draft is shared by a link that is copied and taken back', { skip }, () =>
    on({ permissions: ['clipboard-read', 'clipboard-write'] }, async (page, mock) => {
      const draft = mock.written.create('Leave', 'A leave lasts three years.');
      await page.goto(`${mock.url}/#/w/${draft.id}`);
      await page.locator('.ProseMirror').waitFor();
      await page.getByRole('button', { name: 'Take along' }).or(page.locator('[aria-haspopup="menu"]')).first().click();
      await page.locator('[data-share-draft]').click();
      await page.locator('dialog[data-share] select').selectOption({ label: 'in 7 days' });
      await page.getByRole('button', { name: 'Make a link' }).click();
      const link = await page.locator('[data-link]').inputValue();
      assert.equal(link, `${mock.url}/#/shared/${KEY}`);
      await page.getByRole('button', { name: 'Copy', exact: true }).click();
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), link);
      assert.equal(mock.projects.shares[0].draftId, draft.id);
      await inspect(page, 'share-dialog');
      await page.getByRole('button', { name: 'Take back' }).click();
      await page.getByText('There is no link to this.').waitFor();
      await page.keyboard.press('Escape');
      await page.locator('dialog[data-share]').waitFor({ state: 'detached' });
    }),
  );

  for (const [name, options] of Object.entries(LOOKS)) {
    test(`projects are chosen at the side: ${name}`, { skip }, () =>
      on(options, async (page, mock) => {
        mock.projects.projects.push({ id: 'p1', name: '연차 보고서 Annual report', createdAt: '2026-11-30T10:00:00Z', archivedAt: null, sources: 3, drafts: 1, chats: 2 });
        Object.assign(mock.written.create('Leave', 'x'), { updatedAt: new Date().toISOString(), projectId: 'p1' });
        await page.goto(`${mock.url}/#/?in=p1`);
        if (name === 'narrow') await page.locator('.top .icon-button').first().click();
        await page.locator('[data-projects]', { hasText: 'Annual report' }).click();
        await page.locator('[data-project="p1"]').waitFor();
        await inspect(page, `projects-${name}`);
        await page.locator('[data-draft] .far').click();
        await page.locator('dialog[data-thing]').waitFor();
        await inspect(page, `projects-move-${name}`);
      }),
    );

    test(`what is shared is read with its verdicts: ${name}`, { skip }, () =>
      on(options, async (page, mock) => {
        mock.projects.shared.set(KEY, SHARED);
        await page.goto(`${mock.url}/#/shared/${KEY}`);
        await page.getByRole('heading', { name: SHARED.title }).waitFor();
        await inspect(page, `shared-${name}`);
        await page.locator('.chip').first().click();
        assert.equal(await page.locator('[data-why] mark').innerText(), '도서관은 아홉 시에 연다.');
        await page.keyboard.press('Escape');
        await page.locator('.sentence.unsupported .mark').click();
        await page.locator('[data-why]', { hasText: 'The source says six.' }).waitFor();
        await inspect(page, `shared-why-${name}`);
        assert.equal(await page.locator('#app .side').count(), 0);
        await page.emulateMedia({ media: 'print' });
        assert.ok(await page.evaluate(() => document.documentElement.scrollHeight >= document.querySelector('main').offsetHeight));
        await page.emulateMedia({ media: null });
        await page.goto(`${mock.url}/#/shared/unknown`);
        await page.getByRole('alert').waitFor();
        await inspect(page, `shared-unknown-${name}`);
      }),
    );
  }
});
