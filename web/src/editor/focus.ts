/**
 * Where the writer is, as decorations. The lines of the selection show their markers (style.ts hides them elsewhere);
 * while the focus is in another field the selection stays visible, because what is asked for there is about it.
 */
import type { Node } from 'prosemirror-model';
import { Plugin, PluginKey, type EditorState, type Selection, type Transaction } from 'prosemirror-state';
import { Decoration, DecorationSet } from 'prosemirror-view';
import { sightOf } from './sight';
import { placeAt } from './tabling';

interface Focus {
  focused: boolean;
  /**
   * A mouse button is down: what is shown stays as it is, so that the text does not move away from under the mouse, and
   * because drawing anew would put the old selection back before the new one has been read.
   */
  held: boolean;
  /** Something was not shown because of that, or because an input method composed. */
  behind: boolean;
  /** Positions of the lines that show their markers. */
  live: readonly number[];
  /** The cells, and what is set below or above the line, that show theirs. */
  inside: readonly Inside[];
  /** The selection that stays visible without the focus. */
  chosen: { from: number; to: number } | null;
}

interface Inside {
  from: number;
  to: number;
  name: 'md-in' | 'md-at';
}

type Change = Partial<Pick<Focus, 'focused' | 'held'>>;

/** Of a longer selection only the first and the last line show their markers. */
const MOST = 40;
const key = new PluginKey<Focus>('focus');

export function changeFocus(tr: Transaction, change: Change): Transaction {
  return tr.setMeta(key, change).setMeta('addToHistory', false);
}

function lines(doc: Node, from: number, to: number): number[] {
  const out: number[] = [];
  doc.nodesBetween(from, to, (_line, position) => {
    out.push(position);
    return false;
  });
  return out.length <= MOST ? out : [out[0] ?? 0, out.at(-1) ?? 0];
}

const SHIFTED = /<(su[bp])>.*?<\/\1>/g;

/** What the edges of the selection are in. */
function around(state: EditorState, { $from, $to }: Selection): Inside[] {
  const first = placeAt(state, $from.pos);
  const last = placeAt(state, $to.pos);
  const cells: Inside[] = first || last ? [{ from: first?.bar ?? $from.pos, to: last?.end ?? $to.pos, name: 'md-in' }] : [];
  const shifted = [...$from.parent.textContent.matchAll(SHIFTED)].flatMap(({ 0: all, index }): Inside[] => {
    const start = $from.start() + index;
    return start <= $to.pos && start + all.length >= $from.pos ? [{ from: start, to: start + all.length, name: 'md-at' }] : [];
  });
  return [...cells, ...shifted];
}

/** `composing` says whether an input method is at work: what is shown around it must then stay as it is. */
export function focusPlugin(composing: () => boolean): Plugin<Focus> {
  return new Plugin<Focus>({
    key,
    state: {
      init: () => ({ focused: false, held: false, behind: false, live: [], inside: [], chosen: null }),
      apply(tr, old, _before, now) {
        const change = tr.getMeta(key) as Change | undefined;
        const still = (change?.held ?? old.held) || composing();
        if (!change && !tr.selectionSet && !tr.docChanged && (still || !old.behind)) return old;
        const state = { ...old, ...change, behind: still };
        const { from, to, empty } = tr.selection;
        if (!still) return { ...state, live: state.focused ? lines(tr.doc, from, to) : [], inside: state.focused ? around(now, tr.selection) : [], chosen: state.focused || empty ? null : { from, to } };
        if (!tr.docChanged) return state;
        const chosen = old.chosen && { from: tr.mapping.map(old.chosen.from), to: tr.mapping.map(old.chosen.to) };
        const inside = old.inside.map((one) => ({ ...one, from: tr.mapping.map(one.from, -1), to: tr.mapping.map(one.to) }));
        return { ...state, live: old.live.map((position) => tr.mapping.map(position)), inside, chosen };
      },
    },
    props: {
      decorations(state) {
        const { live, inside, chosen } = key.getState(state) ?? { live: [], inside: [], chosen: null };
        const out = live.flatMap((position) => {
          const line = state.doc.nodeAt(position);
          // Of a table only the cell shows its markers.
          return line && placeAt(state, position + 1) === null ? [Decoration.node(position, position + line.nodeSize, { class: 'md-live' })] : [];
        });
        for (const { from, to, name } of inside) if (to > from) out.push(Decoration.inline(from, to, { class: name }));
        const { from, to } = sightOf(state) ?? { from: 0, to: Infinity };
        if (chosen && Math.min(chosen.to, to) > Math.max(chosen.from, from)) out.push(Decoration.inline(Math.max(chosen.from, from), Math.min(chosen.to, to), { class: 'md-chosen' }));
        return out.length === 0 ? null : DecorationSet.create(state.doc, out);
      },
    },
  });
}
