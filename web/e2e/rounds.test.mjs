/**
 * Round trips against a running server (STET_BASE_URL): an answer goes into a draft and keeps its verdicts there; a value that
 * the source does not state becomes a dispute in two lines, and is settled with the value of the source.
 */
import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { executablePath, inspect, launch, LOOKS, openPage, picture, test } from './browser.mjs';

const base = process.env.STET_BASE_URL;
const skip = !base ? 'no server: set STET_BASE_URL' : !executablePath ? 'no Chromium: set CHROMIUM' : false;
const stamp = Date.now().toString(36);
const NAME = `quarry-club-${stamp}.md`;
// A club of its own for each run, in letters: a server that has taken the tour before has the file of the run before, too.
const CLUB = [...Date.now().toString()].map((digit) => 'bdfgklmnrt'[Number(digit)]).join('').replace(/../g, '$&a');
const CONTENT = `# ${CLUB} club\n\nMembers of the ${CLUB} club may keep nine boats in the harbour. A mooring is let for 26 days.\n\n${CLUB} 모임의 회원은 항구에 배를 아홉 척까지 둘 수 있다. 정박 기간은 26일이다.\n`;

const ROUNDS = {
  light: { question: `How many boats may members of the ${CLUB} club keep in the harbour?`, wrong: 'A mooring is let for 30 days.', yours: '30 days', theirs: '26 days', right: 'A mooring is let for 26 days.' },
  dark: { question: `${CLUB} 모임의 회원은 항구에 배를 몇 척까지 둘 수 있나요?`, wrong: '정박 기간은 30일이다.', yours: '30일', theirs: '26일', right: '정박 기간은 26일이다.' },
};

describe('round trips', () => {
  let browser;
  before(async () => {
    if (!skip) browser = await launch();
  });
  after(() => browser?.close());

  for (const [look, round] of Object.entries(ROUNDS)) {
    test(`an answer keeps its verdicts in a draft, and a wrong value is settled: ${look}`, { skip }, async () => {
      const { context, page, faults } = await openPage(browser, LOOKS[look]);
      page.setDefaultTimeout(60_000);
      const korean = LOOKS[look].locale === 'ko-KR';
      try {
        await page.goto(base);
        await page.setInputFiles('.sources input[type=file]', { name: NAME, mimeType: 'text/markdown', buffer: Buffer.from(CONTENT) });
        const row = page.locator('.sources li[data-status=ready]', { hasText: NAME }).first();
        await row.waitFor();
        await page.fill('#question', round.question);
        await page.keyboard.press('Enter');
        await page.locator('.answer [data-badge]:not([data-badge=pending])').waitFor();
        const supported = async (where) => new Set(await page.locator(where).evaluateAll((all) => all.map((one) => one.dataset.verdict ?? one.dataset.sentence))).size;
        assert.ok((await supported('.answer .sentence.supported')) > 0);
        await page.getByRole('button', { name: korean ? '초안에 넣기' : 'Insert into the draft', exact: true }).click();
        await page.locator('.ProseMirror', { hasText: `[^1]: ${NAME}` }).waitFor();
        await page.locator('.ProseMirror .verdict-supported').first().waitFor();
        assert.equal(await page.locator('.ProseMirror .verdict-mark:not(.verdict-supported)').count(), 0, 'what was supported in the answer is so in the draft');
        assert.equal(await page.locator('[data-verdict-item]').count(), 0);
        await inspect(page, `rounds-${look}-inserted`);

        await page.locator('.ProseMirror').focus();
        await page.waitForTimeout(60);
        await page.keyboard.press('Control+Home');
        await page.keyboard.type(`${round.wrong}[^1]`);
        await page.keyboard.press('Enter');
        await page.keyboard.press('Enter');
        const card = page.locator('[data-verdict-item][data-status=unsupported]');
        await card.waitFor();
        assert.deepEqual(await card.locator('dd').allInnerTexts(), [round.wrong, round.right]);
        assert.deepEqual(await card.locator('dd strong').allInnerTexts(), [round.yours, round.theirs]);
        await page.keyboard.press('Escape');
        await inspect(page, `rounds-${look}-dispute`);
        await card.getByRole('button', { name: korean ? '열기' : 'Open', exact: true }).click();
        await page.locator('.panel mark.evidence', { hasText: round.theirs }).waitFor();
        await picture(page, `rounds-${look}-passage`);
        await page.keyboard.press('Escape');
        await card.getByRole('button', { name: round.theirs }).click();
        await page.locator('.ProseMirror', { hasText: round.right }).waitFor();
        await card.waitFor({ state: 'detached' });
        await page.locator('.ProseMirror .verdict-supported', { hasText: round.right }).waitFor();
        assert.deepEqual(faults, []);
      } catch (error) {
        await picture(page, `rounds-${look}-failed`);
        throw error;
      } finally {
        await context.close();
      }
    });
  }
});
