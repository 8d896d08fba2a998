/**
 * Where a passage stands in a document as it looks. The passage is Markdown that the server made of the same file; what is
 * drawn has other spaces, numbers that are no text, notes and heads in between. Both are compared by their letters and digits.
 */

import type { Box } from '../view/differing';

/** What is looked for: words within a passage, and what stands around the passage. */
export interface Wanted {
  words: string;
  passage: string;
  before: string;
  after: string;
  /** The page that the server knows for it, from 1: where it is looked for first. */
  page: number | null;
}

/** A part of the letters; `share` of what was looked for stands in it. */
export interface Place {
  start: number;
  end: number;
  share: number;
}

/** How much of a passage must be found, in order, for it to be there. */
const ENOUGH = 0.6;
/** What of a line is looked for at once, in letters. */
const PIECE = 16;
/** What may stand between two pieces of a passage in the document, in letters: a head, a foot, a note. */
const BETWEEN = 240;
/** Between what remains of a piece. */
const NEAR = 60;
/** Of words that stand in many places so many are tried. */
const PLACES = 64;

const OTHER = /[^\p{L}\p{N}]+/gu;
/** What a list or an article begins with: in what is drawn it is often made, no text. */
const LABEL =
  /^[\s>#*•\-–○●□■◦]*(?:제\s?\d+\s?(?:조|장|절|관|항|편)(?:의\s?\d+)?|(?:Article|Section|Clause|Chapter|Part|§)\s?\d+(?:\.\d+)*|\d{1,3}(?:[.-]\d{1,3})+[.)]?\s|\(?(?:\d{1,3}|[A-Za-z가-하]|[ivxIVX]{1,5})[.)]\s|[①-⑳]\s?)?[\s>#*•\-–○●□■◦]*/u;

/** A text's letters and digits in lower case, raised ones as they are otherwise, and where each stands in its pieces. */
export class Letters {
  readonly text: string;
  /** For each letter its piece and its offset in that. */
  readonly #piece: Uint32Array;
  readonly #offset: Uint32Array;

  constructor(pieces: readonly string[]) {
    let text = '';
    const [piece, offset]: [number[], number[]] = [[], []];
    for (const [index, one] of pieces.entries()) {
      let at = 0;
      for (const sign of one) {
        const own = onlyLetters(sign);
        text += own;
        for (let step = 0; step < own.length; step += 1) {
          piece.push(index);
          offset.push(at);
        }
        at += sign.length;
      }
    }
    this.text = text;
    this.#piece = Uint32Array.from(piece);
    this.#offset = Uint32Array.from(offset);
  }

  /** The piece that the letter stands in and its offset there. */
  at(letter: number): { piece: number; offset: number } {
    return { piece: this.#piece[letter] ?? 0, offset: this.#offset[letter] ?? 0 };
  }
}

const onlyLetters = (text: string): string => text.normalize('NFKC').toLowerCase().replace(OTHER, '');

/** The letters of Markdown: without addresses, tags and marks of notes. */
function lettersOf(markdown: string): string {
  const bare = markdown
    .replace(/\]\([^)\n]*\)/g, ']')
    .replace(/\[\^[^\]\n]{1,64}\]:?/g, ' ')
    .replace(/<\/?[a-z]{1,10}\b[^>\n]{0,40}>/gi, ' ');
  return onlyLetters(bare);
}

/** The smallest rectangle on a page that holds all of these, in shares of its sides. Pure. */
export function boxAround(all: readonly { left: number; top: number; right: number; bottom: number }[], width: number, height: number): Box | null {
  if (all.length === 0 || width <= 0 || height <= 0) return null;
  const within = (share: number): number => Math.min(1, Math.max(0, share));
  const [left, right] = [within(Math.min(...all.map((one) => one.left)) / width), within(Math.max(...all.map((one) => one.right)) / width)];
  const [top, bottom] = [within(Math.min(...all.map((one) => one.top)) / height), within(Math.max(...all.map((one) => one.bottom)) / height)];
  return { left, top, width: right - left, height: bottom - top };
}

/** Where the words are, or else their passage; null where neither is found. Pure. */
export function findPassage(text: string, wanted: Wanted): Place | null {
  const passage = place(text, wanted.passage, wanted.before, wanted.after);
  if (passage) {
    // What was found piece by piece may lack its ends.
    const [from, to] = passage.share === 1 ? [passage.start, passage.end] : [Math.max(0, passage.start - PIECE), passage.end + PIECE];
    const words = place(text.slice(from, to), wanted.words, '', '');
    return words ? { start: from + words.start, end: from + words.end, share: passage.share } : passage;
  }
  const words = lettersOf(wanted.words);
  const only = words.length < 12 ? -1 : text.indexOf(words);
  return only >= 0 && text.indexOf(words, only + 1) < 0 ? { start: only, end: only + words.length, share: 1 } : null;
}

/** Where Markdown stands in the letters, nearest to what stands around it; null where too little of it does. Pure. */
export function place(text: string, markdown: string, before: string, after: string): Place | null {
  const letters = lettersOf(markdown);
  if (letters === '') return null;
  const found = occurrences(text, letters);
  if (found.length > 0) {
    const around = [lettersOf(before), lettersOf(after)] as const;
    const best = found.length === 1 ? found[0] : most(found, (at) => fits(text, at, at + letters.length, around));
    return { start: best ?? 0, end: (best ?? 0) + letters.length, share: 1 };
  }
  return byPieces(text, piecesOf(markdown));
}

function occurrences(text: string, part: string): number[] {
  const found = [];
  for (let at = text.indexOf(part); at >= 0 && found.length < PLACES; at = text.indexOf(part, at + 1)) found.push(at);
  return found;
}

function most<T>(all: readonly T[], worth: (one: T) => number): T | undefined {
  let [best, height]: [T | undefined, number] = [undefined, -1];
  for (const one of all) {
    const own = worth(one);
    if (own > height) [best, height] = [one, own];
  }
  return best;
}

/** How many letters before and after a place are those that stand around the passage. */
function fits(text: string, start: number, end: number, [before, after]: readonly [string, string]): number {
  let [back, on] = [0, 0];
  while (back < before.length && back < start && text[start - 1 - back] === before[before.length - 1 - back]) back += 1;
  while (on < after.length && text[end + on] === after[on]) on += 1;
  return back + on;
}

/** A passage in pieces: its lines and cells without the numbers that they begin with, long ones in several. */
function piecesOf(markdown: string): string[] {
  const pieces = [];
  let last = '';
  for (const line of markdown.replace(/<br ?\/?>/gi, '\n').split(/[\n|]/)) {
    const letters = lettersOf(line.replace(LABEL, ''));
    // A cell that reaches over others is told for each of them.
    if (letters === last) continue;
    last = letters;
    // From the end: what a made number left of itself stands in the first.
    const first = letters.length % PIECE;
    pieces.push(letters.slice(0, first));
    for (let at = first; at < letters.length; at += PIECE) pieces.push(letters.slice(at, at + PIECE));
  }
  return pieces.filter((piece) => piece !== '');
}

/** The chain of most pieces in their order. */
function byPieces(text: string, pieces: readonly string[]): Place | null {
  // A chain begins at what says most and stands in few places.
  const anchors = pieces
    .map((piece, index) => ({ index, places: piece.length < 4 ? [] : occurrences(text, piece) }))
    .filter(({ places }) => places.length > 0 && places.length < PLACES)
    .sort((one, other) => one.places.length - other.places.length || (pieces[other.index]?.length ?? 0) - (pieces[one.index]?.length ?? 0))
    .slice(0, 6);
  const chains = anchors.flatMap(({ index, places }) => places.map((at) => chain(text, pieces, index, at)));
  const best = most(chains, ({ letters }) => letters);
  const share = best ? best.letters / pieces.join('').length : 0;
  return best && share >= ENOUGH ? { start: best.start, end: best.end, share: Math.min(share, 0.99) } : null;
}

function chain(text: string, pieces: readonly string[], index: number, at: number): { start: number; end: number; letters: number } {
  const own = pieces[index]?.length ?? 0;
  let [start, end, letters] = [at, at + own, own];
  /** What is parted by something else is there in its halves, close by. */
  const onward = (piece: string, between: number): void => {
    const next = text.slice(end, end + between + piece.length).indexOf(piece);
    if (next >= 0) [end, letters] = [end + next + piece.length, letters + piece.length];
    else for (const half of halves(piece)) onward(half, NEAR);
  };
  const back = (piece: string, between: number): void => {
    const from = Math.max(0, start - between - piece.length);
    const last = text.slice(from, start).lastIndexOf(piece);
    if (last >= 0) [start, letters] = [from + last, letters + piece.length];
    else for (const half of halves(piece).reverse()) back(half, NEAR);
  };
  for (const piece of pieces.slice(index + 1)) onward(piece, BETWEEN);
  for (const piece of pieces.slice(0, index).reverse()) back(piece, BETWEEN);
  return { start, end, letters };
}

const halves = (piece: string): string[] => (piece.length < 8 ? [] : [piece.slice(0, piece.length >> 1), piece.slice(piece.length >> 1)]);
