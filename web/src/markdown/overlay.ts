/**
 * Lays sentences and citations over parsed blocks: which words belong to which sentence, where a chip stands, and where
 * a sentence ends on the page. Pure; the components only draw the result.
 */
import type { Citation, StatuteCitation } from '../wire';
import type { PlacedSentence, TextView } from '../state';
import { mapInline, parseMarkdown, type Block } from './blocks';
import { hostOf, type Atom, type Run } from './inline';

/**
 * A run cut to one sentence; `citations` is set where chips stand instead of the text of a mark, `statute` where the
 * words are a reference to a regulation.
 */
export interface Fragment extends Run {
  citations: Citation[] | null;
  statute: StatuteCitation | null;
  /** Where a link leads, behind its last words. */
  host?: string;
  /** The citation that the sentence could have here: a chip without words of the text. */
  suggested?: Citation;
}

/** Consecutive fragments of one sentence (or of none). */
export interface Segment {
  sentence: PlacedSentence | null;
  fragments: Fragment[];
  /** The sentence ends here, so here stands its verdict mark. */
  last: boolean;
}

export type LaidBlock = Block<Segment[]>;

interface PlacedAtom extends Atom {
  citations: Citation[];
}

/** Marks that no sentence reports (the generated list of references) still open what their number was cited for. */
const NUMBER_MARK = /\[(†?)(\d{1,3})\]/g;

export function overlay(view: TextView): LaidBlock[] {
  const atoms = placeAtoms(view);
  const byStart = new Map(atoms.map((atom) => [atom.start, atom]));
  const parts = new Map<number, Segment[]>();
  const lay = (runs: Run[]): Segment[] => {
    const out: Segment[] = [];
    let before: number | null | undefined;
    for (const fragment of withHosts(runs.flatMap((run) => cut(run, view, byStart)))) {
      const index = sentenceAt(view, fragment.start);
      const last = out.at(-1);
      if (last && index === before) {
        last.fragments.push(fragment);
      } else {
        const segment = { sentence: index === null ? null : (view.sentences[index] ?? null), fragments: [fragment], last: false };
        out.push(segment);
        if (index !== null) parts.set(index, [...(parts.get(index) ?? []), segment]);
      }
      before = index;
    }
    return out;
  };
  const blocks = parseMarkdown(view.text, atoms).map((block) => mapInline(block, lay));
  for (const segments of parts.values()) {
    suggest(segments);
    const ending = segments.at(-1);
    if (ending) ending.last = true;
  }
  return blocks;
}

/** Puts the citation that a sentence could have behind the words that its place follows. */
function suggest(segments: readonly Segment[]): void {
  const suggested = segments[0]?.sentence?.suggested;
  if (!suggested) return;
  const at = suggested.start;
  const holder = segments.findLast(({ fragments }) => (fragments[0]?.start ?? at) < at) ?? segments[0];
  const { fragments } = holder ?? {};
  const before = fragments?.findLastIndex(({ start }) => start < at) ?? -1;
  const words = fragments?.[before] ?? fragments?.[0];
  if (!fragments || !words) return;
  const chip: Fragment = { text: '', start: at, end: at, strong: false, em: false, strike: false, code: false, href: null, atom: false, citations: null, statute: null, suggested };
  if (words.end > at && before >= 0 && isPlain(words) && words.href === null) {
    const rest = { ...words, text: words.text.slice(at - words.start), start: at };
    fragments.splice(before, 1, { ...words, text: words.text.slice(0, at - words.start), end: at }, chip, rest);
  } else {
    fragments.splice(before + 1, 0, chip);
  }
}

/** Its words may be parted: they stand in the text as they are shown. */
function isPlain(fragment: Fragment): boolean {
  return !fragment.code && fragment.statute === null && fragment.text.length === fragment.end - fragment.start;
}

/** The same, with the host of each link at its last fragment: the words of a link are whatever its author wrote. */
function withHosts(fragments: Fragment[]): Fragment[] {
  let words = '';
  return fragments.map((fragment, at) => {
    if (fragment.href === null) return fragment;
    words += fragment.text;
    if (fragments[at + 1]?.href === fragment.href) return fragment;
    const host = hostOf(fragment.href, words);
    words = '';
    return host === null ? fragment : { ...fragment, host };
  });
}

/** The words of one sentence as the reader sees them, without marks of citations or of Markdown. */
export function wordsOf(blocks: readonly LaidBlock[], index: number): string {
  const words: string[] = [];
  for (const block of blocks) {
    mapInline(block, (segments) => {
      for (const segment of segments) {
        if (segment.sentence?.index !== index) continue;
        for (const fragment of segment.fragments) if (fragment.citations === null) words.push(fragment.text);
      }
    });
  }
  return words.join('').replace(/\s+(?=[.,;:!?]|$)/g, '').trim();
}

/** Words longer than this may be parted from the verdict mark behind them, or a line could not be broken at all. */
const LONGEST_TAIL = 24;

/**
 * The fragments of a segment in two parts; the second is what must stay on one line with the verdict mark: the last
 * word or chip, with the full stop behind it.
 */
export function splitTail(fragments: readonly Fragment[]): { head: Fragment[]; tail: Fragment[] } {
  const head = [...fragments];
  const tail: Fragment[] = [];
  for (;;) {
    const last = head.pop();
    if (!last) break;
    if (last.citations !== null || last.suggested) {
      tail.unshift(last);
      break;
    }
    const space = last.text.search(/\s\S*$/);
    if (space < 0 && last.text.length <= LONGEST_TAIL) {
      tail.unshift(last);
      continue;
    }
    const cut = space + 1;
    if (space < 0 || !isPlain(last) || last.text.length - cut > LONGEST_TAIL) {
      head.push(last);
    } else {
      const { host: _, ...before } = last;
      head.push({ ...before, text: last.text.slice(0, cut), end: last.start + cut });
      if (cut < last.text.length) tail.unshift({ ...last, text: last.text.slice(cut), start: last.start + cut });
    }
    break;
  }
  return { head, tail };
}

/** The levels of heading in a text, shallowest first: on the page they follow one another without a gap. */
export function headingLevels(blocks: readonly LaidBlock[]): number[] {
  const levels = new Set(blocks.flatMap((block) => (block.kind === 'heading' ? [block.level] : [])));
  return [...levels].sort((a, b) => a - b);
}

const signatures = new WeakMap<object, string>();

/**
 * `next` with every element that says the same as the one at its place in `before` replaced by that one. While an answer
 * streams all but its end stays the same, and what is the same object is not drawn again.
 */
export function keepSame<T extends object>(before: readonly T[], next: readonly T[]): T[] {
  return next.map((element, index) => {
    const signature = JSON.stringify(element);
    const old = before[index];
    if (old !== undefined && signatures.get(old) === signature) return old;
    signatures.set(element, signature);
    return element;
  });
}

function placeAtoms(view: TextView): PlacedAtom[] {
  const atoms = new Map<number, PlacedAtom>();
  const known = new Map<number, Citation>();
  for (const sentence of view.sentences) {
    for (const citation of sentence.citations) {
      if (!known.has(citation.number)) known.set(citation.number, citation);
      if (citation.end <= citation.start) continue;
      const atom = atoms.get(citation.start);
      if (atom) atom.citations.push(citation);
      else atoms.set(citation.start, { start: citation.start, end: citation.end, citations: [citation] });
    }
  }
  for (const match of view.text.matchAll(NUMBER_MARK)) {
    const citation = known.get(Number(match[2]));
    const inside = [...atoms.values()].some((atom) => match.index < atom.end && match.index + match[0].length > atom.start);
    const isLink = view.text.charAt(match.index + match[0].length) === '(';
    if (citation && !inside && !isLink) {
      const end = match.index + match[0].length;
      atoms.set(match.index, { start: match.index, end, citations: [citation] });
    }
  }
  const sorted = [...atoms.values()].sort((a, b) => a.start - b.start);
  return sorted.filter((atom, index) => index === 0 || atom.start >= (sorted[index - 1]?.end ?? 0));
}

function cut(run: Run, view: TextView, atoms: ReadonlyMap<number, PlacedAtom>): Fragment[] {
  if (run.atom) return [{ ...run, citations: atoms.get(run.start)?.citations ?? null, statute: null }];
  if (run.text.length !== run.end - run.start) return [{ ...run, citations: null, statute: null }];
  const out: Fragment[] = [];
  let start = run.start;
  while (start < run.end) {
    const index = sentenceAt(view, start);
    const limit = index === null ? nextStart(view, start) : sentenceEnd(view, index);
    const { statute, until } = statuteAt(index === null ? undefined : view.sentences[index], start);
    const end = Math.max(start + 1, Math.min(run.end, limit, until));
    out.push({ ...run, start, end, text: run.text.slice(start - run.start, end - run.start), citations: null, statute });
    start = end;
  }
  return out;
}

/** The reference that holds the offset, and where that changes. */
function statuteAt(sentence: PlacedSentence | undefined, offset: number): { statute: StatuteCitation | null; until: number } {
  let until = Infinity;
  for (const statute of sentence?.statutes ?? []) {
    if (offset >= statute.start && offset < statute.end) return { statute, until: statute.end };
    if (statute.start > offset) until = Math.min(until, statute.start);
  }
  return { statute: null, until };
}

/** Position in `view.sentences` of the sentence that holds the offset; white space behind a sentence is in none. */
function sentenceAt(view: TextView, offset: number): number | null {
  let low = 0;
  let high = view.sentences.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((view.sentences[middle]?.start ?? Infinity) <= offset) low = middle + 1;
    else high = middle;
  }
  const found = view.sentences[low - 1];
  return found && offset < sentenceEnd(view, low - 1) ? low - 1 : null;
}

function sentenceEnd(view: TextView, index: number): number {
  const sentence = view.sentences[index];
  if (!sentence) return Infinity;
  return sentence.start + view.text.slice(sentence.start, sentence.end).trimEnd().length;
}

function nextStart(view: TextView, offset: number): number {
  return view.sentences.find((sentence) => sentence.start > offset)?.start ?? Infinity;
}
