/** The words that comments were written about. */
import type { Node } from 'prosemirror-model';
import type { EditorState } from 'prosemirror-state';
import type { Mapping } from 'prosemirror-transform';
import type { Comment } from '../draft/comments';
import { FoundPlugin, type Found } from './placed';
import { Places } from './schema';
import { isTableLine, rowOf, type Span } from './tables';

/** They stay where they are when their words are written anew; the server says when nothing is left of them. */
export const comments = new FoundPlugin<Found>('comments', ({ id }) => ({ class: 'comment-mark', 'data-comment': id }), true);

/** Comments where they stand in a document. */
export function placed(found: readonly Pick<Comment, 'id' | 'start' | 'end'>[], doc: Node, mapping: Mapping): Found[] {
  const places = new Places(doc);
  return found.flatMap(({ id, start, end }) => {
    const [from, to] = [mapping.map(places.position(start), 1), mapping.map(places.position(end), -1)];
    return from < to ? [{ id, from, to }] : [];
  });
}

function rowAt(text: string, at: number): Span {
  const cells = isTableLine(text) ? rowOf(text).cells : [];
  return cells.findLast(({ from }) => from <= at) ?? { from: 0, to: text.length };
}

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' });

/** What is selected, without the white space at its edges, or the sentence at the cursor; null where there are no words. */
export function atHand({ doc, selection }: EditorState): { from: number; to: number; words: string } | null {
  let { from, to } = selection;
  if (selection.empty) {
    const { parent, parentOffset } = selection.$from;
    // Of a table, in the cell.
    const cell = rowAt(parent.textContent, parentOffset);
    const start = selection.$from.start() + cell.from;
    const held = [...sentences.segment(parent.textContent.slice(cell.from, cell.to))].find(({ index, segment }) => parentOffset - cell.from <= index + segment.length);
    if (!held) return null;
    [from, to] = [start + held.index, start + held.index + held.segment.length];
  }
  const words = doc.textBetween(from, to, '\n');
  if (words.trim() === '') return null;
  // A line end is one character of the text and two places of the document: edges inside a line are cut only.
  const [head] = /^[^\S\n]*/.exec(words) ?? [''];
  const [tail] = /[^\S\n]*$/.exec(words) ?? [''];
  return { from: from + head.length, to: to - tail.length, words: words.trim() };
}
