/**
 * Which part of a long text is near what is seen. Marks are drawn there only: what a check found in thousands of lines
 * costs no more at a key than what it found in a few. A text that is not long is all in sight.
 */
import type { Node } from 'prosemirror-model';
import { Plugin, PluginKey, type EditorState, type Selection, type Transaction } from 'prosemirror-state';
import type { DecorationSet, EditorView } from 'prosemirror-view';

export interface Sight {
  from: number;
  to: number;
}

/** A text of more lines than this is long. */
export const LONG = 400;
/** How far beyond what is seen marks are drawn, and how far they have to be drawn before that is done anew, in heights of the window. */
const READY = 2;
const ENOUGH = 0.5;

const key = new PluginKey<Sight | null>('sight');

export const isLong = (doc: Node): boolean => doc.childCount > LONG;

/** What is in sight; null stands for everything. */
export function sightOf(state: EditorState): Sight | null {
  return isLong(state.doc) ? (key.getState(state) ?? null) : null;
}

/** Draws marks when they are asked for, and anew only when they, the text or what is seen are others. */
export function drawn<T>(draw: (doc: Node, what: T, sight: Sight | null) => DecorationSet): (state: EditorState, what: T) => DecorationSet {
  let known: { doc: Node; what: T; sight: Sight | null; set: DecorationSet } | null = null;
  return (state, what) => {
    const sight = sightOf(state);
    if (known?.doc !== state.doc || known.what !== what || known.sight !== sight) known = { doc: state.doc, what, sight, set: draw(state.doc, what, sight) };
    return known.set;
  };
}

/** Where the cursor goes is seen next. */
function around({ head }: Selection, { from, to }: Sight): Sight {
  return { from: head - (to - from) / 2, to: head + (to - from) / 2 };
}

/** The lines between two heights of the window, as a part of the document. */
function between(view: EditorView, top: number, bottom: number): Sight {
  const lines = view.dom.children;
  const below = (height: number): number => {
    let [low, high] = [0, lines.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((lines[middle]?.getBoundingClientRect().bottom ?? Infinity) < height) low = middle + 1;
      else high = middle;
    }
    return Math.min(low, view.state.doc.childCount - 1);
  };
  const [first, last] = [below(top), below(bottom)];
  let from = 0;
  let to = 0;
  view.state.doc.forEach((line, start, index) => {
    if (index === first) from = start;
    if (index === last) to = start + line.nodeSize;
  });
  return { from, to };
}

/** `quietly` changes something when no input method composes. */
export function sightPlugin(quietly: (make: (tr: Transaction) => Transaction) => void): Plugin<Sight | null> {
  return new Plugin<Sight | null>({
    key,
    state: {
      init: () => null,
      apply(tr, sight) {
        const fresh = tr.getMeta(key) as Sight | undefined;
        if (fresh) return fresh;
        if (sight === null) return null;
        const moved = tr.docChanged ? { from: tr.mapping.map(sight.from, -1), to: tr.mapping.map(sight.to, 1) } : sight;
        const { head } = tr.selection;
        return tr.selectionSet && (head < moved.from || head > moved.to) ? around(tr.selection, moved) : moved;
      },
    },
    view(view) {
      const scroller = view.dom.closest('.paper') ?? document;
      let frame = 0;
      const look = (): void => {
        frame = 0;
        if (!isLong(view.state.doc)) return;
        const [here, need] = [key.getState(view.state), between(view, -innerHeight * ENOUGH, innerHeight * (1 + ENOUGH))];
        const sight = between(view, -innerHeight * READY, innerHeight * (1 + READY));
        // What is pasted makes it longer.
        if (here && here.from <= need.from && here.to >= need.to && here.to - here.from <= 2 * (sight.to - sight.from)) return;
        quietly((tr) => tr.setMeta(key, sight).setMeta('addToHistory', false));
      };
      const soon = (): void => {
        frame ||= requestAnimationFrame(look);
      };
      scroller.addEventListener('scroll', soon, { passive: true });
      soon();
      return {
        update: (_view, before) => {
          if (before.doc !== view.state.doc && isLong(view.state.doc)) soon();
        },
        destroy: () => {
          scroller.removeEventListener('scroll', soon);
          cancelAnimationFrame(frame);
        },
      };
    },
  });
}
