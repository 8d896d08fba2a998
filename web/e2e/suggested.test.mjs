/** Citations that words do not decide: a chip in an answer, a card beside a draft, a third number; nothing of them in what is copied. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe } from 'node:test';
import { executablePath, inspect, launch, marks, openPage, picture, test } from './browser.mjs';
import { startMock } from './mock.mjs';

const built = existsSync(new URL('../dist/index.html', import.meta.url));
const skip = !built ? 'the page is not built: npm run build' : !executablePath ? 'no Chromium: set CHROMIUM' : false;

const WORDS = {
  en: {
    question: 'slow doubt: how long may a leave last?', chip: 'To be checked: source 2, handbook.pdf', could: 'Could cite: source 3, notes.txt', place: /handbook\.pdf, p\. 12/,
    counts: ['Supported: 1', 'To be checked: 1', 'Not supported: 1', 'No citation: 1'], copied: /has to come back\.\n/,
    rules: /^Criteria not met: 1$/, title: 'To be checked', checked: '1 supported · 1 to look at · 1 to be checked', check: 'Check against the sources', keep: 'Keep', open: 'Open the passage', cite: 'Cite it: handbook.pdf',
    text: 'A leave is three years at most [^1]. It may perhaps be longer [^1]. Surely nobody is counted twice, surely.\n\n[^1]: 학칙.hwpx, p. 3\n', noted: /twice, surely\[\^2\]\.\n\n\[\^1\]: .*\n\[\^2\]: handbook\.pdf, p\. 12: “A student/,
  },
  ko: {
    question: 'slow 긴가민가: 휴학은 몇 년까지 할 수 있나요?', chip: '확인 필요: 출처 1, 학칙.hwpx', could: '붙일 수 있는 인용: 출처 2, handbook.pdf', place: /학칙\.hwpx, 3쪽/,
    counts: ['근거 있음: 1', '확인 필요: 1', '근거 없음: 1', '인용 없음: 1'], copied: /복학해야 합니다\.\n/,
    rules: /^지켜지지 않은 기준: 1$/, title: '확인 필요', checked: '확인됨 1개 · 살펴볼 문장 1개 · 확인 필요 1개', check: '출처와 대조', keep: '그대로 두기', open: '구절 보기', cite: 'handbook.pdf를 인용하기',
    text: '휴학은 3년까지 할 수 있다 [^1]. perhaps 더 길 수도 있다 [^1]. surely 군 복무는 세지 않는다.\n\n[^1]: 학칙.hwpx, 3쪽\n', noted: /세지 않는다\[\^2\]\.\n\n\[\^1\]: .*\n\[\^2\]: handbook\.pdf, 12쪽: “A student/,
  },
};
const LOOKS = [
  { language: 'en', name: 'light', options: { locale: 'en-GB' } },
  { language: 'ko', name: 'dark', options: { locale: 'ko-KR', colorScheme: 'dark' } },
  { language: 'ko', name: 'phone', options: { locale: 'ko-KR', viewport: { width: 390, height: 844 } } },
  // As a browser shows a page of 1280 by 800 at 200 %.
  { language: 'en', name: 'zoomed', options: { locale: 'en-GB', viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 } },
];

describe('what is to be checked', () => {
  let browser;
  before(async () => {
    if (!skip) browser = await launch();
  });
  after(() => browser?.close());

  const on = async ({ name, options }, body) => {
    const mock = await startMock();
    const { context, page, faults } = await openPage(browser, { reducedMotion: 'reduce', ...options });
    page.setDefaultTimeout(15_000);
    try {
      await body(page, mock, (state) => inspect(page, `suggested-${name}-${state}`));
      assert.deepEqual(faults, []);
    } finally {
      await context.close();
      await mock.close();
    }
  };

  for (const look of LOOKS) {
    const words = WORDS[look.language];

    test(`an answer has a chip that is no text: ${look.name}`, { skip }, () => on(look, async (page, mock, see) => {
      await page.addInitScript(() => {
        navigator.clipboard.write = async ([item]) => void (globalThis.copied = await (await item.getType('text/plain')).text());
        // A busy machine is slower than the answer: the page itself notes what stood there when the chip came.
        new MutationObserver(() => {
          if (document.querySelector('.answer .suggested')) globalThis.atChip ??= document.querySelector('.answer [data-badge]')?.dataset.badge;
        }).observe(document, { subtree: true, childList: true });
      });
      await page.goto(mock.url);
      await page.fill('#question', words.question);
      await page.keyboard.press('Enter');
      const chip = page.getByRole('button', { name: words.chip });
      await chip.waitFor();
      assert.equal(await page.evaluate(() => globalThis.atChip), 'pending', 'the chip comes with its sentence');
      await page.locator('.answer [data-badge]:not([data-badge=pending])').waitFor();
      assert.match(await page.locator('.answer [data-badge-rules]').innerText(), words.rules, 'style has a badge of its own');
      assert.equal(await page.locator('.answer .suggested').count(), 2);
      assert.equal(await page.getByRole('button', { name: words.could }).count(), 1);
      assert.match(await page.locator('.answer .text').innerText(), /(?:come back|복학해야 합니다)\s*\./);
      assert.deepEqual((await page.locator('.answer .counts .sr-only').allInnerTexts()).toSorted(), words.counts.toSorted());
      assert.equal(await page.locator('.answer .sources li').count(), 1, 'what is suggested is not cited');
      await see('1-answer');
      await chip.hover();
      const told = page.getByRole('tooltip');
      await told.waitFor();
      assert.match(await told.innerText(), words.place);
      assert.match(await told.innerText(), /The total period of leave|휴학은 통산하여/);
      await see('2-told');
      await page.keyboard.press('Escape');
      await told.waitFor({ state: 'detached' });
      await page.keyboard.press('Tab');
      await page.locator('.answer .mark').first().focus();
      await page.keyboard.press('Tab');
      await told.waitFor();
      assert.equal(await chip.getAttribute('aria-describedby'), await told.getAttribute('id'));
      await page.keyboard.press('Escape');
      await page.locator('.answer .actions').getByRole('button', { name: /^(?:Copy|복사)$/ }).click();
      await page.waitForFunction(() => globalThis.copied !== undefined);
      const copied = await page.evaluate(() => globalThis.copied);
      assert.match(copied, words.copied);
      assert.equal(copied.match(/\[\d\]|\?/g).join(''), '[1][1]', 'the mark, and its source below');
      await page.evaluate(() => getSelection().selectAllChildren(document.querySelector('.answer .text')));
      assert.doesNotMatch(await page.evaluate(() => getSelection().toString()), /\?/);
      await chip.click();
      await page.locator('.panel mark.evidence').waitFor();
      await see('3-passage');
      await page.keyboard.press('Escape');
      await page.locator('.answer .mark.uncertain').click();
      await page.locator('.panel .quote').waitFor();
      await see('4-sentence');
      await page.keyboard.press('Escape');
      await page.locator('.answer [data-badge]').click();
      await page.locator('.panel .counts .uncertain').waitFor();
      await see('5-report');
      await page.reload();
      await chip.waitFor();
      assert.equal(await page.locator('.answer .suggested').count(), 2);
    }));

    test(`a draft has a card that cites: ${look.name}`, { skip }, () => on(look, async (page, mock, see) => {
      const draft = mock.written.create('', words.text);
      await page.goto(`${mock.url}/#/w/${draft.id}`);
      const card = page.locator('[data-verdict-item][data-status=uncertain]');
      // In a window of few lines the cards are one until they are asked for.
      if (look.name === 'zoomed') await page.locator('.list .fold').click();
      await card.waitFor();
      assert.equal(await page.locator('[data-verdict-item]').count(), 1, 'what could be cited is told where it is asked for');
      assert.match(await card.innerText(), new RegExp(words.title));
      assert.match(await card.innerText(), /제25조\(휴학\)/);
      await marks(page, '.verdict-uncertain', /(?:It may )?perhaps[^.]*\./.exec(words.text)[0]);
      await page.locator('.ProseMirror').click({ position: { x: 40, y: 20 } });
      await page.keyboard.press('Control+k');
      await page.locator('[data-palette] input').fill(words.check);
      await page.getByRole('option', { name: words.check, exact: true }).click();
      const could = page.locator('[data-verdict-item][data-status=uncited]');
      await could.waitFor();
      assert.equal(await page.locator('[data-checked]').innerText(), words.checked);
      await card.locator('.change').click();
      await see('6-draft');
      await card.getByRole('button', { name: words.open }).click();
      await page.locator('.panel mark.evidence').waitFor();
      await picture(page, `suggested-${look.name}-7-draft-passage`);
      await page.keyboard.press('Escape');
      await could.getByRole('button', { name: words.cite }).click();
      await could.waitFor({ state: 'detached' });
      await card.getByRole('button', { name: words.keep }).click();
      await card.waitFor({ state: 'detached' });
      for (let tries = 0; tries < 100 && !words.noted.test(draft.text); tries += 1) await page.waitForTimeout(50);
      assert.match(draft.text, words.noted);
      await see('8-draft-cited');
    }));
  }

  test('a verified text lists it with its passage', { skip }, () => on(LOOKS[0], async (page, mock, see) => {
    await page.goto(`${mock.url}/#/verify`);
    await page.fill('#verify-text', 'A leave is three years at most [2]. It may perhaps be longer [1]. Surely this is said, surely.');
    await page.locator('form.card button[type=submit]').click();
    await page.locator('.board').waitFor();
    assert.equal(await page.locator('.board dl .uncertain dd').innerText(), '1');
    await see('9-verified');
    await page.getByRole('button', { name: 'To be checked: source 1, 학칙.hwpx, p. 3' }).click();
    await page.locator('.panel mark.evidence').waitFor();
  }));
});
