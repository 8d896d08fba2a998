/** What the writer is told about the open draft: whether it is saved, and what became of what was asked for. */
import type { Problem } from '../wire';

export type SaveState = 'saved' | 'dirty' | 'saving' | 'offline' | 'refused' | 'conflict' | 'gone';

/** What the writer has to know about the last thing that was asked for. */
export type Notice =
  | { kind: 'problem'; problem: Problem }
  | { kind: 'broken'; detail: string }
  | { kind: 'conflicts'; count: number }
  | { kind: 'changed' }
  | { kind: 'nothing'; detail: string; told: unknown }
  /** Suggestions were left out, because the writer rejected them before. */
  | { kind: 'hidden'; ids: readonly string[] }
  | { kind: 'restored'; revision: number }
  /** The connection broke while suggestions were being written. */
  | { kind: 'interrupted' }
  /** A decision was made without the server, which is told when it is back. */
  | { kind: 'later' }
  /** What was asked for needs the server, which does not answer. */
  | { kind: 'unreachable' }
  /** A revision that was asked for before the page was opened is still being written. */
  | { kind: 'underway' }
  /** Another tab saved, and its text was taken over. */
  | { kind: 'updated' };
