/** Where what is said beside the text stands in it: heights for the margin. */
import type { EditorView } from 'prosemirror-view';
import { comments } from './comments';
import { suggestionsKey } from './suggestions';
import { verdicts } from './verdicts';

/** Lines further out of sight than this many heights of the window are placed by their share of the line. */
const NEAR = 1;

/** Pixels below the top of the text at which what each card is about begins, by id: exact where it is near what is seen. */
export function tops(view: EditorView): Map<string, number> {
  const wanted = [
    ...(suggestionsKey.getState(view.state)?.placed ?? []).map(({ patch, from }) => ({ id: patch.id, from })),
    ...(verdicts.key.getState(view.state)?.placed ?? []).flatMap(({ id, from, verdict }) => (verdict.status === 'supported' ? [] : [{ id, from }])),
    ...(comments.key.getState(view.state)?.placed ?? []),
  ].sort((a, b) => a.from - b.from);
  const out = new Map<string, number>();
  const origin = view.dom.getBoundingClientRect().top;
  let next = 0;
  view.state.doc.forEach((line, start, index) => {
    const end = start + line.nodeSize;
    if ((wanted[next]?.from ?? Infinity) >= end) return;
    const box = view.dom.children[index]?.getBoundingClientRect();
    const seen = box !== undefined && box.bottom > -innerHeight * NEAR && box.top < innerHeight * (1 + NEAR);
    for (let one = wanted[next]; one && one.from < end; one = wanted[(next += 1)]) {
      const share = (one.from - start - 1) / (line.content.size || 1);
      const top = box === undefined || seen ? view.coordsAtPos(one.from).top : box.top + box.height * Math.max(0, share);
      out.set(one.id, top - origin);
    }
  });
  return out;
}
