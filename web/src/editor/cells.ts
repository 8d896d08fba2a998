/**
 * Tables as tables: the lines of a Markdown table are its rows on the page, and what stands between two bars is a cell. The text stays
 * as it is, and every place of it; a mark holds what belongs to a cell in one element. Which keys and clicks lead where in a table, and
 * what may not be deleted or typed there, is here; what is done to tables is in tabling.ts.
 */
import type { Mark, Node } from 'prosemirror-model';
import { closeHistory } from 'prosemirror-history';
import { Plugin, PluginKey, TextSelection, type Command, type EditorState, type Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { schema } from './schema';
import { cellsOf, gridsOf, styleKey, styleSet, type Grid } from './style';
import { inTable, placeAt, placeOf, step, type Place } from './tabling';

const key = new PluginKey<readonly number[]>('cells');
const NONE: readonly number[] = [];

/** Places of the tables that are shown as their text. */
export const shownAsText = (state: EditorState): readonly number[] => key.getState(state) ?? NONE;

/** Shows the table of the cursor as its text, or all that are shown so as tables again. */
export const asText: Command = (state, dispatch) => {
  const start = placeAt(state, state.selection.head)?.grid.rows[0]?.start;
  if (start === undefined && shownAsText(state).length === 0) return false;
  dispatch?.(state.tr.setMeta(key, start === undefined ? NONE : [...shownAsText(state), start]).setMeta('addToHistory', false));
  return true;
};

const right = new WeakMap<Node, boolean>();

/** A row as its cells are marked: the whole line belongs to one or the other. */
function marked(line: Node, head: boolean): { from: number; to: number; mark: Mark }[] {
  const { cells } = cellsOf(line);
  return cells.map(({ from, to }, column) => ({
    from: column === 0 ? 0 : from - 1,
    to: column === cells.length - 1 ? line.content.size : to,
    mark: schema.marks.cell.create({ column, head }),
  }));
}

/** Marks the cells of one row; false where they are marked. */
function markRow(tr: Transaction, line: Node, start: number, head: boolean): boolean {
  if (right.get(line) === head) return false;
  const found = marked(line, head);
  const same = line.childCount === found.length && found.every(({ from, to, mark }, index) => line.child(index).nodeSize === to - from && mark.isInSet(line.child(index).marks));
  if (same) right.set(line, head);
  else for (const { from, to, mark } of found) tr.addMark(start + 1 + from, start + 1 + to, mark);
  return !same;
}

/** Marks the cells of all tables, and takes the marks of what is no table any more. */
function markCells(tr: Transaction, grids: readonly Grid[]): Transaction | null {
  const rows = new Map(grids.flatMap((grid) => grid.rows.flatMap(({ start }, index): [number, boolean][] => (index === 1 ? [] : [[start, index === 0]]))));
  let changed = false;
  tr.doc.forEach((line, start) => {
    const head = rows.get(start);
    if (head !== undefined) changed = markRow(tr, line, start, head) || changed;
    else if (line.children.some(({ marks }) => marks.length > 0)) {
      tr.removeMark(start + 1, start + 1 + line.content.size);
      changed = true;
    }
  });
  return changed ? tr.setMeta('addToHistory', false) : null;
}

/** A text as it is shown first, its cells marked. */
export function celled(doc: Node): Node {
  const grids = gridsOf(styleSet(doc));
  const lines = new Map(grids.flatMap((grid) => grid.rows.map(({ start }, index): [number, number] => [start, index])));
  const children: Node[] = [];
  doc.forEach((line, start) => {
    const row = lines.get(start);
    if (row === undefined || row === 1) return void children.push(line);
    children.push(line.type.create(line.attrs, marked(line, row === 0).map(({ from, to, mark }) => schema.text(line.textContent.slice(from, to), [mark]))));
  });
  return doc.type.create(null, children);
}

/** The cursor inside its cell, where it is at a bar. */
function inside(state: EditorState): Transaction | null {
  const { empty, head } = state.selection;
  const place = empty ? placeAt(state, head) : null;
  if (!place || (head >= place.from && head <= place.end)) return null;
  return state.tr.setSelection(TextSelection.create(state.doc, Math.max(place.from, Math.min(head, place.end))));
}

function go(view: EditorView, place: Place | null, at: 'from' | 'to' | number = 'to'): boolean {
  if (!place) return false;
  const position = typeof at === 'number' ? Math.max(place.from, Math.min(at, place.to)) : place[at];
  view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, position)).scrollIntoView());
  return true;
}

/** The element of a cell. */
function elementOf(view: EditorView, { grid, row, column }: Place): Element | null {
  const line = view.nodeDOM(grid.rows[row]?.start ?? 0);
  return line instanceof Element ? (line.querySelectorAll('.md-cell')[column] ?? null) : null;
}

/** The place in a cell that is nearest to a place of the window. */
function nearest(view: EditorView, place: Place | null, left: number, up: boolean): boolean {
  const box = place && elementOf(view, place)?.getBoundingClientRect();
  if (!box) return false;
  const line = view.coordsAtPos(up ? place.to : place.from);
  const found = view.posAtCoords({ left: Math.max(box.left + 2, Math.min(left, box.right - 2)), top: (line.top + line.bottom) / 2 });
  return go(view, place, found?.pos ?? 'to');
}

/** The row above or below; behind the last one, or before the first, the line beside the table. A key that is `held` makes none. */
function upOrDown(view: EditorView, place: Place, by: 1 | -1, held: boolean): boolean {
  const { state } = view;
  const caret = view.coordsAtPos(state.selection.head);
  const edge = view.coordsAtPos(by < 0 ? place.from : place.to);
  // The cell has another line that way.
  if (by < 0 ? caret.top > edge.top + 4 : caret.bottom < edge.bottom - 4) return false;
  const row = place.row + by === 1 ? place.row + 2 * by : place.row + by;
  return place.grid.rows[row] ? nearest(view, placeOf(place.grid, row, place.column), caret.left, by < 0) : leave(view, place.grid, by, !held);
}

/** Where a table begins or ends. */
function edgeOf({ rows }: Grid, by: 1 | -1): number {
  const last = rows.at(-1);
  return by < 0 ? (rows[0]?.start ?? 0) : (last?.start ?? 0) + (last?.line.nodeSize ?? 0);
}

/**
 * Out of a table, into the line beside it. `make`: where the text begins or ends with the table there comes to be one, with a blank
 * line between, for Markdown reads what stands right under a table as a row of it.
 */
function leave(view: EditorView, grid: Grid, by: 1 | -1, make = false): boolean {
  const { state } = view;
  const edge = edgeOf(grid, by);
  const tr = state.tr;
  if (edge !== (by < 0 ? 0 : state.doc.content.size)) {
    view.dispatch(tr.setSelection(TextSelection.create(tr.doc, by < 0 ? edge - 1 : edge + 1)).scrollIntoView());
  } else if (make) {
    const attrs = grid.rows[0]?.line.attrs;
    tr.insert(edge, [schema.node('line', attrs), schema.node('line', attrs)]);
    view.dispatch(closeHistory(tr.setSelection(TextSelection.create(tr.doc, by < 0 ? edge + 1 : edge + 3))).scrollIntoView());
  }
  return true;
}

/** The cursor is in the line right under a table: what is written there Markdown would read as a row of it. */
export function rightUnder(state: EditorState): boolean {
  const start = state.selection.$head.before(1);
  return gridsOf(styleKey.getState(state)).some((grid) => edgeOf(grid, 1) === start);
}

/** A blank line between a table and the line of the cursor. */
export function apart({ tr, selection: { $head } }: EditorState): Transaction {
  return tr.split($head.start(1), 1, [{ type: $head.parent.type, attrs: $head.parent.attrs }]);
}

/** A click above a table that begins the text, or below one that ends it, is one into a line of its own. */
function beside(view: EditorView, { clientY }: MouseEvent): boolean {
  const grids = gridsOf(styleKey.getState(view.state));
  const outside = (by: 1 | -1): boolean => {
    const grid = grids.find((one) => edgeOf(one, by) === (by < 0 ? 0 : view.state.doc.content.size));
    const row = grid && view.nodeDOM(grid.rows.at(by < 0 ? 0 : -1)?.start ?? 0);
    if (!grid || !(row instanceof Element)) return false;
    const { top, bottom } = row.getBoundingClientRect();
    return (by < 0 ? clientY < top : clientY > bottom) && leave(view, grid, by, true);
  };
  return outside(-1) || outside(1);
}

/** From a line beside a table into it: its bars have no place for the cursor. */
function enter(view: EditorView, event: KeyboardEvent): boolean {
  const way = ({ ArrowUp: 'up', ArrowLeft: 'left', ArrowDown: 'down', ArrowRight: 'right' } as const)[event.key];
  if (way === undefined || event.shiftKey) return false;
  const { $head } = view.state.selection;
  const on = way === 'down' || way === 'right';
  const edge = on ? $head.after(1) : $head.before(1);
  const grid = gridsOf(styleKey.getState(view.state)).find(({ rows }) => (on ? rows[0]?.start : (rows.at(-1)?.start ?? 0) + (rows.at(-1)?.line.nodeSize ?? 0)) === edge);
  if (!grid || !view.endOfTextblock(way)) return false;
  const row = on ? 0 : grid.rows.length === 2 ? 0 : grid.rows.length - 1;
  if (way === 'right') return go(view, placeOf(grid, row, 0), 'from');
  if (way === 'left') return go(view, placeOf(grid, row, Infinity));
  const { left } = view.coordsAtPos($head.pos);
  const columns = grid.aligns.map((_align, column) => placeOf(grid, row, column));
  const column = columns.findLastIndex((place) => place !== null && (elementOf(view, place)?.getBoundingClientRect().left ?? Infinity) <= left);
  return nearest(view, columns[Math.max(0, column)] ?? null, left, !on);
}

/**
 * Takes words out of the text. Of a table that is not chosen as a whole the bars and rows stay, whose cells are emptied; null where
 * that makes no difference.
 */
export function withoutWords(state: EditorState, from: number, to: number): Transaction | null {
  const places = [placeAt(state, from), placeAt(state, to)];
  const [first, last] = places;
  if ((!first && !last) || (first && last && first.grid === last.grid && first.row === last.row && first.column === last.column)) return null;
  const tr = state.tr;
  const kept = new Map(gridsOf(styleKey.getState(state)).filter((grid) => places.some((place) => place?.grid === grid)).flatMap((grid) => grid.rows.map(({ start }, row) => [start, { grid, row }] as const)));
  let cursor = first?.from ?? from;
  const cuts: [number, number][] = [];
  state.doc.nodesBetween(from, to, (line, start) => {
    const found = kept.get(start);
    if (!found) {
      // Lines outside of the table go, or are joined.
      if (line.isTextblock) cuts.push([Math.max(from, start + 1), Math.min(to, start + 1 + line.content.size)]);
      return false;
    }
    cellsOf(line).cells.forEach((_cell, column) => {
      const place = placeOf(found.grid, found.row, column);
      if (place && Math.min(to, place.to) > Math.max(from, place.from)) cuts.push([Math.max(from, place.from), Math.min(to, place.to)]);
    });
    return false;
  });
  if (first) cursor = Math.max(first.from, Math.min(from, first.to));
  for (const [start, end] of cuts.toReversed()) if (end > start) tr.delete(start, end);
  return tr.setSelection(TextSelection.create(tr.doc, Math.min(cursor, tr.doc.content.size - 1))).scrollIntoView();
}

/**
 * Before an input method composes: what it writes over must not be bars, and right behind one it would write into the bar, so that a
 * blank comes between.
 */
export function readyCell(view: EditorView): void {
  const { state } = view;
  const { head, empty } = state.selection;
  if (!empty) return void deleteChosen(state, view.dispatch);
  const place = placeAt(state, head);
  if (!place || head !== place.bar + 1) return;
  const tr = state.tr.insertText(place.end === head ? '  ' : ' ', head);
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, head + 1)));
}

/** Deletes what is chosen where bars are among it. */
export const deleteChosen: Command = (state, dispatch) => {
  const { from, to, empty } = state.selection;
  const tr = empty ? null : withoutWords(state, from, to);
  if (tr) dispatch?.(tr);
  return tr !== null;
};

/** A deletion must not take what is between two cells, nor put a line into a table. */
function keep(view: EditorView, way: 1 | -1): boolean {
  const { state } = view;
  const { head, empty, $head } = state.selection;
  if (!empty) return deleteChosen(state, view.dispatch);
  const place = placeAt(state, head);
  if (place) return way < 0 ? head <= place.from : head >= place.to;
  if ($head.parentOffset !== (way < 0 ? 0 : $head.parent.content.size)) return false;
  const beside = way < 0 ? $head.before(1) - 1 : $head.after(1) + 1;
  const other = beside > 0 && beside < state.doc.content.size ? placeAt(state, way < 0 ? beside : beside + 1) : null;
  if (!other) return false;
  if ($head.parent.content.size === 0 && state.doc.childCount > 1) view.dispatch(state.tr.delete($head.before(1), $head.after(1)));
  else go(view, other, way < 0 ? 'to' : 'from');
  return true;
}

/** A browser that deletes a word looks at the text, in which a bar is one. */
export function keepCell(view: EditorView, event: InputEvent): boolean {
  const place = event.inputType.startsWith('delete') && view.state.selection.empty ? placeAt(view.state, view.state.selection.head) : null;
  const range = place ? event.getTargetRanges()[0] : undefined;
  if (!place || !range) return false;
  const [from, to] = [view.posAtDOM(range.startContainer, range.startOffset), view.posAtDOM(range.endContainer, range.endOffset)];
  if (from >= place.from && to <= place.end) return false;
  event.preventDefault();
  const [start, end] = [Math.max(from, place.from), Math.min(to, place.to)];
  if (end > start) view.dispatch(view.state.tr.delete(start, end));
  return true;
}

/** A key that comes right behind another: where the browser has put the cursor is not known yet. */
function hear(view: EditorView, deletes: boolean): void {
  const { anchorNode, anchorOffset, focusNode, focusOffset } = getSelection() ?? { anchorNode: null, anchorOffset: 0, focusNode: null, focusOffset: 0 };
  const { anchor, head } = view.state.selection;
  if (!anchorNode || !focusNode || !view.hasFocus() || !view.dom.contains(anchorNode) || !view.dom.contains(focusNode)) return;
  const [from, to] = [view.posAtDOM(anchorNode, anchorOffset), view.posAtDOM(focusNode, focusOffset)];
  if ((from === anchor && to === head) || !view.state.doc.resolve(from).parent.isTextblock || !view.state.doc.resolve(to).parent.isTextblock) return;
  if (deletes || placeAt(view.state, head) || placeAt(view.state, to)) view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, from, to)));
}

/** Home and End stay in the cell: in its first and its last line they are its edges. */
function edge(view: EditorView, place: Place, way: 'from' | 'to', extend: boolean): boolean {
  const { state } = view;
  const [caret, end] = [view.coordsAtPos(state.selection.head), view.coordsAtPos(place[way])];
  if (Math.abs(caret.top - end.top) > 4) return false;
  view.dispatch(state.tr.setSelection(TextSelection.create(state.doc, extend ? state.selection.anchor : place[way], place[way])));
  return true;
}

function keys(view: EditorView, event: KeyboardEvent): boolean {
  if (event.isComposing || view.composing) return false;
  const deletes = event.key === 'Backspace' || event.key === 'Delete';
  hear(view, deletes);
  if (deletes) return keep(view, event.key === 'Delete' ? 1 : -1);
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const { state } = view;
  const place = placeAt(state, state.selection.head);
  if (!place) return enter(view, event);
  const { head, empty } = state.selection;
  const { row, column, grid } = place;
  switch (event.key) {
    case 'Tab':
      inTable(step(event.shiftKey ? -1 : 1))(state, view.dispatch);
      return true;
    case 'Enter':
      if (event.shiftKey) view.dispatch(state.tr.insertText('<br>').scrollIntoView());
      else if (row === 0 && column === 0 && empty && head <= place.from && edgeOf(grid, -1) === 0 && place.to > place.from) leave(view, grid, -1, true);
      else go(view, placeOf(grid, row === 0 ? 2 : row + 1, column)) || leave(view, grid, 1, true);
      return true;
    case 'Home':
    case 'End':
      return edge(view, place, event.key === 'Home' ? 'from' : 'to', event.shiftKey);
    case 'ArrowUp':
    case 'ArrowDown':
      return !event.shiftKey && upOrDown(view, place, event.key === 'ArrowUp' ? -1 : 1, event.repeat);
    case 'ArrowLeft':
      if (event.shiftKey || !empty || head > place.from) return false;
      return column > 0 ? go(view, placeOf(grid, row, column - 1)) : row > 0 ? go(view, placeOf(grid, row === 2 ? 0 : row - 1, Infinity)) : leave(view, grid, -1);
    case 'ArrowRight': {
      if (event.shiftKey || !empty || head < place.to) return false;
      const next = placeOf(grid, row, column + 1);
      if (next && next.column > column) return go(view, next, 'from');
      return go(view, placeOf(grid, row === 0 ? 2 : row + 1, 0), 'from') || leave(view, grid, 1);
    }
    default:
      return false;
  }
}

/** Words as they are typed into a cell: a bar among them is a word, but where its row has cells to come. */
export function typed({ state }: EditorView, from: number, to: number, text: string): string {
  const place = /[|\\]/.test(text) ? placeAt(state, from) : null;
  const row = place?.grid.rows[place.row];
  if (!place || !row) return text;
  const end = row.start + 1 + row.line.content.size;
  if (to === end && cellsOf(row.line).cells.length < place.grid.aligns.length) return text;
  return text.replace(/\|/g, '\\|').replace(/\\$/, state.doc.textBetween(to, Math.min(to + 1, end)) === '|' ? '\\ ' : '\\');
}

/** `composing` says whether an input method is at work: what is shown around it must then stay as it is. */
export function cellsPlugin(composing: () => boolean): Plugin<readonly number[]> {
  return new Plugin<readonly number[]>({
    key,
    state: {
      init: () => NONE,
      apply(tr, shown) {
        const fresh = tr.getMeta(key) as readonly number[] | undefined;
        if (fresh) return fresh;
        return tr.docChanged && shown.length > 0 ? shown.map((start) => tr.mapping.map(start)) : shown;
      },
    },
    appendTransaction(trs, before, state) {
      if (composing()) return null;
      const styled = styleKey.getState(before) !== styleKey.getState(state) || trs.some((tr) => tr.docChanged);
      return (styled ? markCells(state.tr, gridsOf(styleKey.getState(state))) : null) ?? (trs.some((tr) => tr.docChanged || tr.selectionSet) ? inside(state) : null);
    },
    props: {
      handleKeyDown: keys,
      handleClick: (view, _position, event) => !composing() && event.button === 0 && !event.shiftKey && beside(view, event),
      handleTextInput(view, from, to, text) {
        if (!composing() && from === to && view.state.doc.resolve(from).parent.content.size === 0 && rightUnder(view.state)) {
          view.dispatch(apart(view.state));
          view.dispatch(view.state.tr.insertText(text).scrollIntoView());
          return true;
        }
        // What is composed is left as it is.
        const words = composing() ? text : typed(view, from, to, text);
        if (words !== text) view.dispatch(view.state.tr.insertText(words, from, to).scrollIntoView());
        return words !== text;
      },
      // A click beside the words of a cell is one into it.
      createSelectionBetween(view, $anchor, $head) {
        const { anchorNode, focusNode } = getSelection() ?? { anchorNode: null, focusNode: null };
        const within = (position: number, node: globalThis.Node | null): number => {
          const cell = (node instanceof Element ? node : node?.parentElement)?.closest('.md-tr > .md-cell');
          const place = cell && view.dom.contains(cell) ? placeAt(view.state, view.posAtDOM(cell, 0) + 1) : null;
          return place && position >= place.bar && position <= place.end + 1 ? Math.max(place.from, Math.min(position, place.to)) : position;
        };
        if (composing() || $head.doc !== view.state.doc || placeAt(view.state, $head.pos) === null) return null;
        const [anchor, head] = [within($anchor.pos, anchorNode), within($head.pos, focusNode)];
        return anchor === $anchor.pos && head === $head.pos ? null : TextSelection.create(view.state.doc, anchor, head);
      },
    },
  });
}
