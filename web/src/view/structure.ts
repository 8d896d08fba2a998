/**
 * The structure of a source's text as the store keeps it: tables with bars, items with their signs, lines. Only places are
 * made, no words: what is marked in the text is marked in its structure. Nothing in the words is read as a mark of emphasis.
 * Pure.
 */

/** A piece of the text. */
export interface Place {
  start: number;
  end: number;
}

export type Part = ({ kind: 'line' | 'item' } & Place & { sign: string }) | { kind: 'table'; head: Place[] | null; rows: Place[][] };

const ROW = /^\s*\|.*\|\s*$/;
const RULE = /^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/;
const ITEM = /^(\s*)([-*•·▪◦○●]|\(?\d{1,3}[.)]|[가-힣][.)]|[①-⑳])(\s+)(?=\S)/;

/** The cells of a row, without the blanks around their words. A bar behind a backslash is a word. */
function cells(line: string, start: number): Place[] {
  const bars = [...line.matchAll(/(?<!\\)\|/g)].map(({ index }) => index);
  return bars.slice(0, -1).map((bar, column) => {
    const raw = line.slice(bar + 1, bars[column + 1]);
    const from = start + bar + 1 + (raw.length - raw.trimStart().length);
    return { start: from, end: from + raw.trim().length };
  });
}

export function structure(text: string): Part[] {
  const parts: Part[] = [];
  let table: { lines: string[]; rows: Place[][] } | null = null;
  const endTable = (): void => {
    if (!table) return;
    const ruled = table.lines.findIndex((line) => RULE.test(line));
    const rows = table.rows.filter((_row, index) => index !== ruled);
    parts.push(ruled === 1 ? { kind: 'table', head: rows[0] ?? null, rows: rows.slice(1) } : { kind: 'table', head: null, rows });
    table = null;
  };
  for (const { 0: line, index } of text.matchAll(/[^\n]+/g)) {
    if (ROW.test(line)) {
      table ??= { lines: [], rows: [] };
      table.lines.push(line);
      table.rows.push(cells(line, index));
      continue;
    }
    endTable();
    if (line.trim() === '') continue;
    const item = ITEM.exec(line);
    parts.push({ kind: item ? 'item' : 'line', sign: item?.[2] ?? '', start: index + (item?.[0].length ?? 0), end: index + line.length });
  }
  endTable();
  return parts;
}

/** A place cut where the marked one begins and ends. */
export function cut({ start, end }: Place, mark: Place | null): { words: Place; marked: boolean }[] {
  if (!mark || mark.end <= start || mark.start >= end) return [{ words: { start, end }, marked: false }];
  const [from, to] = [Math.max(start, mark.start), Math.min(end, mark.end)];
  return [
    { words: { start, end: from }, marked: false },
    { words: { start: from, end: to }, marked: true },
    { words: { start: to, end }, marked: false },
  ].filter(({ words }) => words.end > words.start);
}
