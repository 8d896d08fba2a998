/**
 * What is different between two texts, for reading and for going back: lines first, then words within the lines that
 * changed. Pure. A line end belongs to the line before it, and no piece cuts a character in two.
 */
import type { TextEdit } from './edits';

/** A piece of both texts, of the old one only, or of the new one only; in the order of the texts. */
export interface Stretch {
  kind: 'same' | 'old' | 'new';
  text: string;
}

/** More differences than this are not worth a search: the rest counts as replaced. It bounds time and memory. */
const MAX_DIFFERENCES = 1500;
/** Lists that are longer together are divided at what stands once in each. */
const LONG = 1000;
const LINES = /[^\n]*\n|[^\n]+$/g;
const WORDS = /\r?\n|[^\S\r\n]+|[\p{L}\p{N}\p{M}_]+|\p{RI}\p{RI}|\p{Extended_Pictographic}(?:[\p{M}\p{EMod}\u200d\ufe0f]|\p{Extended_Pictographic})*|[^]\p{M}*/gu;

/** The words of a text, its white space and its marks; joined they are the text. */
export function words(text: string): string[] {
  return text.match(WORDS) ?? [];
}

export function compare(before: string, after: string): Stretch[] {
  const out: Stretch[] = [];
  const add = (kind: Stretch['kind'], text: string): void => {
    const last = out.at(-1);
    if (text === '') return;
    if (last?.kind === kind) last.text += text;
    else out.push({ kind, text });
  };
  walk(before.match(LINES) ?? [], after.match(LINES) ?? [], (kind, old, now) => {
    if (kind === 'same') return add('same', old.join(''));
    walk(words(old.join('')), words(now.join('')), (inner, gone, come) => {
      if (inner === 'same') return add('same', gone.join(''));
      add('old', gone.join(''));
      add('new', come.join(''));
    });
  });
  return out;
}

/** The edits that make `after` of `before`; what is equal stays untouched, so that places in it can be followed. */
export function editsBetween(before: string, after: string): TextEdit[] {
  const edits: TextEdit[] = [];
  let at = 0;
  let open: TextEdit | null = null;
  for (const { kind, text } of compare(before, after)) {
    if (kind === 'same') {
      open = null;
    } else {
      if (open === null) edits.push((open = { start: at, end: at, text: '' }));
      if (kind === 'new') open.text += text;
      else open.end += text.length;
    }
    if (kind !== 'new') at += text.length;
  }
  return edits;
}

type Visit = (kind: 'same' | 'changed', old: string[], now: string[]) => void;

/** Goes through two lists from the front: runs that are equal, and what stands between them. */
export function walk(old: string[], now: string[], visit: Visit): void {
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < old.length - head && tail < now.length - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1;
  if (head > 0) visit('same', old.slice(0, head), old.slice(0, head));
  const a = old.slice(head, old.length - tail);
  const b = now.slice(head, now.length - tail);
  between(a, b, visit);
  if (tail > 0) visit('same', old.slice(old.length - tail), now.slice(now.length - tail));
}

/** Lists that begin and end with something else: long ones are divided first, so that many changes are still told one by one. */
function between(a: string[], b: string[], visit: Visit): void {
  if (a.length + b.length > LONG) {
    const sure = anchors(a, b);
    if (sure.length > 0) {
      let [x, y] = [0, 0];
      for (const [i, j] of [...sure, [a.length, b.length] as const]) {
        walk(a.slice(x, i), b.slice(y, j), visit);
        if (i < a.length) visit('same', a.slice(i, i + 1), b.slice(j, j + 1));
        [x, y] = [i + 1, j + 1];
      }
      return;
    }
    if (a.length === b.length) return a.forEach((old, index) => visit(old === b[index] ? 'same' : 'changed', [old], b.slice(index, index + 1)));
  }
  let doneA = 0;
  let doneB = 0;
  for (const { x, y, length } of snakes(a, b)) {
    if (x > doneA || y > doneB) visit('changed', a.slice(doneA, x), b.slice(doneB, y));
    visit('same', a.slice(x, x + length), b.slice(y, y + length));
    doneA = x + length;
    doneB = y + length;
  }
  if (doneA < a.length || doneB < b.length) visit('changed', a.slice(doneA), b.slice(doneB));
}

/** Places of what stands once in each of two lists, as many as are in the same order in both (the patience sort of a diff). */
function anchors(a: readonly string[], b: readonly string[]): (readonly [number, number])[] {
  const once = (list: readonly string[]): Map<string, number> => {
    const found = new Map<string, number>();
    for (const [index, one] of list.entries()) found.set(one, found.has(one) ? -1 : index);
    return found;
  };
  const there = once(b);
  interface Mark { i: number; j: number; before: Mark | undefined }
  const piles: Mark[] = [];
  for (const [one, i] of once(a)) {
    const j = there.get(one) ?? -1;
    if (i < 0 || j < 0) continue;
    let [low, high] = [0, piles.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((piles[middle]?.j ?? 0) < j) low = middle + 1;
      else high = middle;
    }
    piles[low] = { i, j, before: piles[low - 1] };
  }
  const out: (readonly [number, number])[] = [];
  for (let mark = piles.at(-1); mark; mark = mark.before) out.push([mark.i, mark.j]);
  return out.toReversed();
}

/** The equal runs of a shortest edit script (Myers, "An O(ND) difference algorithm", 1986), in order; none when the lists differ too much. */
function snakes(a: string[], b: string[]): { x: number; y: number; length: number }[] {
  const [n, m] = [a.length, b.length];
  if (n === 0 || m === 0) return [];
  const most = Math.min(n + m, MAX_DIFFERENCES);
  const furthest = new Int32Array(2 * most + 3);
  const trace: Int32Array[] = [];
  for (let d = 0; d <= most; d += 1) {
    trace.push(furthest.slice(most - d, most + d + 3));
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && at(furthest, most + k) < at(furthest, most + k + 2));
      let x = down ? at(furthest, most + k + 2) : at(furthest, most + k) + 1;
      let y = x - k;
      while (x < n && y < m && a[x] === b[y]) {
        x += 1;
        y += 1;
      }
      furthest[most + k + 1] = x;
      if (x >= n && y >= m) return backtrack(trace, n, m);
    }
  }
  return [];
}

function backtrack(trace: Int32Array[], n: number, m: number): { x: number; y: number; length: number }[] {
  const out: { x: number; y: number; length: number }[] = [];
  let [x, y] = [n, m];
  for (let d = trace.length - 1; d >= 0; d -= 1) {
    // The row of step d holds diagonals -d-1 to d+1.
    const row = trace[d] ?? new Int32Array();
    const k = x - y;
    const down = k === -d || (k !== d && at(row, k - 1 + d + 1) < at(row, k + 1 + d + 1));
    const before = d === 0 ? 0 : down ? k + 1 : k - 1;
    const fromX = d === 0 ? 0 : at(row, before + d + 1);
    const startX = d === 0 ? 0 : down ? fromX : fromX + 1;
    if (x > startX) out.push({ x: startX, y: startX - k, length: x - startX });
    x = fromX;
    y = fromX - before;
  }
  return out.toReversed();
}

function at(row: Int32Array, index: number): number {
  return row[index] ?? 0;
}

/** A piece of a comparison as it is shown; equal lines may be left out. */
export type Shown = Stretch | { kind: 'skipped'; lines: number };

/** The same for a reader: spaces between two changes belong to both, and long equal parts are cut to their edges. */
export function readable(stretches: readonly Stretch[], context: number): Shown[] {
  const joined: Stretch[] = [];
  let [old, now] = ['', ''];
  const flush = (): void => {
    if (old !== '') joined.push({ kind: 'old', text: old });
    if (now !== '') joined.push({ kind: 'new', text: now });
    [old, now] = ['', ''];
  };
  stretches.forEach(({ kind, text }, index) => {
    const between = index > 0 && index < stretches.length - 1 && /^[^\S\n]+$/.test(text);
    if (kind === 'same' && !between) {
      flush();
      joined.push({ kind, text });
      return;
    }
    if (kind !== 'new') old += text;
    if (kind !== 'old') now += text;
  });
  flush();
  return joined.flatMap((stretch, index): Shown[] => {
    if (stretch.kind !== 'same') return [stretch];
    const lines = stretch.text.split('\n');
    const first = index === 0 ? 0 : context + 1;
    const last = index === joined.length - 1 ? 0 : context + 1;
    // What follows the last line end is no line.
    const left = lines.length - first - last - (last === 0 && lines.at(-1) === '' ? 1 : 0);
    if (left <= 2) return [stretch];
    const head = lines.slice(0, first).map((line) => `${line}\n`).join('');
    const tail = lines.slice(first + left).join('\n');
    return [
      ...(head === '' ? [] : [{ kind: 'same', text: head } as const]),
      { kind: 'skipped', lines: left } as const,
      ...(tail === '' ? [] : [{ kind: 'same', text: tail } as const]),
    ];
  });
}
