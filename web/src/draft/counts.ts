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
const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' });
const APART = /^\s*(?:#{1,6}\s|\||`{3}|~{3}|\[\^[^\]]+\]:)/;
const LETTER = /[\p{L}\p{N}]/u;

/** Of the lines of the text that was counted last: most of them are the same the next time. */
let known = new Map<string, number>();

export function count(text: string): Counts {
  const counts = { ...NOTHING };
  const lines = new Map<string, number>();
  for (const run of text.matchAll(/\S+/g)) if (LETTER.test(run[0])) counts.words += 1;
  for (const line of text.split(/\r\n|\n/)) {
    // Most lines have one code unit for each character; only the others are worth the segmenter.
    const pieces = /^[\x20-\x7e\uac00-\ud7a3]*$/.test(line) ? line.split('') : [...graphemes.segment(line)].map((piece) => piece.segment);
    counts.characters += pieces.length;
    for (const piece of pieces) if (/\S/.test(piece)) counts.letters += 1;
    const here = known.get(line) ?? sentencesOf(line);
    lines.set(line, here);
    counts.sentences += here;
  }
  known = lines;
  return counts;
}

function sentencesOf(line: string): number {
  if (APART.test(line)) return 0;
  let found = 0;
  for (const { segment } of sentences.segment(line)) if (LETTER.test(segment)) found += 1;
  return found;
}
