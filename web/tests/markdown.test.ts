import { describe, expect, test } from 'vitest';
import { parseMarkdown, type Block } from '../src/markdown/blocks';
import { safeHref, type Run } from '../src/markdown/inline';

/** A short notation of runs, so that a case fits on a line. */
function show(runs: readonly Run[]): string {
  return runs
    .map((run) => {
      let text = run.text;
      if (run.code) text = `\`${text}\``;
      if (run.em) text = `/${text}/`;
      if (run.strong) text = `*${text}*`;
      if (run.strike) text = `~${text}~`;
      if (run.href !== null) text = `<${run.href}|${text}>`;
      if (run.atom) text = `{${text}}`;
      return text;
    })
    .join('');
}

function outline(blocks: readonly Block[]): string {
  return blocks
    .map((block) => {
      switch (block.kind) {
        case 'paragraph':
          return `p(${show(block.inline)})`;
        case 'heading':
          return `h${block.level}(${show(block.inline)})`;
        case 'list':
          return `${block.ordered ? `ol${block.first}` : 'ul'}(${block.items
            .map((item) => `${item.checked === null ? '' : item.checked ? '[x]' : '[ ]'}${outline(item.blocks)}`)
            .join(' ')})`;
        case 'quote':
          return `q(${outline(block.blocks)})`;
        case 'code':
          return `code:${block.language}(${block.inline.map((run) => run.text).join('')})`;
        case 'table':
          return `table(${block.head.map(show).join('|')};${block.rows.map((row) => row.map(show).join('|')).join(';')})`;
        case 'rule':
          return 'hr';
      }
    })
    .join(' ');
}

describe('blocks', () => {
  test.each([
    ['# Title #\ntext', 'h1(Title) p(text)'],
    ['#not a heading', 'p(#not a heading)'],
    ['one\ntwo\n\nthree', 'p(one\ntwo) p(three)'],
    ['- a\n- b\n  - c\n- d', 'ul(p(a) p(b) ul(p(c)) p(d))'],
    ['1. a\n2. b', 'ol1(p(a) p(b))'],
    ['3) a\n4) b', 'ol3(p(a) p(b))'],
    ['- a\n\n- b', 'ul(p(a) p(b))'],
    ['- [ ] open\n- [x] done', 'ul([ ]p(open) [x]p(done))'],
    ['- a\n  continued\nlazy', 'ul(p(a\ncontinued\nlazy))'],
    ['시행일은\n2024. 1. 5. 이다', 'p(시행일은\n2024. 1. 5. 이다)'],
    ['> quoted\n> - item\n\nafter', 'q(p(quoted) ul(p(item))) p(after)'],
    ['```js\nlet a = "[1]";\n```\nafter', 'code:js(let a = "[1]";) p(after)'],
    ['~~~\nopen to the end', 'code:(open to the end)'],
    ['| a | b |\n|---|:-:|\n| 1 | x \\| y |', 'table(a|b;1|x | y)'],
    ['a | b\nno table', 'p(a | b\nno table)'],
    ['---', 'hr'],
    ['* * *', 'hr'],
    ['', ''],
    ['\r\na\r\nb', 'p(a\nb)'],
  ])('%j', (source, expected) => {
    expect(outline(parseMarkdown(source))).toBe(expected);
  });
});

describe('inline', () => {
  test.each([
    ['a **b** c', 'a *b* c'],
    ['***both***', '*/both/*'],
    ['*em* _em_ ~~gone~~', '/em/ /em/ ~gone~'],
    ['**강조**는 된다', '*강조*는 된다'],
    ['**"인용"**이라고', '*"인용"*이라고'],
    ['2 * 3 * 4', '2 * 3 * 4'],
    ['snake_case_name', 'snake_case_name'],
    ['**open', '**open'],
    ['`code *not em*`', '`code *not em*`'],
    ['`` a ` b ``', '`a ` b`'],
    ['\\*not em\\*', '*not em*'],
    ['a &amp; b &lt;', 'a & b <'],
    ['[text](https://example.org/a_(b))', '<https://example.org/a_(b)|text>'],
    ['[**bold** link](https://example.org "title")', '<https://example.org|*bold*><https://example.org| link>'],
    ['see https://example.org/x.', 'see <https://example.org/x|https://example.org/x>.'],
    ['주소는 https://example.org/x입니다', '주소는 <https://example.org/x|https://example.org/x>입니다'],
    ['<https://example.org>', '<https://example.org|https://example.org>'],
    ['![alt](https://example.org/a.png)', 'alt'],
  ])('%j', (source, expected) => {
    const blocks = parseMarkdown(source);
    expect(outline(blocks)).toBe(`p(${expected})`);
  });
});

describe('hostile input', () => {
  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    '//example.org',
    '/api/chats',
    'https://',
  ])('%j is no address', (address) => {
    expect(safeHref(address)).toBeNull();
    for (const block of parseMarkdown(`[x](${address}) <${address}>`)) {
      if (block.kind === 'paragraph') expect(block.inline.every((run) => run.href === null)).toBe(true);
    }
  });

  test('HTML is text', () => {
    const source = '<img src=x onerror=alert(1)> <script>alert(1)</script> <a href="javascript:x">y</a>';
    expect(outline(parseMarkdown(source))).toBe(`p(${source})`);
  });

  test.each(['[', '*', '_', '`', '~~', '**a ', '*a _b ', '[a](', '![', '> ', '- ', '| ', '<', '\\', '`` `', '#', '&amp', '[†1]'])(
    'a long run of %j ends',
    (piece) => {
      const source = piece.repeat(20_000 / piece.length);
      expect(parseMarkdown(source).length).toBeGreaterThanOrEqual(0);
    },
    4000,
  );
});

/** Every visible character comes from the place that its run names; entities and atoms are the only exceptions. */
test.each([
  'A **b** `c` [d](https://example.org) 😀 끝 [†1].\n\n- 항목 *하나*\n  계속\n\n| 표 | b |\n|--|--|\n| 1 | **2** |\n\n> 인용 `x`\n\n```\ncode 😀\n```',
  '1. a\n   - b\n     c\n2. \\*d\\*',
])('runs name their place in the source (%#)', (source) => {
  const visit = (blocks: readonly Block[]): void => {
    for (const block of blocks) {
      const lists: Run[][] =
        block.kind === 'paragraph' || block.kind === 'heading' || block.kind === 'code'
          ? [block.inline]
          : block.kind === 'table'
            ? [...block.head, ...block.rows.flat()]
            : [];
      for (const run of lists.flat()) expect(source.slice(run.start, run.end)).toBe(run.text);
      if (block.kind === 'quote') visit(block.blocks);
      if (block.kind === 'list') block.items.forEach((item) => visit(item.blocks));
    }
  };
  visit(parseMarkdown(source));
});
