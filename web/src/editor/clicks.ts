/** What a click in the text does, besides placing the cursor. */
import { TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import type { Verdict } from '../draft/checking.svelte';
import { comments } from './comments';
import { verdicts } from './verdicts';

export interface Clicks {
  /** A sentence that needs the writer, or one that was commented on, was clicked in the text. */
  onChoose: (id: string) => void;
  /** The citation of a judged sentence was clicked. */
  onCitation: (verdict: Verdict) => void;
}

/** A click with Ctrl or ⌘ opens a link, or goes from a footnote to its text. */
export function follow(view: EditorView, event: MouseEvent): boolean {
  if (!(event.ctrlKey || event.metaKey) || !(event.target instanceof Element)) return false;
  const href = event.target.closest('[data-href]')?.getAttribute('data-href') ?? null;
  const label = event.target.closest('[data-note]')?.getAttribute('data-note') ?? null;
  // Only addresses that can do no harm were given a target (markdown/inline.ts).
  if (href !== null) open(href, '_blank', 'noopener,noreferrer');
  else if (label !== null) goToLine(view, `[^${label}]:`);
  else return false;
  return true;
}

/** A click on a citation opens its passage; one on a sentence that needs the writer shows its card. */
export function choose(view: EditorView, position: number, event: MouseEvent, { onCitation, onChoose }: Clicks): boolean {
  const found = verdicts.key.getState(view.state)?.placed.find(({ from, to }) => from <= position && position <= to);
  const said = comments.key.getState(view.state)?.placed.findLast(({ from, to }) => from <= position && position <= to);
  if (said && (!found || found.verdict.status === 'supported')) onChoose(said.id);
  if (!found) return false;
  const note = event.target instanceof Element && event.target.closest('p:not(.md-live) [data-note]') !== null;
  if (note) onCitation(found.verdict);
  else if (found.verdict.status !== 'supported') onChoose(found.id);
  return false;
}

function goToLine(view: EditorView, start: string): void {
  const { doc, tr } = view.state;
  doc.forEach((line, position) => {
    if (line.textContent.startsWith(start)) tr.setSelection(TextSelection.create(doc, position + line.nodeSize - 1));
  });
  view.dispatch(tr.scrollIntoView());
  view.focus();
}
