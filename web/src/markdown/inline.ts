/**
 * Inline Markdown to flat runs. A run is a stretch of text with one set of marks; except for entities and citation
 * atoms its text is exactly the source at [start, end), so sentences can be laid over it by offset. Nothing here makes
 * HTML: a run is data, and only links with a safe protocol keep their address.
 */

/** A stretch of the source that is shown as something else (a citation chip) and is not Markdown. */
export interface Atom {
  start: number;
  end: number;
}

export interface Run {
  text: string;
  start: number;
  end: number;
  strong: boolean;
  em: boolean;
  strike: boolean;
  code: boolean;
  href: string | null;
  /** Set below or above the line: the tag that says so. */
  shift?: 'sub' | 'sup';
  /** The source range of the atom that stands here instead of text. */
  atom: boolean;
}

type Marks = Pick<Run, 'strong' | 'em' | 'strike' | 'href' | 'shift'>;

const PLAIN: Marks = { strong: false, em: false, strike: false, href: null };
/** Emphasis nested deeper than this is shown as written; it bounds recursion on hostile input. */
const MAX_DEPTH = 6;
/** A link label or target longer than this is text; it bounds the search for its end. */
const MAX_LINK = 2000;
const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': '\u00a0',
};

/** The address when following it can do no harm: http, https or mailto; otherwise null. */
export function safeHref(address: string): string | null {
  const trimmed = address.trim();
  if (!/^(https?:\/\/|mailto:)/i.test(trimmed)) return null;
  return URL.canParse(trimmed) ? trimmed : null;
}

/**
 * Where a link leads, for its reader to see beside its words; null where the words are that place. As the browser reads the address, so
 * that no name before an `@` and no letters of another script pass for it.
 */
export function hostOf(href: string, words: string): string | null {
  const named = (address: string): string | null => {
    if (!URL.canParse(address)) return null;
    const { protocol, host, pathname } = new URL(address);
    return protocol === 'mailto:' ? pathname : host;
  };
  const host = named(href);
  const said = words.trim();
  return host === null || host === '' || said === host || (named(said) === host && said.includes(host)) ? null : host;
}

/** A piece of the source that belongs to one inline text; a paragraph is one piece per line. */
export interface Piece {
  start: number;
  end: number;
}

/** Parses the inline text made of `pieces` of `source`, joined by line ends. `atoms` are sorted and disjoint. */
export function parseInline(source: string, pieces: readonly Piece[], atoms: readonly Atom[]): Run[] {
  return new InlineParser(source, pieces, atoms).runs();
}

class InlineParser {
  private readonly out: Run[] = [];
  private readonly joined: string;
  /** Source offset of each character of `joined`, one more for its end. */
  private readonly at: number[] = [];
  private readonly atomAt = new Map<number, number>();
  /** Positions from which a closing delimiter was looked for in vain: keeps the search linear. */
  private hopeless = new Map<string, number>();

  constructor(
    private readonly source: string,
    pieces: readonly Piece[],
    atoms: readonly Atom[],
  ) {
    let joined = '';
    pieces.forEach((piece, index) => {
      const before = pieces[index - 1];
      if (before) {
        joined += '\n';
        this.at.push(source.indexOf('\n', before.end));
      }
      const base = joined.length;
      joined += source.slice(piece.start, piece.end);
      for (let i = piece.start; i < piece.end; i += 1) this.at.push(i);
      for (const atom of atoms) {
        if (atom.start >= piece.start && atom.end <= piece.end && atom.end > atom.start) {
          this.atomAt.set(base + atom.start - piece.start, base + atom.end - piece.start);
        }
      }
    });
    this.at.push(pieces.at(-1)?.end ?? 0);
    this.joined = joined;
  }

  runs(): Run[] {
    this.parse(0, this.joined.length, PLAIN, 0);
    return this.out;
  }

  private parse(from: number, to: number, marks: Marks, depth: number): void {
    const text = this.joined;
    let plain = from;
    let i = from;
    const flush = (end: number): void => {
      if (end > plain) this.emit(plain, end, marks, {});
    };
    while (i < to) {
      const next = this.special(i, to, marks, depth, flush);
      if (next === null) {
        // Step over whole delimiter runs that are text, so that no later position starts inside one.
        const char = text.charAt(i);
        i += 1;
        if (char === '*' || char === '_' || char === '`' || char === '~') {
          while (i < to && text.charAt(i) === char && !this.atomAt.has(i)) i += 1;
        }
      } else {
        i = next;
        plain = i;
      }
    }
    flush(to);
  }

  /** Handles what starts at `i`; returns where it ends, or null when the character is just text. */
  private special(
    i: number,
    to: number,
    marks: Marks,
    depth: number,
    flush: (end: number) => void,
  ): number | null {
    const text = this.joined;
    const atomEnd = this.atomAt.get(i);
    if (atomEnd !== undefined && atomEnd <= to) {
      flush(i);
      this.emit(i, atomEnd, marks, { atom: true });
      return atomEnd;
    }
    switch (text.charAt(i)) {
      case '\\':
        if (i + 1 < to && /[!-/:-@[-`{-~]/.test(text.charAt(i + 1))) {
          flush(i);
          this.emit(i + 1, i + 2, marks, {});
          return i + 2;
        }
        return null;
      case '&': {
        const entity = /^&(?:amp|lt|gt|quot|nbsp|#39);/.exec(text.slice(i, Math.min(to, i + 6)))?.[0];
        if (entity === undefined) return null;
        flush(i);
        this.emit(i, i + entity.length, marks, { text: ENTITIES[entity] ?? entity });
        return i + entity.length;
      }
      case '`':
        return this.codeSpan(i, to, marks, flush);
      case '*':
      case '_':
      case '~':
        return depth < MAX_DEPTH ? this.emphasis(i, to, marks, depth, flush) : null;
      case '!':
        // Remote images are never loaded; the alternative text stands in for them.
        return text.charAt(i + 1) === '[' ? this.link(i + 1, i, to, marks, depth, flush) : null;
      case '[':
        return this.link(i, i, to, marks, depth, flush);
      case '<': {
        const end = this.shifted(i, to, marks, depth, flush);
        if (end !== null) return end;
        const close = text.slice(i, Math.min(to, i + MAX_LINK)).indexOf('>');
        const address = close < 0 ? null : safeHref(text.slice(i + 1, i + close));
        if (address === null || /\s/.test(address)) return null;
        flush(i);
        this.emit(i + 1, i + close, { ...marks, href: address }, {});
        return i + close + 1;
      }
      case 'h':
        return this.bareAddress(i, to, marks, flush);
      default:
        return null;
    }
  }

  /** `<sub>` and `<sup>`, the only tags that mean something. */
  private shifted(i: number, to: number, marks: Marks, depth: number, flush: (end: number) => void): number | null {
    const text = this.joined;
    const shift = /^<(su[bp])>/.exec(text.slice(i, i + 5))?.[1] as Run['shift'];
    if (!shift || depth >= MAX_DEPTH) return null;
    const tag = `</${shift}>`;
    // A tag in code is none.
    const close = i + text.slice(i, Math.min(to, i + MAX_LINK)).replace(/(`+)[^`]*\1/g, (code) => ' '.repeat(code.length)).indexOf(tag);
    if (close < i) return null;
    flush(i);
    this.parse(i + 5, close, { ...marks, shift }, depth + 1);
    return close + tag.length;
  }

  private codeSpan(i: number, to: number, marks: Marks, flush: (end: number) => void): number | null {
    const text = this.joined;
    let open = i;
    while (open < to && text.charAt(open) === '`') open += 1;
    const fence = text.slice(i, open);
    if ((this.hopeless.get(fence) ?? Infinity) <= i) return null;
    let close = text.indexOf(fence, open);
    while (close >= 0 && close + fence.length <= to && text.charAt(close + fence.length) === '`') {
      let after = close;
      while (text.charAt(after) === '`') after += 1;
      close = text.indexOf(fence, after);
    }
    if (close < 0 || close + fence.length > to) {
      if (close < 0) this.hopeless.set(fence, i);
      return null;
    }
    flush(i);
    const padded = /^ .*[^ ].* $/s.test(text.slice(open, close)) ? 1 : 0;
    this.emit(open + padded, close - padded, marks, { code: true });
    return close + fence.length;
  }

  private emphasis(
    i: number,
    to: number,
    marks: Marks,
    depth: number,
    flush: (end: number) => void,
  ): number | null {
    const text = this.joined;
    const char = text.charAt(i);
    let open = i;
    while (open < to && text.charAt(open) === char) open += 1;
    const width = char === '~' ? 2 : Math.min(3, open - i);
    if (open - i > 3 || (char === '~' && open - i !== 2)) return null;
    if (open >= to || /\s/.test(text.charAt(open))) return null;
    if (char === '_' && i > 0 && /[\p{L}\p{N}]/u.test(text.charAt(i - 1))) return null;
    const close = this.closing(char, width, open, to);
    if (close === null) return null;
    flush(i);
    const inner: Marks = {
      ...marks,
      strong: marks.strong || (char !== '~' && width >= 2),
      em: marks.em || (char !== '~' && width !== 2),
      strike: marks.strike || char === '~',
    };
    this.parse(open, close, inner, depth + 1);
    return close + width;
  }

  /** Where the delimiter that closes an emphasis starts; skips code spans and escapes. */
  private closing(char: string, width: number, from: number, to: number): number | null {
    const text = this.joined;
    const key = `${char}${width}:${to}`;
    if ((this.hopeless.get(key) ?? Infinity) <= from) return null;
    let i = from;
    while (i < to) {
      const here = text.charAt(i);
      if (here === '\\') {
        i += 2;
      } else if (here === '`') {
        let end = i;
        while (end < to && text.charAt(end) === '`') end += 1;
        const fence = text.slice(i, end);
        const close = (this.hopeless.get(fence) ?? Infinity) <= i ? -1 : text.indexOf(fence, end);
        i = close >= 0 && close < to ? close + fence.length : end;
      } else if (here === char) {
        let end = i;
        while (end < to && text.charAt(end) === char) end += 1;
        const wordAfter = char === '_' && /[\p{L}\p{N}]/u.test(text.charAt(end));
        if (end - i === width && !/\s/.test(text.charAt(i - 1)) && !wordAfter) return i;
        if (end - i === 3 && width < 3 && !/\s/.test(text.charAt(i - 1))) return end - width;
        i = end;
      } else {
        i += 1;
      }
    }
    this.hopeless.set(key, from);
    return null;
  }

  private link(
    bracket: number,
    from: number,
    to: number,
    marks: Marks,
    depth: number,
    flush: (end: number) => void,
  ): number | null {
    const text = this.joined;
    if (marks.href !== null || depth >= MAX_DEPTH) return null;
    const limit = Math.min(to, bracket + MAX_LINK);
    let nesting = 0;
    let label = -1;
    for (let i = bracket; i < limit; i += 1) {
      const char = text.charAt(i);
      if (char === '\\') i += 1;
      else if (char === '[') nesting += 1;
      else if (char === ']') {
        nesting -= 1;
        if (nesting === 0) {
          label = i;
          break;
        }
      }
    }
    if (label < 0 || text.charAt(label + 1) !== '(') return null;
    let parens = 0;
    let end = -1;
    for (let i = label + 1; i < Math.min(to, label + MAX_LINK); i += 1) {
      const char = text.charAt(i);
      if (char === '\n') return null;
      if (char === '(') parens += 1;
      else if (char === ')') {
        parens -= 1;
        if (parens === 0) {
          end = i;
          break;
        }
      }
    }
    if (end < 0) return null;
    const target = /[^\s<>]+/.exec(text.slice(label + 2, end))?.[0] ?? '';
    const href = from === bracket ? safeHref(target) : null;
    flush(from);
    // A picture without a description is shown by its address.
    if (from < bracket && label === bracket + 1) this.emit(label + 2, end, marks, {});
    else this.parse(bracket + 1, label, { ...marks, href }, depth + 1);
    return end + 1;
  }

  private bareAddress(i: number, to: number, marks: Marks, flush: (end: number) => void): number | null {
    const text = this.joined;
    if (marks.href !== null || !/^https?:\/\//i.test(text.slice(i, i + 8))) return null;
    if (i > 0 && /[\p{L}\p{N}]/u.test(text.charAt(i - 1))) return null;
    let end = i;
    while (end < to && !this.atomAt.has(end) && /[^\s<>"'`가-힣]/.test(text.charAt(end))) end += 1;
    while (end > i && /[.,;:!?)\]*_]/.test(text.charAt(end - 1))) end -= 1;
    const href = safeHref(text.slice(i, end));
    if (href === null) return null;
    flush(i);
    this.emit(i, end, { ...marks, href }, {});
    return end;
  }

  private emit(from: number, to: number, marks: Marks, extra: Partial<Run>): void {
    // A run may not jump over source text that is not part of it (a list indent between two lines).
    let start = from;
    for (let i = from + 1; i <= to; i += 1) {
      const gap = i < to && this.offset(i) !== this.offset(i - 1) + 1;
      if (i < to && !gap) continue;
      const begin = this.offset(start);
      const end = this.offset(i - 1) + 1;
      const text = extra.atom === true ? this.source.slice(begin, end) : this.joined.slice(start, i);
      this.out.push({ ...marks, code: false, atom: false, text, start: begin, end, ...extra });
      start = i;
    }
  }

  private offset(index: number): number {
    return this.at[index] ?? 0;
  }
}
