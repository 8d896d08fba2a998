// What a note gets and is called. Knows nothing of Obsidian.

import type { Answer } from '../../shared/stet';

/** The name of a file of the vault as a source: a server tells files apart by name, a vault by path. */
export const nameOf = (path: string): string => path.replace(/\//g, ' - ');

/** What is inserted into a note for an answer: its words at a place, its footnotes at the end. */
export function inserted(note: string, at: number, answer: Answer): { at: number; text: string }[] {
  const before = note.slice(0, at);
  const behind = note.slice(at);
  const gap = (text: string, isEdge: boolean): string => (isEdge || text.endsWith('\n\n') ? '' : text.endsWith('\n') ? '\n' : '\n\n');
  const words = `${gap(before, before.trim() === '')}${answer.text}${behind.trim() === '' || behind.startsWith('\n') ? '' : '\n\n'}`;
  const notes = answer.notes.join('\n');
  if (notes === '') return [{ at, text: words }];
  // Footnotes may follow one another; from words they are set off.
  const isList = behind.trim() !== '' && /(^|\n)\[\^[^\]]+\]: [^\n]*\n?$/.test(note);
  const lead = '\n'.repeat((isList ? 1 : 2) - Number(note.endsWith('\n') && behind !== ''));
  return [{ at, text: words }, { at: note.length, text: `${lead}${notes}\n` }];
}
