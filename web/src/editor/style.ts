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
import { isTableLine, pads, rowOf, type Row } from './tables';

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
  const out = [...marks];
  const table = name === 'md-table';
  let at = from;
  let linked = true;
  const between = (start: number, end: number): void => {
    if (end <= start) return;
    // The target of what is no link that can be followed (a picture, a relative address) stays in sight.
    const target = text.startsWith('](', start) && !linked;
    const picture = text.startsWith('![', start);
    out.push({ start, end, name: table || target || picture ? FAINT : HIDDEN });
  };
  for (const run of parseInline(text, [{ start: from, end: text.length }], [])) {
    between(at, run.start);
    linked = run.href !== null;
    const names = [run.strong && 'md-strong', run.em && 'md-em', run.strike && 'md-strike', run.code && 'md-code', linked && 'md-link'].filter(Boolean);
    if (names.length > 0) {
      out.push({ start: run.start, end: run.end, name: names.join(' '), ...(run.href === null ? {} : { attrs: { 'data-href': run.href } }) });
    }
    at = Math.max(at, run.end);
  }
  between(at, text.length);
  for (const note of text.slice(from).matchAll(NOTE)) {
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
}

/** Lines are immutable, so what was found out about one stays true. */
const known = new WeakMap<Node, Known>();

function look({ start, end, name, attrs }: Piece): Decoration {
  return Decoration.inline(start, end, { ...attrs, class: name });
}

function about(line: Node): Known {
  let made = known.get(line);
  if (!made) {
    const text = line.textContent;
    const style = blockStyle(text);
    made = { style, row: style.name === 'md-table' ? rowOf(text) : null, set: DecorationSet.create(line, pieces(text, style).map(look)) };
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

/** Rows that are aligned with each other: of a very long table a key costs no more than of one of this many. */
export const ROWS = 100;

const found = new WeakMap<Node, readonly (readonly Placed[])[]>();

/** The stretches of a text that look like tables, row by row. */
export function tablesIn(doc: Node): readonly (readonly Placed[])[] {
  if (!found.has(doc)) styleSet(doc);
  return found.get(doc) ?? [];
}

/** What a line says about a table. */
export const cellsOf = (line: Node): Row | null => about(line).row;

/** Tables by their first rows: as long as the rows are the same, so is the room beside their bars. */
const tables = new WeakMap<Node, { lines: readonly Node[]; sets: readonly DecorationSet[] }>();

/** The rows of a table, aligned with each other. */
export function aligned(rows: readonly Placed[]): readonly DecorationSet[] {
  const first = rows[0]?.line;
  const before = first && tables.get(first);
  if (before && before.lines.length === rows.length && rows.every(({ line }, index) => line === before.lines[index])) return before.sets;
  const room = pads(rows.map(({ line }) => about(line).row ?? { bars: [], widths: [], aligns: null }));
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

/** What all lines look like. Only of those that are new is anything found out; what a line means depends on the fences before it. */
export function styleSet(doc: Node): DecorationSet {
  const whole: Decoration[] = [];
  const inner: Inner[] = [];
  let fence: string | null = null;
  let table: Placed[] = [];
  const put = ({ line, start }: Placed, set: DecorationSet): void => {
    if (set !== DecorationSet.empty) inner.push({ start, end: start + line.nodeSize, set });
  };
  const all: Placed[][] = [];
  const endTable = (): void => {
    // Of a longer one only what is seen is (grid.ts).
    const sets = table.length === 0 || table.length > ROWS ? [] : aligned(table);
    table.forEach((row, index) => put(row, sets[index] ?? DecorationSet.empty));
    if (table.length > 0) all.push(table);
    table = [];
  };
  doc.forEach((line, start) => {
    const node = (name: string): void => {
      if (name !== '') whole.push(Decoration.node(start, start + line.nodeSize, { class: name }));
    };
    const mark = fenceOf(line);
    const code = fence !== null || mark !== null;
    const edge = mark !== null && (fence === null || mark.startsWith(fence));
    if (fence === null) fence = mark;
    else if (edge) fence = null;
    if (code) {
      endTable();
      return node(edge ? 'md-block-code md-fence' : 'md-block-code');
    }
    const { style, row, set } = about(line);
    node(style.name);
    if (row) return void table.push({ line, start });
    endTable();
    put({ line, start }, set);
  });
  endTable();
  found.set(doc, all);
  return lineSet(whole, inner);
}

export const styleKey = new PluginKey<DecorationSet>('style');

/** `composing` says whether an input method is at work; a transaction with this plugin's meta looks anew. */
export function stylePlugin(composing: () => boolean): Plugin<DecorationSet> {
  return new Plugin<DecorationSet>({
    key: styleKey,
    state: {
      init: (_config, state: EditorState) => styleSet(state.doc),
      apply(tr, set) {
        if (composing()) return set.map(tr.mapping, tr.doc);
        return tr.docChanged || tr.getMeta(styleKey) === true ? styleSet(tr.doc) : set;
      },
    },
    props: {
      decorations: (state) => styleKey.getState(state),
    },
  });
}
