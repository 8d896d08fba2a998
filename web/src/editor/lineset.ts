/**
 * Decorations kept line by line. ProseMirror's own set looks through all decorations for every line when it is made, and
 * through all lines for every line when it is shown, which a long draft feels at each key. This one does neither; what
 * is the same object for a line as before is not even compared.
 */
import type { Mark as ProseMark, Node } from 'prosemirror-model';
import { DecorationSet, type Decoration } from 'prosemirror-view';

/** What belongs to one line; the places in `set` count from the beginning of its text. */
export interface Inner {
  start: number;
  end: number;
  set: DecorationSet;
}

/** A decoration at its place in the document; `make` is called for each line that it touches, with places of that line and the marks of what ends there. */
export interface Mark {
  from: number;
  to: number;
  make: (from: number, to: number, marks: readonly ProseMark[]) => Decoration;
}

/** The constructor is there, but not in the types. */
const Base = DecorationSet as unknown as new (local: readonly Decoration[], children: readonly (number | DecorationSet)[]) => DecorationSet;

class LineSet extends Base {
  private readonly lines: ReadonlyMap<number, DecorationSet>;

  constructor(whole: readonly Decoration[], inner: readonly Inner[]) {
    super(whole, inner.flatMap(({ start, end, set }) => [start, end, set]));
    this.lines = new Map(inner.map(({ start, set }) => [start, set]));
  }

  override forChild(offset: number): DecorationSet {
    return this.lines.get(offset) ?? DecorationSet.empty;
  }
}

/** `whole` are decorations of whole lines and `inner` is what stands within lines, both in their order. */
export function lineSet(whole: readonly Decoration[], inner: readonly Inner[]): DecorationSet {
  return whole.length === 0 && inner.length === 0 ? DecorationSet.empty : new LineSet(whole, inner);
}

/** A set of marks, line by line; where only a part of the text is in sight, of those that touch it. */
export function setOf(doc: Node, marks: readonly Mark[], sight: { from: number; to: number } | null = null): DecorationSet {
  const waiting = (sight ? marks.filter(({ from, to }) => to >= sight.from && from <= sight.to) : marks).toSorted((a, b) => a.from - b.from);
  if (waiting.length === 0) return DecorationSet.empty;
  const inner: Inner[] = [];
  let open: Mark[] = [];
  let next = 0;
  doc.forEach((line, start) => {
    const end = start + line.nodeSize;
    for (let one = waiting[next]; one && one.from < end; one = waiting[(next += 1)]) open.push(one);
    if (open.length === 0) return;
    const found = open.flatMap(({ from, to, make }) => {
      const [left, right] = [Math.max(from - start - 1, 0), Math.min(to - start - 1, line.content.size)];
      return right > left || (from === to && right === left) ? [make(left, right, line.childBefore(right).node?.marks ?? [])] : [];
    });
    if (found.length > 0) inner.push({ start, end, set: DecorationSet.create(line, found) });
    open = open.filter(({ to }) => to > end);
  });
  return lineSet([], inner);
}
