import { expect, test } from 'vitest';
import { markdownOfText } from '../src/draft/excerpt';
import { htmlOf } from '../src/markdown/html';
import { plainSentence, plainText, standing } from '../src/markdown/plain';

/** An answer as it is copied, without what its numbers lead to. */
const plain = (text: string): string => plainText(markdownOfText({ id: 't1', text, sentences: [], superseded: null }, () => 'a.txt')).replace(/(?:\n\n?\[\d+\] a\.txt)+$/, '');

test('an answer is copied without marks of Markdown, its citations as numbers', () => {
  expect(plain('## 휴학 기간\n\n휴학은 **통산하여 3년**을 넘을 수 없습니다 [†1].\n다만 `군 복무`는 [뺍니다](https://example.org) [†2][†3].')).toBe(
    '휴학 기간\n\n휴학은 통산하여 3년을 넘을 수 없습니다[1].\n다만 군 복무는 뺍니다[2][3].',
  );
  expect(plain('> Quoted *words*.\n\n---\n\n```js\nlet a = 1;\n```')).toBe('Quoted words.\n\nlet a = 1;');
});

test('a sentence on a card has no signs', () => {
  expect(plainSentence('**중요한 말**은 굵게, *책 이름*은 기울여 쓴다.[^1]')).toBe('중요한 말은 굵게, 책 이름은 기울여 쓴다.');
  expect(plainSentence('- A [link](https://example.org) and `code` [^2]')).toBe('A link and code');
  expect(plainSentence('2. Fees are due at 5 * 3.')).toBe('Fees are due at 5 * 3.');
});

test('lists keep their numbers and depth, tables their columns', () => {
  expect(plain('3. 하나 [†1]\n4. 둘\n   - inner\n\n- [x] done\n- [ ] open')).toBe('3. 하나[1]\n4. 둘\n  - inner\n\n☑ done\n☐ open');
  expect(plain('| Case | Limit |\n|---|---:|\n| **Leave** | 3 years [†1] |')).toBe('Case\tLimit\nLeave\t3 years[1]');
});

test('a copy names what its numbers lead to, once', () => {
  const markdown = markdownOfText({ id: 't1', text: '## A\n\nOne [†2]. Two [†1][†2].\n\n| a | b |\n|---|---|\n| x [†1] | **y** |\n\n## References\n\n- [†1] a.txt\n', sentences: [], superseded: null }, (number) => `${number}.pdf, p. 3`);
  expect(markdown).toBe('## A\n\nOne[^2]. Two[^1][^2].\n\n| a | b |\n|---|---|\n| x[^1] | **y** |\n\n[^2]: 2.pdf, p. 3\n[^1]: 1.pdf, p. 3\n');
  expect(plainText(markdown)).toBe('A\n\nOne[1]. Two[2][1].\n\na\tb\nx[2]\ty\n\n[1] 2.pdf, p. 3\n[2] 1.pdf, p. 3');
});

test.each<[string, string, string, string, string, RegExp]>([
  ['half an item to half a table', 'item here\n- two', '- first item here\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |', '', 'item here\n\n- two', /<p>item here<\/p>\n<ul><li>two<\/li><\/ul>/],
  ['rows without their head', '2 |\n| 3 | 4', '| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n', '', '2\n3\t4', /^<table><tbody><tr><td><\/td><td>2<\/td><\/tr><tr><td>3<\/td><td>4<\/td><\/tr><\/tbody><\/table>$/],
  ['a table with a citation', '| a | b[^9] |\n|---|---|\n| 1 | 2 |', 'x\n\n| a | b[^9] |\n|---|---|\n| 1 | 2 |\n\n[^9]: 표 *2*\n', '', 'a\tb[1]\n1\t2\n\n[1] 표 2', /<th>b<sup>.*표 <em>2<\/em>/],
  ['words of one cell', 'one', '| one | b |\n|---|---|\n| 1 | 2 |', '', 'one', /^<p>one<\/p>$/],
  ['raw signs', 'H<sub>2</sub>O', 'H<sub>2</sub>O *and* more', '', 'H2O', /H/],
])('a selection stands by itself: %s', (_, part, text, __, expected, html) => {
  const start = text.indexOf(part);
  const whole = standing(text, start, start + part.length);
  expect(plainText(whole).replace(/^\t/, '')).toBe(expected);
  expect(htmlOf(whole)).toMatch(html);
});
