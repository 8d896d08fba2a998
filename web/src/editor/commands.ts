/** What the tools and keys do to Markdown. Every command changes the text only; each is one step for undo. */
import type { Node } from 'prosemirror-model';
import { TextSelection, type Command, type EditorState, type Transaction } from 'prosemirror-state';
import { schema } from './schema';
import { asText } from './cells';
import { TABLE } from './tabling';
import { insideOf, isTableLine, rowOf } from './tables';

const PREFIX = /^([ \t]*)(?:(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?|(?:>[ \t]?)|#{1,6}[ \t]+)?/;
const TASK = /^([ \t]*(?:>[ \t]?)*(?:[-*+]|\d{1,9}[.)])[ \t]+)\[([ xX])\]/;

interface Line {
  node: Node;
  /** Position of its text. */
  start: number;
  text: string;
}

function chosenLines({ doc, selection }: EditorState): Line[] {
  const out: Line[] = [];
  doc.nodesBetween(selection.from, selection.to, (node, position) => {
    if (node.type === schema.nodes.line) out.push({ node, start: position + 1, text: node.textContent });
    return false;
  });
  return out;
}

/** Marks of emphasis count together: in `***x***` both are on. */
function runBefore(text: string, char: string): number {
  let count = 0;
  while (count < text.length && text.charAt(text.length - 1 - count) === char) count += 1;
  return count;
}

function runAfter(text: string, char: string): number {
  let count = 0;
  while (count < text.length && text.charAt(count) === char) count += 1;
  return count;
}

/** Puts a mark on both sides of the selection, line by line, or takes it away where it is. */
export function around(mark: string): Command {
  return (state, dispatch) => {
    const char = mark.charAt(0);
    const { from, to, empty } = state.selection;
    const parts = chosenLines(state)
      // Marks of emphasis do not go over the bar of a table.
      .flatMap((line) => (isTableLine(line.text) && !empty ? rowOf(line.text).cells.map((cell) => ({ ...line, ...insideOf(line.text, cell) })) : [{ ...line, from: 0, to: line.text.length }]))
      .map(({ start, text, from: begin, to: end }) => {
        const first = Math.max(begin, from - start);
        const last = Math.min(end, to - start);
        const inner = text.slice(first, last);
        // White space belongs outside the marks.
        return { start, text, first: first + (inner.length - inner.trimStart().length), last: last - (inner.length - inner.trimEnd().length) };
      })
      .filter(({ first, last }) => empty || last > first);
    if (parts.length === 0) return false;
    const has = ({ text, first, last }: (typeof parts)[number]): boolean => {
      const both = Math.min(runBefore(text.slice(0, first), char), runAfter(text.slice(last), char));
      return char === '*' ? (mark.length === 1 ? both % 2 === 1 : both >= 2) : both >= mark.length;
    };
    if (!dispatch) return true;
    const on = parts.every(has);
    const tr = state.tr;
    for (const part of parts.toReversed()) {
      const [first, last] = empty ? [from - part.start, from - part.start] : [part.first, part.last];
      if (on) tr.delete(part.start + last, part.start + last + mark.length).delete(part.start + first - mark.length, part.start + first);
      else if (!has(part)) tr.insertText(mark, part.start + last).insertText(mark, part.start + first);
    }
    if (!on) {
      const head = (parts[0]?.start ?? 0) + (empty ? from - (parts[0]?.start ?? 0) : (parts[0]?.first ?? 0)) + mark.length;
      const tail = empty ? head : tr.mapping.map((parts.at(-1)?.start ?? 0) + (parts.at(-1)?.last ?? 0), -1);
      tr.setSelection(TextSelection.create(tr.doc, head, Math.max(head, tail)));
    }
    dispatch(tr.scrollIntoView());
    return true;
  };
}

/** Changes what stands at the head of the chosen lines; `make` gives the new head for each. */
function heads(state: EditorState, make: (line: Line, order: number) => { end: number; head: string } | null): Transaction {
  const tr = state.tr;
  const made = chosenLines(state).map((line, order) => ({ line, change: make(line, order) }));
  for (const { line, change } of made.toReversed()) {
    // A row of a table is nothing else.
    if (change && !isTableLine(line.text) && line.text.slice(0, change.end) !== change.head) tr.insertText(change.head, line.start, line.start + change.end);
  }
  return tr.scrollIntoView();
}

function prefix(text: string): { indent: string; all: string } {
  const match = PREFIX.exec(text);
  return { indent: match?.[1] ?? '', all: match?.[0] ?? '' };
}

/** Makes the lines headings of a level; of level 0, or of the level that they have, plain lines. */
export function heading(level: number): Command {
  return (state, dispatch) => {
    const mark = `${'#'.repeat(level)} `;
    const plain = level === 0 || chosenLines(state).every(({ text }) => text.startsWith(mark));
    dispatch?.(heads(state, ({ text }) => ({ end: prefix(text).all.length, head: plain ? '' : mark })));
    return true;
  };
}

/** Plain lines become headings, headings smaller ones, the smallest plain again. */
export const nextHeading: Command = (state, dispatch, view) => {
  const level = /^(#{1,6})[ \t]/.exec(chosenLines(state)[0]?.text ?? '')?.[1]?.length ?? 0;
  return heading(level >= 3 ? 0 : level + 1)(state, dispatch, view);
};

const LISTS = {
  bullet: [/^[ \t]*[-*+][ \t]+(?!\[[ xX]\][ \t])/, () => '- '],
  ordered: [/^[ \t]*\d{1,9}[.)][ \t]+/, (order: number) => `${order + 1}. `],
  task: [/^[ \t]*[-*+][ \t]+\[[ xX]\][ \t]+/, () => '- [ ] '],
  quote: [/^[ \t]*>[ \t]?/, () => '> '],
} as const;

/** Makes the lines items of a list, or a quotation; where all of them are, plain lines. */
export function block(kind: keyof typeof LISTS): Command {
  return (state, dispatch) => {
    const [pattern, make] = LISTS[kind];
    const written = chosenLines(state).filter(({ text }) => text.trim() !== '');
    const on = written.length > 0 && written.every(({ text }) => pattern.test(text));
    const one = written.length === 0;
    let order = 0;
    dispatch?.(
      heads(state, ({ text }) => {
        if (text.trim() === '' && !one) return null;
        const { indent, all } = prefix(text);
        return { end: all.length, head: on ? indent : `${indent}${make(order++)}` };
      }),
    );
    return true;
  };
}

/** Ticks the task of the line, or takes the tick away; `at` is a position in the line, the cursor when left out. */
export function tick(at?: number): Command {
  return (state, dispatch) => {
    const $at = state.doc.resolve(at ?? state.selection.from);
    const match = TASK.exec($at.parent.textContent);
    if (!match) return false;
    const place = $at.start() + (match[1]?.length ?? 0) + 1;
    dispatch?.(state.tr.insertText(match[2] === ' ' ? 'x' : ' ', place, place + 1));
    return true;
  };
}

/** Makes a link of the selection and puts the cursor where its other half belongs. */
export const link: Command = (state, dispatch) => {
  const { $from, $to, from, to } = state.selection;
  if (!$from.sameParent($to)) return false;
  const words = state.doc.textBetween(from, to);
  const address = /^(?:https?:\/\/|mailto:)\S+$/.test(words);
  const tr = state.tr.insertText(address ? `[](${words})` : `[${words}]()`, from, to);
  tr.setSelection(TextSelection.create(tr.doc, address || words === '' ? from + 1 : from + words.length + 3));
  dispatch?.(tr.scrollIntoView());
  return true;
};

/** From the text of a footnote back to behind its mark; false elsewhere. */
const backToMark: Command = (state, dispatch) => {
  const { doc, selection, tr } = state;
  const label = /^\[\^[^\]\s]+\](?=:)/.exec(selection.$head.parent.textContent)?.[0];
  if (label === undefined) return false;
  let found = -1;
  doc.forEach((line, start) => {
    const at = line.textContent.startsWith(`${label}:`) ? -1 : line.textContent.indexOf(label);
    if (found < 0 && at >= 0) found = start + 1 + at + label.length;
  });
  if (found < 0) return false;
  dispatch?.(tr.setSelection(TextSelection.create(doc, found)).scrollIntoView());
  return true;
};

/** Puts a footnote after the selection, its definition at the end of the text, and the cursor there; in one, leads back. */
export const footnote: Command = (state, dispatch) => {
  if (backToMark(state, dispatch)) return true;
  const { doc, selection } = state;
  let number = 1;
  let last = -1;
  doc.forEach((line, _offset, index) => {
    for (const used of line.textContent.matchAll(/\[\^(\d{1,6})\]/g)) number = Math.max(number, Number(used[1]) + 1);
    if (line.content.size > 0) last = index;
  });
  const label = `[^${number}]`;
  const cr: unknown = doc.firstChild?.attrs['cr'];
  const make = (text: string): Node => schema.node('line', { cr }, text === '' ? [] : [schema.text(text)]);
  const tr = state.tr.insertText(label, selection.to);
  const follows = last >= 0 && /^\[\^[^\]\s]+\]:/.test(doc.child(last).textContent);
  let end = 0;
  for (let index = 0; index <= last; index += 1) end += doc.child(index).nodeSize;
  const at = tr.mapping.map(last < 0 ? doc.content.size : end);
  tr.insert(at, [...(follows ? [] : [make('')]), make(`${label}: `)]);
  const cursor = at + (follows ? 0 : 2) + 1 + label.length + 2;
  tr.setSelection(TextSelection.create(tr.doc, cursor));
  dispatch?.(tr.scrollIntoView());
  return true;
};

/** Sets the selection below or above the line, or takes the tags away where the cursor is between them. */
function shift(name: 'sub' | 'sup'): Command {
  return (state, dispatch) => {
    const { $from, $to, from, to } = state.selection;
    if (!$from.sameParent($to)) return false;
    const [open, close] = [`<${name}>`, `</${name}>`];
    const start = $from.start();
    const found = [...$from.parent.textContent.matchAll(new RegExp(`${open}(.*?)${close}`, 'g'))].find(({ 0: all, index }) => start + index <= from && to <= start + index + all.length);
    const tr = state.tr;
    if (found) {
      const at = start + found.index;
      tr.delete(at + found[0].length - close.length, at + found[0].length).delete(at, at + open.length);
    } else {
      tr.insertText(close, to).insertText(open, from);
      tr.setSelection(TextSelection.create(tr.doc, from + open.length, to + open.length));
    }
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}

export const TOOLS = {
  bold: around('**'),
  italic: around('*'),
  strike: around('~~'),
  code: around('`'),
  heading: nextHeading,
  heading1: heading(1),
  heading2: heading(2),
  heading3: heading(3),
  bullet: block('bullet'),
  ordered: block('ordered'),
  task: block('task'),
  quote: block('quote'),
  link,
  footnote,
  sub: shift('sub'),
  sup: shift('sup'),
  ...TABLE,
  tableText: asText,
} satisfies Record<string, Command>;

export type Tool = keyof typeof TOOLS;
