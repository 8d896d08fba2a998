/** Suggestions as cards, in a browser, against the scripted server: equal edits, what the source says, what was turned down. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe } from 'node:test';
import { executablePath, inspect, launch, openPage, picture, test } from './browser.mjs';
import { startMock } from './mock.mjs';

const built = existsSync(new URL('../dist/index.html', import.meta.url));
const skip = !built ? 'the page is not built: npm run build' : !executablePath ? 'no Chromium: set CHROMIUM' : false;

const TOURS = {
  en: {
    locale: 'en-GB', word: 'utilise', better: 'use', value: 'three years', line: (at) => `Clause ${at}: you may utilise room ${at}.`,
    core: 'A leave lasts three years at most.', all: 'Accept all 24', here: /^Accept only here: .*room 2/, ways: 'Accept by…', section: 'Accept: Second 12',
    quote: 'The total period of leave must not exceed three years.', doubt: 'The source does not say what is suggested.', sure: 'Accept all the same', accept: 'Accept', reject: 'Reject',
    source: 'handbook.pdf, p. 12', hidden: '1 suggestion that you rejected earlier is hidden.', show: 'Show', decided: (count) => `Decided: ${count}`,
  },
  ko: {
    locale: 'ko-KR', word: '실시하였다', better: '했다', value: '3년', line: (at) => `제${at}항의 방 ${at}에서 조사를 실시하였다.`,
    core: '휴학은 3년까지 한다.', all: '24곳 모두 수락', here: /^여기만 수락: .*방 2/, ways: '묶어서 수락', section: '수락: Second 12',
    quote: '휴학은 통산하여 3년을 초과할 수 없다.', doubt: '출처는 제안과 다르게 말합니다.', sure: '그래도 수락', accept: '수락', reject: '거절',
    source: 'handbook.pdf, 12쪽', hidden: '전에 거절한 제안 1개를 숨겼습니다.', show: '보이기', decided: (count) => `결정한 제안 ${count}개`,
  },
};

describe('cards', () => {
  let browser;
  before(async () => {
    if (!skip) browser = await launch();
  });
  after(() => browser?.close());

  async function revised(text, options, body) {
    const mock = await startMock();
    const draft = mock.written.create('Leave', text);
    mock.written.verdict = options.verdict ?? mock.written.verdict;
    const opened = await openPage(browser, { locale: options.locale, ...options.look });
    const { page } = opened;
    page.setDefaultTimeout(15_000);
    const revise = async () => {
      await page.fill('#instruction', 'fix it');
      await page.keyboard.press('Enter');
      await page.locator('[data-patch-item][data-status=streaming]').waitFor({ state: 'detached' });
    };
    try {
      await page.goto(`${mock.url}/#/w/${draft.id}`);
      await page.locator('.ProseMirror').waitFor();
      await revise();
      await page.locator('.cards [data-status=pending]').first().waitFor();
      await body(page, draft, revise);
      assert.deepEqual(opened.faults, []);
    } catch (error) {
      await picture(page, 'cards-failed');
      throw error;
    } finally {
      await opened.context.close();
      await mock.close();
    }
  }

  for (const [language, tour] of Object.entries(TOURS)) {
    const look = language === 'ko' ? { colorScheme: 'dark' } : {};

    test(`equal edits are one card, decided one by one, by section and together: ${language}`, { skip }, async () => {
      const lines = (from) => Array.from({ length: 12 }, (_, at) => tour.line(from + at)).join('\n\n');
      const text = `# First\n\n${lines(1)}\n\n# Second\n\n${lines(13)}\n`;
      await revised(text, { ...tour, look }, async (page, draft) => {
        const card = page.locator('.cards [data-patch-item]');
        assert.equal(await card.count(), 1);
        await card.locator('.change').click();
        await inspect(page, `cards-equal-${language}`);
        // A place leads to its words; the card goes there, and the focus stays on the place.
        await card.locator('[data-place] .go').nth(4).press('Enter');
        await page.locator('.ProseMirror .patch-active').waitFor();
        assert.match(await page.locator('.ProseMirror > p', { has: page.locator('.patch-active') }).innerText(), /5/);
        assert.match(await page.evaluate(() => document.activeElement.textContent), /5/);
        const beside = await page.evaluate(() => ['.ProseMirror .patch-active', '.cards [data-patch-item]'].map((one) => document.querySelector(one).getBoundingClientRect().top));
        assert.ok(Math.abs(beside[0] - beside[1]) < 40, `the card stands at its sentence: ${beside}`);
        await card.getByRole('button', { name: tour.here }).click();
        await page.getByText(tour.decided(1)).waitFor();
        assert.equal(draft.text, text.replace(tour.line(2), tour.line(2).replace(tour.word, tour.better)));
        await page.locator('.patches').press('u');
        await page.locator('[data-places="24"]').waitFor();
        await page.locator('summary', { hasText: tour.ways }).click();
        await inspect(page, `cards-ways-${language}`);
        await page.getByRole('button', { name: tour.section }).click();
        await page.getByText(tour.decided(12)).waitFor();
        const [, first, second] = text.split('# ');
        assert.equal(draft.text, `# ${first}# ${second.replaceAll(tour.word, tour.better)}`);
        await page.locator('.patches').press('u');
        await page.locator('[data-places="24"]').waitFor();
        await page.getByRole('button', { name: tour.all }).click();
        await page.getByText(tour.decided(24)).waitFor();
        assert.equal(draft.text, text.replaceAll(tour.word, tour.better));
      });
    });

    test(`beside a conversation the card that asks back is seen, and covers no line that is written: ${language}`, { skip }, async () => {
      const evidence = { chunkId: language === 'ko' ? 'c1' : 'c2', documentId: 'd1', title: 'handbook.pdf', page: 12, text: tour.quote };
      const text = `# Leave\n\n${tour.core}\n\n${'Line.\n\n'.repeat(30)}`;
      await revised(text, { ...tour, verdict: { status: 'unsupported', score: 0, reason: '', evidence } }, async (page, draft) => {
        const card = page.locator('.cards .core');
        await card.waitFor();
        await page.keyboard.press('Control+j');
        await page.locator('#question').waitFor();
        await card.waitFor({ state: 'hidden' });
        // How many wait is said, and leads to the first.
        await page.locator('[data-proposed]').filter({ hasText: '1' }).click();
        await card.waitFor();
        await page.locator('.ProseMirror p').last().click();
        await page.keyboard.press('Control+Home');
        await page.keyboard.press('Alt+ArrowDown');
        await page.keyboard.press('Alt+a');
        await card.getByRole('button', { name: tour.sure, exact: true }).waitFor();
        await inspect(page, `cards-beside-${language}`);
        assert.equal(draft.text, text);
        // The cursor goes down through lines that the card would lie over.
        for (let times = 0; times < 24; times += 1) await page.keyboard.press('ArrowDown');
        const [line, list] = await page.evaluate(() => [getSelection().focusNode, document.querySelector('.paper > .list')].map((one) => (one instanceof Element ? one : one.parentElement).getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom })));
        assert.ok(line.bottom <= list.top, `the line at ${line.bottom} is above the card at ${list.top}`);
        await page.keyboard.press('Escape');
        await page.keyboard.type('On.');
        await card.waitFor({ state: 'hidden' });
        await page.keyboard.press('Alt+ArrowDown');
        await card.waitFor();
      });
    });

    test(`what the source does not say is accepted at a second click; what was turned down stays hidden: ${language}`, { skip }, async () => {
      const evidence = { chunkId: language === 'ko' ? 'c1' : 'c2', documentId: 'd1', title: 'handbook.pdf', page: 12, text: tour.quote };
      const verdict = { status: 'unsupported', score: 0, reason: '', evidence };
      const text = `# Leave\n\n${tour.core}\n\n${tour.line(1)}\n`;
      await revised(text, { ...tour, verdict, look }, async (page, draft, revise) => {
        const card = page.locator('.cards .core');
        const button = (name) => card.getByRole('button', { name, exact: true });
        await card.getByText(tour.doubt).waitFor();
        assert.equal((await card.locator('blockquote').innerText()).trim(), tour.quote);
        await inspect(page, `cards-core-${language}`);
        await button(tour.accept).dblclick();
        await button(tour.sure).waitFor();
        await inspect(page, `cards-asked-${language}`);
        assert.equal(draft.text, text, 'a double click is one click');
        // Another card takes the question back; keys ask as well, and holding one down is no answer.
        await page.locator('.cards .expression .change').click();
        await button(tour.accept).waitFor();
        await card.locator('.change').click();
        for (let times = 0; times < 3; times += 1) await page.keyboard.press('a');
        await button(tour.sure).waitFor();
        assert.equal(draft.text, text);
        await page.waitForTimeout(700);
        await page.keyboard.press('a');
        await page.getByText(tour.decided(1)).waitFor();
        assert.notEqual(draft.text, text);
        await page.locator('.patches').press('u');
        await card.waitFor();

        await button(tour.source).click();
        await page.locator('.content mark, mark').first().waitFor();
        await page.keyboard.press('Escape');
        await button(tour.reject).click();
        await page.getByText(tour.decided(1)).waitFor();
        await revise();
        const notice = page.locator('[data-hidden-notice]');
        await notice.getByText(tour.hidden).waitFor();
        assert.equal(await card.count(), 0);
        await inspect(page, `cards-hidden-${language}`);
        await notice.getByRole('button', { name: tour.show }).click();
        await card.waitFor();
        assert.equal(draft.patches.find(({ category }) => category === 'CORE').status, 'pending');
      });
    });
  }

  test('of many suggestions each stands beside its sentence, and those without room are counted', { skip }, async () => {
    const mock = await startMock();
    const words = (at) => `word${at} of the house`;
    const line = (at) => `Clause ${at} has ${words(3 * at)}, then ${words(3 * at + 1)}, then ${words(3 * at + 2)}.`;
    const text = `# Many\n\n${Array.from({ length: 50 }, (_, at) => line(at)).join('\n\n')}\n`;
    const draft = mock.written.create('Many', text);
    for (let at = 0; at < 150; at += 1) {
      const start = text.indexOf(`word${at} `);
      const category = at % 10 === 0 ? 'CORE' : at % 2 === 0 ? 'EXPRESSION' : 'DETAIL';
      draft.patches.push({ id: `p${at}`, op: 'replace', start, end: start + `word${at}`.length, before: `word${at}`, after: `term${at}`, category, risk: 0, gates: [], reasons: ['a reason of more than a few words, which is not cut off'], ruleIds: [], status: 'pending' });
    }
    const { page, context, faults } = await openPage(browser, { locale: 'en-GB' });
    try {
      await page.goto(`${mock.url}/#/w/${draft.id}`);
      await page.locator('.cards [data-patch-item]').first().waitFor();
      const stands = () => page.evaluate(() => {
        const seen = [...document.querySelectorAll('.cards > li')].map((card) => ({ card, box: card.getBoundingClientRect() })).filter(({ box }) => box.bottom > 0 && box.top < innerHeight);
        const off = seen.flatMap(({ card, box }) => {
          const mark = document.querySelector(`.ProseMirror [data-patch="${card.dataset.at}"]`);
          return mark ? [Math.abs(box.top - mark.getBoundingClientRect().top)] : [];
        });
        return { count: off.length, off: Math.max(...off), overlaps: seen.filter(({ box }, at) => at > 0 && box.top < seen[at - 1].box.bottom - 1).length };
      });
      for (const share of [0, 0.5, 1, 0.25]) {
        await page.locator('.paper').evaluate((paper, at) => paper.scrollTo(0, at * (paper.scrollHeight - paper.clientHeight)), share);
        await page.waitForTimeout(400);
        const { count, off, overlaps } = await stands();
        assert.ok(count > 2 && off < 500 && overlaps === 0, `at ${share}: ${count} cards, ${off} pixels off, ${overlaps} overlap`);
      }
      await inspect(page, 'cards-many');
      const rest = page.locator('.rest button').first();
      await rest.click();
      const looked = page.locator('.cards .active');
      await looked.waitFor();
      assert.ok((await stands()).off < 500);
      const [mark, card] = await page.evaluate(() => ['.ProseMirror .patch-active', '.cards .active'].map((one) => document.querySelector(one).getBoundingClientRect().top));
      assert.ok(Math.abs(mark - card) < 260, `what is looked at stands close to its own sentence: ${mark}, ${card}`);
      assert.deepEqual(faults, []);
    } catch (error) {
      await picture(page, 'cards-failed');
      throw error;
    } finally {
      await context.close();
      await mock.close();
    }
  });

  test('on a phone, and where nobody knows the source', { skip }, async () => {
    const verdict = { status: 'supported', score: 1, reason: '', evidence: { chunkId: 'c2', documentId: 'd1', title: 'handbook.pdf', page: null, text: TOURS.ko.quote } };
    await revised(`# 휴학\n\n${TOURS.ko.core}\n\n${TOURS.ko.line(1)}\n`, { ...TOURS.ko, verdict, look: { viewport: { width: 390, height: 780 } } }, async (page, draft) => {
      await inspect(page, 'cards-phone');
      await page.locator('.cards .core').getByRole('button', { name: '수락', exact: true }).click();
      await page.getByText('결정한 제안 1개').waitFor();
      assert.match(draft.text, /4년/);
    });
  });
});
