/** The page /docs on a running server (STET_BASE_URL): operations are sent from their forms, in both languages and by keyboard. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, describe } from 'node:test';
import { executablePath, launch, openPage, picture, test } from './browser.mjs';

const base = process.env.STET_BASE_URL;
const skip = !base ? 'no server: set STET_BASE_URL' : !executablePath ? 'no Chromium: set CHROMIUM' : false;
const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const LOOKS = [
  { name: '1440-en-light', send: 'Send', stop: 'Stop', bad: /not JSON/, locale: 'en-GB', viewport: { width: 1440, height: 900 } },
  { name: '390-ko-dark', send: '보내기', stop: '멈추기', bad: /JSON이 아닙니다/, locale: 'ko-KR', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
];

describe('the page of the interface', () => {
  let browser;
  before(async () => {
    if (!skip) browser = await launch();
  });
  after(() => browser?.close());

  for (const { name, send, stop, bad, ...options } of LOOKS) {
    test(`operations are tried out: ${name}`, { skip }, async () => {
      const { context, page, faults } = await openPage(browser, options);
      page.setDefaultTimeout(30_000);
      const open = async (id) => {
        await page.goto(`${base}/docs#${id}`);
        await page.locator(`#${id} form`).waitFor();
        return page.locator(`#${id}`);
      };
      const told = async (part, status) => {
        await part.locator('[role=status]', { hasText: status }).waitFor();
        await part.getByRole('button', { name: send }).and(page.locator(':enabled')).waitFor();
        return part.locator('form > pre').innerText();
      };
      try {
        // What has no fields, by keyboard alone.
        let part = await open('status');
        await part.locator('summary').first().focus();
        for (let step = 0; step < 3 && !(await page.evaluate(() => document.activeElement?.matches('[type=submit]'))); step += 1) await page.keyboard.press('Tab');
        await page.keyboard.press('Enter');
        assert.ok(JSON.parse(await told(part, '200')).version);
        // The example as it stands makes a draft; its id is offered where one is wanted.
        part = await open('createDraft');
        await part.locator('textarea').press('Control+Enter');
        const draft = JSON.parse(await told(part, '201'));
        part = await open('readDraft');
        const place = part.locator('input[name=id]');
        assert.equal(await place.evaluate((input) => [...input.list.options].some(({ value }) => value.length === 36)), true);
        await part.getByRole('button', { name: send }).click();
        assert.equal(await place.evaluate((input) => input.matches(':invalid')), true, 'an id is needed');
        await place.fill(draft.id);
        await place.press('Enter');
        assert.equal(JSON.parse(await told(part, '200')).text, draft.text);
        await part.locator('form details summary').click();
        assert.match(await part.locator('form details pre').innerText(), /x-request-id: /);
        // A body that is not JSON is refused here, a fault of the server is shown.
        part = await open('search');
        await part.locator('textarea').fill('{');
        await part.getByRole('button', { name: send }).click();
        assert.match(await part.locator('textarea').evaluate((area) => area.validationMessage), bad);
        await part.locator('textarea').fill('{"nobody": 1}');
        await part.getByRole('button', { name: send }).click();
        assert.match(await told(part, '400'), /nobody/);
        // A stream is shown as it comes, and stops.
        part = await open('ask');
        await part.locator('textarea').fill(JSON.stringify({ id: `docs-${Date.now()}`, message: { role: 'user', parts: [{ type: 'text', text: 'When does the library open?' }] } }));
        await part.getByRole('button', { name: send }).click();
        await part.getByText('"type":"start"').waitFor();
        assert.match(await told(part, '200'), /\[DONE\]/);
        assert.equal(await part.getByRole('button', { name: stop }).isDisabled(), true);
        part = await open('deleteDraft');
        await part.locator('input[name=id]').fill(draft.id);
        await part.getByRole('button', { name: send }).click();
        await told(part, '204');
        await page.evaluate(await readFile(axe, 'utf8'));
        const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
        assert.deepEqual(found.violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`), []);
        assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, 'it is not too wide');
        await (await open('search')).scrollIntoViewIfNeeded();
        await picture(page, `docs-${name}`);
        assert.deepEqual(faults, []);
      } finally {
        await context.close();
      }
    });
  }
});
