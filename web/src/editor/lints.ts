/** Breaches of the writer's rules, underlined. A breach goes when its words are touched; the next check brings it back. */
import { Plugin, PluginKey, type Transaction } from 'prosemirror-state';
import { Decoration, DecorationSet } from 'prosemirror-view';
import type { Breach } from '../draft/linting.svelte';

export interface PlacedBreach {
  id: string;
  breach: Breach;
  from: number;
  to: number;
}

interface Lints {
  placed: readonly PlacedBreach[];
  set: DecorationSet;
}

export const lintsKey = new PluginKey<Lints>('lints');

export function showLints(tr: Transaction, placed: readonly PlacedBreach[]): Transaction {
  return tr.setMeta(lintsKey, placed).setMeta('addToHistory', false);
}

export function lintsPlugin(): Plugin<Lints> {
  return new Plugin<Lints>({
    key: lintsKey,
    state: {
      init: () => ({ placed: [], set: DecorationSet.empty }),
      apply(tr, state) {
        const fresh = tr.getMeta(lintsKey) as readonly PlacedBreach[] | undefined;
        if (fresh) {
          const marks = fresh.map(({ id, breach, from, to }) => Decoration.inline(from, to, { class: `lint lint-${breach.severity}`, 'data-lint': id }, { id }));
          return { placed: fresh, set: DecorationSet.create(tr.doc, marks) };
        }
        if (!tr.docChanged || state.placed.length === 0) return state;
        let touched = false;
        const placed = state.placed.flatMap((one) => {
          const from = tr.mapping.mapResult(one.from, 1);
          const to = tr.mapping.mapResult(one.to, -1);
          const same = !from.deletedAfter && !to.deletedBefore && to.pos - from.pos === one.to - one.from;
          touched ||= !same;
          return same ? [{ ...one, from: from.pos, to: to.pos }] : [];
        });
        let set = state.set.map(tr.mapping, tr.doc);
        if (touched) {
          const left = new Set(placed.map(({ id }) => id));
          set = set.remove(set.find(undefined, undefined, (spec) => !left.has(spec['id'] as string)));
        }
        return { placed, set };
      },
    },
    props: {
      decorations: (state) => lintsKey.getState(state)?.set,
    },
  });
}
