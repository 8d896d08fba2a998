/**
 * Patches over the text, as decorations: they move with what is typed and are never part of the document. The one that
 * is looked at also shows its new words.
 */
import type { Node } from 'prosemirror-model';
import { Plugin, PluginKey, type Transaction } from 'prosemirror-state';
import { Decoration, type DecorationAttrs, type DecorationSet } from 'prosemirror-view';
import type { Patch } from '../draft/wire';
import { setOf, type Mark } from './lineset';
import { drawn, type Sight } from './sight';

/** A patch at its place in the document. */
export interface Placed {
  patch: Patch;
  from: number;
  to: number;
}

interface Suggestions {
  placed: readonly Placed[];
  active: string | null;
}

type Change = { placed: readonly Placed[] } | { active: string | null };

export const suggestionsKey = new PluginKey<Suggestions>('suggestions');

export function change(tr: Transaction, meta: Change): Transaction {
  return tr.setMeta(suggestionsKey, meta).setMeta('addToHistory', false);
}

function inserted(words: string, category: string): () => HTMLElement {
  return () => {
    const element = document.createElement('ins');
    element.className = `patch-after ${category.toLowerCase()}`;
    element.textContent = words;
    return element;
  };
}

function point(name: string): () => HTMLElement {
  return () => {
    const element = document.createElement('span');
    element.className = name;
    return element;
  };
}

function marked(doc: Node, { placed, active }: Suggestions, sight: Sight | null): DecorationSet {
  const out: Mark[] = [];
  // What is decided together is looked at together.
  const group = placed.find(({ patch }) => patch.id === active)?.patch.groupId;
  for (const { patch, from, to } of placed) {
    const looked = patch.groupId === group;
    const name = `patch patch-${patch.category.toLowerCase()} patch-${patch.status}${looked ? ' patch-active' : ''}`;
    const attributes: DecorationAttrs = { class: name, 'data-patch': patch.id };
    if (to > from) out.push({ from, to, make: (start, end) => Decoration.inline(start, end, attributes) });
    else out.push({ from, to, make: (at, _to, marks) => Decoration.widget(at, point(`${name} patch-point`), { key: `point-${patch.id}-${name}`, marks, side: 1, ignoreSelection: true }) });
    if ((looked || patch.status === 'accepted') && patch.after !== '' && patch.op !== 'move') {
      out.push({ from: to, to, make: (at, _to, marks) => Decoration.widget(at, inserted(patch.after, patch.category), { key: `after-${patch.id}-${patch.after}`, marks, side: 1, ignoreSelection: true }) });
    }
  }
  return setOf(doc, out, sight);
}

const NONE: Suggestions = { placed: [], active: null };

export function suggestionsPlugin(onChoose: (id: string) => void): Plugin<Suggestions> {
  const draw = drawn(marked);
  return new Plugin<Suggestions>({
    key: suggestionsKey,
    state: {
      init: () => NONE,
      apply(tr, state) {
        const meta = tr.getMeta(suggestionsKey) as Change | undefined;
        if (meta === undefined && !tr.docChanged) return state;
        let placed = state.placed;
        if (tr.docChanged) {
          placed = placed.map(({ patch, from, to }) => {
            // Typing at an edge is outside: the patch still covers its own words only.
            const start = tr.mapping.map(from, 1);
            return { patch, from: start, to: Math.max(start, tr.mapping.map(to, -1)) };
          });
        }
        return { placed, active: state.active, ...meta };
      },
    },
    props: {
      decorations: (state) => draw(state, suggestionsKey.getState(state) ?? NONE),
      handleClick(view, position) {
        const hit = suggestionsKey.getState(view.state)?.placed.find(({ from, to }) => from <= position && position <= to);
        if (hit) onChoose(hit.patch.id);
        return false;
      },
    },
  });
}
