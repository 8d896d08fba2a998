/** What an answer, a source and an entity speak of: the picture, its list, and the way to the passages, on the scripted server. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe } from 'node:test';
import { executablePath, inspect, launch, openPage, picture, test } from './browser.mjs';
import { startMock } from './mock.mjs';
import { HOSTILE } from './mock-graph.mjs';

const built = existsSync(new URL('../dist/index.html', import.meta.url));
const skip = !built ? 'the page is not built: npm run build' : !executablePath ? 'no Chromium: set CHROMIUM' : false;

const LOOKS = [
  { name: '390-ko-dark', locale: 'ko-KR', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
  { name: '1440-en-light', locale: 'en-GB', viewport: { width: 1440, height: 900 } },
  { name: '1440-ko-dark', locale: 'ko-KR', colorScheme: 'dark', viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' },
  { name: '390-en-light', locale: 'en-GB', viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' },
];
const WORDS = {
  en: { ask: 'How long may a leave last?', action: 'What it speaks of', article: /^학칙 제25조, Article/, list: 'As a list', centre: 'Show what hangs together with it', further: 'One step further', larger: 'Larger' },
  ko: { ask: '휴학은 얼마나 할 수 있나요?', action: '다루는 대상과 관계', article: /^학칙 제25조, 조문/, list: '목록으로 보기', centre: '이 대상의 관계 보기', further: '한 단계 더', larger: '크게' },
};
const UUID = (number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

describe('the graph on the page', () => {
  let browser;
  before(async () => {
    if (!skip) browser = await launch();
  });
  after(() => browser?.close());

  async function on(options, body) {
    const mock = await startMock();
    const { context, page, faults } = await openPage(browser, { locale: 'en-GB', ...options });
    page.setDefaultTimeout(20_000);
    try {
      await page.goto(mock.url);
      await body(page, mock, WORDS[options.locale === 'ko-KR' ? 'ko' : 'en']);
      assert.deepEqual(faults, []);
    } finally {
      await context.close();
      await mock.close();
    }
  }

  async function answered(page, words) {
    await page.fill('#question', words.ask);
    await page.keyboard.press('Enter');
    await page.locator('.answer [data-badge]:not([data-badge=pending])').waitFor();
  }

  async function opened(page, words) {
    await answered(page, words);
    await page.locator('.answer').getByRole('button', { name: words.action }).click();
    await page.locator('[data-graph]').waitFor();
  }

  const node = (page, number) => page.locator(`[data-entity="${UUID(number)}"]`);
  const focused = (page) => page.evaluate(() => document.activeElement?.getAttribute('data-entity'));

  test('a click shows what an entity is and leads to a passage with its name marked, and back', { skip }, async () => {
    await on({}, async (page, _mock, words) => {
      await opened(page, words);
      await page.getByText('10 entities, 10 relations').waitFor();
      await node(page, 3).click();
      const detail = page.locator('[data-detail]');
      await detail.getByText('학생의 신분을 가지고 학업을 중단하는 것').waitFor();
      await detail.locator('[data-passage=c1]').click();
      await page.locator('.panel mark.evidence').waitFor();
      assert.equal(await page.locator('.panel mark.evidence').innerText(), '휴학');
      await page.locator('.panel').getByRole('button', { name: 'Back' }).click();
      await detail.getByRole('heading', { name: '휴학', exact: true }).waitFor();
      // A relation: the passages that say so.
      await page.locator(`[data-relation="${UUID(103)}"] .hit`).dispatchEvent('click');
      await detail.getByRole('heading', { name: '학칙 제25조 defines 휴학' }).waitFor();
      await detail.locator('[data-passage=c1]').click();
      assert.equal(await page.locator('.panel mark.evidence').innerText(), '휴학');
    });
  });

  test('keyboard alone: arrows to neighbours, Enter opens, Escape closes the details and then the panel', { skip }, async () => {
    await on({}, async (page, _mock, words) => {
      await answered(page, words);
      await page.locator('.answer').getByRole('button', { name: words.action }).focus();
      await page.keyboard.press('Enter');
      await page.locator('[data-graph]').waitFor();
      await node(page, 2).focus();
      assert.equal(await page.locator('[data-graph] [tabindex="0"]').count(), 1, 'one place for Tab');
      const seen = new Set();
      for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowUp']) {
        await page.keyboard.press(key);
        seen.add(await focused(page));
      }
      assert.ok(seen.size >= 4 && !seen.has(null), [...seen].join());
      await page.keyboard.press('Home');
      assert.equal(await focused(page), UUID(2), 'what hangs together most');
      await page.keyboard.press('Enter');
      await page.locator('[data-detail] [data-passage]').first().waitFor();
      assert.equal(await page.evaluate(() => document.activeElement?.id), 'graph-detail');
      await page.keyboard.press('Escape');
      await page.locator('[data-detail]').waitFor({ state: 'detached' });
      assert.equal(await focused(page), UUID(2));
      await page.keyboard.press('Escape');
      await page.locator('.panel').waitFor({ state: 'detached' });
      assert.equal(await page.evaluate(() => document.activeElement?.textContent?.trim()), words.action);
    });
  });

  test('the list says what the picture says, and names are never markup', { skip }, async () => {
    await on({}, async (page, _mock, words) => {
      await opened(page, words);
      await page.getByText(words.list).click();
      const list = page.locator('.panel .list');
      assert.equal(await list.locator(':scope > li').count(), 10);
      assert.equal(await list.locator('ul li').count(), 10);
      assert.equal(await list.getByRole('button', { name: HOSTILE, exact: false }).count() > 0, true);
      await list.getByRole('button', { name: `${HOSTILE} Body` }).click();
      assert.equal(await page.locator('#graph-detail').innerText(), HOSTILE.replaceAll(/\s+/g, ' '));
      assert.equal(await page.locator('.panel img').count(), 0);
      assert.doesNotMatch(await page.title(), /owned/);
      await page.keyboard.press('Escape');
      await list.getByRole('button', { name: '학칙 제26조 refers to 학칙 제25조' }).click();
      await page.getByRole('heading', { name: '학칙 제26조 refers to 학칙 제25조' }).waitFor();
    });
  });

  test('entities of a source and of all, found by words and kind, lead to what hangs together with them', { skip }, async () => {
    await on({}, async (page, mock, words) => {
      await page.setInputFiles('.sources input[type=file]', { name: 'rules.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
      await page.locator('[data-status=ready]').waitFor();
      await page.getByRole('button', { name: 'What rules.txt speaks of' }).click();
      await page.locator('[data-found]').first().waitFor();
      assert.equal(await page.locator('[data-found]').count(), 3);
      await page.locator('.sources form').getByRole('button', { name: words.action }).click();
      await page.getByText('50 or more found').waitFor();
      // What is told of themes leads to its passage and back; one of which nothing is said is not shown, and nothing is markup.
      await page.getByText('1 theme', { exact: true }).click();
      await picture(page, 'graph-themes');
      assert.ok((await page.locator('[data-themes]').innerText()).includes(HOSTILE));
      await page.locator('[data-themes] [data-passage=c1]').click();
      await page.locator('.panel').getByText('학칙.hwpx').first().waitFor();
      await page.locator('.panel').getByRole('button', { name: 'Back' }).click();
      await page.getByText('50 or more found').waitFor();
      await page.getByRole('button', { name: 'Show more' }).click();
      await page.getByText('100 or more found').waitFor();
      await page.locator('.panel select').selectOption('term');
      await page.getByText('2 found').waitFor();
      await page.locator('.panel input[type=search]').fill('leave');
      await page.keyboard.press('Enter');
      await page.getByText('1 found').waitFor();
      await picture(page, 'graph-entities');
      await page.locator('[data-found]').click();
      await page.locator('[data-graph]').waitFor();
      assert.equal(await page.locator('[data-entity]').count(), 4);
      await page.getByRole('button', { name: words.further }).click();
      await page.waitForFunction(() => document.querySelectorAll('[data-entity]').length === 5);
      await page.locator('.panel').getByRole('button', { name: 'Back' }).click();
      await page.getByText('1 found').waitFor();
      assert.equal(await page.locator('.panel input[type=search]').inputValue(), 'leave');
      await page.locator('.panel input[type=search]').fill('nobody');
      await page.keyboard.press('Enter');
      await page.getByText('Nothing of this name was found.').waitFor();
      assert.ok(mock.log.includes('GET /api/graph/neighbourhood'));
    });
  });

  test('one that everything refers to: a part is drawn, the list has all, and it can be made larger', { skip }, async () => {
    await on({}, async (page, mock, words) => {
      await page.setInputFiles('.sources input[type=file]', { name: 'rules.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
      await page.locator('[data-status=ready]').waitFor();
      await page.locator('#source-search').fill('인사규정');
      await page.locator('.sources form').getByRole('button', { name: words.action }).click();
      await page.locator('[data-found]').first().click();
      await page.getByText('The picture shows the 40 of 80').waitFor();
      await page.getByText('There is more than is shown.').waitFor();
      assert.equal(await page.locator('[data-entity]').count(), 40);
      await page.waitForTimeout(200);
      await inspect(page, 'graph-hub');
      for (let times = 0; times < 2; times += 1) await page.getByRole('button', { name: words.larger }).click();
      await page.waitForTimeout(200);
      await inspect(page, 'graph-hub-larger');
      assert.equal(mock.log.filter((line) => line === 'GET /api/graph/neighbourhood').length, 1);
    });
  });

  test('on a telephone the drawer of the sources makes way for what it opened', { skip }, async () => {
    await on({ locale: 'ko-KR', viewport: { width: 390, height: 844 } }, async (page, _mock, words) => {
      const menu = page.getByRole('button', { name: '대화와 출처 문서' });
      await menu.click();
      await page.setInputFiles('.sources input[type=file]', { name: 'rules.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
      await page.locator('[data-status=ready]').waitFor();
      await page.locator('.sources form').getByRole('button', { name: words.action }).click();
      await page.locator('[data-found]').first().click();
      await page.locator('[data-graph]').waitFor();
      assert.equal(await page.locator('.side.open').count(), 0);
      await page.keyboard.press('Escape');
      await page.locator('.panel').waitFor({ state: 'detached' });
      assert.equal(await menu.evaluate((button) => button === document.activeElement), true, 'the focus is where the drawer is opened');
    });
  });

  test('an empty graph is told in a word', { skip }, async () => {
    await on({}, async (page, mock, words) => {
      mock.graph.empty = true;
      await answered(page, words);
      await page.locator('.answer').getByRole('button', { name: words.action }).click();
      await page.getByText('The passages that this answer cites name nothing that the graph knows.').waitFor();
      await picture(page, 'graph-empty-answer');
      await page.setInputFiles('.sources input[type=file]', { name: 'rules.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
      await page.locator('[data-status=ready]').waitFor();
      await page.locator('.sources form').getByRole('button', { name: words.action }).click();
      await page.getByText('The graph is empty.').waitFor();
    });
  });

  for (const { name, ...options } of LOOKS) {
    test(`accessible and within the screen: ${name}`, { skip }, async () => {
      await on(options, async (page, _mock, words) => {
        await opened(page, words);
        await page.waitForTimeout(200);
        await inspect(page, `graph-${name}`);
        await page.getByRole('button', { name: words.article }).click();
        await page.locator('[data-detail] [data-passage]').first().waitFor();
        await inspect(page, `graph-${name}-detail`);
        await page.getByText(words.list).click();
        await page.locator('.panel .list').scrollIntoViewIfNeeded();
        await inspect(page, `graph-${name}-list`);
      });
    });
  }

  test('a link of another program marks the words that it names, or none', { skip }, async () => {
    await on({}, async (page, mock) => {
      for (const [query, words] of [
        ['?text=three%20years', 'three years'],
        [`?text=${encodeURIComponent('A student')},${encodeURIComponent('semester.')}`, 'A student may apply for a leave of absence within 30 days of the start of the semester.'],
        ['?text=other%20words', ''],
        ['', ''],
      ]) {
        await page.goto(`${mock.url}/#/p/c2${query}`);
        await page.locator('.panel .own').waitFor();
        await page.waitForFunction((words) => (document.querySelector('.panel mark.evidence')?.textContent ?? '') === words, words);
        await page.goto(`${mock.url}/#/`);
        await page.locator('.panel').waitFor({ state: 'detached' });
      }
      await page.goto(`${mock.url}/#/p/c1?text=${encodeURIComponent('군 복무')}`);
      await page.reload();
      await page.locator('.panel mark.evidence').waitFor();
      assert.equal(await page.locator('.panel mark.evidence').innerText(), '군 복무');
    });
  });
});
