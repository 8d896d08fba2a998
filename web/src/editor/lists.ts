/** Items of lists go in and out, with what is below them, and the numbers stay right. Pure but for the command. */
import type { Command } from 'prosemirror-state';
import { exchange } from './tabling';

interface Item {
  /** Where its sign begins, and its words, behind the signs of a quotation. */
  indent: number;
  words: number;
  /** Lines of the item that it belongs to and of the one before it there; -1 for none. */
  parent: number;
  before: number;
  number: number | null;
}

const QUOTE = /^(?:[ \t]*>[ \t]?)*/;
const SIGN = /^([ \t]*)(?:[-*+]|(\d{1,9})[.)])(?:[ \t]+|$)/;
/** Lines of a list that are looked at, above and below. */
const FAR = 1000;

const quoteOf = (text: string): string => QUOTE.exec(text)?.[0] ?? '';
const indentOf = (text: string): number => /^[ \t]*/.exec(text.slice(quoteOf(text).length))?.[0].length ?? 0;
const bare = (text: string): boolean => text.slice(quoteOf(text).length).trim() === '';
const depth = (text: string): number => quoteOf(text).replace(/[^>]/g, '').length;

/** The items among the lines, by line. */
function itemsOf(lines: readonly string[]): Map<number, Item> {
  const out = new Map<number, Item>();
  let open: { words: number; line: number; last: number }[] = [];
  let top = -1;
  lines.forEach((text, line) => {
    if (line > 0 && depth(text) !== depth(lines[line - 1] ?? '')) [open, top] = [[], -1];
    const sign = SIGN.exec(text.slice(quoteOf(text).length));
    if (!sign) {
      if (!bare(text) && indentOf(text) === 0) [open, top] = [[], -1];
      return;
    }
    const indent = sign[1]?.length ?? 0;
    while (open.length > 0 && indent < (open.at(-1)?.words ?? 0)) open.pop();
    const above = open.at(-1);
    out.set(line, { indent, words: sign[0].length, parent: above?.line ?? -1, before: above?.last ?? top, number: sign[2] === undefined ? null : Number(sign[2]) });
    if (above) above.last = line;
    else top = line;
    open.push({ words: sign[0].length, line, last: -1 });
  });
  return out;
}

/** The last line of what belongs to an item. */
function endOf(lines: readonly string[], line: number, words: number): number {
  let end = line;
  for (let at = line + 1; at < lines.length && depth(lines[at] ?? '') === depth(lines[line] ?? ''); at += 1) {
    if (bare(lines[at] ?? '')) continue;
    if (indentOf(lines[at] ?? '') < Math.min(words, 2) || (SIGN.test((lines[at] ?? '').slice(quoteOf(lines[at] ?? '').length)) && indentOf(lines[at] ?? '') < words)) break;
    end = at;
  }
  return end;
}

function move(text: string, by: number): string {
  const quote = quoteOf(text);
  if (bare(text)) return text;
  const rest = text.slice(quote.length);
  return quote + (by > 0 ? ' '.repeat(by) + rest : rest.slice(Math.min(-by, indentOf(text))));
}

/** Numbers follow on each other; `moved` begin at 1 where nothing is before them. */
function numbered(lines: string[], moved: ReadonlySet<number>): string[] {
  for (let line = 0; line < lines.length; line += 1) {
    const items = itemsOf(lines);
    const item = items.get(line);
    if (!item || item.number === null) continue;
    const last = items.get(item.before);
    const number = last ? (last.number === null ? (moved.has(line) ? 1 : item.number) : last.number + 1) : moved.has(line) ? 1 : item.number;
    if (number === item.number) continue;
    const text = lines[line] ?? '';
    const at = quoteOf(text).length + item.indent;
    const longer = String(number).length - String(item.number).length;
    const end = longer === 0 ? line : endOf(lines, line, item.words);
    lines[line] = text.slice(0, at) + String(number) + text.slice(at + String(item.number).length);
    // What is below it keeps its place below its words.
    for (let below = line + 1; below <= end; below += 1) lines[below] = move(lines[below] ?? '', longer);
  }
  return lines;
}

/** The lines with the items of `first` to `last` one level further in or out; null where no list is there. */
export function shifted(lines: readonly string[], first: number, last: number, by: 1 | -1): string[] | null {
  const items = itemsOf(lines);
  const owner = (line: number): number => {
    let at = line;
    while (at >= 0 && !items.has(at) && (bare(lines[at] ?? '') ? at < line : indentOf(lines[at] ?? '') > 0)) at -= 1;
    return items.has(at) ? at : -1;
  };
  const chosen = [...new Set(Array.from({ length: last - first + 1 }, (_, at) => owner(first + at)))].filter((line) => line >= 0);
  if (chosen.length === 0) return null;
  let out = [...lines];
  let done = -1;
  const moved = new Set<number>();
  for (const line of chosen) {
    const item = itemsOf(out).get(line);
    // With an item goes what is below it.
    if (!item || line <= done) continue;
    const to = by > 0 ? itemsOf(out).get(item.before)?.words : item.parent < 0 ? 0 : itemsOf(out).get(item.parent)?.indent;
    done = endOf(out, line, item.words);
    if (to === undefined || to === item.indent) continue;
    const delta = to - item.indent;
    out = out.map((text, at) => (at >= line && at <= done ? move(text, delta) : text));
    moved.add(line);
  }
  return moved.size === 0 ? out : numbered(out, moved);
}

/** Items go in or out by one level; false where the cursor is in no list. */
export function indent(by: 1 | -1): Command {
  return ({ doc, selection, tr }, dispatch) => {
    const [first, last] = [selection.$from.index(0), selection.$to.index(0)];
    const from = Math.max(0, first - FAR);
    const texts = doc.children.slice(from, last + FAR).map((line) => line.textContent);
    const lines = shifted(texts, first - from, last - from, by);
    if (!lines || !dispatch) return lines !== null;
    let start = doc.content.size;
    for (let index = doc.childCount - 1; index >= from; index -= 1) {
      start -= doc.child(index).nodeSize;
      const [old, text] = [texts[index - from], lines[index - from]];
      if (old !== undefined && text !== undefined) exchange(tr, start + 1, old, text);
    }
    dispatch(tr.scrollIntoView());
    return true;
  };
}
