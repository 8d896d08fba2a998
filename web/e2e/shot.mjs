/** The picture of the page in README: a document, a question, its answer, the passage behind a citation (scripts/picture.sh). */
import { launch, openPage } from './browser.mjs';

const CONTENT = `# Rules of the harbour library

## Opening hours

The library opens at nine in the morning and closes at six in the evening. On Saturdays it opens at ten. It is closed on Sundays.

## Lending

Members may borrow five books at a time. A book is lent for two weeks, and may be renewed once if nobody else waits for it.

## 한국어 안내

도서관은 오전 아홉 시에 문을 연다. 회원은 한 번에 책을 다섯 권까지 빌릴 수 있다.
`;

const [base, file] = process.argv.slice(2);
const browser = await launch();
const { page } = await openPage(browser, { viewport: { width: 1280, height: 900 }, locale: 'en-GB', colorScheme: 'light' });
page.setDefaultTimeout(60_000);
await page.goto(base);
await page.waitForLoadState('networkidle');
await page.setInputFiles('.sources input[type=file]', { name: 'library-rules.md', mimeType: 'text/markdown', buffer: Buffer.from(CONTENT) });
await page.locator('.sources li[data-status=ready]').first().waitFor();
await page.locator('#question').fill('When does the library open, and how many books may I borrow?');
await page.keyboard.press('Enter');
await page.locator('.answer [data-badge]:not([data-badge=pending])').waitFor();
await page.locator('.answer .sentence.supported .chip').first().click();
await page.locator('mark.evidence').first().waitFor();
await page.waitForTimeout(500);
await page.screenshot({ path: file });
await browser.close();
