/** The lines of an answer and what each is in its Markdown. Pure. */

export interface Line {
  /** Without the line end. */
  start: number;
  end: number;
  /** `head` is both lines that a table begins with. */
  kind: 'blank' | 'heading' | 'rule' | 'code' | 'head' | 'row' | 'item' | 'words';
  /** Characters of what makes it that: indentation, bullet, number, hashes. */
  mark: number;
  indent: number;
  /** Of a heading. */
  level: number;
  /** What it is a line of: a table, a list, a block of code; null of other lines. */
  group: number | null;
  /** The table that it is a line of. */
  table: number | null;
  /** Lines of one paragraph have the same. */
  para: number;
  /** The item that it belongs to, and the one that holds that. */
  item: Line | null;
  parent: Line | null;
}

const ITEM = /^([ \t]*(?:>[ \t]?)*)(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/;
const RULE = /^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/;
const DELIMITERS = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
/** A line all in bold type stands where others would put a heading: its level. */
export const BOLD = 7;
const BOLD_LINE = /^[ \t]*(\*\*|__)(?!\s)[^*_]+\1[:：]?[ \t]*$/;

export function readLines(text: string): Line[] {
  const out: Line[] = [];
  let start = 0;
  for (const raw of text.split('\n')) {
    const line = raw.replace(/\r$/, '');
    out.push({ start, end: start + line.length, kind: 'words', mark: 0, indent: /^[ \t]*/.exec(line)?.[0].length ?? 0, level: 0, group: null, table: null, para: 0, item: null, parent: null });
    start += raw.length + 1;
  }
  const words = (at: number): string => text.slice(out[at]?.start, out[at]?.end);
  let groups = 0;
  let fence = '';
  for (const [at, line] of out.entries()) {
    const before = out[at - 1];
    const own = words(at);
    line.para = at;
    const opened = fence;
    if (fence !== '') {
      if (own.trim().startsWith(fence)) fence = '';
    } else fence = /^ {0,3}(`{3,}|~{3,})/.exec(own)?.[1] ?? '';
    if (opened !== '' || fence !== '') Object.assign(line, { kind: 'code', group: opened === '' ? ++groups : (before?.group ?? 0) });
    else if (own.trim() === '') line.kind = 'blank';
    else if (before?.kind === 'head' && DELIMITERS.test(own) && before.mark === 0) Object.assign(line, { kind: 'head', group: before.group, table: before.table, mark: own.length });
    else if (own.includes('|') && (before?.kind === 'head' || before?.kind === 'row')) Object.assign(line, { kind: 'row', group: before.group, table: before.table });
    else if (own.includes('|') && DELIMITERS.test(words(at + 1)) && at + 1 < out.length) Object.assign(line, { kind: 'head', group: ++groups, table: groups });
    else if (/^ {0,3}#{1,6}(?:[ \t]|$)/.test(own)) Object.assign(line, { kind: 'heading', level: own.trimStart().search(/[^#]|$/), mark: /^ *#+[ \t]*/.exec(own)?.[0].length ?? 0 });
    else if (RULE.test(own)) line.kind = 'rule';
    else if (BOLD_LINE.test(own) && before?.kind !== 'words' && out[at + 1] !== undefined && words(at + 1).trim() === '') Object.assign(line, { kind: 'heading', level: BOLD });
    else {
      const item = ITEM.exec(own);
      line.mark = item?.[0].length ?? /^[ \t]*(?:>[ \t]?)*/.exec(own)?.[0].length ?? 0;
      if (item) line.kind = 'item';
      belong(out, at, () => ++groups);
    }
  }
  return out;
}

/** Which item of which list a line belongs to. */
function belong(lines: readonly Line[], at: number, group: () => number): void {
  const line = lines[at] as Line;
  const above = lines.slice(0, at).findLast(({ kind }) => kind !== 'blank');
  const apart = lines[at - 1]?.kind === 'blank';
  let holder = above?.item ?? null;
  if (line.kind === 'item') {
    while (holder && holder.indent >= line.indent) holder = holder.parent;
    line.parent = holder;
    line.item = line;
    line.group = above?.item ? above.group : group();
  } else if (above?.item && (!apart || line.indent >= 2)) {
    while (apart && holder && holder.indent >= line.indent) holder = holder.parent;
    line.parent = apart ? holder : (above.item.parent ?? null);
    line.item = apart ? holder : above.item;
    line.group = above.group;
    if (!apart) line.para = above.para;
  } else if (above?.kind === 'words' && !apart) line.para = above.para;
}

/** Leads to what follows: `The duties are:`, `다음과 같다.` */
export function isLeadIn(words: string): boolean {
  const bare = words.replace(/[ \t]*\[†?\d{1,3}\]/g, '').trimEnd();
  return /[:：][*_]*$/.test(bare) || /(?:\bas follows|\bthe following|(?:다음|아래)과? ?(?:와 )?같(?:다|습니다|음))[.。]?[*_]*$/i.test(bare);
}
