/**
 * The pages beside the conversation against a running server (STET_BASE_URL), in Korean and in English: rules from the
 * example to a finding, a text against a document, the sums of both on the page of charts. What is made is deleted.
 */
import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { executablePath, launch, openPage, picture, test } from './browser.mjs';

const base = process.env.STET_BASE_URL;
const skip = !base ? 'no server: set STET_BASE_URL' : !executablePath ? 'no Chromium: set CHROMIUM' : false;
const stamp = Date.now().toString(36);

const TOURS = {
  ko: {
    locale: 'ko-KR', content: `물레방아 도서관 이용 규칙\n\n물레방아 도서관의 회원은 책을 열한 권까지 빌릴 수 있다. 대출 기간은 23일이다.\n\n사본 ${stamp} 가.\n`,
    text: '물레방아 도서관의 회원은 책을 열한 권까지 빌릴 수 있다 [1]. 대출 기간은 45일이다 [1].\n\n대출 기간은 23일이다.', evidence: /열한 권/, wrong: /금일/,
    pack: '우리 규칙', rule: '“금일” 대신 “오늘”을 쓴다', pattern: '금일', instead: '오늘', sample: '금일 회의를 합니다.',
    question: '물레방아 도서관의 회원은 책을 몇 권까지 빌릴 수 있나요?',
  },
  en: {
    locale: 'en-GB', content: `Rules of the Quern Lane library\n\nMembers of the Quern Lane library may borrow eleven books at a time. A book is lent for twenty-three days.\n\nCopy ${stamp} b.\n`,
    text: 'Members of the Quern Lane library may borrow eleven books at a time [1]. A book is lent for forty-five days [1].\n\nA book is lent for twenty-three days.', evidence: /eleven books/, wrong: /utilize/,
    pack: 'Our rules', rule: 'Write “use” for “utilize”', pattern: '\\butilize\\b', instead: 'use', sample: 'We utilize it.',
    question: 'How many books may members of the Quern Lane library borrow at a time?',
  },
};

describe('rules, verification and charts on the server', () => {
  let browser;
  before(async () => {
    if (!skip) browser = await launch();
  });
  after(() => browser?.close());

  for (const [language, tour] of Object.entries(TOURS)) {
    test(`the tour: ${language}`, { skip }, async () => {
      const name = `quern-${language}-${stamp}.txt`;
      const { context, page, faults } = await openPage(browser, { locale: tour.locale });
      const shot = (what) => picture(page, `tour-${language}-${what}`);
      page.setDefaultTimeout(60_000);
      try {
        await page.goto(base);
        if (process.env.STET_API_KEY) {
          await page.locator('#key').fill(process.env.STET_API_KEY);
          await page.keyboard.press('Enter');
        }
        await page.waitForLoadState('networkidle');
        await page.setInputFiles('.sources input[type=file]', { name, mimeType: 'text/plain', buffer: Buffer.from(tour.content) });
        const row = page.locator('.sources li[data-status=ready]', { hasText: name }).first();
        await row.waitFor();

        // Rules: a pack of one's own, refused at the field, mended, tried.
        await page.locator('nav a[href="#/rules"]').click();
        await page.locator('.page-column .primary').first().click();
        await page.locator('.bar').waitFor();
        await page.locator('.facts input').first().fill(`${tour.pack} ${stamp}`);
        await page.locator('#rules-title ~ .page-ways .button').last().click();
        await page.locator('.fields textarea').fill(tour.rule);
        await page.locator('.fields .code').first().fill('(');
        await page.locator('.bar [type=submit]').click();
        await page.locator('.fields .field-problem').waitFor();
        await page.locator('.fields .code').first().fill(tour.pattern);
        await page.locator('.fields .check-row input').first().check();
        await page.locator('.fields .code').nth(1).fill(tour.instead);
        await page.locator('.card textarea').fill(tour.sample);
        await page.locator('.card .primary').click();
        await page.locator('.findings li').waitFor();
        assert.match(await page.locator('.tried mark').innerText(), tour.wrong);
        await shot('1-rules');
        await page.locator('.back').click();

        // A text against the document: one citation right, one wrong, one sentence without any.
        await page.locator('nav a[href="#/verify"]').click();
        await page.locator('#verify-text').fill(tour.text);
        await page.locator('input[value=chosen]').check();
        await page.locator('.choices label', { hasText: name }).locator('input').check();
        await page.locator('form.card [type=submit]').click();
        await page.locator('.board').waitFor();
        assert.deepEqual(
          await page.locator('.board li[data-status]').evaluateAll((all) => all.map((one) => one.dataset.status)),
          ['supported', 'unsupported', 'uncited'],
        );
        await page.locator('.look .button').click();
        await page.locator('.quote.supported button').waitFor();
        await shot('2-verify');
        await page.locator('.board .quote button').first().click();
        await page.locator('.panel mark.evidence').waitFor();
        assert.match(await page.locator('.panel mark.evidence').innerText(), tour.evidence);
        await shot('3-evidence');
        await page.keyboard.press('Escape');

        // A question that takes the rules along, then the sums.
        await page.locator('nav a[href="#/"]').click();
        await page.locator('#question').fill(tour.question);
        await page.keyboard.press('Enter');
        await page.locator('.answer [data-badge]:not([data-badge=pending])').waitFor();
        await page.locator('nav a[href="#/charts"]').click();
        await page.locator('.tiles').waitFor();
        assert.notEqual(await page.locator('.tiles dd').first().innerText(), '0');
        await page.locator('.bars').first().waitFor();
        await shot('4-charts');

        await page.locator('nav a[href="#/rules"]').click();
        const card = page.locator('[data-pack]', { hasText: stamp });
        await card.locator('.icon-button').click();
        await card.locator('.danger').click();
        await card.waitFor({ state: 'detached' });
        await row.hover();
        await row.locator('.tools button').last().click();
        await row.locator('.danger').click();
        await row.waitFor({ state: 'detached' });
        assert.deepEqual(faults, []);
      } catch (error) {
        await shot('failed');
        throw error;
      } finally {
        await context.close();
      }
    });
  }
});
