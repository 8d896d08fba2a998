/**
 * A draft as ProseMirror sees it: its Markdown text, one node for each line. The text is kept to the character, so
 * every position of the document is an offset of the text and nothing is lost on the way in or out; what the Markdown
 * means is shown by decorations (style.ts).
 */
import { Schema, type Node } from 'prosemirror-model';
import { countLine, sum, type Counts } from '../draft/counts';

/** Lines up to this length stay on the page: watching them costs more than laying them out. */
const SHORT = 80;
/** Latin letters in a row of the text, and two for each character that is twice as wide. */
const ROW = 76;

function rows(text: string): number {
  return Math.ceil(text.replace(/[\u1100-\uffff]/g, '..').length / ROW);
}

export const schema = new Schema({
  nodes: {
    doc: { content: 'line+' },
    line: {
      content: 'text*',
      whitespace: 'pre',
      // The line ends in CR LF. It is no part of the content, where a browser would change it.
      attrs: { cr: { default: false } },
      parseDOM: [{ tag: 'p', preserveWhitespace: 'full' }],
      // Asked when the line is first drawn: what it says of the length is a guess that may grow old.
      toDOM: ({ textContent }) => (textContent.length > SHORT ? ['p', { class: 'md-much', style: `--rows: ${rows(textContent)}` }, 0] : ['p', 0]),
    },
    text: {},
  },
  marks: {
    // A cell of a table with the bar before it: what is typed in it belongs to it, also where it was empty. It has no places of its own.
    cell: {
      attrs: { column: {}, head: { default: false } },
      toDOM: ({ attrs }) => ['span', { class: 'md-cell', role: attrs['head'] === true ? 'columnheader' : 'cell', style: `text-align: var(--c${attrs['column']})` }, 0],
    },
  },
});

export function lineNode(text: string, cr: boolean): Node {
  return schema.node('line', { cr }, text === '' ? [] : [schema.text(text)]);
}

export function docOf(text: string): Node {
  const lines = text.split('\n');
  let cr = false;
  return schema.node(
    'doc',
    null,
    lines.map((line, index) => {
      const last = index === lines.length - 1;
      // What is written after the last line goes on in the same way.
      if (!last) cr = line.endsWith('\r');
      return lineNode(cr && !last ? line.slice(0, -1) : line, cr);
    }),
  );
}

/** Documents are immutable, and several parts of the page ask for the text of the same one. */
const texts = new WeakMap<Node, string>();

export function textOf(doc: Node): string {
  let text = texts.get(doc);
  if (text === undefined) {
    const lines: string[] = [];
    doc.forEach((line, _offset, index) => {
      lines.push(line.textContent, index === doc.childCount - 1 ? '' : line.attrs['cr'] === true ? '\r\n' : '\n');
    });
    text = lines.join('');
    texts.set(doc, text);
  }
  return text;
}

const counted = new WeakMap<Node, Counts>();

/** How long the text is; lines that did not change are not counted again. */
export function countsOf(doc: Node): Counts {
  return sum(
    doc.children.map((line) => {
      const known = counted.get(line) ?? countLine(line.textContent);
      counted.set(line, known);
      return known;
    }),
  );
}

/** Offsets of the text and positions of one document, both ways. */
export class Places {
  private readonly text: number[] = [];
  private readonly lengths: number[] = [];
  private readonly positions: number[] = [];

  constructor(doc: Node) {
    let at = 0;
    doc.forEach((line, position) => {
      this.text.push(at);
      this.lengths.push(line.content.size);
      this.positions.push(position + 1);
      at += line.content.size + (line.attrs['cr'] === true ? 2 : 1);
    });
  }

  /** The position of an offset; one inside a line end or past the text is the end of its line. */
  position(offset: number): number {
    const line = this.line(this.text, offset);
    const within = Math.max(0, offset - (this.text[line] ?? 0));
    return (this.positions[line] ?? 1) + Math.min(within, this.lengths[line] ?? 0);
  }

  offset(position: number): number {
    const line = this.line(this.positions, position);
    const within = Math.max(0, position - (this.positions[line] ?? 1));
    return (this.text[line] ?? 0) + Math.min(within, this.lengths[line] ?? 0);
  }

  /** The last line that starts at or before `value`. */
  private line(starts: readonly number[], value: number): number {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= value) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
