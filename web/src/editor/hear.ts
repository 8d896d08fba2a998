/** Lets ProseMirror hear what a browser tells a moment later. */
import type { EditorView } from 'prosemirror-view';

/** What it keeps for itself: the place of the cursor that it knows of, and its look at what the browser has done. */
interface Hearing {
  domObserver: { currentSelection: { eq: (range: object) => boolean }; flush: () => void };
  domSelectionRange: () => object;
}

/**
 * A key has moved the cursor, and the browser tells so in a task of its own: what is shown before, as a suggestion that comes in,
 * would put the cursor back where it was, and the next word with it.
 */
export function hear(view: EditorView): void {
  if (view.isDestroyed || view.composing) return;
  const { domObserver, domSelectionRange } = view as unknown as Hearing;
  if (!domObserver.currentSelection.eq(domSelectionRange.call(view))) domObserver.flush();
}
