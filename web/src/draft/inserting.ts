/** Puts what comes from elsewhere into the open draft, where the writer was. */
import type { Moment } from '../editor/editor';
import type { OpenDraft } from './draft.svelte';
import type { SearchHit } from '../wire';
import { endOfBody, insertion, type Excerpt } from './footnotes';
import { likeness, sentences } from './sentences';
import { citing } from './suggesting';

/** Where paragraphs can go in without cutting what stands at `at`: behind a table, a list, code, or a line that it is inside of. */
export function clearOf(text: string, at: number): number {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const feed = text.indexOf('\n', at);
  const end = feed < 0 ? text.length : feed;
  const line = text.slice(start, end);
  const fences = text.slice(0, start).match(/^ {0,3}(?:```|~~~)/gm)?.length ?? 0;
  if (fences % 2 === 1) {
    const close = /^ {0,3}(?:```|~~~).*$/m.exec(text.slice(start));
    return close ? start + close.index + close[0].length : text.length;
  }
  // Not among the notes, which stand at the end.
  if (at > endOfBody(text) && text.slice(endOfBody(text)).trim() !== '') return endOfBody(text);
  if (line.trim() === '' || (at === start && /(?:^|\n)[ \t]*\r?\n$|^$/.test(text.slice(0, start))) || (text.slice(at, end).trim() === '' && !/^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]|\|/.test(line))) return at;
  const blank = /\r?\n[ \t]*\r?\n/.exec(text.slice(at));
  return blank ? at + blank.index : Math.max(at, endOfBody(text));
}

/** Where a mark stands that is put at `at`: behind the word, and before what ends the sentence. Pure. */
export function markPlace(text: string, at: number): number {
  const behind = /^[\p{L}\p{N}\p{M}]*/u.exec(text.slice(at))?.[0].length ?? 0;
  if (behind > 0 && /[\p{L}\p{N}]$/u.test(text.slice(0, at))) return at + behind;
  const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at).trimEnd();
  const words = before.replace(/(?<=[\p{L}\p{N}\]%)"”’])[.!?。…]+$/u, '');
  return words === '' ? at : at - (text.slice(0, at).length - text.slice(0, at).trimEnd().length) - (before.length - words.length);
}

/** Cites a passage where the cursor was, in the words of it that are nearest to what was looked for. */
export async function citeHit(draft: OpenDraft, { fileName, page, content, id }: SearchHit, query: string): Promise<void> {
  const { editor } = draft;
  if (!editor) return;
  await editor.settled();
  const { text } = editor;
  const best = sentences(content).reduce((top, one) => (likeness(query, one) > likeness(query, top) ? one : top), '');
  const evidence = { chunkId: id, page, start: 0, end: 0, text: best || content };
  editor.apply(citing(text, markPlace(text, editor.selection?.end ?? endOfBody(text)), { title: fileName, evidence, suggested: null }), { undoable: true });
  editor.closeStep();
  editor.focus();
}

/** A place in a draft that is followed through what is written meanwhile. */
export interface Place {
  draft: OpenDraft;
  at: number;
  moment: Moment;
}

/** Where the writer is now; null where no text is open. */
export function placeIn(draft: OpenDraft | null): Place | null {
  const { editor } = draft ?? {};
  return draft && editor ? { draft, at: editor.selection?.end ?? endOfBody(editor.text), moment: editor.moment() } : null;
}

/** Nothing is put there any more. */
export function leavePlace(place: Place | null): void {
  place?.draft.editor?.release(place.moment);
}

/**
 * Puts an excerpt in, as paragraphs of its own or within the line: one step for undo, marked until the writer is done with it. At a
 * `place` that was chosen before: the writer is somewhere else by now, and stays there.
 */
export async function insert(draft: OpenDraft, excerpt: Excerpt, own: boolean, place: Place | null = null): Promise<void> {
  const { editor } = draft;
  if (!editor) return;
  await editor.settled();
  const { text } = editor;
  const at = place ? editor.now(place.at, place.moment) : (editor.selection?.end ?? endOfBody(text));
  const edits = insertion(text, own ? clearOf(text, at) : at, excerpt, own);
  const [body] = edits;
  if (!body || !editor.apply(edits, { undoable: true, still: place !== null })) return;
  editor.closeStep();
  const words = body.text.replace(/(?:\s*\n\[\^[^\]\s]+\]:[^\n]*)+\s*$/, '');
  const start = body.start + words.length - words.trimStart().length;
  editor.marks.showInserted({ start, end: body.start + words.trimEnd().length }, place !== null);
  draft.inserted = { loose: excerpt.loose ?? 0 };
  // The conversation may be off the screen now, and the focus with it.
  if (place === null && (document.activeElement?.checkVisibility() !== true || document.activeElement === document.body)) editor.focus();
}
