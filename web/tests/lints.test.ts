import { EditorState } from 'prosemirror-state';
import type { DecorationSet } from 'prosemirror-view';
import { describe, expect, test } from 'vitest';
import { readBreaches, type Breach } from '../src/draft/linting.svelte';
import { lints, lintsKey } from '../src/editor/lints';
import { docOf, Places } from '../src/editor/schema';

describe('breaches of rules', () => {
  test('are read, and what has no sensible place is left out', () => {
    const found = readBreaches(
      {
        breaches: [
          { ruleId: 'a', severity: 'error', start: 2, end: 5, message: 'No.', replacement: 'yes' },
          { ruleId: 'b', severity: 'loud', start: 0, end: 0, message: 'Missing.' },
          { ruleId: 'c', start: 5, end: 2 },
          { ruleId: 'd', end: 2 },
        ],
      },
      'pack',
    );
    expect(found).toEqual([
      { ruleId: 'a', packId: 'pack', severity: 'error', start: 2, end: 5, message: 'No.', replacement: 'yes' },
      { ruleId: 'b', packId: 'pack', severity: 'warning', start: 0, end: 0, message: 'Missing.', replacement: null },
    ]);
    expect(readBreaches(null, 'pack')).toEqual([]);
  });

  const breach = (start: number, end: number): Breach => ({ ruleId: 'r', packId: 'p', severity: 'warning', start, end, message: '', replacement: null });

  function after(change: (state: EditorState, at: (offset: number) => number) => EditorState): [string[], number] {
    const doc = docOf('one two\nthree four');
    const places = new Places(doc);
    const plugin = lints.plugin();
    let state = EditorState.create({ doc, plugins: [plugin] });
    const placed = [breach(0, 3), breach(4, 7), breach(8, 13)].map((one, index) => ({
      id: String(index), breach: one, from: places.position(one.start), to: places.position(one.end),
    }));
    state = change(state.apply(lints.show(state.tr, placed)), (offset) => places.position(offset));
    const left = lintsKey.getState(state);
    return [left?.placed.map(({ from, to }) => state.doc.textBetween(from, to)) ?? [], (plugin.props.decorations?.call(plugin, state) as DecorationSet | undefined)?.find().length ?? 0];
  }

  test('move with the text', () => {
    expect(after((state, at) => state.apply(state.tr.insertText('zero ', at(0))))).toEqual([['one', 'two', 'three'], 3]);
  });

  test('go when their words are touched, and only they', () => {
    expect(after((state, at) => state.apply(state.tr.insertText('x', at(5))))).toEqual([['one', 'three'], 2]);
    expect(after((state, at) => state.apply(state.tr.delete(at(2), at(5))))).toEqual([['three'], 1]);
    expect(after((state, at) => state.apply(state.tr.delete(at(4), at(7))))).toEqual([['one', 'three'], 2]);
  });

  test('words typed right beside them are not theirs', () => {
    expect(after((state, at) => state.apply(state.tr.insertText('x', at(7))))).toEqual([['one', 'two', 'three'], 3]);
  });
});
