/** Where what is said beside the text stands in it: heights for the margin. */
import type { EditorView } from 'prosemirror-view';
import { suggestionsKey } from './suggestions';

/** Pixels below the top of the text at which each suggestion begins, by id. */
export function tops(view: EditorView): Map<string, number> {
  const origin = view.dom.getBoundingClientRect().top;
  const out = new Map<string, number>();
  for (const { patch, from } of suggestionsKey.getState(view.state)?.placed ?? []) {
    out.set(patch.id, view.coordsAtPos(Math.min(from, view.state.doc.content.size)).top - origin);
  }
  return out;
}
