/** A text that is too long to be revised at one go, in parts that are: cut between paragraphs where that can be. Pure. */

export interface Part {
  start: number;
  end: number;
}

/** What the server revises at one go, in bytes; a part is smaller, as it may grow before its turn comes. */
const AT_ONCE = 65_536;
const MOST = 48_000;

const encoder = new TextEncoder();
const size = (text: string, { start, end }: Part): number => encoder.encode(text.slice(start, end)).length;

/** Ends of paragraphs that do not stand in a block of code. */
function* paragraphs(text: string, { start, end }: Part): Generator<number> {
  let fence = '';
  let blank = false;
  for (let from = start; from < end; ) {
    const stop = text.indexOf('\n', from);
    const next = stop < 0 ? end : Math.min(stop + 1, end);
    const line = text.slice(from, next).trim();
    if (blank && line !== '' && fence === '') yield from;
    const mark = /^(?:`{3,}|~{3,})/.exec(line)?.[0] ?? '';
    if (fence === '') fence = mark;
    else if (mark.startsWith(fence)) fence = '';
    blank = line === '';
    from = next;
  }
}

const behind = (pattern: RegExp) =>
  function* (text: string, { start, end }: Part): Generator<number> {
    for (const { index, 0: found } of text.slice(start, end).matchAll(pattern)) yield start + index + found.length;
  };

function* graphemes(text: string, { start, end }: Part): Generator<number> {
  for (const { index } of new Intl.Segmenter().segment(text.slice(start, end))) if (index > 0) yield start + index;
}

/** Where a text may be cut, the best places first. */
const LEVELS = [paragraphs, behind(/\n/g), behind(/[.!?。…]["'”’)\]]*\s+/g), behind(/\s+/g), graphemes];

function cut(text: string, whole: Part, level: number): Part[] {
  const out: Part[] = [];
  const places = LEVELS[level]?.(text, whole) ?? [];
  let from = whole.start;
  let at = from;
  let held = 0;
  for (const next of [...places, whole.end]) {
    const own = size(text, { start: at, end: next });
    if (held > 0 && held + own > MOST) {
      out.push({ start: from, end: at });
      [from, held] = [at, 0];
    }
    held += own;
    if (held > MOST && level + 1 < LEVELS.length) {
      const inner = cut(text, { start: from, end: next }, level + 1);
      const last = inner.pop();
      out.push(...inner);
      from = last?.start ?? from;
      held = size(text, { start: from, end: next });
    }
    at = next;
  }
  return from < whole.end ? [...out, { start: from, end: whole.end }] : out;
}

/** The parts in which a range is revised, in their order: itself where it is short enough, and none without words. */
export function partsOf(text: string, range: Part): Part[] {
  if (size(text, range) <= AT_ONCE) return [range];
  return cut(text, range, 0).filter(({ start, end }) => text.slice(start, end).trim() !== '');
}
