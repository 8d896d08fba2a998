/** Taking over an answer, or a sentence of it, into a draft: its citations become footnotes. */
import type { TextEdit } from './edits';

/** Text of an answer with the notes that stand for its citations, `[start, end)` being the marks in `text`. */
export interface Excerpt {
  text: string;
  notes: { start: number; end: number; note: string }[];
  /** It has to stand in lines of its own. */
  block?: boolean;
  /** So many supported sentences were left out, because what they refer to was. */
  loose?: number;
}

/** The text of a note: where the words stand, and the words. */
export function noteText(place: string, quote: string | null): string {
  const words = quote?.replace(/\s+/g, ' ').trim() ?? '';
  return words === '' ? place : `${place}: “${words}”`;
}

/** The edits that put an excerpt into a draft at `at`: as paragraphs of its own, or within the line. */
export function insertion(draft: string, at: number, excerpt: Excerpt, own: boolean): TextEdit[] {
  const line = lineEnd(draft);
  let next = nextLabel(draft);
  const numbers = new Map<string, number>();
  let text = '';
  let done = 0;
  for (const { start, end, note } of excerpt.notes) {
    if (start < done) {
      done = Math.max(done, end);
      continue;
    }
    if (!numbers.has(note)) numbers.set(note, next++);
    // The mark of a footnote follows its word without a space.
    text += `${excerpt.text.slice(done, start).replace(/[ \t]+$/, '')}[^${numbers.get(note)}]`;
    done = end;
  }
  text = (text + excerpt.text.slice(done)).replace(/\r\n|\n/g, line);

  const before = draft.slice(0, at);
  const after = draft.slice(at);
  const gapBefore = own ? paragraphBreak(before, line, /(?:^|\n)\r?\n$|^$/, /\n$/) : before === '' || /\s$/.test(before) ? '' : ' ';
  const gapAfter = own
    ? /^(?:\r?\n){2}|^(?:\r?\n)?$/.test(after) ? '' : after.startsWith('\n') || after.startsWith('\r\n') ? line : line + line
    : after === '' || /^\s/.test(after) ? '' : ' ';
  const end = draft.trimEnd().length;
  if (numbers.size > 0 && at >= end) return defined(draft, end, `${end === 0 ? '' : own ? line + line : ' '}${text}`, numbers);
  return defined(draft, at, gapBefore + text + gapAfter, numbers);
}

/** The edits that put a mark at `at`, without a space, whose footnote is this note. */
export function footnote(draft: string, at: number, note: string): TextEdit[] {
  const label = nextLabel(draft);
  return defined(draft, Math.min(at, draft.trimEnd().length), `[^${label}]`, new Map([[note, label]]));
}

/** The edits that put words at `at`, and the notes of their marks at the end of the draft, after those that are there. */
function defined(draft: string, at: number, text: string, notes: ReadonlyMap<string, number>): TextEdit[] {
  const inserted: TextEdit = { start: at, end: at, text };
  if (notes.size === 0) return [inserted];
  const line = lineEnd(draft);
  const definitions = [...notes].map(([note, label]) => `[^${label}]: ${note}`).join(line) + line;
  const end = draft.trimEnd().length;
  if (at >= end) return [{ start: end, end: draft.length, text: text + line + line + definitions }];
  const lastLine = draft.slice(draft.lastIndexOf('\n', end - 1) + 1, end);
  const follows = /^\[\^[^\]\s]+\]:/.test(lastLine);
  return [inserted, { start: end, end: draft.length, text: (follows ? line : line + line) + definitions }];
}

const lineEnd = (draft: string): string => (draft.includes('\r\n') ? '\r\n' : '\n');

/** The lowest number above those of the footnotes that are there. */
function nextLabel(draft: string): number {
  let next = 1;
  for (const used of draft.matchAll(/\[\^(\d{1,6})\]/g)) next = Math.max(next, Number(used[1]) + 1);
  return next;
}

function paragraphBreak(before: string, line: string, blank: RegExp, ended: RegExp): string {
  if (blank.test(before)) return '';
  return ended.test(before) ? line : line + line;
}

/** Where a text ends before the definitions of its footnotes. */
export function endOfBody(text: string): number {
  let end = text.trimEnd().length;
  for (;;) {
    const start = text.lastIndexOf('\n', end - 1) + 1;
    if (end === 0 || !/^\[\^[^\]\s]+\]:/.test(text.slice(start, end))) return end;
    end = text.slice(0, start).trimEnd().length;
  }
}
