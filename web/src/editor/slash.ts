/**
 * The menu behind a slash: open while a slash that was just typed, and words behind it, stand before the cursor. The words are text like
 * any other until something is chosen; what is shown is the page's business.
 */
import { Plugin, PluginKey, type EditorState, type Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { codeAt } from './style';
import { placeAt } from './tabling';

export interface Slash {
  /** What was typed behind the slash. */
  words: string;
  /** In a table other things can be done. */
  table: boolean;
  /** Where the slash stands, in pixels of the window. */
  box: { left: number; top: number; bottom: number };
}

export interface SlashMenu {
  /** The menu opens, is about other words, or closes. */
  onSlash: (slash: Slash | null) => void;
  /** A key while it is open; true where the menu takes it. */
  onSlashKey: (key: string) => boolean;
}

const key = new PluginKey<number | null>('slash');
/** More words than this are no name of a command. */
const LONGEST = 30;

/** Where the slash stands; null where the menu is closed. */
export const slashAt = (state: EditorState): number | null => key.getState(state) ?? null;

export const closeSlash = (tr: Transaction): Transaction => tr.setMeta(key, true).setMeta('addToHistory', false);

function wordsAt({ selection, doc }: EditorState, at: number): string | null {
  const { $head, empty, head } = selection;
  if (!empty || head <= at || $head.start() > at) return null;
  const text = doc.textBetween(at, head);
  return /^\/(?:\S.*)?$/.test(text) && text.length <= LONGEST ? text.slice(1) : null;
}

/** A slash that begins a word, outside of code, was typed. */
function opened(tr: Transaction, state: EditorState): number | null {
  const { head, empty, $head } = tr.selection;
  if (!empty || tr.doc.content.size !== tr.before.content.size + 1 || tr.getMeta('addToHistory') === false || tr.getMeta('history$')) return null;
  const before = $head.parent.textBetween(Math.max(0, $head.parentOffset - 2), $head.parentOffset);
  return /^\s?\/$/.test(before) && !codeAt(tr.doc, head - 1) && (before.length > 1 || $head.parentOffset === 1 || placeAt(state, head) !== null) ? head - 1 : null;
}

export function slashPlugin(composing: () => boolean, { onSlash, onSlashKey }: SlashMenu): Plugin<number | null> {
  return new Plugin<number | null>({
    key,
    state: {
      init: () => null,
      apply(tr, at, _before, state) {
        if (tr.getMeta(key) === true) return null;
        if (at === null) return tr.docChanged && !composing() ? opened(tr, state) : null;
        const moved = tr.mapping.mapResult(at, 1);
        return moved.deletedAfter || wordsAt(state, moved.pos) === null ? null : moved.pos;
      },
    },
    props: {
      handleKeyDown: (view, event) => slashAt(view.state) !== null && !event.isComposing && !event.ctrlKey && !event.metaKey && onSlashKey(event.key),
    },
    view: () => ({
      update(view: EditorView, before: EditorState) {
        const at = slashAt(view.state);
        if (at === null) {
          if (slashAt(before) !== null) onSlash(null);
        } else if (before.doc !== view.state.doc || slashAt(before) === null) {
          onSlash({ words: wordsAt(view.state, at) ?? '', table: placeAt(view.state, at) !== null, box: view.coordsAtPos(at) });
        }
      },
      destroy: () => onSlash(null),
    }),
  });
}
