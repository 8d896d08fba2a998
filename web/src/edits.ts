/**
 * Edits of text that was already streamed. Owns the arithmetic of applying them and of moving offsets along; what the
 * offsets mean to a reader is left to state.ts.
 *
 * An edit's offsets are those of the text as it stands when the edit arrives, earlier edits applied. Text that arrives
 * later is appended behind, so applying the edits in order to the whole streamed text gives the same result.
 */
import type { EditData } from './wire';

type Change = Pick<EditData, 'seq' | 'start' | 'end' | 'replacement'>;

function inOrder<T extends Change>(edits: readonly T[]): T[] {
  return [...edits].sort((a, b) => a.seq - b.seq);
}

/** The streamed text with the edits applied. Offsets beyond the text are clamped. */
export function applyEdits(streamed: string, edits: readonly Change[]): string {
  let text = streamed;
  for (const { start, end, replacement } of inOrder(edits)) {
    text = text.slice(0, start) + replacement + text.slice(Math.max(start, end));
  }
  return text;
}

/**
 * Where an offset stands after the edits. What lies behind an edit moves with it, what lies inside a replaced range
 * moves to the end of the replacement; text inserted between two sentences belongs to the first.
 */
export function moveOffset(offset: number, edits: readonly Change[]): number {
  let at = offset;
  for (const { start, end, replacement } of inOrder(edits)) {
    if (at >= end) at += replacement.length - (end - start);
    else if (at > start) at = start + replacement.length;
  }
  return at;
}
