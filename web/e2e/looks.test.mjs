/**
 * Every state of the page in every look, against the scripted server: held against the rules of accessibility and the
 * width of the screen, and pictured (ARTIFACTS=folder). Two looks by default; LOOKS=all takes four widths in both
 * languages, dark and light.
 */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe } from 'node:test';
import { executablePath, inspect, launch, openPage, picture, test } from './browser.mjs';
import { startMock } from './mock.mjs';

const built = existsSync(new URL('../dist/index.html', import.meta.url));
const skip = !built ? 'the page is not built: npm run build' : !executablePath ? 'no Chromium: set CHROMIUM' : false;

const WIDTHS = [390, 1024, 1440, 1920];
const every = WIDTHS.flatMap((width) => ['ko', 'en'].flatMap((language) => ['light', 'dark'].map((scheme) => ({ width, language, scheme }))));
/** One of each: narrow and wide, both languages, both schemes. */
const few = [{ width: 390, language: 'ko', scheme: 'dark' }, { width: 1440, language: 'en', scheme: 'light' }];
const LOOKS = process.env.LOOKS === 'all' ? every : process.env.LOOKS === 'four' ? [...few, { width: 1024, language: 'ko', scheme: 'light' }, { width: 1920, language: 'en', scheme: 'dark' }] : few;

const WORDS = {
  en: {
    question: 'slow: how long may a leave last?', dispute: 'dispute: how long may a leave last?',
    draft: '# Leave of absence\n\nYou may utilise teh form. A leave lasts three years at most.\n\n## Terms\n\nThe dean decides. It must be asked for within thirty days [^1]. Ask teh dean before the semester begins, and keep a copy of what you signed.\n\n| Case | Limit |\n|---|---:|\n| Ordinary leave | 3 years |\n\n## Return\n\n- sign\n- hand in\n\n[^1]: handbook.pdf, p. 12: "within 30 days of the start of the semester"\n',
    history: 'History',
    comment: 'Does this hold for soldiers, too?', words: 'three years at most',
    check: 'A leave lasts thirty years [1]. It is asked for perhaps early [2]. Nobody says this.',
  },
  ko: {
    question: 'slow: 휴학은 몇 년까지 할 수 있나요?', dispute: '반박: 휴학은 몇 년까지 할 수 있나요?',
    draft: '# 휴학 안내\n\n휴학은 3년까지 할수 있다. 학교는 조사를 실시하였다.\n\n## 조건\n\n학과장이 정한다. 휴학원서는 thirty일 안에 낸다 [^1]. 학기가 시작하기 전에 학과장에게 물어보고 서명한 서류는 한 부 보관한다.\n\n| 경우 | 한도 |\n|---|---:|\n| 일반 휴학 | 3년 |\n\n## 복학\n\n- 서명하기\n- 제출하기\n\n[^1]: 학칙.hwpx, 3쪽: "학기 개시 후 30일 이내에"\n',
    history: '이력',
    comment: '군 휴학에도 해당하나요?', words: '3년까지',
    check: '휴학은 thirty년까지 한다 [1]. perhaps 일찍 신청한다 [2]. 아무도 이렇게 말하지 않는다.',
  },
};

describe('the looks of the page', () => {
  let browser;
  before(async () => {
    if (!skip) browser = await launch();
  });
  after(() => browser?.close());

  for (const { width, language, scheme } of LOOKS) {
    const name = `${width}-${language}-${scheme}`;
    const words = WORDS[language];
    /** Runs `body` on a page of its own; what is told through `see` is inspected. */
    const on = async (body, mockOptions = {}) => {
      const mock = await startMock({ ruled: true, ...mockOptions });
      const { context, page, faults } = await openPage(browser, {
        locale: language === 'ko' ? 'ko-KR' : 'en-GB', colorScheme: scheme, viewport: { width, height: width < 500 ? 844 : 900 }, reducedMotion: 'reduce',
      });
      page.setDefaultTimeout(20_000);
      const see = async (state) => {
        await page.waitForTimeout(200);
        await inspect(page, `look-${name}-${state}`);
      };
      try {
        await body(page, see, mock);
        assert.deepEqual(faults, []);
      } catch (error) {
        await picture(page, `look-${name}-failed`);
        throw error;
      } finally {
        await context.close();
        await mock.close();
      }
    };
    const narrow = width < 800;

    test(`asking: ${name}`, { skip }, () => on(async (page, see, mock) => {
      await page.goto(mock.url);
      await page.locator('[data-sample]').waitFor();
      await see('01-start');
      await page.locator('[data-sample]').click();
      await page.locator('.welcome .questions').waitFor();
      await see('02-sample');
      await page.locator('#question').fill(words.question);
      await page.keyboard.press('Enter');
      await page.locator('.answer .sentence').nth(1).waitFor();
      await see('03-asking');
      await page.locator('.answer [data-badge]:not([data-badge=pending])').waitFor();
      await page.locator('#question').fill(words.dispute);
      await page.keyboard.press('Enter');
      await page.locator('.answer').nth(1).locator('[data-badge]:not([data-badge=pending])').waitFor();
      await see('04-answer');
      await page.locator('.answer').nth(1).locator('.mark.unsupported').first().click();
      await page.locator('.panel').waitFor();
      await see('05-dispute');
      await page.keyboard.press('Escape');
      await page.locator('.answer').nth(1).locator('.chip').first().click();
      await page.locator('.panel mark.evidence').waitFor();
      await see('06-passage');
      await page.keyboard.press('Escape');
      if (narrow) {
        await page.locator('.top .icon-button').first().click();
        await page.locator('.side.open').waitFor();
        await see('07-lists');
      }
    }));

    test(`writing: ${name}`, { skip }, () => on(async (page, see, mock) => {
      const draft = mock.written.create('', words.draft);
      await page.goto(`${mock.url}/#/w/${draft.id}`);
      await page.locator('.ProseMirror').waitFor();
      await page.locator('.verdict-unsupported').first().waitFor();
      await see('11-verdicts');
      await page.fill('#instruction', 'fix it');
      await page.keyboard.press('Enter');
      await page.locator('[data-patch-item][data-status=pending]').first().waitFor();
      await page.locator('[data-patch-item] .change').first().click();
      await see('12-suggestions');
      const at = draft.text.indexOf(words.words);
      mock.written.comments.handle({ method: 'POST' }, { writeHead() {}, end() {} }, draft, ['', draft.id], Buffer.from(JSON.stringify({ baseRevision: draft.revision, start: at, end: at + words.words.length, body: words.comment })), () => undefined);
      await page.reload();
      await page.locator('[data-comment-item] .change').first().click();
      await see('13-comment');
      mock.written.write(draft, draft.text.replace(words.words, ''));
      mock.written.write(draft, `${draft.text}\n\n${words.comment}\n`);
      await page.reload();
      await page.locator('[data-comment-item][data-state=gone]').first().waitFor();
      await see('14-comment-gone');
      if (narrow) {
        await page.locator('[data-more]').click();
        await page.locator('[data-palette] input').fill(words.history);
        await page.getByRole('option', { name: words.history, exact: true }).click();
      } else {
        await page.locator('.pane header').getByRole('button', { name: words.history, exact: true }).click();
      }
      await page.locator('.version').first().waitFor();
      await page.locator('.version').first().click();
      await page.locator('.bar').waitFor();
      await see('15-history');
      await page.locator('[data-compare]').selectOption({ index: 2 });
      await page.locator('[data-change]').first().waitFor();
      await see('16-compare');
      await page.keyboard.press('Escape');
      await page.locator('.ProseMirror').click({ position: { x: 40, y: 20 } });
      await page.keyboard.press('Control+k');
      await page.locator('[data-palette]').waitFor();
      await see('17-palette');
      await page.keyboard.press('Escape');
      await page.locator('.pane header').click({ position: { x: 3, y: 3 } });
      await page.evaluate(() => document.activeElement?.blur());
      await page.keyboard.press('?');
      await page.locator('[data-keys]').waitFor();
      await see('18-keys');
      await page.keyboard.press('Escape');
      await page.keyboard.press('F9');
      await see('19-focus');
      await page.keyboard.press('F9');
      await page.keyboard.press('Control+j');
      await page.locator('#question').waitFor();
      await see('20-ask-beside');
    }));

    test(`the other pages: ${name}`, { skip }, () => on(async (page, see, mock) => {
      await page.goto(`${mock.url}/#/verify`);
      await page.locator('#verify-text').fill(words.check);
      await see('31-verify');
      await page.locator('form.card button[type=submit]').click();
      await page.locator('.board').waitFor();
      await see('32-report');
      await page.goto(`${mock.url}/#/rules`);
      await page.locator('.page-column .primary').first().waitFor();
      await see('33-rules');
      await page.locator('.page-column .primary').first().click();
      await page.locator('.facts').waitFor();
      await page.locator('#rules-title ~ .page-ways .button').last().click();
      await page.locator('.fields textarea').waitFor();
      await see('34-rule');
      await page.goto(`${mock.url}/#/charts`);
      await page.locator('.tiles').waitFor();
      await see('35-charts');
    }));

    test(`when something is wrong: ${name}`, { skip }, () => on(async (page, see, mock) => {
      await page.goto(`${mock.url}/#/w/nowhere`);
      await page.waitForLoadState('networkidle');
      await see('41-dead-link');
      const draft = mock.written.create('', words.draft);
      await page.goto(`${mock.url}/#/w/${draft.id}`);
      await page.reload();
      await page.locator('.ProseMirror').waitFor();
      mock.written.away = true;
      await page.locator('.ProseMirror').click({ position: { x: 40, y: 20 } });
      await page.keyboard.type('…');
      await page.locator('[data-save=offline]').waitFor();
      await see('42-offline');
      mock.written.away = false;
      await page.goto(`${mock.url}/#/`);
      // The page is there before it is loaded anew: else it may still be on its way, and names the draft again.
      await page.locator('#question').waitFor();
      await page.reload();
      await page.locator('#question').waitFor();
      await page.setInputFiles('.sources input[type=file]', [{ name: 'broken.pdf', mimeType: 'application/pdf', buffer: Buffer.from('x') }, { name: 'huge.pdf', mimeType: 'application/pdf', buffer: Buffer.from('x') }]);
      await page.locator('.sources li[data-status=failed]').waitFor({ state: 'attached' });
      await page.locator('#question').fill('busy?');
      await page.keyboard.press('Enter');
      await page.locator('[role=alert]').first().waitFor({ state: 'attached' });
      await see('43-refused');
    }));
  }
});
