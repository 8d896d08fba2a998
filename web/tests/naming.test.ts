import { expect, test } from 'vitest';
import { isChosen, titleFrom } from '../src/draft/naming';

test.each([
  ['# Library *guide*\n\nText.', 'Library guide'],
  ['\n\n  \n도서관 이용 안내\n본문', '도서관 이용 안내'],
  ['---\ntitle: x\n---\n## 제1장 총칙', '제1장 총칙'],
  ['---\n\nAfter a rule', 'After a rule'],
  ['- [ ] buy `milk` at [the shop](https://example.org)', 'buy milk at the shop'],
  ['> 3. snake_case __stays__[^1]', 'snake_case stays'],
  ['***\n!!!', ''],
  ['', ''],
])('%j is called %j', (text, title) => {
  expect(titleFrom(text)).toBe(title);
});

test('a long first line ends at a word, or at a character where there is none', () => {
  expect(titleFrom('word '.repeat(40))).toBe(`${'word '.repeat(12).trim()}…`);
  expect([...titleFrom('가'.repeat(100))]).toHaveLength(61);
  expect([...titleFrom('😀a'.repeat(100))]).toHaveLength(61);
});

test('a title is the writer’s own unless it is empty, of old, or that of the text', () => {
  expect(isChosen('', 'Text')).toBe(false);
  expect(isChosen('Untitled draft', 'Text')).toBe(false);
  expect(isChosen('제목 없는 초안', 'Text')).toBe(false);
  expect(isChosen('Text', '# Text')).toBe(false);
  expect(isChosen('Mine', '# Text')).toBe(true);
});
