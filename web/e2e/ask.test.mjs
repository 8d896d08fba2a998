/**
 * The main job in a browser against a running server (STET_BASE_URL): add a document, ask in Korean and in English,
 * watch the badge, click a citation, see the evidence highlighted, come back to it, delete the document. With STET_API_KEY the key is entered as a person would.
 */
import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { executablePath, launch, openPage, picture, test } from './browser.mjs';

const base = process.env.STET_BASE_URL;
const skip = !base ? 'no server: set STET_BASE_URL' : !executablePath ? 'no Chromium: set CHROMIUM' : false;

/** Facts that no other document has, so that the answer must come from this one. */
const stamp = Date.now().toString(36);
const NAME = `marrow-library-${stamp}.txt`;
const CONTENT = `Rules of the Marrow Street library

Members of the Marrow Street library may borrow nine books at a time. A book is lent for twenty-six days. The reading room closes at 21:30 on weekdays.

마로 거리 도서관 이용 규정

마로 거리 도서관의 회원은 한 번에 책을 아홉 권까지 빌릴 수 있다. 대출 기간은 26일이다. 열람실은 평일 21시 30분에 닫는다.

Copy ${stamp}.
`;

const TOURS = [
  { language: 'ko', locale: 'ko-KR', question: '마로 거리 도서관의 회원은 책을 몇 권까지 빌릴 수 있나요?', edited: '마로 거리 도서관의 대출 기간은 며칠인가요?', expected: /아홉|9/ },
  { language: 'en', locale: 'en-GB', question: 'How many books may members of the Marrow Street library borrow at a time?', edited: 'For how long is a book of the Marrow Street library lent?', expected: /nine|9/i },
];

describe('asking the server', () => {
  let browser;
  before(async () => {
    if (!skip) browser = await launch();
  });
  after(() => browser?.close());

  for (const tour of TOURS) {
    test(`add a document, ask, check: ${tour.language}`, { skip }, async () => {
      const { context, page, faults } = await openPage(browser, { locale: tour.locale });
      page.setDefaultTimeout(60_000);
      try {
        await page.goto(base);
        if (process.env.STET_API_KEY) {
          await page.locator('#key').fill(process.env.STET_API_KEY);
          await page.keyboard.press('Enter');
        }
        await page.waitForLoadState('networkidle');
        await picture(page, `${tour.language}-1-start`);
        await page.setInputFiles('.sources input[type=file]', { name: NAME, mimeType: 'text/plain', buffer: Buffer.from(CONTENT) });
        const row = page.locator('.sources li', { hasText: NAME }).first();
        await row.waitFor();
        await page.locator('.sources li[data-status=ready]', { hasText: NAME }).first().waitFor();
        // An address is read as it is now; one of a private network is refused in words.
        await page.fill('#source-search', 'http://127.0.0.1:1/fees');
        await page.keyboard.press('Enter');
        const refused = page.locator('.sources li', { hasText: '127.0.0.1' });
        assert.match(await refused.locator('.failed').innerText(), /private network|사설 네트워크/);
        await picture(page, `${tour.language}-2-source`);
        await refused.locator('button').last().click();
        await refused.waitFor({ state: 'detached' });

        await page.fill('#question', tour.question);
        await page.keyboard.press('Enter');
        await page.locator('.answer .sentence').first().waitFor();
        await picture(page, `${tour.language}-3-streaming`);
        await page.locator('.answer [data-badge]:not([data-badge=pending])').waitFor();
        await picture(page, `${tour.language}-4-answer`);
        const words = await page.locator('.answer .text').innerText();
        assert.match(words, tour.expected);
        assert.doesNotMatch(words, /†/, 'a citation is a chip, never a raw mark');
        assert.match(await page.locator('.answer [data-badge]').getAttribute('data-badge'), /^(verified|partial)$/);

        const chip = page.locator('.answer .sentence.supported .chip').first();
        await chip.click();
        const evidence = page.locator('mark.evidence');
        await evidence.first().waitFor();
        assert.match((await evidence.allInnerTexts()).join('\n'), tour.expected);
        assert.match(await page.locator('.panel').innerText(), new RegExp(NAME.replaceAll('.', '\\.')));
        await picture(page, `${tour.language}-5-passage`);

        await page.keyboard.press('Escape');
        await page.locator('.answer [data-badge]').click();
        await page.locator('.panel .figures').waitFor();
        await picture(page, `${tour.language}-6-report`);

        // The conversation is still there after a reload, verdicts included.
        await page.reload();
        await page.locator('.answer .sentence.supported').first().waitFor();
        await page.locator('.answer .sentence.supported .chip').first().click();
        await page.locator('mark.evidence').first().waitFor();

        // An edited question and another answer stand beside what was there, after a reload, too.
        await page.keyboard.press('Escape');
        const place = page.locator('[data-versions]');
        const other = await context.newPage();
        await other.goto(page.url());
        await other.locator('.question', { hasText: tour.question }).waitFor();
        await other.waitForLoadState('networkidle');
        await page.locator('.answer footer .actions button').last().click();
        await place.getByText('2/2').waitFor();
        await page.locator('[data-edit-question]').first().click();
        await page.locator('.edit textarea').fill(tour.edited);
        await page.keyboard.press('Enter');
        await place.getByText('2/2').waitFor();
        await page.locator('.question', { hasText: tour.edited }).waitFor();
        await page.locator('.chats, .side-list', { hasText: tour.edited }).first().waitFor();
        await picture(page, `${tour.language}-6-versions`);
        // Another tab follows as soon as somebody looks at it.
        await other.evaluate(() => window.dispatchEvent(new Event('focus')));
        await other.locator('.question', { hasText: tour.edited }).waitFor();
        await other.getByText('2/2').waitFor();
        await other.close();
        await place.locator('button').first().click();
        await page.locator('.question', { hasText: tour.question }).waitFor();
        await page.reload();
        await place.nth(1).getByText('2/2').waitFor();
        await place.first().getByText('1/2').waitFor();
        assert.equal(await page.locator('.question').count(), 1);

        // A source that is deleted is gone, and a citation of it says so.
        await row.locator('.tools button').last().click();
        await row.locator('.danger').click();
        await row.waitFor({ state: 'detached' });
        await page.keyboard.press('Escape');
        await page.locator('.answer [data-gone]', { hasText: NAME }).waitFor();
        await page.reload();
        await page.locator('.answer [data-gone]', { hasText: NAME }).waitFor();
        await page.locator('.answer .sentence.supported .chip').first().click();
        await page.locator('.panel [role=alert]').waitFor();
        assert.match(await page.locator('.panel blockquote').innerText(), tour.expected, 'what it said is still told');
        await picture(page, `${tour.language}-7-deleted`);
        assert.deepEqual(faults, []);
      } catch (error) {
        await picture(page, `${tour.language}-failed`);
        throw error;
      } finally {
        await context.close();
      }
    });
  }
});
