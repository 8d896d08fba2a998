/** The history of a draft as it is shown: what was typed in one go is one entry. Pure. */
import type { Revision } from './wire';

/** Typing with no longer pause than this belongs together (ms). */
const PAUSE = 5 * 60_000;

export interface Entry {
  /** The state that the entry ends in, and the newest one. */
  revision: Revision;
  /** Older states of the same sitting, newest first. */
  within: Revision[];
}

/** Entries of `revisions`, which come newest first and stay so. */
export function entries(revisions: readonly Revision[]): Entry[] {
  const groups: Revision[][] = [];
  for (const revision of revisions) {
    const last = groups.at(-1)?.at(-1);
    const pause = last ? Date.parse(last.createdAt) - Date.parse(revision.createdAt) : Infinity;
    const same = last?.cause === 'edit' && revision.cause === 'edit' && last.author === revision.author;
    if (same && pause <= PAUSE) groups.at(-1)?.push(revision);
    else groups.push([revision]);
  }
  return groups.flatMap(([revision, ...within]) => (revision ? [{ revision, within }] : []));
}
