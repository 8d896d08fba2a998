/** How long a text is, as writers count. */

export interface Counts {
  /** Runs between white space that have a letter or a digit: English words, Korean eojeol. */
  words: number;
  /** Characters as a reader sees them, line ends left out. */
  characters: number;
  /** The same without white space. */
  letters: number;
  /** Sentences of paragraphs, lists and quotations; headings, tables and notes have none. */
  sentences: number;
}

export const NOTHING: Counts = { words: 0, characters: 0, letters: 0, sentences: 0 };

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const sentence = new Intl.Segmenter(undefined, { granularity: 'sentence' });
const APART = /^\s*(?:#{1,6}\s|\||`{3}|~{3}|\[\^[^\]]+\]:)/;
/** What may end a sentence with more behind it: a line without is one sentence, as most are. */
const ENDS = /[.?!…。？！]\S*\s+\S/;
const LETTER = /[\p{L}\p{N}]/u;
const WORD = /\S*?[\p{L}\p{N}]\S*/gu;
/** Characters that never join with the one beside them: Latin, punctuation, currency, CJK, Hangul syllables, full width. */
const SINGLE = /^[\x20-\x7e\u00a0-\u02ff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2100-\u23ff\u2460-\u25ff\u3000-\u3029\u3041-\u3096\u30a1-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff5e]*$/;

/** Of one line, without its end. */
export function countLine(line: string): Counts {
  const words = line.match(WORD)?.length ?? 0;
  const sentences = sentencesOf(line);
  const spaces = line.match(/\s/g)?.length ?? 0;
  // Most lines have one code unit for each character; only the others are worth the segmenter.
  if (SINGLE.test(line)) return { words, characters: line.length, letters: line.length - spaces, sentences };
  let characters = 0;
  let letters = 0;
  for (const { segment } of graphemes.segment(line)) {
    characters += 1;
    if (/\S/.test(segment)) letters += 1;
  }
  return { words, characters, letters, sentences };
}

function sentencesOf(line: string): number {
  if (APART.test(line) || !LETTER.test(line)) return 0;
  if (!ENDS.test(line)) return 1;
  let found = 0;
  for (const { segment } of sentence.segment(line)) if (LETTER.test(segment)) found += 1;
  return found;
}

export function sum(all: Iterable<Counts>): Counts {
  const out = { ...NOTHING };
  for (const { words, characters, letters, sentences } of all) {
    out.words += words;
    out.characters += characters;
    out.letters += letters;
    out.sentences += sentences;
  }
  return out;
}

export function count(text: string): Counts {
  return sum(text.split(/\r\n|\n/).map(countLine));
}
