/**
 * Finding words in a text. Pure. Composed and decomposed writing of a character are the same to a reader, so both
 * texts are compared in Unicode's NFC, and a match never begins or ends inside a character that NFC changes.
 */
import type { TextEdit } from '../draft/edits';

export interface Query {
  words: string;
  /** Capital and small letters differ. */
  case: boolean;
  /** Only where no letter or digit stands beside the match. */
  whole: boolean;
  /** `words` is a regular expression. */
  pattern: boolean;
}

export interface Match {
  start: number;
  end: number;
  /** What was matched and its groups, for the replacement. */
  groups: RegExpExecArray;
}

export interface Found {
  matches: Match[];
  /** There may be more: the search was ended for their number or for time. */
  more: boolean;
  /** The regular expression cannot be read. */
  broken: boolean;
}

const NONE: Found = { matches: [], more: false, broken: false };
const MOST = 10_000;
/** A pattern that backtracks is given up between two matches after this (ms). */
const LONGEST = 400;
const LETTER = '[\\p{L}\\p{N}\\p{M}_]';

let segmenter: Intl.Segmenter | undefined;

/** A text in NFC; `at` holds the offset of each of its places in the text, -1 inside a changed character. */
function composed(text: string): { text: string; at: number[] | null } {
  if (text.normalize('NFC') === text) return { text, at: null };
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  let out = '';
  const at: number[] = [];
  for (const { segment, index } of segmenter.segment(text)) {
    const plain = segment.normalize('NFC');
    for (let i = 0; i < plain.length; i += 1) at.push(i === 0 || plain === segment ? index + i : -1);
    out += plain;
  }
  at.push(text.length);
  return { text: out, at };
}

function expression({ words, case: exact, whole, pattern }: Query): RegExp | null {
  const composedWords = words.normalize('NFC');
  const source = pattern ? composedWords : composedWords.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&').replace(/\\-/g, '\\x2d');
  try {
    // Alone first: a bracket too many must not pair with those around it.
    new RegExp(source, 'u');
    return new RegExp(whole ? `(?<!${LETTER})(?:${source})(?!${LETTER})` : source, `gmu${exact ? '' : 'i'}`);
  } catch {
    return null;
  }
}

export function search(text: string, query: Query, now: () => number = () => performance.now()): Found {
  if (query.words === '') return NONE;
  const wanted = expression(query);
  if (!wanted) return { ...NONE, broken: true };
  const { text: plain, at } = composed(text);
  const matches: Match[] = [];
  const until = now() + LONGEST;
  for (let found = wanted.exec(plain); found; found = wanted.exec(plain)) {
    if (found[0] === '') {
      // Nothing is no place to show; on by a whole character.
      wanted.lastIndex += (plain.codePointAt(wanted.lastIndex) ?? 0) > 0xffff ? 2 : 1;
    } else {
      const start = at ? (at[found.index] ?? -1) : found.index;
      const end = at ? (at[found.index + found[0].length] ?? -1) : found.index + found[0].length;
      if (start >= 0 && end >= 0) matches.push({ start, end, groups: found });
    }
    if (matches.length >= MOST || now() > until) return { matches, more: true, broken: false };
  }
  return { matches, more: false, broken: false };
}

/** What stands in the place of a match; in a pattern's replacement `$1`, `$<name>`, `$&`, `\n` and `\t` have a meaning. */
export function replacement(template: string, match: Match, pattern: boolean): string {
  if (!pattern) return template;
  return template.replace(/\$(?:(\$)|(&)|(\d{1,2})|<([^>]*)>)|\\([nt\\])/g, (all, dollar, whole, number, name, escape) => {
    if (dollar) return '$';
    if (whole) return match.groups[0];
    if (escape) return { n: '\n', t: '\t' }[escape as string] ?? '\\';
    if (name !== undefined) return match.groups.groups?.[name as string] ?? '';
    return Number(number) > 0 && Number(number) < match.groups.length ? (match.groups[Number(number)] ?? '') : all;
  });
}

export function replacements(found: readonly Match[], template: string, pattern: boolean): TextEdit[] {
  return found.map((match) => ({ start: match.start, end: match.end, text: replacement(template, match, pattern) }));
}
