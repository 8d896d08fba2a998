/** What was found, as decorations, and which of it is looked at. */
import type { Node } from 'prosemirror-model';
import { Plugin, PluginKey, type Transaction } from 'prosemirror-state';
import { Decoration, DecorationSet } from 'prosemirror-view';
import { setOf } from './lineset';

export interface Places {
  ranges: readonly { from: number; to: number }[];
  /** Index of the one that is looked at; -1 for none. */
  current: number;
}

interface State extends Places {
  set: DecorationSet;
}

/** More marks than this slow the editor down; the ones nearest to the one that is looked at are shown. */
const SHOWN = 400;

export const findKey = new PluginKey<State>('find');

export function showFound(tr: Transaction, places: Places): Transaction {
  return tr.setMeta(findKey, places).setMeta('addToHistory', false);
}

function decorate(doc: Node, { ranges, current }: Places): DecorationSet {
  const first = Math.max(0, Math.min(current - SHOWN / 2, ranges.length - SHOWN));
  return setOf(
    doc,
    ranges.slice(first, first + SHOWN).map(({ from, to }, index) => {
      const looked = index + first === current;
      return { from, to, make: (start, end) => Decoration.inline(start, end, { class: looked ? 'found found-current' : 'found' }, { current: looked }) };
    }),
  );
}

export function findPlugin(): Plugin<State> {
  return new Plugin<State>({
    key: findKey,
    state: {
      init: () => ({ ranges: [], current: -1, set: DecorationSet.empty }),
      apply(tr, state) {
        const places = tr.getMeta(findKey) as Places | undefined;
        if (places) return { ...places, set: decorate(tr.doc, places) };
        return tr.docChanged && state.ranges.length > 0 ? { ...state, set: state.set.map(tr.mapping, tr.doc) } : state;
      },
    },
    props: {
      decorations: (state) => findKey.getState(state)?.set,
    },
  });
}
