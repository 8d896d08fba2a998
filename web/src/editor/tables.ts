/** How the columns of a Markdown table are aligned on its own text: every bar gets room beside it. Pure but for one measure. */

export type Align = 'left' | 'right' | 'center';

/** A line of a table. Offsets are those of the line. */
export interface Row {
  /** Where the bars stand. */
  bars: number[];
  /** Widths between one bar and the next, in widths of “0”. */
  widths: number[];
  /** Of the line under the head: what it says about each column. */
  aligns: Align[] | null;
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

export function rowOf(text: string): Row {
  const bars: number[] = [];
  let code = false;
  for (let index = 0; index < text.length; index += 1) {
    const char = text.charAt(index);
    if (char === '\\') index += 1;
    else if (char === '`') code = !code;
    else if (char === '|' && !code) bars.push(index);
  }
  const cells = bars.slice(0, -1).map((bar, index) => text.slice(bar + 1, bars[index + 1]));
  const rule = cells.length > 0 && cells.every((cell) => /^\s*:?-+:?\s*$/.test(cell));
  return { bars, widths: cells.map(width), aligns: rule ? cells.map(align) : null };
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
