/** The faces of the page: what the first page costs with them, that nothing moves when they come, what text is set in which. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe } from 'node:test';
import { executablePath, launch, openPage, picture, test } from './browser.mjs';
import { startMock } from './mock.mjs';

const built = existsSync(new URL('../dist/index.html', import.meta.url));
const skip = !built ? 'the page is not built: npm run build' : !executablePath ? 'no Chromium: set CHROMIUM' : false;

/** What the first page may load, in bytes as they are sent. */
const MOST = 400_000;
const DRAFTS = { en: '# Leave of absence\n\nA leave lasts *three* years at most, and **not** longer.\n', ko: '# 휴학 안내\n\n휴학은 **통산하여** 3년을 넘지 못한다. 뷁은 드문 글자다.\n' };

/** The faces that the browser draws an element's text in. */
async function drawnIn(page, selector) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('DOM.enable');
  await devtools.send('CSS.enable');
  const { root } = await devtools.send('DOM.getDocument', { depth: 0 });
  const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId });
  return fonts.map((font) => `${font.isCustomFont ? 'own' : 'machine'}:${font.familyName}`);
}

describe('the faces of the page', () => {
  let browser;
  before(async () => {
    if (!skip) browser = await launch();
  });
  after(() => browser?.close());

  for (const [language, locale] of [['en', 'en-GB'], ['ko', 'ko-KR']]) {
    test(`the first page is light and nothing moves: ${language}`, { skip }, async () => {
      const mock = await startMock({ ruled: true });
      const { context, page, faults } = await openPage(browser, { locale });
      try {
        const devtools = await context.newCDPSession(page);
        await devtools.send('Network.enable');
        let sent = 0;
        devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (sent += encodedDataLength));
        await page.addInitScript(() => {
          globalThis.moved = [];
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) globalThis.moved.push([entry.value, ...entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 90) ?? '')]);
          }).observe({ type: 'layout-shift', buffered: true });
        });
        await page.goto(mock.url);
        await page.locator('.welcome h2').waitFor();
        await page.waitForLoadState('networkidle');
        await page.evaluate(() => document.fonts.ready);
        console.log(`first page, ${language}: ${sent} bytes`);
        assert.ok(sent <= MOST, `${sent} bytes`);
        assert.equal(mock.log.some((line) => String(line?.path ?? line).includes('/api/criteria-packs')), false, 'rules are asked for where they are needed');
        assert.deepEqual(await drawnIn(page, '.welcome h2').then((faces) => faces.filter((face) => face.startsWith('machine'))), [], 'the heading is in our faces');
        // A machine that is busy with other things may have waited long enough to draw what it had.
        const moved = await page.evaluate(() => globalThis.moved);
        assert.ok(moved.reduce((sum, [value]) => sum + value, 0) < 0.01, JSON.stringify(moved));
        const draft = mock.written.create('', DRAFTS[language]);
        await page.evaluate(() => (globalThis.moved.length = 0));
        await page.goto(`${mock.url}/#/w/${draft.id}`);
        await page.locator('.ProseMirror p').nth(2).waitFor();
        await page.evaluate(() => document.fonts.ready);
        await page.waitForTimeout(300);
        await picture(page, `faces-draft-${language}`);
        console.log(`moved at a draft, ${language}: ${JSON.stringify(await page.evaluate(() => globalThis.moved))}`);
        for (const line of [0, 2]) assert.ok((await drawnIn(page, `.ProseMirror p:nth-child(${line + 1})`)).some((face) => face.startsWith('own')), 'the draft is in our faces');
        const licences = await (await fetch(`${mock.url}/assets/FONTS-LICENSES.txt`)).text();
        for (const name of ['Pretendard', 'Gowun Batang', 'Source Serif', 'SIL OPEN FONT LICENSE']) assert.match(licences, new RegExp(name));
        assert.deepEqual(faults, []);
      } finally {
        await context.close();
        await mock.close();
      }
    });
  }
});
