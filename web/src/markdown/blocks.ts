/**
 * The Markdown subset of an answer as a tree of blocks over the source text. Total: every text parses, what is not
 * understood is a paragraph. Raw HTML is text. Text that is still streaming parses to the best reading so far.
 */
import { parseInline, type Atom, type Piece, type Run } from './inline';

export type Align = 'left' | 'center' | 'right' | null;

/** A block whose inline text is a `Leaf`: runs as parsed, or what a later step made of them. */
export type Block<Leaf = Run[]> =
  | { kind: 'paragraph'; inline: Leaf }
  | { kind: 'heading'; level: number; inline: Leaf }
  | { kind: 'list'; ordered: boolean; first: number; items: ListItem<Leaf>[] }
  | { kind: 'quote'; blocks: Block<Leaf>[] }
  | { kind: 'code'; language: string; inline: Leaf }
  | { kind: 'table'; align: Align[]; head: Leaf[]; rows: Leaf[][] }
  | { kind: 'rule' };

export interface ListItem<Leaf = Run[]> {
  /** For a task item whether it is done, otherwise null. */
  checked: boolean | null;
  blocks: Block<Leaf>[];
}

/** The same block with another kind of inline text; `change` sees the leaves in the order of the text. */
export function mapInline<From, To>(block: Block<From>, change: (leaf: From) => To): Block<To> {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
    case 'code':
      return { ...block, inline: change(block.inline) };
    case 'quote':
      return { ...block, blocks: block.blocks.map((inner) => mapInline(inner, change)) };
    case 'list': {
      const items = block.items.map((item) => ({
        ...item,
        blocks: item.blocks.map((inner) => mapInline(inner, change)),
      }));
      return { ...block, items };
    }
    case 'table':
      return { ...block, head: block.head.map(change), rows: block.rows.map((row) => row.map(change)) };
    case 'rule':
      return block;
  }
}

const MAX_NESTING = 12;
const LIST = /^( {0,3})([-*+]|\d{1,9}[.)])( +|$)/;
const RULE = /^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})([^`]*)$/;
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+|$)/;
const QUOTE = /^ {0,3}> ?/;
const DELIMITERS = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

export function parseMarkdown(source: string, atoms: readonly Atom[] = []): Block[] {
  const lines: Piece[] = [];
  let start = 0;
  while (start <= source.length) {
    const feed = source.indexOf('\n', start);
    const end = feed < 0 ? source.length : feed;
    lines.push({ start, end: end > start && source.charAt(end - 1) === '\r' ? end - 1 : end });
    start = end + 1;
  }
  return new BlockParser(source, atoms).blocks(lines, 0);
}

class BlockParser {
  constructor(
    private readonly source: string,
    private readonly atoms: readonly Atom[],
  ) {}

  blocks(lines: readonly Piece[], depth: number): Block[] {
    const out: Block[] = [];
    let paragraph: Piece[] = [];
    const close = (): void => {
      if (paragraph.length > 0) out.push({ kind: 'paragraph', inline: this.inline(paragraph) });
      paragraph = [];
    };
    let i = 0;
    while (i < lines.length) {
      const line = lines[i] as Piece;
      const text = this.text(line);
      if (text.trim() === '') {
        close();
        i += 1;
        continue;
      }
      const fence = FENCE.exec(text);
      if (fence) {
        close();
        i = this.fenced(lines, i, fence, out);
        continue;
      }
      const heading = HEADING.exec(text);
      if (heading) {
        close();
        const body = this.trim({ start: line.start + heading[0].length, end: line.end });
        const closing = /(?:^|[ \t])#+$/.exec(this.text(body))?.[0].length ?? 0;
        const inline = this.inline([this.trim({ start: body.start, end: body.end - closing })]);
        out.push({ kind: 'heading', level: heading[1]?.length ?? 1, inline });
        i += 1;
        continue;
      }
      if (RULE.test(text)) {
        close();
        out.push({ kind: 'rule' });
        i += 1;
        continue;
      }
      if (QUOTE.test(text) && depth < MAX_NESTING) {
        close();
        const inner: Piece[] = [];
        while (i < lines.length && QUOTE.test(this.text(lines[i] as Piece))) {
          const quoted = lines[i] as Piece;
          const mark = QUOTE.exec(this.text(quoted))?.[0].length ?? 0;
          inner.push({ start: quoted.start + mark, end: quoted.end });
          i += 1;
        }
        out.push({ kind: 'quote', blocks: this.blocks(inner, depth + 1) });
        continue;
      }
      const item = LIST.exec(text);
      if (item && depth < MAX_NESTING && this.opensList(item, text, paragraph.length > 0)) {
        close();
        i = this.list(lines, i, depth, out);
        continue;
      }
      if (paragraph.length === 0 && text.includes('|') && this.isTable(lines, i)) {
        i = this.table(lines, i, out);
        continue;
      }
      paragraph.push(this.trim(line));
      i += 1;
    }
    close();
    return out;
  }

  /** Inside a paragraph only a bullet or a list that starts at 1 opens a list: `2024. 1. 5.` may begin a line. */
  private opensList(item: RegExpExecArray, text: string, inParagraph: boolean): boolean {
    const marker = item[2] ?? '';
    const rest = text.slice(item[0].length);
    if (/^\d/.test(marker)) return inParagraph ? /^1[.)]$/.test(marker) && rest !== '' : marker.length <= 4;
    return !inParagraph || rest !== '';
  }

  private fenced(lines: readonly Piece[], at: number, fence: RegExpExecArray, out: Block[]): number {
    const mark = fence[1] ?? '```';
    const body: Piece[] = [];
    let i = at + 1;
    while (i < lines.length) {
      const line = lines[i] as Piece;
      const text = this.text(line).trim();
      i += 1;
      if (text.startsWith(mark) && text.replaceAll(mark.charAt(0), '') === '') break;
      body.push(line);
    }
    const inline = body.map((line, index): Run => {
      const last = index === body.length - 1;
      const end = last ? line.end : line.end + 1;
      const text = this.text(line) + (last ? '' : '\n');
      return { text, start: line.start, end, strong: false, em: false, strike: false, code: true, href: null, atom: false };
    });
    out.push({ kind: 'code', language: (fence[2] ?? '').trim().split(/\s/, 1)[0] ?? '', inline });
    return i;
  }

  private list(lines: readonly Piece[], at: number, depth: number, out: Block[]): number {
    const opening = LIST.exec(this.text(lines[at] as Piece));
    const ordered = /\d/.test(opening?.[2] ?? '');
    const items: ListItem[] = [];
    let i = at;
    while (i < lines.length) {
      const line = lines[i] as Piece;
      const text = this.text(line);
      const item = LIST.exec(text);
      if (!item || RULE.test(text) || /\d/.test(item[2] ?? '') !== ordered) break;
      const indent = (item[1]?.length ?? 0) + (item[2]?.length ?? 0) + Math.min(Math.max(item[3]?.length ?? 0, 1), 4);
      const inner: Piece[] = [{ start: Math.min(line.start + indent, line.end), end: line.end }];
      i += 1;
      while (i < lines.length) {
        const next = lines[i] as Piece;
        const body = this.text(next);
        const blank = body.trim() === '';
        const own = /^ */.exec(body)?.[0].length ?? 0;
        if (blank) {
          const following = lines[i + 1];
          const deeper = following !== undefined && (/^ */.exec(this.text(following))?.[0].length ?? 0) >= 2;
          if (!deeper || this.text(following).trim() === '') break;
          inner.push({ start: next.end, end: next.end });
        } else if (own >= 2 && (own >= indent || LIST.test(body.slice(2)) || !LIST.test(body))) {
          inner.push({ start: next.start + Math.min(own, indent), end: next.end });
        } else if (!LIST.test(body) && !this.opensBlock(body)) {
          inner.push({ start: next.start + own, end: next.end });
        } else {
          break;
        }
        i += 1;
      }
      const task = /^\[([ xX])\] /.exec(this.text(inner[0] as Piece));
      if (task) (inner[0] as Piece).start += 4;
      items.push({ checked: task ? task[1] !== ' ' : null, blocks: this.blocks(inner, depth + 1) });
      // One blank line between two items keeps them in one list.
      const blank = lines[i];
      const after = lines[i + 1];
      if (blank !== undefined && after !== undefined && this.text(blank).trim() === '') {
        const again = LIST.exec(this.text(after));
        if (again && /\d/.test(again[2] ?? '') === ordered) i += 1;
      }
    }
    out.push({ kind: 'list', ordered, first: ordered ? Number.parseInt(opening?.[2] ?? '1', 10) : 1, items });
    return i;
  }

  private opensBlock(text: string): boolean {
    return FENCE.test(text) || HEADING.test(text) || QUOTE.test(text) || RULE.test(text);
  }

  private isTable(lines: readonly Piece[], at: number): boolean {
    const next = lines[at + 1];
    if (next === undefined) return false;
    const delimiters = this.text(next);
    return DELIMITERS.test(delimiters) && this.cells(next).length === this.cells(lines[at] as Piece).length;
  }

  private table(lines: readonly Piece[], at: number, out: Block[]): number {
    const align = this.cells(lines[at + 1] as Piece).map((cell): Align => {
      const text = this.text(cell);
      if (text.startsWith(':')) return text.endsWith(':') ? 'center' : 'left';
      return text.endsWith(':') ? 'right' : null;
    });
    const head = this.cells(lines[at] as Piece).map((cell) => this.inline([cell]));
    const rows: Run[][][] = [];
    let i = at + 2;
    while (i < lines.length && this.text(lines[i] as Piece).includes('|')) {
      const cells = this.cells(lines[i] as Piece);
      rows.push(align.map((_, column) => (cells[column] ? this.inline([cells[column]]) : [])));
      i += 1;
    }
    out.push({ kind: 'table', align, head, rows });
    return i;
  }

  private cells(line: Piece): Piece[] {
    const row = this.trim(line);
    const cells: Piece[] = [];
    let start = this.source.charAt(row.start) === '|' ? row.start + 1 : row.start;
    for (let i = start; i < row.end; i += 1) {
      const char = this.source.charAt(i);
      if (char === '\\') i += 1;
      else if (char === '|') {
        cells.push(this.trim({ start, end: i }));
        start = i + 1;
      }
    }
    if (start < row.end) cells.push(this.trim({ start, end: row.end }));
    return cells;
  }

  private inline(pieces: readonly Piece[]): Run[] {
    const first = pieces[0]?.start ?? 0;
    const last = pieces.at(-1)?.end ?? 0;
    return parseInline(this.source, pieces, this.atoms.filter((atom) => atom.start >= first && atom.end <= last));
  }

  private text(piece: Piece): string {
    return this.source.slice(piece.start, piece.end);
  }

  private trim(piece: Piece): Piece {
    let { start, end } = piece;
    while (start < end && /[ \t]/.test(this.source.charAt(start))) start += 1;
    while (end > start && /[ \t]/.test(this.source.charAt(end - 1))) end -= 1;
    return { start, end };
  }
}
