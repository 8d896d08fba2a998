/** How long ago something was changed, as lists are parted. Pure. */

export type When = 'today' | 'week' | 'older';

/** Days of the reader's own clock: today, the six before it, and all before those. */
export function whenOf(moment: string, now: Date): When {
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  const week = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 6);
  const at = new Date(moment);
  return at >= today ? 'today' : at >= week ? 'week' : 'older';
}

/** A page of a list anew, with what was listed behind it before. */
export function merged<T extends { id: string; updatedAt: string }>(first: readonly T[], known: readonly T[]): T[] {
  const end = first.at(-1)?.updatedAt ?? '';
  const ids = new Set(first.map(({ id }) => id));
  return [...first, ...known.filter(({ id, updatedAt }) => updatedAt <= end && !ids.has(id))];
}
