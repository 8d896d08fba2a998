import { describe, expect, test } from 'vitest';
import { applyAll } from '../src/draft/edits';
import { OWN, pasted, structured, tooLong } from '../src/draft/paste';
import { htmlOf, withoutNotes } from '../src/markdown/html';

describe('a text as HTML', () => {
  test('has its structure and none of the classes of the page', () => {
    const html = htmlOf('# 제목 & more\n\n**굵은** *글* ~~x~~ `a<b` [l](https://e.org/?a=1&b=2) [j](javascript:x)\n\n- a\n  - b\n- [x] c\n\n3. d\n\n> q\n\n| a | b |\n| --- | --: |\n| 1<br>2 | <i> |\n\n```js\nx < 1;\n```\n');
    expect(html).toBe(
      '<h1>제목 &#38; more</h1>\n' +
        '<p><strong>굵은</strong> <em>글</em> <s>x</s> <code>a&#60;b</code> <a href="https://e.org/?a=1&#38;b=2">l</a> j</p>\n' +
        '<ul><li>a\n<ul><li>b</li></ul></li><li>☑ c</li></ul>\n<ol start="3"><li>d</li></ol>\n<blockquote><p>q</p></blockquote>\n' +
        '<table><thead><tr><th>a</th><th align="right">b</th></tr></thead><tbody><tr><td>1<br>2</td><td align="right">&#60;i&#62;</td></tr></tbody></table>\n' +
        '<pre><code class="language-js">x &#60; 1;</code></pre>',
    );
    expect(html).not.toMatch(/md-|class="(?!language)/);
  });

  test('has its footnotes linked both ways, each once', () => {
    const html = htmlOf('가.[^a] 나.[^b] 다.[^a] [^none]\n\n[^b]: two **x**\n[^a]: one\n    more\n');
    expect(html).toContain('가.<sup><a href="#note-1" id="ref-1">1</a></sup> 나.<sup><a href="#note-2" id="ref-2">2</a></sup> 다.<sup><a href="#note-1">1</a></sup> [^none]');
    expect(html).toContain('<ol><li id="note-1"><p>one more <a href="#ref-1">↩</a></p></li><li id="note-2"><p>two <strong>x</strong> <a href="#ref-2">↩</a></p></li></ol>');
  });

  test('ends a line where the page shows that it ends', () => {
    expect(htmlOf('가을 학기\n둘째 **줄\n셋째**\\\nfour\n\n- one\n  two\n')).toBe('<p>가을 학기<br>\n둘째 <strong>줄<br>\n셋째</strong><br>\nfour</p>\n<ul><li>one<br>\ntwo</li></ul>');
    expect(htmlOf('| a |\n| --- |\n| 1<br>2[^n]<br>3 |\n\n[^n]: n\n')).toMatch(/<td>1<br>2<sup>.+<\/sup><br>3<\/td>/);
  });

  test('a definition within code is code', () => {
    expect(withoutNotes('```\n[^1]: x\n```\n').notes.size).toBe(0);
  });

  test('nothing of the source runs', () => {
    for (const source of ['<script>alert(1)</script>', '"><img src=x onerror=y>', '[x](https://e.org/"onclick=1)', '```"><b>\nx\n```']) {
      expect(htmlOf(source)).not.toMatch(/<(?:script|img|b)|"onclick/);
    }
  });
});

describe('what is pasted', () => {
  test('has a structure, or is taken as text', () => {
    expect(structured('<p class=MsoNormal>just a line</p>', 'just a line')).toBeNull();
    expect(structured(`<div ${OWN}><h1>x</h1></div>`, '# x')).toBeNull();
    expect(structured('<div style="font-family: Menlo, monospace"><span><b>let</b></span></div>', 'let')).toBeNull();
    expect(structured("<p style='mso-list:l0 level1 lfo1'>a</p>", 'a')).not.toBeNull();
    expect(structured('<P CLASS=HStyle0><SPAN STYLE=\'font-weight:bold\'>제목</SPAN></P>', '제목')).not.toBeNull();
    expect(structured('<h1>x</h1>', '')).toBeNull();
    expect(tooLong('a\n'.repeat(10_000))).toBe(true);
    expect(tooLong('글\n'.repeat(100))).toBe(false);
    expect(tooLong('x'.repeat(90_000))).toBe(false);
    expect(tooLong(`a\n${'x'.repeat(200_000)}\nb`)).toBe(true);
    expect(tooLong('가'.repeat(200_000))).toBe(true);
  });

  const put = (draft: string, start: number, end: number, markdown: string): string => applyAll(draft, pasted(draft, start, end, markdown));

  test('within a line it is words, elsewhere paragraphs of its own', () => {
    expect(put('a b', 2, 2, '**x**\n')).toBe('a **x**b');
    expect(put('ab', 1, 1, '## H\n\n- i\n')).toBe('a\n\n## H\n\n- i\n\nb');
    expect(put('', 0, 0, '# 제목\n\n글\n')).toBe('# 제목\n\n글');
    expect(put('one two three', 4, 7, '*2*\n')).toBe('one *2* three');
    expect(put('one\n\ntwo\n\nthree', 5, 8, '- 2\n')).toBe('one\n\n- 2\n\nthree');
    expect(put('', 0, 0, '**3**\u202e년\ud800\0')).toBe('**3**년\ufffd');
  });

  test('its footnotes get new numbers and stand at the end', () => {
    expect(put('old[^1] \n\n[^1]: first\n', 8, 8, 'new[^1]\n\n[^1]: second\n')).toBe('old[^1] new[^2]\n\n[^1]: first\n[^2]: second\n');
    expect(put('XX old[^1]\n\n[^1]: first\n', 0, 2, 'new[^1] and[^2]\n\n[^1]: a\n[^2]: b\n')).toBe('new[^2] and[^3] old[^1]\n\n[^1]: first\n[^2]: a\n[^3]: b\n');
  });
});
