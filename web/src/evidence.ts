/** Finding the evidence of a citation in the content of its passage. */
import type { Evidence } from './wire';

/** Words of a passage; where `end` is given, from `start` to it, as in a text fragment of an address. */
export interface Quote {
  start: string;
  end: string | null;
}

/**
 * The range of the evidence in the content. When the offsets do not lead to the quoted text (the passage was read in
 * anew since), the text is looked for; null when it is not there, so that nothing wrong is ever highlighted.
 */
export function locate(content: string, evidence: Evidence): { start: number; end: number } | null {
  const { start, end, text } = evidence;
  if (start >= 0 && end > start && end <= content.length) {
    const found = content.slice(start, end);
    if (text === '' || found.trim() === text.trim()) return { start, end };
  }
  if (text === '') return null;
  const at = content.indexOf(text);
  return at < 0 ? null : { start: at, end: at + text.length };
}

/** The range of quoted words in the content; null when they are not there. */
export function find(content: string, { start, end }: Quote): { start: number; end: number } | null {
  const from = start === '' ? -1 : content.indexOf(start);
  if (from < 0) return null;
  const rest = from + start.length;
  if (end === null) return { start: from, end: rest };
  const last = content.indexOf(end, rest);
  return last < 0 ? null : { start: from, end: last + end.length };
}
