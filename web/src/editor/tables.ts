/** What a line of a Markdown table says, and the room beside its bars that aligns its columns where it is shown as text. Pure but for one measure. */

export type Align = 'left' | 'right' | 'center';

/** A line of a table. Offsets are those of the line. */
export interface Row {
  /** Where the bars stand. */
  bars: number[];
  /** What stands between one bar and the next, or behind a last one that nothing closes. */
  cells: Span[];
  /** Widths of the cells, in widths of “0”. */
  widths: number[];
  /** Of the line under the head: what it says about each column. */
  aligns: Align[] | null;
}

export interface Span {
  from: number;
  to: number;
}

export interface Pad {
  /** Where the bar stands in its line. */
  at: number;
  /** Room right of the bar, before the words of the cell that it opens. */
  before: number;
  /** Room left of the bar, after the words of the cell that it closes. */
  after: number;
}

const WIDE = /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;
/** Rows longer than this are left as they are. */
const LONGEST = 2000;

export function isTableLine(text: string): boolean {
  return /^\s*\|/.test(text) && text.length <= LONGEST;
}

/** As GFM reads it: only a backslash makes words of a bar. */
export function rowOf(text: string): Row {
  const bars: number[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const char = text.charAt(index);
    if (char === '\\') index += 1;
    else if (char === '|') bars.push(index);
  }
  const open = text.slice((bars.at(-1) ?? 0) + 1).trim() !== '' || bars.length === 1;
  const cells = bars.flatMap((bar, index): Span[] => (index < bars.length - 1 || open ? [{ from: bar + 1, to: bars[index + 1] ?? text.length }] : []));
  const words = cells.map(({ from, to }) => text.slice(from, to));
  const rule = cells.length > 0 && words.every((cell) => /^\s*:?-+:?\s*$/.test(cell));
  return { bars, cells, widths: words.map(width), aligns: rule ? words.map(align) : null };
}

/** Where the cursor may stand in a cell: a blank on either side of the words is no part of them. */
export function insideOf(text: string, { from, to }: Span): Span {
  const inner = text.slice(from, to);
  const lead = inner.length - inner.trimStart().length;
  if (lead === inner.length) return { from: from + Math.min(1, lead), to: from + Math.min(1, lead) };
  return { from: from + lead, to: /\s$/.test(inner) ? to - 1 : to };
}

/** Words as they stand in a cell, and back: a bar gets a backslash, and those before it are doubled. */
export function escaped(words: string): string {
  return words.replace(/\s*\r?\n\s*/g, '<br>').replace(/(\\*)\|/g, '$1$1\\|');
}

export const cellOf = (words: string): string => escaped(words.trim());

export function wordsOf(cell: string): string {
  return cell.trim().replace(/(\\*)\\\|/g, (_all, before: string) => `${before.slice(before.length / 2)}|`).replace(/<br ?\/?>/g, '\n');
}

function align(cell: string): Align {
  const words = cell.trim();
  if (!words.endsWith(':')) return 'left';
  return words.startsWith(':') && words.length > 1 ? 'center' : 'right';
}

/** The room that the bars of each row of a table need. */
export function pads(rows: readonly Row[]): Pad[][] {
  if (rows.length < 2) return [];
  const most: number[] = [];
  for (const { widths } of rows) widths.forEach((cell, column) => (most[column] = Math.max(most[column] ?? 0, cell)));
  const aligns = rows.find((row) => row.aligns !== null)?.aligns ?? [];
  return rows.map(({ bars, widths }) => {
    const room = bars.map((bar): Pad => ({ at: bar, before: 0, after: 0 }));
    widths.forEach((cell, column) => {
      const missing = (most[column] ?? 0) - cell;
      const opening = room[column];
      const closing = room[column + 1];
      if (missing <= 0 || !opening || !closing) return;
      const side = aligns[column] ?? 'left';
      const before = side === 'right' ? missing : side === 'center' ? missing / 2 : 0;
      opening.before += round(before);
      closing.after += round(missing - before);
    });
    return room;
  });
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

export function width(text: string): number {
  let total = 0;
  for (const char of text.normalize('NFC')) total += /[\p{M}\u200d\ufe0f]/u.test(char) ? 0 : WIDE.test(char) ? wide() : 1;
  return total;
}

let measured: number | null = null;

/** Width of a Korean character in widths of “0”: the fonts for the two need not have been made for each other. */
function wide(): number {
  if (measured !== null) return measured;
  measured = 2;
  if (typeof document === 'undefined') return measured;
  const context = document.createElement('canvas').getContext('2d');
  const family = getComputedStyle(document.documentElement).getPropertyValue('--mono').trim();
  if (context && family !== '') {
    context.font = `100px ${family}`;
    const zero = context.measureText('0').width;
    if (zero > 0) measured = context.measureText('가').width / zero;
  }
  return measured;
}
