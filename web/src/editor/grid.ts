/**
 * Tables as tables: where the writer is not, the rows of a Markdown table stand in a real one, which is drawn in the first
 * row and says to a screen reader what it is. The text stays in its lines, which are only not seen. A long table is drawn
 * in parts, those near what is seen; a part with the cursor or a mark in it shows its text.
 */
import type { Node } from 'prosemirror-model';
import { Plugin, PluginKey, TextSelection, type EditorState } from 'prosemirror-state';
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view';
import { parseInline } from '../markdown/inline';
import { comments } from './comments';
import { findKey } from './find';
import { lineSet, type Inner } from './lineset';
import { lints } from './lints';
import { sightOf } from './sight';
import { aligned, cellsOf, ROWS, styleKey, tablesIn, type Placed } from './style';
import { suggestionsKey } from './suggestions';
import type { Align, Row } from './tables';
import { verdicts } from './verdicts';

/** A part of a table. Places in it count from `from`. */
interface Part {
  from: number;
  to: number;
  rows: readonly Placed[];
  /** It begins with the head of the table. */
  head: boolean;
  aligns: readonly Align[];
  /** Widths of the columns in parts of a hundred, where the table has other parts to stand below. */
  widths: readonly number[] | null;
}

interface Grid {
  parts: readonly Part[];
  open: readonly Part[];
  set: DecorationSet;
}

const key = new PluginKey<Grid>('grid');

const known = new WeakMap<Node, Part[]>();

/** The parts of the tables of a text; what has no line under its head is none. */
export function partsOf(doc: Node): Part[] {
  const parts = known.get(doc) ?? divided(doc);
  known.set(doc, parts);
  return parts;
}

function divided(doc: Node): Part[] {
  return tablesIn(doc).flatMap((rows) => {
    const [head, rule] = rows.map(({ line }) => cellsOf(line));
    const aligns = rule?.aligns ?? null;
    if (!head || aligns === null || head.widths.length !== aligns.length || rows.length < 3) return [];
    const widths = rows.length > ROWS ? shares(rows) : null;
    const out: Part[] = [];
    for (let at = 0; at < rows.length; at += ROWS) {
      const some = rows.slice(at, at + ROWS);
      const [first, last] = [some[0], some.at(-1)];
      if (first && last) out.push({ from: first.start, to: last.start + last.line.nodeSize, rows: some, head: at === 0, aligns, widths });
    }
    return out;
  });
}

function shares(rows: readonly Placed[]): number[] {
  const most: number[] = [];
  for (const { line } of rows) cellsOf(line)?.widths.forEach((width, column) => (most[column] = Math.max(most[column] ?? 0, Math.min(width, 60))));
  const all = most.reduce((total, width) => total + width, 0) || 1;
  return most.map((width) => Math.round((width / all) * 100));
}

/** Places where something is marked, in their order. */
function marksOf(state: EditorState): number[] {
  const judged = (verdicts.key.getState(state)?.placed ?? []).filter(({ verdict }) => verdict.status !== 'supported');
  const all = [suggestionsKey.getState(state)?.placed, lints.key.getState(state)?.placed, comments.key.getState(state)?.placed, findKey.getState(state)?.ranges, judged];
  return all.flatMap((some) => (some ?? []).map(({ from }) => from)).sort((a, b) => a - b);
}

/** The parts that are drawn, and those of long tables that show their text. */
function partsAt(state: EditorState, touched: boolean): Pick<Grid, 'parts' | 'open'> {
  const parts = partsOf(state.doc);
  if (parts.length === 0) return { parts, open: [] };
  const marks = marksOf(state);
  const sight = sightOf(state);
  const { anchor, head } = state.selection;
  let next = 0;
  const seen = parts.filter(({ from, to }) => sight === null || (to >= sight.from && from <= sight.to));
  const drawn = seen.filter(({ from, to }) => {
    while ((marks[next] ?? Infinity) < from) next += 1;
    const inside = (at: number): boolean => touched && at > from && at < to;
    return !inside(anchor) && !inside(head) && !((marks[next] ?? Infinity) < to);
  });
  return { parts: drawn, open: seen.filter((part) => part.widths !== null && !drawn.includes(part)) };
}

function draw({ parts, open }: Pick<Grid, 'parts' | 'open'>): Grid {
  const whole: Decoration[] = [];
  const inner: Inner[] = [];
  for (const part of [...parts, ...open].sort((a, b) => a.from - b.from)) {
    const asText = open.includes(part) ? aligned(part.rows) : null;
    part.rows.forEach(({ line, start }, index) => {
      const end = start + line.nodeSize;
      if (asText) return void inner.push({ start, end, set: asText[index] ?? DecorationSet.empty });
      whole.push(Decoration.node(start, end, { class: index === 0 ? 'md-grid' : 'md-away' }));
      const gone = Decoration.inline(0, line.content.size, { class: 'md-gone' });
      const table = index > 0 ? [] : [Decoration.widget(0, (view, at) => tableOf(view, at, part), { side: -1, key: nameOf(part), ignoreSelection: true, stopEvent: () => true })];
      inner.push({ start, end, set: DecorationSet.create(line, [...table, gone]) });
    });
  }
  return { parts, open, set: lineSet(whole, inner) };
}

const names = new WeakMap<Node, string>();
let named = 0;

/** The same for the same rows: a table that has not changed is not drawn again. */
function nameOf({ rows, widths }: Part): string {
  const of = ({ line }: Placed): string => {
    if (!names.has(line)) names.set(line, String((named += 1)));
    return names.get(line) ?? '';
  };
  return `${rows.map(of).join(' ')}/${widths?.join(' ') ?? ''}`;
}

function tableOf(view: EditorView, at: () => number | undefined, part: Part): HTMLElement {
  const table = document.createElement('table');
  if (part.widths) {
    const columns = document.createElement('colgroup');
    for (const width of part.widths) columns.appendChild(document.createElement('col')).style.width = `${width}%`;
    table.append(columns);
    table.className = 'md-fixed';
  }
  let body = part.head ? table.createTHead() : table.createTBody();
  part.rows.forEach(({ line, start }, index) => {
    const row = cellsOf(line);
    if (!row || row.aligns !== null) return;
    const tr = body.insertRow();
    part.aligns.forEach((align, column) => {
      const cell = document.createElement(part.head && index === 0 ? 'th' : 'td');
      if (cell.tagName === 'TH') cell.scope = 'col';
      if (align !== 'left') cell.style.textAlign = align;
      const [from, to] = edges(line.textContent, row, column);
      // One place for what is before the first row, one for the text of the line.
      cell.dataset['at'] = String(start - part.from + from);
      words(cell, line.textContent, from, to);
      tr.append(cell);
    });
    if (part.head && index === 0) body = table.createTBody();
  });
  table.addEventListener('mousedown', (event) => {
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-at]') : null;
    const place = at();
    if (!cell || place === undefined || event.button !== 0) return;
    event.preventDefault();
    view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, place + Number(cell.dataset['at']))));
    view.focus();
  });
  return table;
}

/** Where the words of a cell stand in their line. */
function edges(text: string, { bars }: Row, column: number): [number, number] {
  let from = (bars[column] ?? text.length) + 1;
  let to = bars[column + 1] ?? text.length;
  while (from < to && /\s/.test(text.charAt(from))) from += 1;
  while (to > from && /\s/.test(text.charAt(to - 1))) to -= 1;
  return [Math.min(from, text.length), to];
}

/** The words of a cell without the marks of Markdown. */
function words(cell: HTMLElement, text: string, start: number, end: number): void {
  for (const run of parseInline(text, [{ start, end }], [])) {
    const names = [run.strong && 'md-strong', run.em && 'md-em', run.strike && 'md-strike', run.code && 'md-code', run.href !== null && 'md-link'].filter((name) => name !== false);
    for (const piece of run.text.split(/(\[\^[^\]\s]{1,80}\]|<br ?\/?>)/)) {
      if (piece === '') continue;
      const note = /^\[\^(.+)\]$/.exec(piece)?.[1];
      const element = document.createElement(piece.startsWith('<br') ? 'br' : 'span');
      if (element.tagName === 'SPAN') element.textContent = note ?? piece;
      element.className = [...names, ...(note === undefined ? [] : ['md-note'])].join(' ');
      cell.append(element);
    }
  }
}

const WAYS = { ArrowUp: 'up', ArrowLeft: 'left', ArrowDown: 'down', ArrowRight: 'right' } as const;

/** Lines that are not seen have no place for the cursor: the keys that would go past a table go into it. */
function enter(view: EditorView, event: KeyboardEvent): boolean {
  const way = WAYS[event.key as keyof typeof WAYS];
  if (way === undefined || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false;
  const { doc, selection } = view.state;
  const { $head, $anchor } = selection;
  const on = way === 'down' || way === 'right';
  const edge = on ? $head.after(1) : $head.before(1);
  const part = key.getState(view.state)?.parts.find(({ from, to }) => (on ? from : to) === edge);
  if (!part || !view.endOfTextblock(way)) return false;
  const place = on ? part.from + 1 : part.to - 1;
  view.dispatch(view.state.tr.setSelection(TextSelection.create(doc, event.shiftKey ? $anchor.pos : place, place)).scrollIntoView());
  return true;
}

/**
 * `composing` says whether an input method is at work: what is shown around it must then stay as it is. `touched`: the cursor
 * was put somewhere.
 */
export function gridPlugin(composing: () => boolean, touched: () => boolean): Plugin<Grid> {
  return new Plugin<Grid>({
    key,
    state: {
      init: (_config, state) => draw(partsAt(state, false)),
      apply(tr, old, _before, state) {
        if (composing()) {
          const moved = (at: number): number => tr.mapping.map(at);
          return tr.docChanged ? { ...old, parts: old.parts.map((part) => ({ ...part, from: moved(part.from), to: moved(part.to) })), set: old.set.map(tr.mapping, tr.doc) } : old;
        }
        if (old.parts.length === 0 && tablesIn(state.doc).length === 0) return old;
        const now = partsAt(state, touched());
        const same = (one: readonly Part[], other: readonly Part[]): boolean => one.length === other.length && one.every(({ from }, index) => from === other[index]?.from);
        return !tr.docChanged && tr.getMeta(styleKey) !== true && same(now.parts, old.parts) && same(now.open, old.open) ? old : draw(now);
      },
    },
    props: {
      decorations: (state) => key.getState(state)?.set,
      handleKeyDown: enter,
    },
  });
}
