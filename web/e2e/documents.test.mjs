/** Files of Word and Hangul beside an answer, drawn in the page: real files, bad files, hostile files. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { after, before, describe } from 'node:test';
import JSZip from 'jszip';
import { executablePath, inspect, launch, openPage, picture, test } from './browser.mjs';
import { startMock } from './mock.mjs';

const built = existsSync(new URL('../dist/index.html', import.meta.url));
const skip = !built ? 'the page is not built: npm run build' : !executablePath ? 'no Chromium: set CHROMIUM' : false;
const file = (name) => readFileSync(new URL(`files/${name}`, import.meta.url));

const LEAVE = 'A student may apply for a leave of absence within 30 days of the start of the semester. The total period of leave must not exceed three years. Military service is not counted.';
const TABLE = '| 이름 | 국어 | 영어 | 수학 |\n| --- | --- | --- | --- |\n| 개똥이 | 89 | 65 | 78 |\n| 칠득이 | 77 | 77 | 77 |\n| 팔푼이 | 88 | 88 | 88 |\n| 육손이 | 66 | 66 | 66 |\n| 합계 |  |  |  |';
const LOOKS = {
  wide: { locale: 'en-GB', viewport: { width: 1360, height: 860 } },
  dark: { locale: 'ko-KR', colorScheme: 'dark', viewport: { width: 1360, height: 860 } },
  small: { locale: 'ko-KR', viewport: { width: 390, height: 800 } },
  smallDark: { locale: 'en-GB', colorScheme: 'dark', viewport: { width: 390, height: 800 } },
};

describe('a document as it looks', () => {
  let browser;
  before(async () => {
    if (!skip) browser = await launch();
  });
  after(() => browser?.close());

  /** Opens a cited passage whose source is the file. */
  async function opened(look, { name, bytes, content }, body) {
    const mock = await startMock();
    const { context, page, faults } = await openPage(browser, { ...look, reducedMotion: 'reduce' });
    const outside = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(mock.url) && !request.url().startsWith('data:')) outside.push(request.url());
    });
    await page.route('**/api/chunks/*', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...(await answer.json()), fileName: name, content, page: null, pageEnd: null, before: [], after: [] } });
    });
    await page.route('**/api/sources/d1/content', (route) => route.fulfill({ contentType: 'application/octet-stream', body: bytes }));
    try {
      await page.goto(mock.url);
      await page.locator('#question').fill('How long may a leave last?');
      await page.keyboard.press('Enter');
      await page.locator('.answer [data-badge]:not([data-badge=pending])').waitFor();
      await page.locator('.answer .chip').first().click();
      await page.locator('[data-original]').click();
      await body(page, outside);
      assert.deepEqual(outside, []);
      assert.deepEqual(faults, []);
    } catch (error) {
      await picture(page, `document-${name}-failed`);
      throw error;
    } finally {
      await context.close();
      await mock.close();
    }
  }

  const inSight = async (page) => {
    const [outer, inner] = [await page.locator('.panel .frame').boundingBox(), await page.locator('.panel [data-box]').boundingBox()];
    assert.ok(inner.y >= outer.y - 4 && inner.y + Math.min(inner.height, 40) <= outer.y + outer.height + 4, 'what it was opened for is in sight');
    assert.ok(inner.x >= outer.x - 4 && inner.x + inner.width <= outer.x + outer.width + 4, 'and within the width of its page');
  };

  /** Turned and enlarged, the page is what it was. */
  async function moves(page, pages) {
    const frame = page.locator('.panel .frame');
    const places = () => Promise.all(['[data-drawn]', '[data-box]'].map((one) => page.locator(`.panel ${one}`).boundingBox()));
    const share = ([whole, box]) => (box.y + 4 - whole.y) / whole.height;
    const small = await places();
    await frame.focus();
    await page.keyboard.press('+');
    await page.waitForTimeout(150);
    const large = await places();
    assert.ok(Math.abs(large[0].width / small[0].width - 1.25) < 0.02 && large[1].height > small[1].height, 'the box grows with its page');
    assert.ok(Math.abs(share(large) - share(small)) < 0.005, 'and stays where it was on it');
    await page.keyboard.press('0');
    if (pages > 1) {
      await page.locator('.panel .ways button').first().click();
      await page.locator('.panel [data-box]').waitFor({ state: 'detached' });
      await page.locator('.panel .ways button').nth(1).click();
      await page.locator('.panel [data-box]').waitFor();
    }
  }

  for (const [name, look] of Object.entries(LOOKS)) {
    test(`a file of Word with its passage in a box: ${name}`, { skip }, () =>
      opened(look, { name: 'leave.docx', bytes: file('leave.docx'), content: LEAVE }, async (page) => {
        await page.locator('.panel [data-box]').waitFor();
        await page.waitForTimeout(200);
        assert.match(await page.locator('[data-page]').innerText(), /2/);
        await inSight(page);
        // The box stands on the very words, which are text for whoever hears the page.
        const words = await page.evaluate(() => {
          const root = document.querySelector('[data-drawn] div > div').shadowRoot;
          const line = [...root.querySelectorAll('section:not([data-off]) p')].find((one) => one.textContent.includes('three years'));
          const [own, box] = [line.getBoundingClientRect(), document.querySelector('[data-box]').getBoundingClientRect()];
          return { text: line.textContent, within: box.top >= own.top - 8 && box.bottom <= own.bottom + 8, cells: root.querySelectorAll('td').length };
        });
        assert.ok(words.within && words.cells === 6, JSON.stringify(words));
        await inspect(page, `document-word-${name}`);
        await moves(page, 2);
        await page.locator('.panel .ways button').first().click();
        await page.locator('.panel [data-box]').waitFor({ state: 'detached' });
        await inspect(page, `document-word-${name}-first`);
      }));

    test(`a file of Hangul with its table in a box: ${name}`, { skip }, () =>
      opened(look, { name: '성적.hwpx', bytes: file('table.hwpx'), content: TABLE }, async (page) => {
        await page.locator('.panel [data-box]').waitFor({ timeout: 30_000 });
        await page.waitForTimeout(200);
        await inSight(page);
        const shares = await page.evaluate(() => {
          const [own, box] = [document.querySelector('img[data-drawn]').getBoundingClientRect(), document.querySelector('[data-box]').getBoundingClientRect()];
          return [(box.top - own.top) / own.height, box.width / own.width, box.height / own.height];
        });
        assert.ok(shares[0] > 0.1 && shares[0] < 0.4 && shares[1] > 0.3 && shares[2] > 0.05 && shares[2] < 0.4, shares.join());
        await inspect(page, `document-hangul-${name}`);
        await moves(page, 1);
      }));
  }

  test('a long file whose program left no marks of pages has pages, and loses nothing', { skip }, async () => {
    const archive = await JSZip.loadAsync(file('leave.docx'));
    const text = await archive.file('word/document.xml').async('string');
    const line = (words) => `<w:p><w:r><w:t>${words}</w:t></w:r></w:p>`;
    const rows = Array.from({ length: 90 }, (_, at) => `<w:tr><w:tc>${line(`row ${at} of the table`)}</w:tc><w:tc>${line(`fee ${at * 3}`)}</w:tc></w:tr>`).join('');
    const lines = Array.from({ length: 70 }, (_, at) => line(`Paragraph ${at} tells whoever reads it what was decided.`)).join('');
    archive.file('word/document.xml', text.replace('<w:body>', `<w:body>${lines}<w:tbl>${rows}</w:tbl>`));
    const bytes = await archive.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' });
    await opened(LOOKS.wide, { name: 'long.docx', bytes, content: LEAVE }, async (page) => {
      await page.locator('.panel [data-box]').waitFor();
      const pages = await page.evaluate(() => {
        const root = document.querySelector('[data-drawn] div > div').shadowRoot;
        const sections = [...root.querySelectorAll('section')];
        return sections.map((one) => ({ rows: [...one.querySelectorAll('tr td:first-child p')].map((cell) => cell.textContent), lines: [...one.querySelectorAll('article > p')].map((own) => own.textContent), tables: one.querySelectorAll('table').length, shown: !one.hasAttribute('data-off') }));
      });
      assert.ok(pages.length >= 5, `${pages.length} pages`);
      assert.deepEqual(pages.map(({ shown }) => shown), pages.map((_, at) => at === pages.length - 1), 'the page of the passage is the last');
      assert.deepEqual(pages.flatMap(({ rows: own }) => own).filter((one) => one.startsWith('row')), Array.from({ length: 90 }, (_, at) => `row ${at} of the table`));
      assert.deepEqual(pages.flatMap(({ lines: own }) => own).filter((one) => one.startsWith('Paragraph')), Array.from({ length: 70 }, (_, at) => `Paragraph ${at} tells whoever reads it what was decided.`));
      assert.ok(pages.every(({ tables }) => tables <= 2), 'the rows of a page are one table');
      for (let left = pages.length; left > 1; left -= 1) {
        await page.locator('.panel .ways button').first().click();
        const { height, width } = await page.locator('[data-drawn]').boundingBox();
        assert.ok(height / width < 1.5, `a page of ${width} by ${height}`);
        if (left === 4) await picture(page, 'document-long');
      }
    });
  });

  test('a passage that is not in the drawn file is shown as text, and the file all the same', { skip }, () =>
    opened(LOOKS.wide, { name: 'table.hwpx', bytes: file('table.hwpx'), content: 'Quite another passage about fees and the rent of a boat by the lake.' }, async (page) => {
      await page.getByText('The passage was not found in the drawn file').waitFor();
      await page.locator('.page-text [data-box]').waitFor();
      await page.getByRole('button', { name: 'As it looks' }).click();
      await page.locator('[data-drawn]').waitFor();
      await page.getByRole('button', { name: 'As text' }).click();
      await page.locator('.page-text [data-box]').waitFor();
    }));

  for (const [name, bytes] of [['broken.docx', Buffer.from('PK no archive')], ['broken.hwpx', Buffer.from('PK no archive')]]) {
    test(`a file that cannot be drawn is shown as text: ${name}`, { skip }, () =>
      opened(LOOKS.dark, { name, bytes, content: LEAVE }, async (page) => {
        await page.getByText('이 파일의 모습을 그리지 못해 글로 보여 줍니다.').waitFor({ timeout: 30_000 });
        await page.locator('.page-text [data-box]').waitFor();
      }));
  }

  test('a file that is far larger than it says is not unpacked to its end', { skip }, async () => {
    const archive = await JSZip.loadAsync(file('leave.docx'));
    archive.file('word/document.xml', Buffer.alloc(40 * 1024 * 1024, 32));
    const bytes = await archive.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' });
    // What the archive says of the part: a few bytes.
    const at = bytes.lastIndexOf('word/document.xml') - 46 + 24;
    bytes.writeUInt32LE(99, at);
    await opened(LOOKS.wide, { name: 'bomb.docx', bytes, content: LEAVE }, async (page) => {
      await page.getByText('This file is too large to be drawn here').waitFor({ timeout: 30_000 });
      await page.locator('.page-text [data-box]').waitFor();
    });
  });

  test('a hostile file loads nothing, runs nothing and leads nowhere', { skip }, async () => {
    const archive = await JSZip.loadAsync(file('leave.docx'));
    const evil = 'http://evil.invalid';
    const rels = await archive.file('word/_rels/document.xml.rels').async('string');
    const kind = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
    archive.file(
      'word/_rels/document.xml.rels',
      rels.replace(
        '</Relationships>',
        `<Relationship Id="x1" Type="${kind}/hyperlink" Target="javascript:document.title='evil'" TargetMode="External"/>
         <Relationship Id="x2" Type="${kind}/image" Target="${evil}/a.png" TargetMode="External"/>
         <Relationship Id="x3" Type="${kind}/aFChunk" Target="evil.html"/></Relationships>`,
      ),
    );
    archive.file('word/evil.html', `<script>parent.document.title='evil'</script><img src="${evil}/b.png" onerror="parent.document.title='evil'">`);
    const text = await archive.file('word/document.xml').async('string');
    const drawing = `<w:r><w:drawing xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><wp:inline><wp:extent cx="900000" cy="900000"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="x2" r:link="x2"/></pic:blipFill><pic:spPr><a:xfrm><a:ext cx="900000" cy="900000"/></a:xfrm></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;
    const shape = `<w:r><w:pict xmlns:v="urn:schemas-microsoft-com:vml"><v:rect style="position:fixed;left:0;top:0;width:100vw;height:100vh;background:url(${evil}/c.png)" fillcolor="url(${evil}/d.svg#x)"><v:imagedata r:id="x2"/></v:rect></w:pict></w:r>`;
    const link = `<w:hyperlink r:id="x1"><w:r><w:t>press me</w:t></w:r></w:hyperlink><w:r><w:rPr><w:rFonts w:ascii="x;background:url(${evil}/e.png)" w:hAnsi="x"/></w:rPr><w:t> and me</w:t></w:r>`;
    assert.match(text, /xmlns:r="/);
    archive.file('word/document.xml', text.replace(/<w:body>/, `<w:body><w:p>${link}${drawing}${shape}</w:p><w:altChunk r:id="x3"/>`));
    const bytes = await archive.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' });
    await opened(LOOKS.wide, { name: 'hostile.docx', bytes, content: LEAVE }, async (page, outside) => {
      await page.locator('.panel [data-box]').waitFor();
      await page.locator('.panel .ways button').first().click();
      await page.waitForTimeout(300);
      await picture(page, 'document-hostile');
      const made = await page.evaluate(() => {
        const root = document.querySelector('[data-drawn] div > div').shadowRoot;
        const all = [...root.querySelectorAll('*')];
        return {
          text: root.querySelector('section').textContent.includes('press me'),
          names: [...new Set(all.map((one) => one.localName))],
          bad: all.flatMap((one) => [...one.attributes]).filter(({ name, value }) => /^on/.test(name) || /evil|javascript/.test(value) || (name === 'src' && !value.startsWith('data:'))).map(({ name, value }) => `${name}=${value}`),
          rules: root.adoptedStyleSheets.flatMap((sheet) => [...sheet.cssRules]).map(({ cssText }) => cssText).filter((rule) => /url\((?!"data:)/.test(rule)),
          over: document.elementFromPoint(20, 20)?.closest('.panel') !== null,
        };
      });
      assert.ok(made.text);
      for (const name of ['a', 'iframe', 'script', 'object', 'style', 'link']) assert.ok(!made.names.includes(name), made.names.join());
      assert.deepEqual([made.bad, made.rules, made.over], [[], [], false]);
      assert.notEqual(await page.title(), 'evil');
      assert.deepEqual(outside, []);
    });
  });
});
