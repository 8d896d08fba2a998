/**
 * What is done to a table: its lines in, its lines out, written so that only what differs changes in the text, whose marks stay where
 * they are. The words of a cell are Markdown.
 */
import { TextSelection, type Command, type EditorState, type Transaction } from 'prosemirror-state';
import { lineNode } from './schema';
import { cellsOf, gridsOf, styleKey, type Grid } from './style';
import { cellOf, insideOf, isTableLine, rowOf, wordsOf, type Align } from './tables';

/** A cell of a table that is shown as one. */
export interface Place {
  grid: Grid;
  /** Counted with the head and the line under it. */
  row: number;
  column: number;
  /** The position of its bar, those of its words, and the one before the next bar, up to which the cursor may stand. */
  bar: number;
  from: number;
  to: number;
  end: number;
}

type At = Pick<Place, 'row' | 'column'>;

interface Done {
  lines: string[];
  at: At;
}

/** Does something to the lines of a table at one of its cells; null where it has nothing to do. */
type Deed = (lines: readonly string[], at: At) => Done | null;

export function placeAt(state: EditorState, position: number): Place | null {
  for (const grid of gridsOf(styleKey.getState(state))) {
    const row = grid.rows.findIndex(({ start, line }) => position > start && position < start + line.nodeSize);
    const found = grid.rows[row];
    if (!found || row === 1) continue;
    return placeOf(grid, row, cellsOf(found.line).cells.findLastIndex(({ from }) => from <= position - found.start - 1));
  }
  return null;
}

/** A cell by row and column, or the nearest that its row has. */
export function placeOf(grid: Grid, row: number, column: number): Place | null {
  const found = grid.rows[row];
  if (!found || row === 1) return null;
  const { cells } = cellsOf(found.line);
  const at = Math.max(0, Math.min(column, cells.length - 1));
  const cell = cells[at];
  if (!cell) return null;
  const { from, to } = insideOf(found.line.textContent, cell);
  return { grid, row, column: at, bar: found.start + cell.from, from: found.start + 1 + from, to: found.start + 1 + to, end: found.start + 1 + cell.to };
}

/** A row as the pieces that its cells are, each with the bar before it, `columns` of them at least, and a bar at the end. */
function piecesOf(text: string, columns: number): string[] {
  const { bars, cells } = rowOf(text);
  const out = cells.map(({ to }, index) => text.slice(index === 0 ? 0 : bars[index], to));
  if (cells.length >= bars.length) out.push(`${out.pop() ?? '|'}${/\s$/.test(text) ? '' : ' '}`);
  while (out.length < columns) out.push('|  ');
  return out;
}

const joined = (pieces: readonly string[]): string => `${pieces.join('')}|`;
const wide = (lines: readonly string[]): number => rowOf(lines[1] ?? '').cells.length;
const empty = (columns: number): string => joined(Array.from({ length: columns }, () => '|  '));

/** Each row with another list of cells. */
function across(lines: readonly string[], change: (pieces: string[], row: number) => string[]): string[] {
  const columns = wide(lines);
  return lines.map((text, row) => joined(change(piecesOf(text, columns), row)));
}

const addRow = (by: 0 | 1): Deed => (lines, { row, column }) => {
  const to = Math.max(2, row + by);
  return { lines: [...lines.slice(0, to), empty(wide(lines)), ...lines.slice(to)], at: { row: to, column } };
};

const addColumn = (by: 0 | 1): Deed => (lines, { row, column }) => {
  const to = Math.min(column + by, wide(lines));
  return { lines: across(lines, (pieces, index) => pieces.toSpliced(to, 0, index === 1 ? '|---' : '|  ')), at: { row, column: to } };
};

const GONE: Done = { lines: [], at: { row: 0, column: 0 } };

const deleteRow: Deed = (lines, { row, column }) => {
  if (row > 1) return { lines: lines.filter((_line, index) => index !== row), at: { row: row < lines.length - 1 ? row : row === 2 ? 0 : row - 1, column } };
  // The next row is the head then.
  const [, rule, next, ...rest] = lines;
  return rule === undefined || next === undefined ? GONE : { lines: [joined(piecesOf(next, wide(lines)).slice(0, wide(lines))), rule, ...rest], at: { row: 0, column } };
};

const deleteColumn: Deed = (lines, { row, column }) =>
  wide(lines) < 2 ? GONE : { lines: across(lines, (pieces) => pieces.toSpliced(column, 1)), at: { row, column: Math.min(column, wide(lines) - 2) } };

const SIDES: Record<Align, string> = { left: '---', center: ':-:', right: '--:' };

const align = (side: Align): Deed => (lines, at) => ({
  lines: lines.with(1, joined(piecesOf(lines[1] ?? '', wide(lines)).map((piece, column) => (column === at.column ? piece.replace(/:?-+:?/, SIDES[side]) : piece)))),
  at,
});

/** The cell before or behind; behind the last one a row is made. */
export const step = (by: 1 | -1): Deed => (lines, { row, column }) => {
  const next = column + by;
  if (next >= 0 && next < wide(lines)) return { lines: lines.map((text, index) => (index === row && rowOf(text).cells.length <= next ? joined(piecesOf(text, wide(lines))) : text)), at: { row, column: next } };
  const other = row + by === 1 ? row + 2 * by : row + by;
  if (by < 0) return other < 0 ? null : { lines: [...lines], at: { row: other, column: wide(lines) - 1 } };
  return other < lines.length ? { lines: [...lines], at: { row: other, column: 0 } } : addRow(1)(lines, { row: lines.length - 1, column: 0 });
};

/** Puts these words into the cells from one on to the right and down; the table grows as it has to. */
export const spread = (words: readonly (readonly string[])[]): Deed => (lines, { row, column }) => {
  const columns = Math.max(wide(lines), ...words.map((some) => column + some.length));
  const first = row === 0 ? 0 : row - 1;
  const body = [...lines.slice(0, 1), ...lines.slice(2)];
  while (body.length < first + words.length) body.push(empty(columns));
  const filled = body.map((text, index) => {
    const some = words[index - first];
    if (!some && columns === wide(lines)) return text;
    return joined(piecesOf(text, columns).map((piece, at) => (some?.[at - column] === undefined ? piece : `${/^\s*\|/.exec(piece)?.[0] ?? '|'} ${cellOf(some[at - column] ?? '')} `)));
  });
  const rule = columns === wide(lines) ? (lines[1] ?? '') : joined([...piecesOf(lines[1] ?? '', 0), ...Array.from({ length: columns - wide(lines) }, () => '|---')]);
  const last = first + words.length - 1;
  return { lines: filled.toSpliced(1, 0, rule), at: { row: last === 0 ? 0 : last + 1, column: column + (words.at(-1)?.length ?? 1) - 1 } };
};

/** A table of these words, the first row its head. */
export function tableOf(words: readonly (readonly string[])[]): string[] {
  const columns = Math.max(1, ...words.map((some) => some.length));
  const rows = words.map((some) => joined(Array.from({ length: columns }, (_, column) => `| ${cellOf(some[column] ?? '')} `)));
  return rows.toSpliced(1, 0, joined(Array.from({ length: columns }, () => '|---')));
}

/** The rows of a spreadsheet, or of a table in Markdown; null where a text is neither. */
export function rowsOf(text: string): string[][] | null {
  const lines = text.replace(/(?:\r?\n)+$/, '').split(/\r?\n/);
  if (lines.every(isTableLine)) {
    return lines.map(rowOf).flatMap(({ aligns, cells }, index) => (aligns && index === 1 ? [] : [cells.map(({ from, to }) => wordsOf((lines[index] ?? '').slice(from, to)))]));
  }
  if (!text.includes('\t')) return null;
  const rows: string[][] = [[]];
  // A cell in quotes may have line ends and tabs of its own; quotes in it are doubled.
  for (const [, quoted, plain, end] of text.replace(/(?:\r?\n)+$/, '').matchAll(/(?:"((?:[^"]|"")*)"(?=\t|\r?\n|$)|([^\t\r\n]*))(\t|\r?\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replace(/""/g, '"') ?? plain ?? '');
    if (end === '') break;
    if (end !== '\t') rows.push([]);
  }
  return rows;
}

/** Writes the lines of a table anew, as far as they differ. */
export function rewrite(tr: Transaction, grid: Grid, lines: readonly string[]): Transaction {
  const old = grid.rows.map(({ line }) => line.textContent);
  let before = 0;
  while (before < Math.min(old.length, lines.length) && old[before] === lines[before]) before += 1;
  let behind = 0;
  while (behind < Math.min(old.length, lines.length) - before && old.at(-1 - behind) === lines.at(-1 - behind)) behind += 1;
  const pairs = Math.min(old.length, lines.length) - before - behind;
  const cr = grid.rows[0]?.line.attrs['cr'] === true;
  const edge = (row: number): number => grid.rows[row]?.start ?? (grid.rows.at(-1)?.start ?? 0) + (grid.rows.at(-1)?.line.nodeSize ?? 0);
  const fresh = lines.slice(before + pairs, lines.length - behind).map((text) => lineNode(text, cr));
  const [from, to] = [edge(before + pairs), edge(old.length - behind)];
  if (from === 0 && to === tr.doc.content.size && fresh.length === 0) fresh.push(lineNode('', cr));
  if (fresh.length > 0) tr.replaceWith(from, to, fresh);
  else if (to > from) tr.delete(from, to);
  for (let row = before + pairs - 1; row >= before; row -= 1) exchange(tr, edge(row) + 1, old[row] ?? '', lines[row] ?? '');
  return tr;
}

/** Puts one text in the place of another, as far as they differ. */
export function exchange(tr: Transaction, at: number, old: string, text: string): void {
  let head = 0;
  while (head < Math.min(old.length, text.length) && old[head] === text[head]) head += 1;
  let tail = 0;
  while (tail < Math.min(old.length, text.length) - head && old.at(-1 - tail) === text.at(-1 - tail)) tail += 1;
  if (head + tail < Math.max(old.length, text.length)) tr.insertText(text.slice(head, text.length - tail), at + head, at + old.length - tail);
}

/** The deed as a command, at the cell of the cursor. */
export function inTable(deed: Deed): Command {
  return (state, dispatch) => {
    const place = placeAt(state, state.selection.head);
    const done = place && deed(place.grid.rows.map(({ line }) => line.textContent), place);
    if (!done) return false;
    if (!dispatch) return true;
    const tr = rewrite(state.tr, place.grid, done.lines);
    let start = place.grid.rows[0]?.start ?? 0;
    for (const text of done.lines.slice(0, done.at.row)) start += text.length + 2;
    const text = done.lines[done.at.row] ?? '';
    const cell = rowOf(text).cells[done.at.column];
    const inside = cell ? insideOf(text, cell) : { from: 0, to: 0 };
    const cursor = Math.min(start + 1, tr.doc.content.size - 1);
    dispatch(tr.setSelection(TextSelection.create(tr.doc, cursor + inside.to)).scrollIntoView());
    return true;
  };
}

/** Puts a table behind the line or the table of the cursor, or in the place of an empty line. */
export function insertTable(words: readonly (readonly string[])[] = [['', '', ''], ['', '', ''], ['', '', '']]): Command {
  return (state, dispatch) => {
    const place = placeAt(state, state.selection.head);
    const { $head } = state.selection;
    const here = place?.grid.rows.at(-1) ?? { line: $head.parent, start: $head.before() };
    const cr = here.line.attrs['cr'] === true;
    const blank = here.line.content.size === 0;
    const beside = (at: number): string => state.doc.resolve(at).nodeBefore?.textContent ?? '';
    const end = here.start + here.line.nodeSize;
    const after = state.doc.resolve(end).nodeAfter;
    const table = tableOf(words);
    const lines = [...(blank && beside(here.start) === '' ? [] : ['']), ...table, ...(after?.textContent === '' ? [] : [''])];
    const from = blank ? here.start : end;
    const tr = state.tr.replaceWith(from, end, lines.map((text) => lineNode(text, cr)));
    const head = from + 1 + (lines[0] === '' ? 2 : 0);
    dispatch?.(tr.setSelection(TextSelection.create(tr.doc, head + insideOf(table[0] ?? '', rowOf(table[0] ?? '').cells[0] ?? { from: 0, to: 0 }).from)).scrollIntoView());
    return true;
  };
}

export const TABLE = {
  table: insertTable(),
  rowAbove: inTable(addRow(0)),
  rowBelow: inTable(addRow(1)),
  rowDelete: inTable(deleteRow),
  columnBefore: inTable(addColumn(0)),
  columnAfter: inTable(addColumn(1)),
  columnDelete: inTable(deleteColumn),
  alignLeft: inTable(align('left')),
  alignCenter: inTable(align('center')),
  alignRight: inTable(align('right')),
  tableDelete: inTable(() => GONE),
} satisfies Record<string, Command>;
