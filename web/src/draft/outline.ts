/** The headings of a text. Pure. */

export interface Heading {
  level: number;
  title: string;
  /** Offset of the line. */
  start: number;
}

const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*\r?$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** Headings in their order; lines of code are none. */
export function outline(text: string): Heading[] {
  const out: Heading[] = [];
  let fence: string | null = null;
  let start = 0;
  for (const line of text.split('\n')) {
    const mark = FENCE.exec(line)?.[1];
    if (fence !== null) {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = null;
    } else if (mark) {
      fence = mark;
    } else {
      const [, marks, words] = HEADING.exec(line) ?? [];
      const title = plain(words ?? '');
      if (marks && title !== '') out.push({ level: marks.length, title, start });
    }
    start += line.length + 1;
  }
  return out;
}

/** The words of a heading without its marks. */
function plain(words: string): string {
  return words
    .replace(/\[\^[^\]]*\]/g, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*`~]+(?=\S)|(?<=\S)[*`~]+/g, '')
    .replace(/(?<![\p{L}\p{N}])_+(?=\S)|(?<=\S)_+(?![\p{L}\p{N}])/gu, '')
    .trim();
}

/** Whether two outlines show the same. */
export function sameOutline(one: readonly Heading[], other: readonly Heading[]): boolean {
  return one.length === other.length && one.every((heading, at) => heading.title === other[at]?.title && heading.level === other[at]?.level && heading.start === other[at]?.start);
}

/** The heading under which `edge` lies; `top` tells how high each one is. -1 above the first. */
export function under(headings: readonly Heading[], top: (heading: Heading) => number, edge: number): number {
  let low = -1;
  let high = headings.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const heading = headings[middle];
    if (heading && top(heading) <= edge) low = middle;
    else high = middle - 1;
  }
  return low;
}
