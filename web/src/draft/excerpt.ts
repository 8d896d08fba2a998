/**
 * What of an answer goes into a draft: the sentences that its sources bear out, with nothing left standing whose ground was
 * left out: no heading over nothing, no head of a table without rows, no lead-in without its list, no "It" of which nobody
 * knows what it is. Pure.
 */
import { isSure, type PlacedSentence, type TextView } from '../state';
import type { Citation } from '../wire';
import { connective, named, refersBack, standsAlone } from './antecedent';
import type { Excerpt } from './footnotes';
import { BOLD, isLeadIn, readLines, type Line } from './lines';

const REFERENCES = /^#{1,6}[ \t]*(?:References|참고문헌)[ \t]*$/m;

type Describe = (citation: Citation) => string;
/** What is said of a sentence that is not supported. */
type Doubt = (sentence: PlacedSentence) => string;

/**
 * The text of an answer, as far as its sources bear it out; its own list of references is left out, the footnotes say the
 * same. With `doubt` the rest comes too, each sentence of it with a footnote that says what is wrong with it.
 */
export function excerptOfText(view: TextView, describe: Describe, doubt: Doubt | null = null): Excerpt {
  const end = REFERENCES.exec(view.text)?.index ?? view.text.length;
  const part = new Part(view, end);
  if (doubt === null) part.prune();
  return part.excerpt(describe, doubt);
}

/** All of an answer as Markdown, its citations as footnotes that name where they lead. */
export function markdownOfText(view: TextView, describe: (number: number) => string): string {
  const body = view.text.slice(0, REFERENCES.exec(view.text)?.index ?? view.text.length).trimEnd();
  const used = new Set<number>();
  const text = body.replace(/[ \t]*\[†(\d{1,3})\]/g, (_, digits: string) => `[^${[used.add(Number(digits)), digits].at(-1)}]`);
  const notes = [...used].map((number) => `[^${number}]: ${describe(number)}`);
  return notes.length === 0 ? text : `${text}\n\n${notes.join('\n')}\n`;
}

/** One sentence, marked where it is not supported; a row of a table brings its head along. Null when it is not there. */
export function excerptOfSentence(view: TextView, index: number, describe: Describe, doubt: Doubt | null = null): Excerpt | null {
  if (!view.sentences.some((one) => one.index === index)) return null;
  const part = new Part(view, view.text.length);
  part.only(index);
  return part.excerpt(describe, doubt);
}

class Part {
  private readonly lines: Line[];
  private readonly sentences: PlacedSentence[];
  private readonly gone = new Set<PlacedSentence>();
  /** Sentences that are supported and left out all the same. */
  private readonly loose = new Set<PlacedSentence>();
  private readonly alive = new Set<Line>();
  /** Other words for the beginning of a sentence: those up to `to` go. */
  private readonly heads = new Map<PlacedSentence, { from: number; to: number; text: string }>();
  private single = false;

  constructor(
    private readonly view: TextView,
    end: number,
  ) {
    this.lines = readLines(view.text.slice(0, end));
    this.sentences = view.sentences.filter((one) => one.start < end).sort((a, b) => a.start - b.start);
    for (const line of this.lines) {
      if (line.kind !== 'blank') this.alive.add(line);
      // Bold type is for what is said with weight, too.
      if (line.level === BOLD && this.within(line).some((one) => one.status !== 'not_a_claim')) line.kind = 'words';
    }
  }

  /** Takes out what is not supported, and then whatever has lost what it stood on, until nothing more goes. */
  prune(): void {
    for (const one of this.sentences) if (!isSure(one)) this.gone.add(one);
    for (let before = NaN; before !== this.gone.size - this.alive.size; ) {
      before = this.gone.size - this.alive.size;
      this.bury();
      this.heads.clear();
      for (const one of this.sentences) if (!this.gone.has(one)) this.settle(one);
    }
    // What says nothing by itself is not worth a place without what was to be said.
    if (this.gone.size > 0 && !this.sentences.some((one) => one.status === 'supported' && !this.gone.has(one))) this.alive.clear();
  }

  only(index: number): void {
    this.single = true;
    for (const one of this.sentences) {
      if (one.index !== index) this.gone.add(one);
      else this.settle(one);
    }
    this.loose.clear();
    const lines = new Set(this.sentences.filter((one) => one.index === index).flatMap((one) => this.linesOf(one)));
    for (const line of this.lines) {
      const heads = line.kind === 'head' && [...lines].some(({ kind, group }) => kind === 'row' && group === line.group);
      if (!lines.has(line) && !heads) this.alive.delete(line);
    }
  }

  /** Lines of which nothing is left, and what stands over nothing. */
  private bury(): void {
    const { lines, alive, gone } = this;
    for (const line of lines) {
      const held = this.within(line);
      const bare = line.kind === 'row' || line.kind === 'code' ? held.some((one) => gone.has(one)) : line.kind !== 'head' && line.kind !== 'rule' && !/[\p{L}\p{N}]/u.test(this.left(line));
      if (bare) alive.delete(line);
    }
    for (const line of lines) {
      if (line.kind === 'code' && lines.some((one) => one.group === line.group && !alive.has(one))) alive.delete(line);
      if (line.kind === 'head' && !lines.some((one) => one.kind === 'row' && one.group === line.group && alive.has(one))) alive.delete(line);
    }
    lines.forEach((line, at) => {
      if (line.kind !== 'heading') return;
      const next = lines.findIndex((one, index) => index > at && (one.kind === 'heading' ? one.level <= line.level : one.kind === 'rule' && line.level === BOLD));
      const under = lines.slice(at + 1, next < 0 ? lines.length : next);
      if (!under.some((one) => one.kind !== 'heading' && one.kind !== 'rule' && alive.has(one))) alive.delete(line);
    });
  }

  /** Lets a sentence stand, gives it the words that it refers to, or takes it out. */
  private settle(one: PlacedSentence): void {
    const line = this.linesOf(one)[0];
    if (!line || line.kind === 'row' || line.kind === 'head' || line.kind === 'code' || line.kind === 'heading') return;
    if (isLeadIn(this.words(one))) {
      // Of a single sentence the writer knows what follows.
      if (!this.single && !this.ledTo(line)) this.gone.add(one);
      return;
    }
    const begins = line.kind === 'item' && this.within(line)[0] === one;
    const before = begins ? this.leadOf(line) : this.sentences[this.sentences.indexOf(one) - 1];
    if (!before || !this.missing(before, begins)) return;
    const start = this.bodyOf(one);
    const words = this.view.text.slice(start, one.end);
    const fragment = begins && (line.parent !== null || isLeadIn(this.words(before))) && !standsAlone(words);
    const joint = connective(words);
    const bare = words.slice(joint);
    const linked = refersBack(bare, line.kind !== 'item');
    if (!fragment && linked === null) {
      if (joint > 0) this.heads.set(one, { from: start, to: start + joint + 1, text: bare.slice(0, 1).toUpperCase() });
      return;
    }
    const name = fragment || linked === null ? null : named(bare, linked, this.subjectBefore(before), one.citations[0]?.evidence?.text ?? '');
    if (name !== null) this.heads.set(one, { from: start, to: start + joint + linked!.length, text: name });
    else if (!this.single) {
      this.gone.add(one);
      if (one.status === 'supported') this.loose.add(one);
    }
  }

  /** What a sentence refers to was left out: the sentence before it, or some of the list or table before it. */
  private missing(before: PlacedSentence, begins: boolean): boolean {
    const line = this.linesOf(before)[0];
    const listed = !begins && line !== undefined && (line.kind === 'item' || line.kind === 'row');
    if (!listed) return this.gone.has(before);
    return this.lines.some((one) => one.group === line.group && this.within(one).some((held) => this.gone.has(held)));
  }

  /** The words of the nearest sentence that names what those after it only refer to. */
  private subjectBefore(one: PlacedSentence): string {
    for (let at = this.sentences.indexOf(one); at >= 0; at -= 1) {
      const sentence = this.sentences[at] as PlacedSentence;
      const words = this.view.text.slice(this.bodyOf(sentence), sentence.end);
      if (!this.gone.has(sentence) || refersBack(words, true) === null) return words;
    }
    return '';
  }

  /** Something follows that a lead-in leads to. */
  private ledTo(line: Line): boolean {
    const { lines, alive } = this;
    const after = lines.slice(lines.indexOf(line) + 1);
    const next = after.find((one) => one.kind !== 'blank' && one.para !== line.para);
    if (!next || next.kind === 'heading' || next.kind === 'rule') return false;
    if (line.item !== null && line.item !== next.parent) return false;
    if (line.item !== null) return after.some((one) => one.parent === line.item && alive.has(one));
    return lines.some((one) => (one.group === null ? one.para === next.para : one.group === next.group) && one.kind !== 'head' && alive.has(one));
  }

  /** The sentence that an item of a list hangs on. */
  private leadOf(line: Line): PlacedSentence | undefined {
    if (line.parent !== null) return this.within(line.parent).at(-1);
    const at = this.lines.findIndex((one) => one.group === line.group);
    const above = this.lines.slice(0, at).findLast(({ kind }) => kind !== 'blank');
    return above && above.kind !== 'heading' ? this.within(above).at(-1) : undefined;
  }

  private within({ start, end }: Line): PlacedSentence[] {
    return this.sentences.filter((one) => one.start < end && this.endOf(one) > start);
  }

  private linesOf(one: PlacedSentence): Line[] {
    return this.lines.filter(({ start, end }) => one.start < end && this.endOf(one) > start);
  }

  /** Where a sentence ends without the blanks behind it. */
  private endOf({ start, end }: PlacedSentence): number {
    return start + this.view.text.slice(start, end).trimEnd().length;
  }

  /** Where the words of a sentence begin, behind the marks of its block and of its type. */
  private bodyOf(one: PlacedSentence): number {
    const line = this.linesOf(one)[0];
    const start = Math.max(one.start, line ? line.start + line.mark : one.start);
    return start + (/^[\s*_"“‘'(]*/.exec(this.view.text.slice(start, one.end))?.[0].length ?? 0);
  }

  private words(one: PlacedSentence): string {
    return this.view.text.slice(this.bodyOf(one), one.end);
  }

  /** The stretches of a line that stay, behind its mark; `text` of a stretch stands in its place. */
  private stretches(line: Line): { from: number; to: number; text?: string }[] {
    const { text } = this.view;
    const out: { from: number; to: number; text?: string }[] = [];
    const held = this.within(line);
    let at = line.start + line.mark;
    const take = (to: number): void => {
      if (to > at) out.push({ from: at, to });
      at = Math.max(at, to);
    };
    for (const one of held) {
      take(Math.min(one.start, line.end));
      const head = this.heads.get(one);
      if (this.gone.has(one) && line.kind !== 'head') at = Math.max(at, Math.min(one.end, line.end));
      else if (head && head.from >= line.start && head.to <= line.end) {
        take(head.from);
        out.push({ from: head.from, to: head.to, text: head.text });
        at = head.to;
      }
    }
    take(line.end);
    // Half of what was set in bold type is left: the signs of it would stand there as signs.
    const left = out.map(({ from, to }) => text.slice(from, to)).join('');
    if (held.some((one) => this.gone.has(one)) && (left.split('**').length - 1) % 2 === 1) return out.flatMap((one) => (one.text === undefined ? plain(text, one) : [one]));
    return out;
  }

  private left(line: Line): string {
    return this.stretches(line).map(({ from, to, text }) => text ?? this.view.text.slice(from, to)).join('');
  }

  /** What is left, as text of its own: its lists counted anew, its tables apart from what stands around them. */
  excerpt(describe: Describe, doubt: Doubt | null): Excerpt {
    const { text } = this.view;
    const out: Excerpt = { text: '', notes: [], ...(this.loose.size > 0 ? { loose: this.loose.size } : {}) };
    const counts = new Map<Line | number, number>();
    const moved: { from: number; to: number; at: number }[] = [];
    let last: Line | null = null;
    for (const [at, line] of this.lines.entries()) {
      if (!this.alive.has(line) || (line.kind === 'rule' && !this.divides(at))) continue;
      if (last) out.text += this.gap(last, line);
      last = line;
      if (!this.single || line.kind === 'row' || line.kind === 'head') out.text += this.markOf(line, counts);
      for (const { from, to, text: words } of this.stretches(line)) {
        if (words === undefined || words.length === to - from) moved.push({ from, to, at: out.text.length });
        out.text += words ?? text.slice(from, to);
      }
      out.text = out.text.trimEnd();
    }
    const place = (offset: number, ends: boolean): number | null => {
      const found = moved.find(({ from, to }) => (ends ? from < offset && offset <= to : from <= offset && offset < to));
      return found ? found.at + offset - found.from : null;
    };
    for (const one of this.sentences) {
      if (this.gone.has(one) || one.start < (this.lines[0]?.start ?? 0)) continue;
      for (const citation of one.citations) {
        const [start, end] = [place(citation.start, false), place(citation.end, true)];
        if (start !== null && end !== null && end > start) out.notes.push({ start, end, note: describe(citation) });
      }
      // Within the last cell of a row of a table.
      const end = doubt && !isSure(one) ? place(one.start + text.slice(one.start, one.end).replace(/[ \t]*\|?\s*$/, '').length, true) : null;
      if (doubt && end !== null) out.notes.push({ start: end, end, note: doubt(one) });
    }
    out.notes.sort((a, b) => a.start - b.start);
    if (this.single && this.lines.some((line) => line.kind === 'row' && this.alive.has(line))) out.block = true;
    return out;
  }

  /** A line across parts something that is left from something else that is. */
  private divides(at: number): boolean {
    const stays = (one: Line): boolean => one.kind !== 'rule' && this.alive.has(one);
    const next = this.lines.findIndex((one, index) => index > at && one.kind === 'rule');
    return this.lines.slice(0, at).some(stays) && this.lines.slice(at + 1, next < 0 ? this.lines.length : next).some(stays);
  }

  private gap(last: Line, line: Line): string {
    const between = this.lines.slice(this.lines.indexOf(last) + 1, this.lines.indexOf(line));
    return last.table !== line.table || between.some(({ kind }) => kind === 'blank') ? '\n\n' : '\n';
  }

  private markOf(line: Line, counts: Map<Line | number, number>): string {
    const mark = this.view.text.slice(line.start, line.start + line.mark);
    // Below an item that is gone nothing stands deeper than it stood.
    let outer = line.parent;
    let indent = line.indent;
    while (outer && !this.alive.has(outer)) [indent, outer] = [outer.indent, outer.parent];
    const set = indent === line.indent ? mark : ' '.repeat(indent) + mark.trimStart();
    if (line.kind !== 'item') return set;
    const list = outer ?? line.group ?? 0;
    return set.replace(/\d+(?=[.)])/, (number) => {
      const next = counts.has(list) ? (counts.get(list) ?? 0) + 1 : this.gone.size > 0 ? Number(number === '0' ? 0 : this.firstOf(line)) : Number(number);
      counts.set(list, next);
      return String(next);
    });
  }

  /** The number with which the list of an item begins. */
  private firstOf(line: Line): number {
    const first = this.lines.find((one) => one.kind === 'item' && one.group === line.group && one.parent === line.parent) ?? line;
    return Number(/\d+/.exec(this.view.text.slice(first.start, first.start + first.mark))?.[0] ?? 1);
  }
}

/** The same without signs of bold type. */
function plain(text: string, { from, to }: { from: number; to: number }): { from: number; to: number }[] {
  const at = text.slice(from, to).indexOf('**');
  return at < 0 ? [{ from, to }] : [{ from, to: from + at }, ...plain(text, { from: from + at + 2, to })];
}
