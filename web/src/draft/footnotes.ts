/** Taking over an answer, or a sentence of it, into a draft: its citations become footnotes. */
import type { PlacedSentence, TextView } from '../state';
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
/** What is said of a sentence that is not supported. */
type Doubt = (sentence: PlacedSentence) => string;

/** What a draft takes without being asked twice. */
export function isSure({ status }: PlacedSentence): boolean {
  return status === 'supported' || status === 'not_a_claim';
}

/**
 * The text of an answer, as far as its sources bear it out; its own list of references is left out, the footnotes say the
 * same. With `doubt` the rest comes too, each sentence of it with a footnote that says what is wrong with it.
 */
export function excerptOfText(view: TextView, describe: Describe, doubt: Doubt | null = null): Excerpt {
  const end = REFERENCES.exec(view.text)?.index ?? view.text.length;
  return trimmed(joined(view, 0, end, describe, doubt, doubt !== null));
}

/** One sentence, marked where it is not supported; null when it is not there. */
export function excerptOfSentence(view: TextView, index: number, describe: Describe, doubt: Doubt | null = null): Excerpt | null {
  const sentence = view.sentences.find((candidate) => candidate.index === index);
  if (!sentence) return null;
  const mark = BLOCK_MARK.exec(view.text.slice(sentence.start, sentence.end))?.[0].length ?? 0;
  return trimmed(joined(view, sentence.start + mark, sentence.end, describe, doubt, true));
}

/** What stands between two places, without the sentences that are not to come along. */
function joined(view: TextView, from: number, to: number, describe: Describe, doubt: Doubt | null, all: boolean): Excerpt {
  const out: Excerpt = { text: '', notes: [] };
  let at = from;
  const copy = (end: number): void => {
    out.text += view.text.slice(at, end);
    at = end;
  };
  for (const sentence of view.sentences.filter((one) => one.end > from && one.start < to).sort((a, b) => a.start - b.start)) {
    copy(Math.max(at, sentence.start));
    const moved = out.text.length - at;
    if (!all && !isSure(sentence)) {
      const gap = /\s*$/.exec(view.text.slice(at, sentence.end))?.[0] ?? '';
      at = sentence.end;
      // A paragraph that ended with the sentence ends all the same.
      const left = out.text.trimEnd();
      if (gap.includes('\n') && left !== '' && gap.length > out.text.length - left.length) out.text = left + gap;
      continue;
    }
    for (const citation of sentence.citations) {
      if (citation.start >= at && citation.end > citation.start) out.notes.push({ start: citation.start + moved, end: citation.end + moved, note: describe(citation) });
    }
    copy(Math.min(sentence.end, to));
    if (doubt && !isSure(sentence)) {
      // Within the last cell of a row of a table.
      const end = out.text.replace(/[ \t]*\|?\s*$/, '').length;
      out.notes.push({ start: end, end, note: doubt(sentence) });
    }
  }
  copy(Math.max(at, to));
  out.notes.sort((a, b) => a.start - b.start);
  return out;
}

function trimmed({ text, notes }: Excerpt): Excerpt {
  const lead = text.length - text.trimStart().length;
  const left = text.trim();
  const kept = notes.map(({ start, end, note }) => ({ start: start - lead, end: end - lead, note }));
  return { text: left, notes: kept.filter(({ start, end }) => start >= 0 && end <= left.length) };
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
