/** Taking over an answer, or a sentence of it, into a draft: its citations become footnotes. */
import type { TextView } from '../state';
import type { Citation } from '../wire';
import type { TextEdit } from './edits';

/** Text of an answer with the notes that stand for its citations, `[start, end)` being the marks in `text`. */
export interface Excerpt {
  text: string;
  notes: { start: number; end: number; note: string }[];
}

const REFERENCES = /^#{1,6}[ \t]*(?:References|참고문헌)[ \t]*$/m;
/** What a sentence that was an item, a heading or a quotation need not bring along. */
const BLOCK_MARK = /^\s*(?:#{1,6}|[-*+]|\d{1,9}[.)]|>)[ \t]+/;

type Describe = (citation: Citation) => string;

/** The whole text of an answer; its own list of references is left out, the footnotes say the same. */
export function excerptOfText(view: TextView, describe: Describe): Excerpt {
  const end = REFERENCES.exec(view.text)?.index ?? view.text.length;
  return cut(view, 0, end, describe);
}

/** One sentence; null when it is not there. */
export function excerptOfSentence(view: TextView, index: number, describe: Describe): Excerpt | null {
  const sentence = view.sentences.find((candidate) => candidate.index === index);
  if (!sentence) return null;
  const mark = BLOCK_MARK.exec(view.text.slice(sentence.start, sentence.end))?.[0].length ?? 0;
  return cut(view, sentence.start + mark, sentence.end, describe);
}

function cut(view: TextView, from: number, to: number, describe: Describe): Excerpt {
  const raw = view.text.slice(from, to);
  const start = from + (raw.length - raw.trimStart().length);
  const end = to - (raw.length - raw.trimEnd().length);
  const notes = view.sentences
    .flatMap((sentence) => sentence.citations)
    .filter((citation) => citation.start >= start && citation.end <= end && citation.end > citation.start)
    .map((citation) => ({ start: citation.start - start, end: citation.end - start, note: describe(citation) }))
    .sort((a, b) => a.start - b.start);
  return { text: view.text.slice(start, Math.max(start, end)), notes };
}

/** The text of a note: where the words stand, and the words. */
export function noteText(place: string, quote: string | null): string {
  const words = quote?.replace(/\s+/g, ' ').trim() ?? '';
  return words === '' ? place : `${place}: “${words}”`;
}

/** The edits that put an excerpt into a draft at `at`: as paragraphs of its own, or within the line. */
export function insertion(draft: string, at: number, excerpt: Excerpt, own: boolean): TextEdit[] {
  const line = draft.includes('\r\n') ? '\r\n' : '\n';
  let next = 1;
  for (const used of draft.matchAll(/\[\^(\d{1,6})\]/g)) next = Math.max(next, Number(used[1]) + 1);
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
  const definitions = [...numbers].map(([note, label]) => `[^${label}]: ${note}`).join(line);

  const before = draft.slice(0, at);
  const after = draft.slice(at);
  const gapBefore = own ? paragraphBreak(before, line, /(?:^|\n)\r?\n$|^$/, /\n$/) : before === '' || /\s$/.test(before) ? '' : ' ';
  const gapAfter = own
    ? /^(?:\r?\n){2}|^(?:\r?\n)?$/.test(after) ? '' : after.startsWith('\n') || after.startsWith('\r\n') ? line : line + line
    : after === '' || /^\s/.test(after) ? '' : ' ';
  const inserted: TextEdit = { start: at, end: at, text: gapBefore + text + gapAfter };
  if (definitions === '') return [inserted];

  // Definitions stand at the end of the draft, after those that are there.
  const tail = /\s*$/.exec(draft)?.[0].length ?? 0;
  const end = draft.length - tail;
  const lastLine = draft.slice(draft.lastIndexOf('\n', end - 1) + 1, end);
  const follows = /^\[\^[^\]\s]+\]:/.test(lastLine) && at < end;
  const listed: TextEdit = { start: end, end: draft.length, text: `${follows ? line : line + line}${definitions}${line}` };
  if (at < end) return [inserted, listed];
  return [{ start: end, end: draft.length, text: `${end === 0 ? '' : own ? line + line : ' '}${text}${line}${line}${definitions}${line}` }];
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
