/**
 * Types into a draft of 10,000 words with 200 suggestions and says how long the frames were. It measures; it asserts
 * nothing. Needs a built page and Chromium: `npm run build && node scripts/frames.mjs [words] [suggestions]`.
 */
import { launch, openPage } from '../e2e/browser.mjs';
import { startMock } from '../e2e/mock.mjs';

const words = Number(process.argv[2] ?? 10_000);
const suggestions = Number(process.argv[3] ?? 200);
const STROKES = 300;

const SENTENCE = 'A student may **apply** for a leave of absence within 30 days of the start of the semester, see [the rules](https://example.org/rules)[^1]. ';
const perSentence = SENTENCE.trim().split(/\s+/).length;
const paragraphs = [];
for (let count = 0, number = 1; count < words; number += 1) {
  const lines = [`## Section ${number}`, '', SENTENCE.repeat(6).trim(), '', `- 휴학은 통산하여 3년을 초과할 수 없다.`, `- [ ] an item`, ''];
  paragraphs.push(lines.join('\n'));
  count += perSentence * 6 + 14;
}
paragraphs.push('| Case | Limit |\n|---|--:|\n| 일반 휴학 | 3 |\n\n[^1]: The rules.\n');
const text = paragraphs.join('\n');

const mock = await startMock();
const draft = mock.written.create('Long', text);
const step = Math.floor(text.length / (suggestions + 1));
const categories = ['CORE', 'EXPRESSION', 'DETAIL'];
for (let index = 0, from = 0; index < suggestions; index += 1, from += step) {
  const start = text.indexOf('leave', from);
  if (start < 0) break;
  draft.patches.push({
    id: `p${index}`, op: 'replace', start, end: start + 5, before: 'leave', after: 'break', category: categories[index % 3], risk: 0.2,
    reasons: ['plainer word'], ruleIds: [], gates: [], status: 'pending', baseRevision: 1, context: { before: '', after: '' },
  });
}
const browser = await launch();
try {
  const { page } = await openPage(browser, { locale: 'en-GB' });
  await page.goto(mock.url);
  await page.locator(`[data-draft=${draft.id}] .open`).click();
  await page.locator('.ProseMirror .patch').first().waitFor();
  const middle = page.locator('.ProseMirror > p', { hasText: 'A student may' }).nth(Math.floor(paragraphs.length / 2));
  await middle.scrollIntoViewIfNeeded();
  await middle.click({ position: { x: 40, y: 10 } });
  await page.waitForTimeout(1500);
  await page.evaluate(() => {
    globalThis.frames_ = [];
    globalThis.strokes_ = [];
    let last = performance.now();
    const tick = (now) => {
      globalThis.frames_.push(now - last);
      last = now;
      globalThis.handle_ = requestAnimationFrame(tick);
    };
    globalThis.handle_ = requestAnimationFrame(tick);
    // From a key to the next frame after it.
    addEventListener('keydown', () => {
      const at = performance.now();
      requestAnimationFrame(() => setTimeout(() => globalThis.strokes_.push(performance.now() - at)));
    }, true);
  });
  // Time of the page's own thread, which other processes of the machine do not add to.
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async () => Object.fromEntries((await client.send('Performance.getMetrics')).metrics.map(({ name, value }) => [name, value]));
  const before = await spent();
  const letters = 'the quick brown fox jumps over the lazy dog ';
  for (let index = 0; index < STROKES; index += 1) {
    await page.keyboard.type(letters.charAt(index % letters.length));
    await page.waitForTimeout(30);
  }
  const after = await spent();
  const perKey = (name) => `${(((after[name] - before[name]) * 1000) / STROKES).toFixed(2)} ms`;
  const { frames, strokes } = await page.evaluate(() => {
    cancelAnimationFrame(globalThis.handle_);
    return { frames: globalThis.frames_.slice(1), strokes: globalThis.strokes_ };
  });
  const quantile = (values, share) => [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))].toFixed(1);
  const line = (name, values) => `${name}: p50 ${quantile(values, 0.5)} ms, p95 ${quantile(values, 0.95)} ms, p99 ${quantile(values, 0.99)} ms, longest ${quantile(values, 1)} ms`;
  console.log(`${text.trim().split(/\s+/).length} words, ${draft.patches.length} suggestions, ${STROKES} keys`);
  console.log(`${line('frames', frames)}, over 20 ms: ${frames.filter((frame) => frame > 20).length} of ${frames.length}`);
  console.log(line('key to frame', strokes));
  console.log(`processor time for each key: all ${perKey('TaskDuration')}, script ${perKey('ScriptDuration')}, style ${perKey('RecalcStyleDuration')}, layout ${perKey('LayoutDuration')}`);
} finally {
  await browser.close();
  await mock.close();
}
