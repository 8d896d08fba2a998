/** What comes from a clipboard into the text: whether it has a structure to keep, and the edits that put it there. */
import { withoutNotes } from '../markdown/html';
import type { TextEdit } from './edits';
import { insertion, type Excerpt } from './footnotes';

/** Longest HTML that is read for its structure, in characters; a longer text is a file to be opened. */
export const MOST = 5_000_000;
/** Most lines that are put into the text at once: more would hold up the page. */
export const MOST_LINES = 2_000;

/** Longest line that is put into the text: a browser lays all of it out at each key. */
const MOST_IN_LINE = 100_000;

/** Says of HTML that it was copied from the text of a draft, whose Markdown lies beside it. */
export const OWN = 'data-stet-markdown';

/** Without what no draft can hold, half of a character being marked, and without what turns around the letters that follow. */
export const holdable = (text: string): string => text.replace(/[\0\u202d\u202e]/g, '').replace(/\p{Cs}/gu, '\ufffd');

const STRUCTURE = /<(?:h[1-6]|li|table|blockquote|pre|strong|b|em|i|del|s|strike|sup|sub|code|hr)[\s>]|<a\s[^>]*href|mso-list:|mso-footnote-id|font-weight:\s*(?:bold|[6-9]00)|font-style:\s*italic/i;

/** The HTML of a clipboard where it says more than its plain text; null where it does not. */
export function structured(html: string, plain: string): string | null {
  if (html === '' || html.slice(0, 2000).includes(OWN)) return null;
  // Editors of code give each line a colour; what they mean is the text, as does what looks like Markdown already.
  if (/<meta name="?generator"? content="?(?:vscode|JetBrains)|class="?(?:vscode|monaco)|font-family:[^;"']*(?:Consolas|Menlo|monospace)/i.test(html.slice(0, 2000))) return null;
  return STRUCTURE.test(html) && plain !== '' ? html : null;
}

/** Whether a text is too long to be put in: as a whole, in lines, or in one of them, which a browser lays out as one. */
export function tooLong(text: string): boolean {
  let lines = 0;
  let from = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', from)) {
    lines += 1;
    if (lines > MOST_LINES || at - from > MOST_IN_LINE) return true;
    from = at + 1;
  }
  return text.length > MOST / 5 || text.length - from > MOST_IN_LINE;
}

/** The edits that put Markdown in the place of `[start, end)`: its footnotes get new numbers and stand at the end. */
export function pasted(draft: string, start: number, end: number, markdown: string): TextEdit[] {
  const { body, notes } = withoutNotes(holdable(markdown));
  const excerpt: Excerpt = { text: '', notes: [] };
  const text = body.trim();
  let done = 0;
  for (const mark of text.matchAll(/\[\^([^\]\s]{1,64})\]/g)) {
    const note = notes.get(mark[1] ?? '');
    if (note === undefined) continue;
    excerpt.text += text.slice(done, mark.index);
    const at = excerpt.text.length;
    excerpt.text += mark[0];
    excerpt.notes.push({ start: at, end: excerpt.text.length, note: note.trim() });
    done = mark.index + mark[0].length;
  }
  excerpt.text += text.slice(done);
  const block = /\n|^(?:#{1,6} |[-*+] |\d{1,9}[.)] |> |\||```)/.test(excerpt.text);
  const edits = insertion(draft.slice(0, start) + draft.slice(end), start, excerpt, block);
  if (!block) trim(edits, draft.slice(0, start), draft.slice(end));
  return edits.map((edit) => {
    const moved = (at: number): number => (at > start ? at + end - start : at);
    return edit.start === start && edit.end === start ? { ...edit, end } : { ...edit, start: moved(edit.start), end: moved(edit.end) };
  });
}

/** Words that are pasted into a line get no blanks that the clipboard did not have. */
function trim(edits: TextEdit[], before: string, after: string): void {
  const [first] = edits;
  if (!first) return;
  if (before !== '' && !/\s$/.test(before)) first.text = first.text.replace(/^ /, '');
  if (after !== '' && !/^\s/.test(after)) first.text = first.text.replace(/ $/, '');
}
