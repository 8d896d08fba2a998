import { history, undo } from 'prosemirror-history';
import { EditorState, TextSelection, type Command } from 'prosemirror-state';
import { Decoration, DecorationSet, type DecorationSource } from 'prosemirror-view';
import { describe, expect, test } from 'vitest';
import { KEYS, newLine } from '../src/editor/keys';
import { block, footnote, heading, link, nextHeading, tick, TOOLS } from '../src/editor/commands';
import { indent } from '../src/editor/lists';
import { parts } from '../src/editor/input';
import { docOf, Places, textOf } from '../src/editor/schema';
import { isTableLine, pads, rowOf, width } from '../src/editor/tables';
import { setOf, type Mark } from '../src/editor/lineset';
import { styleKey, stylePlugin, styleSet } from '../src/editor/style';

const TEXTS = ['a\u2028b\u0000\u0085\t ', '\ufeff# x', '> \n>\n\n\n', '| a |\n|:-:|', '```\nopen', '**', '\\*x* &amp; <b>',
  '', '\n', 'one', 'one\ntwo\n', 'a\r\n\r\nb\nc', '\r\n', 'lone\rreturn', '한글 😀 e\u0301\n\t- x  \n'];

describe('a text as a document', () => {
  test.each([0, 1, 299, 300, 301, 900])('%i lines that are pasted come in parts, none of which cuts a line end', (lines) => {
    for (const end of ['\n', '\r\n']) {
      const text = Array.from({ length: lines }, (_, at) => `line ${at}${end}`).join('');
      expect(parts(text).join('')).toBe(text);
      expect(parts(text).length).toBe(Math.floor(lines / 300) + 1);
      expect(parts(text).filter((part) => part.startsWith('\n') && end === '\r\n')).toEqual([]);
    }
  });

  test.each(TEXTS)('%j comes out as it went in', (text) => {
    expect(textOf(docOf(text))).toBe(text);
  });

  test('whatever is written comes out byte for byte, styled or not, and after a change and back', () => {
    const pieces = ['# ', '**', '*', '`', '```', '~~~', '\n', '\r\n', '\r', '\t', '  ', '- ', '1. ', '> ', '[ ] ', '| ', '|---|', '[^1]', '[^1]: ', '[a](b)', 'https://x.example', '한글', '한글'.normalize('NFD'), '😀', '👩‍👩‍👧', '\\', '&amp;', '<b>', '\u0000', '\u2028', '\u00a0', 'word '];
    let state = 7;
    const next = (below: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return (state >>> 8) % below;
    };
    for (let round = 0; round < 400; round += 1) {
      const text = Array.from({ length: next(30) }, () => pieces[next(pieces.length)] ?? '').join('');
      const doc = docOf(text);
      expect(new TextEncoder().encode(textOf(doc))).toEqual(new TextEncoder().encode(text));
      const editor = EditorState.create({ doc, plugins: [history(), stylePlugin(() => false)] });
      const changed = editor.apply(editor.tr.insertText('x', new Places(doc).position(next(text.length + 1))));
      expect(textOf(changed.doc)).toHaveLength(text.length + 1);
      let back = changed;
      undo(changed, (tr) => (back = changed.apply(tr)));
      expect(textOf(back.doc)).toBe(text);
    }
  });

  test.each(TEXTS)('%j: every offset has its place and back', (text) => {
    const doc = docOf(text);
    const places = new Places(doc);
    for (let offset = 0; offset <= text.length; offset += 1) {
      const position = places.position(offset);
      expect(doc.resolve(position).parent.type.name).toBe('line');
      // An offset between CR and LF has no place of its own.
      const inside = text.charAt(offset) === '\n' && text.charAt(offset - 1) === '\r';
      expect(places.offset(position)).toBe(inside ? offset - 1 : offset);
    }
  });

  test('the text between two places is the text between the offsets', () => {
    const text = 'one\r\ntwo 😀\nthree';
    const doc = docOf(text);
    const places = new Places(doc);
    const start = text.indexOf('two');
    expect(doc.textBetween(places.position(start), places.position(start + 6))).toBe('two 😀');
  });
});

describe('keys', () => {
  function run(text: string, from: number, to: number, command: Command | undefined): string {
    const doc = docOf(text);
    const places = new Places(doc);
    let state = EditorState.create({ doc, selection: TextSelection.create(doc, places.position(from), places.position(to)) });
    command?.(state, (tr) => (state = state.apply(tr)));
    const cursor = new Places(state.doc);
    const out = textOf(state.doc);
    return `${out.slice(0, cursor.offset(state.selection.from))}|${out.slice(cursor.offset(state.selection.from))}`;
  }

  test.each([
    ['- one', 5, '- one\n- |'],
    // Right under an item the next words would be its own.
    ['- one\n- ', 8, '- one\n\n|'],
    ['- one\n\n- ', 9, '- one\n\n|'],
    ['> one\r\n> ', 9, '> one\r\n\r\n|'],
    ['- ', 2, '|'],
    ['- one\n  - two\n  - ', 18, '- one\n  - two\n- |'],
    ['  9. one', 8, '  9. one\n  10. |'],
    ['- [x] done', 10, '- [x] done\n- [ ] |'],
    ['> said', 6, '> said\n> |'],
    ['plain', 2, 'pl\n|ain'],
    ['- one', 0, '\n|- one'],
    ['a\r\nb', 1, 'a\r\n|\r\nb'],
  ])('Enter in %j at %i', (text, at, expected) => {
    expect(run(text, at, at, newLine)).toBe(expected);
  });

  test.each([
    ['- one\n- -', '- one\n- |'],
    ['- one\n  * *', '- one\n  * |'],
    ['- [ ] -', '- [ ] |'],
    ['> - -', '> - |'],
    // Another sign, a number, or not at the beginning: a blank is typed.
    ['- one\n- *', '- one\n- *|'],
    ['- 3.', '- 3.|'],
    ['2. 2.', '2. 2.|'],
    ['- one -', '- one -|'],
    ['- --', '- --|'],
    ['-', '-|'],
  ])('Space in %j', (text, expected) => {
    expect(run(text, text.length, text.length, KEYS['Space'])).toBe(expected);
  });

  test('Space before the words of an item', () => {
    expect(run('- -words', 3, 3, KEYS['Space'])).toBe('- |words');
  });

  test('bold goes on and off', () => {
    expect(run('a word', 2, 6, KEYS['Mod-b'])).toBe('a **|word**');
    expect(run('a **word**', 4, 8, KEYS['Mod-b'])).toBe('a |word');
    expect(run('a word', 2, 6, KEYS['Mod-i'])).toBe('a *|word*');
  });
});

describe('tools', () => {
  function use(text: string, from: number, to: number, command: Command): string {
    const doc = docOf(text);
    const places = new Places(doc);
    let state = EditorState.create({ doc, selection: TextSelection.create(doc, places.position(from), places.position(to)) });
    command(state, (tr) => (state = state.apply(tr)));
    const out = textOf(state.doc);
    const at = new Places(state.doc);
    const [start, end] = [at.offset(state.selection.from), at.offset(state.selection.to)];
    return start === end ? `${out.slice(0, start)}|${out.slice(start)}` : `${out.slice(0, start)}<${out.slice(start, end)}>${out.slice(end)}`;
  }

  test.each<[string, number, number, Command, string]>([
    ['a word', 2, 6, TOOLS.bold, 'a **<word>**'],
    ['a **word**', 4, 8, TOOLS.italic, 'a ***<word>***'],
    ['a ***word***', 5, 9, TOOLS.bold, 'a *<word>*'],
    ['a ***word***', 5, 9, TOOLS.italic, 'a **<word>**'],
    ['a *word*', 3, 7, TOOLS.bold, 'a ***<word>***'],
    ['a word ', 1, 7, TOOLS.bold, 'a **<word>** '],
    ['a', 1, 1, TOOLS.bold, 'a**|**'],
    ['a****', 3, 3, TOOLS.bold, 'a|'],
    ['a[^1] b\n\n[^1]: note', 14, 14, TOOLS.footnote, 'a[^1]| b\n\n[^1]: note'],
    ['a\n\n[^1]: note', 8, 8, TOOLS.footnote, 'a\n\n[^1]:[^2] note\n[^2]: |'],
    ['one\r\ntwo', 0, 8, TOOLS.strike, '~~<one~~\r\n~~two>~~'],
    ['word', 0, 4, nextHeading, '# <word>'],
    ['### word', 5, 5, nextHeading, 'w|ord'],
    ['- item', 3, 3, heading(2), '## i|tem'],
    ['## word', 4, 4, heading(2), 'w|ord'],
    ['one\n\ntwo', 0, 8, block('bullet'), '- <one\n\n- two>'],
    ['- one\n- two', 2, 11, block('ordered'), '1. <one\n2. two>'],
    ['1. one\n2. two', 3, 13, block('ordered'), '<one\ntwo>'],
    ['- one', 3, 3, block('task'), '- [ ] o|ne'],
    ['- [ ] one', 7, 7, block('bullet'), '- o|ne'],
    ['said', 1, 1, block('quote'), '> s|aid'],
    ['', 0, 0, block('bullet'), '- |'],
    ['- one', 3, 3, indent(1), '- o|ne'],
    ['- one\n- two', 9, 9, indent(1), '- one\n  - t|wo'],
    ['  - one', 5, 5, indent(-1), '- o|ne'],
    ['> - [ ] one', 9, 9, tick(), '> - [x] o|ne'],
    ['a word', 2, 6, link, 'a [word](|)'],
    ['https://x.example', 0, 17, link, '[|](https://x.example)'],
    ['One.', 3, 3, footnote, 'One[^1].\n\n[^1]: |'],
    ['One[^1]. Two.\r\n\r\n[^1]: a\r\n', 12, 12, footnote, 'One[^1]. Two[^2].\r\n\r\n[^1]: a\r\n[^2]: |\r\n'],
    ['', 0, 0, footnote, '[^1]\n\n[^1]: |'],
  ])('%j %i–%i', (text, from, to, command, expected) => {
    expect(use(text, from, to, command)).toBe(expected);
  });
});

describe('tables', () => {
  const lines = ['| a | 한글 |', '|---|--:|', '| long | b |'];

  test('columns are aligned by room beside the bars, wide characters counted', () => {
    expect(pads(lines.map(rowOf)).map((row) => row.filter(({ before, after }) => before + after > 0))).toEqual([
      [{ at: 4, before: 0, after: 3 }],
      [{ at: 4, before: 3, after: 3 }],
      [{ at: 7, before: 3, after: 0 }],
    ]);
  });

  test('only bars behind a backslash are words, as in GFM', () => {
    expect(rowOf('| `a\\|b` | c\\|d |').bars).toEqual([0, 9, 16]);
    expect(rowOf('| `a | b` |').bars).toEqual([0, 5, 10]);
    expect(rowOf('| a | b').cells).toEqual([{ from: 1, to: 4 }, { from: 5, to: 7 }]);
    expect(width('e\u0301한😀')).toBe(5);
    expect(isTableLine('a | b')).toBe(false);
  });
});

describe('style', () => {
  function styled(text: string): string[] {
    const doc = docOf(text);
    return styleSet(doc).find().map((decoration) => {
      const { class: name } = (decoration as unknown as { type: { attrs: { class: string } } }).type.attrs;
      return `${name}: ${doc.textBetween(decoration.from, decoration.to)}`;
    });
  }

  test.each([
    ['plain words', []],
    ['# Head', ['md-h1: # Head', 'HIDE: # ']],
    ['a **b** `c`', ['HIDE: **', 'md-strong: b', 'HIDE: **', 'HIDE: `', 'md-code: c', 'HIDE: `']],
    ['- x[^1]', ['md-item: - x[^1]', 'md-mark md-bullet: -', 'HIDE: [^', 'md-note: 1', 'HIDE: ]']],
    ['  3. x', ['md-item:   3. x', 'md-mark: 3.']],
    ['- [x] done', ['md-item md-item-done: - [x] done', 'HIDE: -', 'md-task md-done: [x]']],
    ['- [ ]not a task', ['md-item: - [ ]not a task', 'md-mark md-bullet: -']],
    ['> - said', ['md-item md-quote: > - said', 'HIDE: >', 'md-mark md-bullet: -']],
    ['[a](https://b.example) [c](d.md) ![e](https://f.example)', ['HIDE: [', 'md-link: a', 'HIDE: ](https://b.example)', 'HIDE: [', 'md-mark: ](d.md)', 'md-mark: ![', 'md-mark: ](https://f.example)']],
    ['[x](javascript:alert(1))', ['HIDE: [', 'md-mark: ](javascript:alert(1))']],
    ['[^1]: note', ['md-definition: [^1]: note', 'md-mark: [^1]: ']],
    ['---', ['md-rule: ---', 'HIDE: ---']],
    ['```\n# code\n```\n# head', ['md-block-code md-fence: ```', 'md-block-code: # code', 'md-block-code md-fence: ```', 'md-h1: # head', 'HIDE: # ']],
    ['| **a** |', ['md-table: | **a** |', 'md-mark: **', 'md-strong: a', 'md-mark: **']],
  ])('%j', (text, expected) => {
    expect(styled(text)).toEqual(expected.map((one) => one.replace(/^HIDE/, 'md-mark md-hide')));
  });
});

describe('style while writing', () => {
  const START = '# Head\n\n- one **two**\n```\n# code\n```\n> said [^1]\n\n| a | 한글 |\n|---|--:|\n| long | b |\n\n[^1]: note\nplain';
  const PIECES = ['| ', '\n| x | y |\n', '# ', '**', '`', '```', '\n', '\n\n', 'word', '- ', '> ', '[^2]', '한글', '😀'];

  /** A small generator, so that a failure can be run again. */
  function numbers(seed: number): (below: number) => number {
    let state = seed;
    return (below) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state % below;
    };
  }

  function names(decorations: readonly { from: number; to: number }[]): string[] {
    return decorations
      .map((one) => `${one.from}-${one.to} ${JSON.stringify((one as unknown as { type: { attrs: object } }).type.attrs)}`)
      .sort();
  }

  test.each(Array.from({ length: 40 }, (_, seed) => seed))('is the same as style afresh: %i', (seed) => {
    const next = numbers(seed);
    const doc = docOf(START);
    let state = EditorState.create({ doc, plugins: [stylePlugin(() => false)] });
    for (let step = 0; step < 25; step += 1) {
      const text = textOf(state.doc);
      const places = new Places(state.doc);
      const at = next(text.length + 1);
      const from = places.position(at);
      const to = places.position(Math.min(text.length, at + (next(3) === 0 ? next(12) : 0)));
      const piece = PIECES[next(PIECES.length)] ?? '';
      const tr = state.tr.delete(from, Math.max(from, to));
      state = state.apply(tr.replace(from, from, docOf(piece).slice(1, docOf(piece).content.size - 1)));
      const set = styleKey.getState(state);
      // Other lines of the same words: nothing is known of them yet.
      expect(names(set?.find() ?? []), `step ${step}`).toEqual(names(styleSet(docOf(textOf(state.doc))).find()));
    }
  });
});

describe('decorations line by line', () => {
  const doc = docOf('one two\n\nthree\n한글 four\n');
  const places = new Places(doc);
  const mark = (from: number, to: number): Mark => ({ from: places.position(from), to: places.position(to), make: (start, end) => Decoration.inline(start, end, { class: 'x' }) });
  const shown = (set: DecorationSource): string[] => {
    const out: string[] = [];
    doc.forEach((line, start) => set.forChild(start, line).forEachSet((one) => out.push(...one.find().map(({ from, to }) => `${start}: ${from}-${to}`))));
    return out;
  };

  test('what is within a line is as in a set of ProseMirror', () => {
    const marks = [mark(9, 14), mark(0, 3), mark(4, 7), mark(1, 6)];
    const own = DecorationSet.create(doc, marks.map(({ from, to, make }) => make(from, to, [])));
    expect(shown(setOf(doc, marks))).toEqual(shown(own));
    expect(setOf(doc, marks).find().map(({ from, to }) => [from, to])).toEqual(own.find().map(({ from, to }) => [from, to]));
  });

  test('what goes over lines is in each of them, a point only in its own', () => {
    const point = { from: places.position(8), to: places.position(8), make: (at: number) => Decoration.widget(at, () => document.createElement('i')) };
    expect(shown(setOf(doc, [mark(4, 11), point]))).toEqual(['0: 4-7', '9: 0-0', '11: 0-2']);
  });

  test('of a long text only what touches the part in sight is marked', () => {
    expect(shown(setOf(doc, [mark(0, 3), mark(4, 11), mark(12, 14)], { from: places.position(9), to: places.position(10) }))).toEqual(shown(setOf(doc, [mark(4, 11)])));
  });

  test('it moves with the text', () => {
    const { tr } = EditorState.create({ doc });
    tr.insertText('zero ', 1);
    expect(setOf(doc, [mark(9, 14)]).map(tr.mapping, tr.doc).find().map(({ from, to }) => tr.doc.textBetween(from, to))).toEqual(['three']);
  });
});
