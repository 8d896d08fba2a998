/**
 * What Markdown means, shown on its own text: headings are large, code is set as code, tables are aligned, and markers
 * are hidden by the style sheet except on the lines where the writer is (focus.ts). Only decorations; the text is never
 * touched. While an input method composes a syllable the decorations stay as they are, because changing the DOM around
 * it would break the composition.
 */
import type { Node } from 'prosemirror-model';
import { Plugin, PluginKey, type EditorState } from 'prosemirror-state';
import { Decoration, DecorationSet, type DecorationAttrs } from 'prosemirror-view';
import { parseInline } from '../markdown/inline';
import { lineSet, type Inner } from './lineset';
import { insideOf, isTableLine, pads, rowOf, type Align, type Row } from './tables';

interface Piece {
  start: number;
  end: number;
  name: string;
  attrs?: DecorationAttrs;
}

interface LineStyle {
  name: string;
  /** Where the inline text begins; before it stands the mark of the block. */
  from: number;
  /** Styled parts of that mark. */
  marks: Piece[];
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const NOTE = /\[\^([^\]\s]{1,80})\]/g;
const ITEM = /^([ \t]*(?:>[ \t]?)*[ \t]*)([-*+]|\d{1,9}[.)])([ \t]+)(\[[ xX]\](?=[ \t]))?/;
/** A marker that is hidden where the writer is not, and one that is only faint. */
const HIDDEN = 'md-mark md-hide';
const FAINT = 'md-mark';

function mark(end: number, name: string): Piece[] {
  return end > 0 ? [{ start: 0, end, name }] : [];
}

function item(match: RegExpExecArray): LineStyle {
  const [all, indent = '', sign = '', gap = '', task] = match;
  const at = indent.length;
  const bullet = /^[-*+]$/.test(sign);
  const marks: Piece[] = [{ start: at, end: at + sign.length, name: bullet ? (task === undefined ? 'md-mark md-bullet' : HIDDEN) : FAINT }];
  const quotes = indent.lastIndexOf('>') + 1;
  if (quotes > 0) marks.unshift({ start: 0, end: quotes, name: HIDDEN });
  if (task !== undefined) {
    const start = at + sign.length + gap.length;
    const done = task !== '[ ]';
    marks.push({ start, end: start + task.length, name: done ? 'md-task md-done' : 'md-task', attrs: { 'data-task': done ? 'done' : 'open' } });
  }
  return { name: `md-item${quotes > 0 ? ' md-quote' : ''}${task !== undefined && task !== '[ ]' ? ' md-item-done' : ''}`, from: all.length, marks };
}

function blockStyle(text: string): LineStyle {
  let match = /^ {0,3}(#{1,6})[ \t]+/.exec(text);
  if (match) return { name: `md-h${match[1]?.length ?? 1}`, from: match[0].length, marks: mark(match[0].length, HIDDEN) };
  match = /^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/.exec(text);
  if (match) return { name: 'md-rule', from: text.length, marks: mark(text.length, HIDDEN) };
  match = ITEM.exec(text);
  if (match) return item(match);
  match = /^[ \t]*(?:>[ \t]?)+/.exec(text);
  if (match) return { name: 'md-quote', from: match[0].length, marks: mark(match[0].length, HIDDEN) };
  match = /^\[\^[^\]\s]{1,80}\]:[ \t]*/.exec(text);
  if (match) return { name: 'md-definition', from: match[0].length, marks: mark(match[0].length, FAINT) };
  return { name: isTableLine(text) ? 'md-table' : '', from: 0, marks: [] };
}

/** Styled stretches of one line. */
function pieces(text: string, { from, marks, name }: LineStyle): Piece[] {
  return [...marks, ...words(text, from, text.length, name === 'md-table')];
}

/** Styled stretches of inline text; of a table that is shown as text no marker is hidden. */
function words(text: string, from: number, to: number, table: boolean): Piece[] {
  const out: Piece[] = [];
  let at = from;
  let linked = true;
  const between = (start: number, end: number): void => {
    if (end <= start) return;
    // The target of what is no link that can be followed (a picture, a relative address) stays in sight.
    const target = text.startsWith('](', start) && !linked;
    const picture = text.startsWith('![', start);
    const tag = /^(?:<\/?su[bp]>)+$/.test(text.slice(start, end));
    out.push({ start, end, name: tag ? 'md-mark md-tag' : table || target || picture ? FAINT : HIDDEN });
  };
  for (const run of parseInline(text, [{ start: from, end: to }], [])) {
    between(at, run.start);
    linked = run.href !== null;
    const names = [run.strong && 'md-strong', run.em && 'md-em', run.strike && 'md-strike', run.code && 'md-code', linked && 'md-link', run.shift && `md-${run.shift}`].filter(Boolean);
    if (names.length > 0) {
      out.push({ start: run.start, end: run.end, name: names.join(' '), ...(run.href === null ? {} : { attrs: { 'data-href': run.href } }) });
    }
    at = Math.max(at, run.end);
  }
  between(at, to);
  for (const { index, 0: br } of text.slice(from, to).matchAll(/<br ?\/?>/g)) out.push({ start: from + index, end: from + index + br.length, name: 'md-mark md-br' });
  for (const note of text.slice(from, to).matchAll(NOTE)) {
    const start = from + note.index;
    const end = start + note[0].length;
    out.push({ start, end: start + 2, name: HIDDEN }, { start: start + 2, end: end - 1, name: 'md-note', attrs: { 'data-note': note[1] ?? '' } }, { start: end - 1, end, name: HIDDEN });
  }
  return out;
}

interface Known {
  style: LineStyle;
  row: Row | null;
  /** What the pieces of the line look like. */
  set: DecorationSet;
  /** It has a word without an end. */
  endless: boolean;
}

/** A longer line is shown as its text. */
const STYLED = 20_000;
/** A word of so many characters is broken at each row. */
const ENDLESS = 1000;

/** Lines are immutable, so what was found out about one stays true. */
const known = new WeakMap<Node, Known>();

function look({ start, end, name, attrs }: Piece): Decoration {
  // What is composed at its end is drawn in it until it is done.
  return Decoration.inline(start, end, { ...attrs, class: name }, { inclusiveEnd: true });
}

const endless = new RegExp(`\\S{${ENDLESS}}`);

function about(line: Node): Known {
  let made = known.get(line);
  if (!made) {
    const text = line.textContent;
    const style = blockStyle(text);
    made = { style, row: style.name === 'md-table' ? rowOf(text) : null, set: text.length > STYLED ? DecorationSet.empty : DecorationSet.create(line, pieces(text, style).map(look)), endless: text.length >= ENDLESS && endless.test(text) };
    known.set(line, made);
  }
  return made;
}

const fences = new WeakMap<Node, string | null>();

function fenceOf(line: Node): string | null {
  let fence = fences.get(line);
  if (fence === undefined) {
    fence = FENCE.exec(line.textContent)?.[1] ?? null;
    fences.set(line, fence);
  }
  return fence;
}

export interface Placed {
  line: Node;
  start: number;
}

/** Of a longer table that is shown as text the columns are not aligned. */
const ROWS = 100;

/** A table that is shown as one: its head, the line under it that says of the columns how they are aligned, its rows. */
export interface Grid {
  rows: readonly Placed[];
  aligns: readonly Align[];
}

const found = new WeakMap<DecorationSet, readonly Grid[]>();

/** The tables of what was styled. */
export const gridsOf = (set: DecorationSet | undefined): readonly Grid[] => (set && found.get(set)) ?? [];

/** What a line says about a table. */
export const cellsOf = (line: Node): Row => about(line).row ?? NO_ROW;

const NO_ROW: Row = { bars: [], cells: [], widths: [], aligns: null };

/** A larger table is shown as its text. */
const MOST_CELLS = 8000;

function gridOf(rows: readonly Placed[]): Grid | null {
  const [head, rule] = rows.map(({ line }) => cellsOf(line));
  const aligns = rule?.aligns ?? null;
  return head && aligns && head.cells.length === aligns.length && rows.length * aligns.length <= MOST_CELLS ? { rows, aligns } : null;
}

const cells = new WeakMap<Node, DecorationSet>();

/** What a row looks like in a table: of its bars nothing is seen. */
function rowSet(line: Node): DecorationSet {
  let set = cells.get(line);
  if (!set) {
    const text = line.textContent;
    const row = cellsOf(line);
    const bar = (start: number, end: number): Piece => ({ start, end, name: 'md-bar', attrs: { 'aria-hidden': 'true' } });
    const made = row.cells.flatMap((cell, index) => {
      const { from, to } = insideOf(text, cell);
      // The blank before the words is seen: with it they have a text of their own, in which an input method can begin.
      return [bar(index === 0 ? 0 : cell.from - 1, Math.max(cell.from, from - 1)), ...(to > from ? words(text, from, to, false) : [])];
    });
    const last = row.cells.at(-1)?.to ?? 0;
    set = DecorationSet.create(line, [...made, bar(last, text.length)].filter(({ start, end }) => end > start).map(look));
    cells.set(line, set);
  }
  return set;
}

/** Widths that the columns may have at most: they stay as they are while a word or two is written. */
function columns({ rows, aligns }: Grid): string {
  const most = aligns.map(() => 0);
  for (const { line } of rows) cellsOf(line).widths.forEach((width, column) => (most[column] = Math.max(most[column] ?? 0, Math.min(width, 60))));
  // However many there are, all of them stand within the width of the text.
  const least = `min(2.6rem, ${Math.floor(10_000 / aligns.length) / 100}%)`;
  const tracks = most.slice(0, aligns.length).map((width) => `minmax(${least}, ${Math.ceil((width + 1) / 3) * 3}ch)`);
  const sides = aligns.map((align, column) => (align === 'left' ? '' : `--c${column}: ${align};`));
  return `grid-template-columns: ${tracks.join(' ')};${sides.join('')}`;
}

/** Rows are elements beside each other: one in the line that is not seen says to a screen reader that they are a table. */
function owner(names: readonly string[]): Decoration {
  const make = (): HTMLElement => {
    const table = document.createElement('span');
    table.setAttribute('role', 'table');
    table.setAttribute('aria-owns', names.join(' '));
    return table;
  };
  return Decoration.widget(0, make, { side: -1, key: `${names[0] ?? ''} ${names.length}`, ignoreSelection: true });
}

/** Tables by their first rows: as long as the rows are the same, so is the room beside their bars. */
const tables = new WeakMap<Node, { lines: readonly Node[]; sets: readonly DecorationSet[] }>();

/** The rows of a table, aligned with each other. */
function aligned(rows: readonly Placed[]): readonly DecorationSet[] {
  const first = rows[0]?.line;
  const before = first && tables.get(first);
  if (before && before.lines.length === rows.length && rows.every(({ line }, index) => line === before.lines[index])) return before.sets;
  const room = pads(rows.map(({ line }) => cellsOf(line)));
  const sets = rows.map(({ line }, index) => {
    const bars = (room[index] ?? []).map(({ at, before: left, after }) => {
      const style = `${after > 0 ? `padding-left: ${after}ch;` : ''}${left > 0 ? `padding-right: ${left}ch;` : ''}`;
      return Decoration.inline(at, at + 1, { class: FAINT, ...(style === '' ? {} : { style }) });
    });
    return about(line).set.add(line, bars);
  });
  if (first) tables.set(first, { lines: rows.map(({ line }) => line), sets });
  return sets;
}

/**
 * What all lines look like. Only of those that are new is anything found out; what a line means depends on the fences before it.
 * `asText`: places of tables that are shown as their text.
 */
export function styleSet(doc: Node, asText: readonly number[] = []): DecorationSet {
  const whole: Decoration[] = [];
  const inner: Inner[] = [];
  let fence: string | null = null;
  let table: Placed[] = [];
  const put = ({ line, start }: Placed, set: DecorationSet): void => {
    if (set !== DecorationSet.empty) inner.push({ start, end: start + line.nodeSize, set });
  };
  const node = ({ line, start }: Placed, attrs: DecorationAttrs): void => void whole.push(Decoration.node(start, start + line.nodeSize, attrs));
  const all: Grid[] = [];
  const putGrid = (grid: Grid): void => {
    const style = columns(grid);
    const names = grid.rows.map((_row, index) => `table-${all.length}-${index}`).filter((_name, index) => index !== 1);
    grid.rows.forEach((row, index) => {
      if (index === 1) {
        node(row, { class: 'md-table md-away' });
        return put(row, DecorationSet.create(row.line, [owner(names), Decoration.inline(0, row.line.content.size, { 'aria-hidden': 'true' })]));
      }
      node(row, { class: index === 0 ? 'md-tr md-th' : 'md-tr', role: 'row', id: names[Math.max(0, index - 1)] ?? '', style });
      put(row, rowSet(row.line));
    });
    all.push(grid);
  };
  const endTable = (): void => {
    const grid = table[0] && !asText.includes(table[0].start) ? gridOf(table) : null;
    if (grid) putGrid(grid);
    else {
      const sets = table.length > ROWS ? [] : aligned(table);
      table.forEach((row, index) => {
        node(row, { class: 'md-table' });
        put(row, sets[index] ?? about(row.line).set);
      });
    }
    table = [];
  };
  doc.forEach((line, start) => {
    const mark = fenceOf(line);
    const code = fence !== null || mark !== null;
    const edge = mark !== null && (fence === null || mark.startsWith(fence));
    if (fence === null) fence = mark;
    else if (edge) fence = null;
    if (code) {
      endTable();
      return node({ line, start }, { class: edge ? 'md-block-code md-fence' : 'md-block-code' });
    }
    const { style, row, set, endless } = about(line);
    // A browser that sets pairs of letters closer looks through all of the word for each row of it.
    if (endless) node({ line, start }, { class: 'md-endless' });
    if (row) return void table.push({ line, start });
    endTable();
    if (style.name !== '') node({ line, start }, { class: style.name });
    put({ line, start }, set);
  });
  endTable();
  const made = lineSet(whole, inner);
  if (all.length > 0) found.set(made, all);
  return made;
}

/** Whether a place stands in code. */
export function codeAt(doc: Node, position: number): boolean {
  const $at = doc.resolve(position);
  let fence: string | null = null;
  for (let index = 0; index <= $at.index(0); index += 1) {
    const mark = fenceOf(doc.child(index));
    if (index === $at.index(0)) {
      const { parentOffset } = $at;
      const text = $at.parent.textContent;
      return fence !== null || mark !== null || parseInline(text, [{ start: 0, end: text.length }], []).some(({ code, start, end }) => code && start <= parentOffset && parentOffset <= end);
    }
    if (mark !== null && (fence === null || mark.startsWith(fence))) fence = fence === null ? mark : null;
  }
  return false;
}

export const styleKey = new PluginKey<DecorationSet>('style');

/**
 * `composing` says whether an input method is at work; a transaction with this plugin's meta looks anew. `asText`: the tables that
 * are shown as their text.
 */
export function stylePlugin(composing: () => boolean, asText: (state: EditorState) => readonly number[] = () => []): Plugin<DecorationSet> {
  return new Plugin<DecorationSet>({
    key: styleKey,
    state: {
      init: (_config, state: EditorState) => styleSet(state.doc, asText(state)),
      apply(tr, set, before, state) {
        if (composing()) {
          const moved = set.map(tr.mapping, tr.doc);
          const grids = gridsOf(set).map(({ rows, aligns }) => ({ rows: rows.flatMap(({ start }) => placedAt(tr.doc, tr.mapping.map(start))), aligns }));
          if (grids.length > 0) found.set(moved, grids);
          return moved;
        }
        return tr.docChanged || tr.getMeta(styleKey) === true || asText(before) !== asText(state) ? styleSet(tr.doc, asText(state)) : set;
      },
    },
    props: {
      decorations: (state) => styleKey.getState(state),
    },
  });
}

function placedAt(doc: Node, start: number): Placed[] {
  const line = doc.nodeAt(start);
  return line ? [{ line, start }] : [];
}
