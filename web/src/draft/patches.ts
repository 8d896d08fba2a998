/** The list of patches as the writer sees it. Pure. */
import { CATEGORIES, type Category, type Patch } from './wire';

export interface Group {
  category: Category;
  patches: Patch[];
}

export function isOpen(patch: Patch): boolean {
  return patch.status === 'pending' || patch.status === 'conflict' || patch.status === 'streaming';
}

function inText(a: Patch, b: Patch): number {
  return (a.start ?? Infinity) - (b.start ?? Infinity) || 0;
}

/** Open patches by category, riskiest first, each in the order of the text; categories without patches are left out. */
export function groups(patches: readonly Patch[]): Group[] {
  return CATEGORIES.map((category) => ({
    category,
    patches: patches.filter((patch) => patch.category === category && isOpen(patch)).sort(inText),
  })).filter((group) => group.patches.length > 0);
}

/** Patches by decision: those that are decided together are one card, where its first one stands. */
export function cards(patches: readonly Patch[]): Patch[][] {
  const found = new Map<string, Patch[]>();
  for (const patch of patches) found.set(patch.groupId, [...(found.get(patch.groupId) ?? []), patch]);
  return [...found.values()];
}

/** Patches that were decided, in the order of the text. */
export function decided(patches: readonly Patch[]): Patch[] {
  return patches.filter((patch) => patch.status === 'accepted' || patch.status === 'rejected').sort(inText);
}

/** The id `step` places after (or before) `id` in the list; the ends stop, and an unknown id starts at the first. */
export function neighbour(ids: readonly string[], id: string | null, step: 1 | -1): string | null {
  const at = id === null ? -1 : ids.indexOf(id);
  if (at < 0) return (step > 0 ? ids[0] : ids.at(-1)) ?? null;
  return ids[Math.min(Math.max(at + step, 0), ids.length - 1)] ?? null;
}

/** The list with a patch that is new or in a newer state. */
export function upsert(patches: readonly Patch[], patch: Patch): Patch[] {
  const at = patches.findIndex((other) => other.id === patch.id);
  return at < 0 ? [...patches, patch] : patches.with(at, patch);
}
