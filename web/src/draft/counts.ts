/** How long a text is, as writers count. */

export interface Counts {
  /** Runs between white space that have a letter or a digit: English words, Korean eojeol. */
  words: number;
  /** Characters as a reader sees them, line ends left out. */
  characters: number;
  /** The same without white space. */
  letters: number;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

export function count(text: string): Counts {
  let words = 0;
  for (const run of text.matchAll(/\S+/g)) if (/[\p{L}\p{N}]/u.test(run[0])) words += 1;
  let characters = 0;
  let letters = 0;
  for (const line of text.split(/\r\n|\n/)) {
    // Most lines have one code unit for each character; only the others are worth the segmenter.
    const pieces = /^[\x20-\x7e\uac00-\ud7a3]*$/.test(line) ? line.split('') : [...graphemes.segment(line)].map((piece) => piece.segment);
    characters += pieces.length;
    for (const piece of pieces) if (/\S/.test(piece)) letters += 1;
  }
  return { words, characters, letters };
}
