/** The rules page against the scripted server. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { after, before, describe } from 'node:test';
import { executablePath, inspect, launch, LOOKS, openPage, picture, test } from './browser.mjs';
import { startMock } from './mock.mjs';

const built = existsSync(new URL('../dist/index.html', import.meta.url));
const skip = !built ? 'the page is not built: npm run build' : !executablePath ? 'no Chromium: set CHROMIUM' : false;
const file = (name, content) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) });

describe('the rules page', () => {
  let browser;
  before(async () => {
    if (!skip) browser = await launch();
  });
  after(() => browser?.close());

  async function onRules(options, body) {
    const mock = await startMock({ ruled: true });
    const opened = await openPage(browser, { locale: 'en-GB', ...options });
    try {
      await opened.page.goto(`${mock.url}/#/rules`);
      await opened.page.locator('[data-pack]').first().waitFor();
      await body(opened.page, mock);
      assert.deepEqual(opened.faults, []);
    } finally {
      await opened.context.close();
      await mock.close();
    }
  }

  test('an example is added with one click, switched off, and deleted', { skip }, async () => {
    await onRules({}, async (page, mock) => {
      await page.getByRole('button', { name: 'Add Plain English' }).click();
      await page.locator('[data-pack=pack-3]').waitFor();
      await page.getByRole('button', { name: 'Added' }).waitFor();
      await page.getByRole('checkbox', { name: 'Plain English is active' }).click();
      await page.waitForFunction(() => !document.querySelector('[data-pack=pack-3] input').checked);
      await page.locator('[data-pack=pack-3]', { hasText: 'version 2' }).waitFor();
      assert.equal(mock.rules.packs.get('pack-3').isActive, false);
      await page.getByRole('button', { name: 'Delete Plain English' }).click();
      await page.getByRole('button', { name: 'Really delete?' }).click();
      await page.locator('[data-pack=pack-3]').waitFor({ state: 'detached' });
    });
  });

  for (const [locale, { right, back, hint }] of [
    ['en-GB', { right: '「학칙」 제99조: It is right', back: '「학칙」 제99조: Take back', hint: 'Leads nowhere · 2 times' }],
    ['ko-KR', { right: '「학칙」 제99조: 맞습니다', back: '「학칙」 제99조: 되돌리기', hint: '찾을 수 없는 조문 · 2번' }],
  ]) {
    test(`a reference that was taken out is declared to be right, and taken back: ${locale}`, { skip }, async () => {
      await onRules({ locale }, async (page, mock) => {
        const list = page.locator('[data-references] li');
        await list.first().waitFor();
        assert.equal(await list.count(), 2);
        await page.getByText(hint).waitFor();
        await page.getByRole('button', { name: right, exact: true }).click();
        await page.getByRole('button', { name: back }).waitFor();
        assert.deepEqual(mock.rules.accepted, ['「학칙」 제99조']);
        assert.equal(await page.getByRole('button', { name: right, exact: true }).count(), 0);
        await page.getByRole('button', { name: back }).click();
        await page.getByRole('button', { name: right, exact: true }).waitFor();
        assert.deepEqual(mock.rules.accepted, []);
        await inspect(page, `rules-references-${locale}`);
      });
    });
  }

  test('a pack is written, refused at the field, mended, saved', { skip }, async () => {
    await onRules({}, async (page, mock) => {
      await page.getByRole('button', { name: 'New pack' }).click();
      await page.getByRole('heading', { name: 'My rules' }).waitFor();
      const packs = mock.rules.packs.size;
      await page.goBack();
      assert.equal(mock.rules.packs.size, packs, 'nothing was written, and nothing is kept');
      await page.goForward();
      await page.getByRole('textbox', { name: 'Name' }).fill('');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.locator('#name-problem', { hasText: 'The pack has no name' }).waitFor();
      await page.getByRole('textbox', { name: 'Name' }).fill('Letters');
      await page.getByRole('button', { name: 'Add a rule' }).click();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      const words = page.getByRole('textbox', { name: 'Rule in words' });
      await page.getByText('a rule needs a text or a pattern').waitFor();
      assert.equal(await words.getAttribute('aria-invalid'), 'true');
      assert.ok(await words.evaluate((element) => element === document.activeElement), 'the field that is wrong has the focus');
      await words.fill('Say “please”.');
      await page.getByRole('textbox', { name: 'Pattern' }).fill('(want');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('bad pattern').waitFor();
      await picture(page, 'rules-refused');
      await page.getByRole('textbox', { name: 'Pattern' }).fill('want');
      await page.getByRole('checkbox', { name: 'Propose a replacement' }).check();
      await page.getByRole('textbox', { name: 'Replacement', exact: true }).fill('would like');
      await page.getByLabel('Severity').selectOption('error');
      await page.getByRole('textbox', { name: 'Write like this' }).fill('Please come.\nPlease write.');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Saved · version 1').waitFor();
      assert.match(page.url(), /rules\/pack-3$/);
      assert.deepEqual(mock.rules.packs.get('pack-3').criteriaDefinition, {
        rules: [{ id: 'rule-1', kind: 'must_not', severity: 'error', text: 'Say “please”.', pattern: 'want', replacement: 'would like' }],
        do_examples: ['Please come.', 'Please write.'],
        dont_examples: [],
      });
    });
  });

  for (const [locale, said] of [
    ['en-GB', { pack: 'New pack', add: 'Not X but Y', not: 'Not', but: 'but', more: 'One more pair', text: 'Text to check', instead: 'Instead: 오늘', save: 'Save', saved: 'Saved · version 1', avoid: 'Words to avoid', draft: 'Take a draft …' }],
    ['ko-KR', { pack: '새 묶음', add: 'X 대신 Y', not: '이 말 대신', but: '이 말을', more: '한 쌍 더', text: '시험할 글', instead: '바꿀 말: 오늘', save: '저장', saved: '저장됨 · 1판', avoid: '쓰지 않을 말', draft: '초안 가져오기…' }],
  ]) {
    test(`a rule is made without a pattern, and tried before it is saved: ${locale}`, { skip }, async () => {
      await onRules({ locale }, async (page, mock) => {
        await page.getByRole('button', { name: said.pack }).click();
        await page.getByRole('button', { name: said.add }).click();
        await page.getByRole('textbox', { name: said.not, exact: true }).fill('금일');
        await page.getByRole('textbox', { name: said.but, exact: true }).fill('오늘');
        await page.getByRole('button', { name: said.more }).click();
        await page.getByRole('textbox', { name: said.not, exact: true }).nth(1).fill('utilize');
        await page.getByRole('textbox', { name: said.but, exact: true }).nth(1).fill('use');
        await page.getByRole('textbox', { name: said.text }).fill('금일의 회의. We utilize it.');
        await page.getByText(said.instead).waitFor();
        assert.equal(await page.locator('.tried mark').count(), 2);
        assert.equal(mock.rules.packs.has('pack-3'), false, 'nothing is saved yet');
        await page.getByRole('button', { name: said.avoid }).click();
        await page.locator('.rule textarea').first().fill('회의\n\nvery');
        await page.waitForFunction(() => document.querySelectorAll('.tried mark').length === 3);
        await inspect(page, `rules-form-${locale}`);
        await page.getByRole('button', { name: said.save, exact: true }).click();
        await page.getByText(said.saved).waitFor();
        const { rules } = mock.rules.packs.get('pack-3').criteriaDefinition;
        assert.deepEqual(rules.map((rule) => rule.check), [
          { extends: 'existence', tokens: ['회의', 'very'], ignorecase: true, inflect: true },
          { extends: 'substitution', ignorecase: true, swap: [['금일', '오늘'], ['utilize', 'use']], inflect: true },
        ]);
      });
    });
  }

  test('what is not saved is still there after a visit elsewhere', { skip }, async () => {
    await onRules({}, async (page) => {
      await page.getByRole('link', { name: 'Edit House style' }).click();
      await page.getByRole('combobox', { name: 'Category' }).first().selectOption('law');
      await page.getByRole('link', { name: 'Charts' }).click();
      await page.goBack();
      await page.getByText('Not saved yet').waitFor();
      assert.equal(await page.getByRole('combobox', { name: 'Category' }).first().inputValue(), 'law');
      await page.goBack();
      await page.getByRole('link', { name: 'Edit House style' }).waitFor();
      await page.goForward();
      await page.getByRole('button', { name: 'Discard changes' }).click();
      assert.equal(await page.getByRole('combobox', { name: 'Category' }).first().inputValue(), 'style');
    });
  });

  test('a text is tried, the findings lead to the rules', { skip }, async () => {
    await onRules({}, async (page) => {
      await page.getByRole('link', { name: 'Edit House style' }).click();
      await page.getByRole('textbox', { name: 'Text to check' }).fill('We utilize very good tools 😀 and guarantee <b>speed</b>.');
      await page.getByRole('button', { name: 'Check', exact: true }).click();
      await page.getByText('3 findings').waitFor();
      assert.deepEqual(
        await page.locator('.tried mark').evaluateAll((all) => all.map((one) => `${one.className.split(' ')[0]} ${one.firstChild.data}`)),
        ['uncertain utilize', 'uncited very ', 'unsupported guarantee'],
      );
      assert.match(await page.locator('.tried').innerText(), /<b>speed<\/b>/);
      await page.getByText('Instead: use').waitFor();
      await page.getByText('Take it out').waitFor();
      assert.equal(await page.locator('.findings img').count(), 0, 'a message is text');
      await page.getByRole('button', { name: 'Finding 3' }).click();
      assert.ok(await page.locator('#finding-2').evaluate((element) => element === document.activeElement));
      await picture(page, 'rules-tried');
      await page.getByRole('button', { name: 'Show rule very' }).click();
      assert.equal(await page.getByRole('textbox', { name: 'Pattern' }).inputValue(), 'very ');
    });
  });

  test('files are imported, refused rule by rule, and exported', { skip }, async () => {
    await onRules({}, async (page) => {
      const picker = page.locator('.page-column input[type=file]');
      const bad = JSON.stringify({ criteriaDefinition: { rules: [{ id: 'odd', pattern: '(' }] } });
      const good = JSON.stringify({ name: 'Imported', criteriaDefinition: { rules: [{ id: 'x', kind: 'must_not', severity: 'warning', text: 'no x', pattern: 'x' }] } });
      await picker.setInputFiles([file('bad.json', bad), file('style.txt', '?'), file('good.json', good)]);
      await page.getByText('bad.json was not imported').waitFor();
      await page.getByText('odd · pattern: bad pattern').waitFor();
      await page.getByText('The file cannot be read').waitFor();
      await page.getByRole('link', { name: 'Edit Imported' }).click();
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export as JSON' }).click()]);
      assert.equal(download.suggestedFilename(), 'Imported.json');
      const exported = JSON.parse(await readFile(await download.path(), 'utf8'));
      assert.deepEqual(exported.criteriaDefinition.rules, [{ id: 'x', kind: 'must_not', severity: 'warning', text: 'no x', pattern: 'x' }]);
    });
  });

  test('what was not read of a file is told, in both languages', { skip }, async () => {
    const misspelt = JSON.stringify({ name: 'Letters', criteriaDefinition: { rules: [{ id: 'odd', kind: 'must_not', severity: 'warning', text: 'no x', patern: 'x' }] } });
    const clean = misspelt.replace('patern', 'pattern').replace('Letters', 'Notes');
    for (const [locale, said] of [['en-GB', 'letters.json was imported, but not all of it was read'], ['ko-KR', 'letters.json 파일을 가져왔지만 읽지 않은 곳이 있습니다']]) {
      await onRules({ locale }, async (page, mock) => {
        const picker = page.locator('.page-column input[type=file]');
        await picker.setInputFiles([file('letters.json', misspelt), file('notes.json', clean)]);
        const told = page.locator('.report');
        await told.getByText(said).waitFor();
        await told.getByText('odd · patern: The key ‘patern’').waitFor();
        await page.locator('[data-pack=pack-4]').waitFor();
        assert.equal(await told.count(), 1, 'nothing is said of a file that was read as a whole');
        assert.equal(mock.rules.packs.get('pack-3').name, 'Letters');
        await inspect(page, `rules-warned-${locale}`);
        await told.getByRole('button').click();
        await told.waitFor({ state: 'detached' });
      });
    }
  });

  test('an earlier version is brought back', { skip }, async () => {
    await onRules({}, async (page, mock) => {
      await page.getByRole('link', { name: 'Edit House style' }).click();
      await page.locator('.rule summary').first().click();
      await page.getByRole('button', { name: 'Delete rule utilize' }).click();
      await page.getByRole('button', { name: 'Really delete?' }).click();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Saved · version 2').waitFor();
      await page.getByText('Earlier versions').click();
      await page.getByRole('button', { name: 'Take the rules of version 1' }).click();
      await page.getByText('Not saved yet').waitFor();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Saved · version 3').waitFor();
      assert.equal(mock.rules.packs.get('pack-1').criteriaDefinition.rules[0].id, 'utilize');
    });
  });

  for (const [name, options] of Object.entries(LOOKS)) {
    test(`accessible and within the screen: ${name}`, { skip }, async () => {
      await onRules(options, async (page) => {
        await inspect(page, `rules-${name}-list`);
        await page.locator('[data-pack] a').first().click();
        await page.locator('.rule summary').first().click();
        await page.locator('.fields').waitFor();
        await page.locator('[aria-labelledby=try-title] textarea').fill('We utilize very good tools and guarantee speed.');
        await page.locator('.card .button.primary').click();
        await page.locator('.findings').waitFor();
        await inspect(page, `rules-${name}-pack`);
        await page.locator('.findings').scrollIntoViewIfNeeded();
        await picture(page, `rules-${name}-tried`);
      });
    });
  }
});
