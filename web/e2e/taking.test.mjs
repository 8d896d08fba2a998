/** What goes from an answer into a draft, and out of both into a clipboard, in a browser against the scripted server. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe } from 'node:test';
import { clickInto, executablePath, inspect, launch, onMock, picture, saved, test } from './browser.mjs';

const built = existsSync(new URL('../dist/index.html', import.meta.url));
const skip = !built ? 'the page is not built: npm run build' : !executablePath ? 'no Chromium: set CHROMIUM' : false;
const WORDS = {
  'en-GB': { ask: 'How long? ruins', insert: 'Insert into the draft', back: 'Back to the conversation', loose: '1 supported sentence was left out', dismiss: 'Dismiss' },
  'ko-KR': { ask: '휴학은 얼마나? 폐허', insert: '초안에 넣기', back: '대화로 돌아가기', loose: '확인된 문장 1개는 넣지 않았습니다', dismiss: '닫기' },
};
const TAKEN = {
  'en-GB': 'A leave of absence must not exceed **three years** in total[^1].\n\n## What this means\n\n| Case | Limit |\n|---|---:|\n| Ordinary leave | 3 years[^1] |\n\nMilitary service is not counted[^2].',
  'ko-KR': '휴학은 **통산하여 3년**을 초과할 수 없습니다[^1].\n\n## 뜻하는 바\n\n| 경우 | 기간 |\n|---|---:|\n| 일반 휴학 | 3년[^1] |',
};

describe('taking along', () => {
  let browser;
  before(async () => {
    if (!skip) browser = await launch();
  });
  after(() => browser?.close());

  /** A draft that is open and put away, and an answer of which some is not borne out. */
  async function answered(locale, text, body, options = {}) {
    await onMock(browser, { name: 'taking', timeout: 10_000, locale, permissions: ['clipboard-read', 'clipboard-write'], ...options }, async (page, mock) => {
      const draft = mock.written.create('Notes', text);
      const m = WORDS[locale];
      await page.goto(mock.url);
      await page.locator(`[data-draft=${draft.id}] .open`).click();
      await page.locator('.ProseMirror').waitFor();
      await page.locator('.draft-frame header button').last().click();
      await page.fill('#question', m.ask);
      await page.keyboard.press('Enter');
      await page.waitForSelector('.answer [data-badge]:not([data-badge=pending])');
      await body(page, draft, mock, m);
    });
  }


  for (const locale of ['en-GB', 'ko-KR']) {
    test(`an answer goes in without ruins, is seen, leads back and is undone at once (${locale})`, { skip }, async () => {
      await answered(locale, 'Start.\n', async (page, draft, mock, m) => {
        await page.getByRole('button', { name: m.insert }).click();
        await page.locator('[data-inserted]').waitFor();
        const [taken, notes] = [TAKEN[locale], draft];
        await page.locator('.inserted-mark').first().waitFor();
        for (let tries = 0; !notes.text.includes('[^1]:') && tries < 60; tries += 1) await page.waitForTimeout(100);
        assert.equal(draft.text.slice(0, draft.text.indexOf('\n\n[^1]:')), `Start.\n\n${taken}`);
        assert.match(await page.locator('[data-inserted]').innerText(), new RegExp(m.loose));
        // It is in sight, and the focus is in the text.
        assert.ok(await page.locator('.inserted-mark').first().isVisible());
        assert.equal(await page.evaluate(() => document.activeElement?.classList.contains('ProseMirror')), true);
        await inspect(page, `inserted-${locale}`);
        await page.keyboard.press('Control+z');
        await saved(draft, 'Start.\n');
        await page.getByRole('link', { name: m.back }).click();
        await page.locator('.answer').waitFor();
        assert.equal(await page.locator('.pane').isVisible(), false);
        await page.goBack();
        await page.locator('.pane').waitFor();
        assert.equal(await page.locator('[data-inserted]').count(), 0);
      });
    });
  }

  /** A draft with a conversation beside it, in which an answer is being written slowly. */
  async function writing(locale, words, question, body) {
    await onMock(browser, { name: 'taking', timeout: 20_000, locale }, async (page, mock) => {
      const draft = mock.written.create('Notes', 'Start.\n\nEnd.\n');
      const other = mock.written.create('Other', 'Else.\n');
      await page.goto(`${mock.url}/#/w/${draft.id}`);
      await page.locator('.ProseMirror[aria-busy=false]').waitFor();
      await clickInto(page, page.locator('.ProseMirror p', { hasText: 'Start.' }));
      await page.keyboard.press('End');
      await page.evaluate(() => new Promise((heard) => requestAnimationFrame(() => requestAnimationFrame(heard))));
      await page.keyboard.press('Control+j');
      await page.fill('#question', question);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: words.checked }).click();
      await page.locator('[data-told=waits]').waitFor();
      await body(page, draft, other);
    });
  }

  for (const [locale, words] of [
    ['en-GB', { question: 'How long? slow', checked: 'Insert when it is checked', taken: 'A leave of absence must not exceed **three years** in total[^1]. ', loose: 'The dean', stop: 'Stop' }],
    ['ko-KR', { question: '휴학은 얼마나? slow', checked: '확인되면 초안에 넣기', taken: '## 휴학 기간\n\n휴학은 **통산하여 3년**을 초과할 수 없습니다[^1]. ', loose: '학과장의 승인', stop: '멈추기' }],
  ]) {
    test(`an answer that is wanted before it is checked goes in when it is, and the writing goes on (${locale})`, { skip }, async () => {
      await writing(locale, words, words.question, async (page, draft) => {
        await inspect(page, `inserting-${locale}`);
        assert.equal(draft.text, 'Start.\n\nEnd.\n');
        await page.locator('.ProseMirror').focus();
        await page.keyboard.type(' More');
        await page.locator('[data-inserted]').waitFor();
        assert.equal(await page.locator('[data-told]').count(), 0);
        await page.keyboard.type(' of it.');
        for (let tries = 0; !(draft.text.includes('[^1]:') && draft.text.includes('of it.')) && tries < 60; tries += 1) await page.waitForTimeout(100);
        assert.ok(draft.text.startsWith(`Start. More of it.\n\n${words.taken}`), draft.text);
        assert.ok(/\n\nEnd\.\n\n\[\^1\]: /.test(draft.text), draft.text);
        assert.ok(!draft.text.includes(words.loose), draft.text);
        // What was written since, then what came in, then what was written before: each by itself.
        const all = draft.text;
        await page.keyboard.press('Control+z');
        await page.keyboard.press('Control+z');
        await saved(draft, 'Start. More\n\nEnd.\n');
        await page.keyboard.press('Control+y');
        await page.keyboard.press('Control+y');
        await saved(draft, all);
      });
    });

    test(`an answer that is no longer wanted, breaks off or whose draft is closed puts nothing in (${locale})`, { skip }, async () => {
      await writing(locale, words, words.question, async (page, draft) => {
        await page.getByRole('button', { name: words.checked }).click();
        await page.locator('[data-told]').waitFor({ state: 'detached' });
        await page.getByRole('button', { name: words.checked, pressed: false }).waitFor();
        await page.waitForSelector('.answer [data-badge]:not([data-badge=pending])');
        assert.equal(await page.locator('[data-inserted]').count(), 0);
        assert.equal(draft.text, 'Start.\n\nEnd.\n');
      });
      await writing(locale, words, `${words.question} break`, async (page, draft) => {
        await page.locator('[data-told=broken]').waitFor();
        assert.equal(draft.text, 'Start.\n\nEnd.\n');
      });
      await writing(locale, words, words.question, async (page, draft, other) => {
        await page.locator(`[data-draft=${other.id}] .open`).click();
        await page.locator('.ProseMirror', { hasText: 'Else.' }).waitFor();
        await page.waitForSelector('.answer [data-badge]:not([data-badge=pending])', { state: 'attached' });
        await page.locator('[data-told=closed]').waitFor({ state: 'attached' });
        assert.deepEqual([draft.text, other.text], ['Start.\n\nEnd.\n', 'Else.\n']);
      });
    });
  }

  test('into a list, a table and a text with suggestions', { skip }, async () => {
    await answered('en-GB', 'It has teh list, and teh table:\n\n- One\n- Two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nLast.\n', async (page, draft, mock, m) => {
      const taken = TAKEN['en-GB'];
      await page.locator(`[data-draft=${draft.id}] .open`).click();
      await page.locator('.ProseMirror').waitFor();
      await page.fill('#instruction', 'mend');
      await page.keyboard.press('Enter');
      await page.locator('.patch').nth(1).waitFor();
      await page.locator('.ProseMirror p', { hasText: 'One' }).click();
      await page.waitForTimeout(150);
      await page.getByRole('button', { name: 'Close the draft' }).click();
      await page.getByRole('button', { name: m.insert }).click();
      await page.locator('[data-inserted]').waitFor();
      for (let tries = 0; !draft.text.includes('[^1]:') && tries < 60; tries += 1) await page.waitForTimeout(100);
      assert.ok(draft.text.startsWith(`It has teh list, and teh table:\n\n- One\n- Two\n\n${taken}\n\n| a | b |`), draft.text);
      assert.equal(await page.locator('.patch').count(), 2);
      await page.locator('.patch').nth(1).click();
      await page.keyboard.press('Alt+a');
      await saved(draft, draft.text.replace('and teh', 'and the'));
      assert.match(draft.text, /and the table/);
    });
  });

  const held = (page) =>
    page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      const text = async (type) => (item.types.includes(type) ? (await item.getType(type)).text() : '');
      return { plain: await text('text/plain'), html: await text('text/html') };
    });

  for (const [locale, m] of [['en-GB', { copy: 'Copy', markdown: 'Copy as Markdown', copied: 'Copied', ref: '[1] handbook.pdf, p. 12', head: 'What this means', menu: 'Save as…', whole: 'Copied as Markdown.' }], ['ko-KR', { copy: '복사', markdown: 'Markdown으로 복사', copied: '복사됨', ref: '[1] 학칙.hwpx, 3쪽', head: '뜻하는 바', menu: '다른 형식으로 저장…', whole: 'Markdown으로 복사했습니다.' }]]) {
    test(`an answer and a selection are copied as words for a field and as a text for a page (${locale})`, { skip }, async () => {
      await answered(locale, '## Head\n\n- **one**[^1]\n- two\n\n| a | b |\n|---|---|\n| 1 | 2[^1] |\n\n[^1]: note *x*\n', async (page, draft) => {
        const answer = page.locator('.answer').first();
        await answer.getByRole('button', { name: m.copy, exact: true }).click();
        await answer.getByRole('button', { name: m.copied }).waitFor();
        const { plain, html } = await held(page);
        assert.match(plain, new RegExp(`\\n\\n${m.ref.replace(/[[\].]/g, '\\$&')}`));
        assert.doesNotMatch(plain, /†|\*\*|^#|\||\[\^/m);
        assert.match(html, new RegExp(`<strong>[^]*<h2>${m.head}</h2>[^]*<table>[^]*<sup><a[^]*<ol>`));
        // A field takes the words, a page the text.
        await page.fill('#question', '');
        await page.locator('#question').focus();
        await page.keyboard.press('Control+v');
        assert.equal((await page.inputValue('#question')).trim(), plain.trim());
        await page.fill('#question', '');
        await page.waitForTimeout(1600);
        await answer.getByRole('button', { name: m.markdown }).click();
        await answer.getByRole('button', { name: m.copied }).waitFor();
        const raw = (await held(page)).plain;
        assert.match(raw, new RegExp(`^## ${m.head}$`, 'm'));
        assert.match(raw, /\[\^1\][^]*\n\[\^1\]: /);
        // Out of the draft, with real keys.
        await page.locator(`[data-draft=${draft.id}] .open`).click();
        await page.locator('.ProseMirror').click();
        await page.keyboard.press('Control+a');
        await page.keyboard.press('Control+c');
        const own = await held(page);
        assert.equal(own.plain.trim(), 'Head\n\n- one[1]\n- two\n\na\tb\n1\t2[1]\n\n[1] note x');
        assert.match(own.html, /<h2>Head<\/h2>[^]*<li><strong>one<\/strong><sup>[^]*<table>[^]*note <em>x<\/em>/);
        await page.evaluate(() => document.body.append(Object.assign(document.createElement('div'), { id: 'word', contentEditable: 'true', style: 'position:fixed;inset:0;z-index:99;background:#fff' })));
        await page.locator('#word').focus();
        await page.keyboard.press('Control+v');
        assert.equal(await page.locator('#word table td').first().innerText(), '1');
        assert.equal(await page.locator('#word li strong').innerText(), 'one');
        await page.evaluate(() => document.getElementById('word').remove());
        // Back into the draft it is what it was.
        await page.locator('.ProseMirror').focus();
        await page.keyboard.press('Control+End');
        await page.waitForTimeout(120);
        const before = draft.text;
        await page.keyboard.press('Control+v');
        await saved(draft, before + before);
        await page.getByRole('button', { name: m.menu }).click();
        await page.getByRole('menuitem', { name: m.markdown, exact: true }).click();
        await page.getByText(m.whole).waitFor();
        assert.equal((await held(page)).plain, draft.text);
      });
    });
  }

  for (const [locale, m] of [['en-GB', { source: 'Find a source', cite: /^Cite this/, done: /Cited/ }], ['ko-KR', { source: '출처 찾기', cite: /^인용하기/, done: /인용함/ }]]) {
    test(`a passage that was found is cited where the cursor was (${locale})`, { skip }, async () => {
      await answered(locale, 'The total period of leave is three years. Then more.\n', async (page, draft) => {
        await page.locator(`[data-draft=${draft.id}] .open`).click();
        await page.locator('.ProseMirror p').first().click({ position: { x: 5, y: 10 } });
        await page.waitForTimeout(120);
        await page.keyboard.press('Home');
        await page.keyboard.down('Shift');
        for (let right = 0; right < 41; right += 1) await page.keyboard.press('ArrowRight');
        await page.keyboard.up('Shift');
        await page.locator('[data-selection-menu]').getByRole('button', { name: m.source }).click();
        await page.locator('.panel').getByRole('button', { name: m.cite }).first().click();
        for (let tries = 0; !draft.text.includes('[^1]:') && tries < 60; tries += 1) await page.waitForTimeout(100);
        assert.match(draft.text, /^The total period of leave is three years\[\^1\]\. Then more\.\n\n\[\^1\]: .+“.+”\n$/);
        assert.equal(await page.evaluate(() => document.activeElement?.classList.contains('ProseMirror')), true);
        await page.locator('.panel').getByRole('button').getByText(m.done).waitFor();
        await page.locator('[data-selection-menu]').waitFor();
        const [menu, text] = await Promise.all(['[data-selection-menu]', '.paper'].map((part) => page.locator(part).boundingBox()));
        assert.ok(menu.x >= text.x && menu.x + menu.width <= text.x + text.width && menu.y >= text.y, 'beside the passage and its tools, not over them');
        await picture(page, `cited-${locale}`);
        await page.keyboard.press('Control+z');
        await saved(draft, 'The total period of leave is three years. Then more.\n');
      });
    });
  }
});
