/** Where what is said beside the text stands in it: heights for the margin. */
import type { EditorView } from 'prosemirror-view';
import { comments } from './comments';
import { suggestionsKey } from './suggestions';
import { verdicts } from './verdicts';

/** Pixels below the top of the text at which what each card is about begins, by id. */
export function tops(view: EditorView): Map<string, number> {
  const origin = view.dom.getBoundingClientRect().top;
  const out = new Map<string, number>();
  for (const { patch, from } of suggestionsKey.getState(view.state)?.placed ?? []) {
    out.set(patch.id, view.coordsAtPos(Math.min(from, view.state.doc.content.size)).top - origin);
  }
  for (const { id, from, verdict } of verdicts.key.getState(view.state)?.placed ?? []) {
    if (verdict.status !== 'supported') out.set(id, view.coordsAtPos(from).top - origin);
  }
  for (const { id, from } of comments.key.getState(view.state)?.placed ?? []) out.set(id, view.coordsAtPos(from).top - origin);
  return out;
}
