import { EditorState, TextSelection, type Command } from 'prosemirror-state';
import { describe, expect, test } from 'vitest';
import { KEYS, newLine } from '../src/editor/keys';
import { docOf, Places, textOf } from '../src/editor/schema';
import { styleDecorations, styleKey, stylePlugin } from '../src/editor/style';

const TEXTS = ['', '\n', 'one', 'one\ntwo\n', 'a\r\n\r\nb\nc', '\r\n', 'lone\rreturn', '한글 😀 e\u0301\n\t- x  \n'];

describe('a text as a document', () => {
  test.each(TEXTS)('%j comes out as it went in', (text) => {
    expect(textOf(docOf(text))).toBe(text);
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
    ['- one\n- ', 8, '- one\n|'],
    ['  9. one', 8, '  9. one\n  10. |'],
    ['- [x] done', 10, '- [x] done\n- [ ] |'],
    ['> said', 6, '> said\n> |'],
    ['plain', 2, 'pl\n|ain'],
    ['- one', 0, '\n|- one'],
    ['a\r\nb', 1, 'a\r\n|\r\nb'],
  ])('Enter in %j at %i', (text, at, expected) => {
    expect(run(text, at, at, newLine)).toBe(expected);
  });

  test('bold goes on and off', () => {
    expect(run('a word', 2, 6, KEYS['Mod-b'])).toBe('a **|word**');
    expect(run('a **word**', 4, 8, KEYS['Mod-b'])).toBe('a |word');
    expect(run('a word', 2, 6, KEYS['Mod-i'])).toBe('a *|word*');
  });
});

describe('style', () => {
  function styled(text: string): string[] {
    const doc = docOf(text);
    return styleDecorations(doc).map((decoration) => {
      const { class: name } = (decoration as unknown as { type: { attrs: { class: string } } }).type.attrs;
      return `${name}: ${doc.textBetween(decoration.from, decoration.to)}`;
    });
  }

  test.each([
    ['plain words', []],
    ['# Head', ['md-h1: # Head', 'md-mark: # ']],
    ['a **b** `c`', ['md-mark: **', 'md-strong: b', 'md-mark: **', 'md-mark: `', 'md-code: c', 'md-mark: `']],
    ['- x[^1]', ['md-item: - x[^1]', 'md-mark: - ', 'md-note: [^1]']],
    ['[^1]: note', ['md-definition: [^1]: note', 'md-mark: [^1]: ']],
    ['```\n# code\n```\n# head', ['md-block-code: ```', 'md-block-code: # code', 'md-block-code: ```', 'md-h1: # head', 'md-mark: # ']],
  ])('%j', (text, expected) => {
    expect(styled(text)).toEqual(expected);
  });
});

describe('style while writing', () => {
  const START = '# Head\n\n- one **two**\n```\n# code\n```\n> said [^1]\n\n[^1]: note\nplain';
  const PIECES = ['# ', '**', '`', '```', '\n', '\n\n', 'word', '- ', '> ', '[^2]', '한글', '😀'];

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
      .map((one) => `${one.from}-${one.to} ${(one as unknown as { type: { attrs: { class: string } } }).type.attrs.class}`)
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
      expect(names(set?.find() ?? []), `step ${step}`).toEqual(names(styleDecorations(state.doc)));
    }
  });
});
