/**
 * What Markdown means, shown on its own text: headings are large, code is set as code, tables are aligned, and markers
 * are hidden by the style sheet except on the lines where the writer is (focus.ts). Only decorations; the text is never
 * touched. While an input method composes a syllable the decorations stay as they are, because changing the DOM around
 * it would break the composition.
 */
import type { Node } from 'prosemirror-model';
import { Plugin, PluginKey, type EditorState, type Transaction } from 'prosemirror-state';
import { Decoration, DecorationSet, type DecorationAttrs } from 'prosemirror-view';
import { parseInline } from '../markdown/inline';
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
  pieces: Piece[];
  row: Row | null;
}

/** Lines are immutable, so what was found out about one stays true. */
const known = new WeakMap<Node, Known>();

function about(line: Node): Known {
  let found = known.get(line);
  if (!found) {
    const text = line.textContent;
    const style = blockStyle(text);
    found = { style, pieces: pieces(text, style), row: style.name === 'md-table' ? rowOf(text) : null };
    known.set(line, found);
  }
  return found;
}

/** Decorations of the lines that begin in `[from, to]`; what a line means depends on the fences before it. */
export function styleDecorations(doc: Node, from = 0, to = doc.content.size): Decoration[] {
  const out: Decoration[] = [];
  let fence: string | null = null;
  let table: { row: Row; position: number }[] = [];
  const endTable = (): void => {
    for (const { at, before, after } of pads(table)) {
      const style = `${after > 0 ? `padding-left: ${after}ch;` : ''}${before > 0 ? `padding-right: ${before}ch;` : ''}`;
      out.push(Decoration.inline(at, at + 1, { class: 'md-mark', ...(style === '' ? {} : { style }) }));
    }
    table = [];
  };
  doc.forEach((line, position) => {
    if (position > to) return;
    const mark = fenceOf(line);
    const code = fence !== null || mark !== null;
    const edge = mark !== null && (fence === null || mark.startsWith(fence));
    if (fence === null) fence = mark;
    else if (mark !== null && mark.startsWith(fence)) fence = null;
    if (position + line.nodeSize <= from) return;
    const node = (name: string): void => {
      if (name !== '') out.push(Decoration.node(position, position + line.nodeSize, { class: name }));
    };
    if (code) {
      endTable();
      return node(edge ? 'md-block-code md-fence' : 'md-block-code');
    }
    const { style, pieces: found, row } = about(line);
    node(style.name);
    for (const piece of found) {
      out.push(Decoration.inline(position + 1 + piece.start, position + 1 + piece.end, { ...piece.attrs, class: piece.name }));
    }
    if (row) table.push({ row, position: position + 1 });
    else endTable();
  });
  endTable();
  return out;
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

/**
 * The lines of `doc` that `[from, to]` touches, as one range of positions, and of a table there or beside it all lines:
 * they are aligned with each other. Null when a fence is among the touched lines.
 */
function linesAround(doc: Node, from: number, to: number): { from: number; to: number } | null {
  let start = doc.content.size;
  let end = 0;
  let fenced = false;
  let first = -1;
  let last = -1;
  doc.nodesBetween(Math.max(0, from - 1), Math.min(doc.content.size, to + 1), (line, position, _parent, index) => {
    start = Math.min(start, position);
    end = Math.max(end, position + line.nodeSize);
    fenced ||= fenceOf(line) !== null;
    if (first < 0) first = index;
    last = index;
    return false;
  });
  if (fenced) return null;
  for (let index = first - 1; index >= 0 && isTable(doc.child(index)); index -= 1) start -= doc.child(index).nodeSize;
  for (let index = last + 1; index > 0 && index < doc.childCount && isTable(doc.child(index)); index += 1) end += doc.child(index).nodeSize;
  return { from: start, to: end };
}

function isTable(line: Node): boolean {
  return about(line).row !== null;
}

/** Decorates anew only the lines that were changed, unless a fence came, went or changed: that changes all after it. */
function redecorate(tr: Transaction, set: DecorationSet): DecorationSet | null {
  let from = tr.doc.content.size;
  let to = 0;
  for (let step = 0; step < tr.steps.length; step += 1) {
    const after = tr.mapping.slice(step + 1);
    const before = tr.docs[step];
    let fenced = false;
    tr.steps[step]?.getMap().forEach((oldStart, oldEnd, newStart, newEnd) => {
      fenced ||= before === undefined || linesAround(before, oldStart, oldEnd) === null;
      from = Math.min(from, after.map(newStart, -1));
      to = Math.max(to, after.map(newEnd, 1));
    });
    if (fenced) return null;
  }
  const mapped = set.map(tr.mapping, tr.doc);
  if (from > to) return mapped;
  const lines = linesAround(tr.doc, from, to);
  if (lines === null) return null;
  const old = mapped.find(lines.from, lines.to).filter((one) => one.from >= lines.from && one.to <= lines.to);
  return mapped.remove(old).add(tr.doc, styleDecorations(tr.doc, lines.from + 1, lines.to - 1));
}

export const styleKey = new PluginKey<DecorationSet>('style');

/** `composing` says whether an input method is at work; a transaction with this plugin's meta looks anew. */
export function stylePlugin(composing: () => boolean): Plugin<DecorationSet> {
  const decorate = (state: { doc: Node }): DecorationSet => DecorationSet.create(state.doc, styleDecorations(state.doc));
  return new Plugin<DecorationSet>({
    key: styleKey,
    state: {
      init: (_config, state: EditorState) => decorate(state),
      apply(tr, set) {
        if (composing()) return set.map(tr.mapping, tr.doc);
        if (tr.getMeta(styleKey) === true) return decorate(tr);
        return tr.docChanged ? (redecorate(tr, set) ?? decorate(tr)) : set;
      },
    },
    props: {
      decorations: (state) => styleKey.getState(state),
    },
  });
}
