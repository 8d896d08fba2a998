/**
 * What Markdown means, shown on its own text: headings are large, markers are faint, code is set as code. Only
 * decorations; the text is never touched. While an input method composes a syllable the decorations stay as they are,
 * because changing the DOM around it would break the composition.
 */
import type { Node } from 'prosemirror-model';
import { Plugin, PluginKey, type EditorState, type Transaction } from 'prosemirror-state';
import { Decoration, DecorationSet } from 'prosemirror-view';
import { parseInline } from '../markdown/inline';

interface Piece {
  start: number;
  end: number;
  name: string;
}

interface LineStyle {
  name: string;
  /** Where the inline text begins; before it stands the mark of the block. */
  from: number;
  inline: boolean;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const NOTE = /\[\^[^\]\s]{1,80}\]/g;
const BLOCKS: readonly [RegExp, (match: RegExpExecArray) => string][] = [
  [/^ {0,3}(#{1,6})[ \t]+/, (match) => `md-h${match[1]?.length ?? 1}`],
  [/^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/, () => 'md-rule'],
  [/^(?:[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+)/, () => 'md-item'],
  [/^[ \t]*(?:>[ \t]?)+/, () => 'md-quote'],
  [/^\[\^[^\]\s]{1,80}\]:[ \t]*/, () => 'md-definition'],
  [/^(?=\s*\|)/, () => 'md-table'],
];

function blockStyle(text: string): LineStyle {
  for (const [pattern, name] of BLOCKS) {
    const match = pattern.exec(text);
    if (match) return { name: name(match), from: match[0].length, inline: true };
  }
  return { name: '', from: 0, inline: true };
}

/** Styled stretches of one line. */
function pieces(text: string, from: number): Piece[] {
  const out: Piece[] = [];
  if (from > 0) out.push({ start: 0, end: from, name: 'md-mark' });
  let at = from;
  for (const run of parseInline(text, [{ start: from, end: text.length }], [])) {
    if (run.start > at) out.push({ start: at, end: run.start, name: 'md-mark' });
    const names = [run.strong && 'md-strong', run.em && 'md-em', run.strike && 'md-strike', run.code && 'md-code', run.href !== null && 'md-link'].filter(Boolean);
    if (names.length > 0) out.push({ start: run.start, end: run.end, name: names.join(' ') });
    at = Math.max(at, run.end);
  }
  if (at < text.length) out.push({ start: at, end: text.length, name: 'md-mark' });
  for (const note of text.slice(from).matchAll(NOTE)) {
    out.push({ start: from + note.index, end: from + note.index + note[0].length, name: 'md-note' });
  }
  return out;
}

/** Lines are immutable, so what was found out about one stays true. */
const known = new WeakMap<Node, { style: LineStyle; pieces: Piece[] }>();

function about(line: Node): { style: LineStyle; pieces: Piece[] } {
  let found = known.get(line);
  if (!found) {
    const text = line.textContent;
    const style = blockStyle(text);
    found = { style, pieces: pieces(text, style.from) };
    known.set(line, found);
  }
  return found;
}

/** Decorations of the lines that begin in `[from, to]`; what a line means depends on the fences before it. */
export function styleDecorations(doc: Node, from = 0, to = doc.content.size): Decoration[] {
  const out: Decoration[] = [];
  let fence: string | null = null;
  doc.forEach((line, position) => {
    if (position > to) return;
    const mark = fenceOf(line);
    const code = fence !== null || mark !== null;
    if (fence === null) fence = mark;
    else if (mark !== null && mark.startsWith(fence)) fence = null;
    if (position + line.nodeSize <= from) return;
    if (code) {
      out.push(Decoration.node(position, position + line.nodeSize, { class: 'md-block-code' }));
      return;
    }
    const { style, pieces: found } = about(line);
    if (style.name !== '') out.push(Decoration.node(position, position + line.nodeSize, { class: style.name }));
    for (const piece of found) {
      out.push(Decoration.inline(position + 1 + piece.start, position + 1 + piece.end, { class: piece.name }));
    }
  });
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

/** The lines of `doc` that `[from, to]` touches, as one range of positions; null when a fence is among them. */
function linesAround(doc: Node, from: number, to: number): { from: number; to: number } | null {
  let start = doc.content.size;
  let end = 0;
  let fenced = false;
  doc.nodesBetween(Math.max(0, from - 1), Math.min(doc.content.size, to + 1), (line, position) => {
    start = Math.min(start, position);
    end = Math.max(end, position + line.nodeSize);
    fenced ||= fenceOf(line) !== null;
    return false;
  });
  return fenced ? null : { from: start, to: end };
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
