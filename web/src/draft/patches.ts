/** The list of patches as the writer sees it. Pure. */
import { CATEGORIES, type Category, type Patch } from './wire';

/** Characters of the sentence that are shown on either side of a change. */
const SHOWN = 70;
const SENTENCE_END = /[.!?。…]+["'”’)\]]*\s+|[。]/g;

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

/** Patches that are decided together, in the order of the text. */
export type Decision = [Patch, ...Patch[]];

/** Patches by decision: one card each, where its first one stands. */
export function together(patches: readonly Patch[]): Decision[] {
  const found = new Map<string, Decision>();
  for (const patch of patches) {
    const parts = found.get(patch.groupId);
    if (parts) parts.push(patch);
    else found.set(patch.groupId, [patch]);
  }
  return [...found.values()];
}

/** Open patches in the order of the text, of one category or of all. */
export function inOrder(patches: readonly Patch[], category: Category | null): Patch[] {
  return patches.filter((patch) => isOpen(patch) && (category === null || patch.category === category)).sort(inText);
}

/** What stands around a change in its sentence. The line is cut at the ends of sentences, long parts at words. */
export function around(text: string, start: number, end: number, shown = SHOWN): { before: string; after: string } {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const stop = text.indexOf('\n', end);
  const head = text.slice(from, start);
  const tail = text.slice(end, stop < 0 ? text.length : stop);
  const opened = [...head.matchAll(SENTENCE_END)].at(-1);
  const closed = [...tail.matchAll(SENTENCE_END)][0];
  const before = opened ? head.slice(opened.index + opened[0].length) : head;
  const after = closed ? tail.slice(0, closed.index + closed[0].trimEnd().length) : tail;
  return {
    before: before.length > shown ? `…${before.slice(-shown).replace(/^\S*(?=\s)/, '')}` : before,
    after: after.length > shown ? `${after.slice(0, shown).replace(/(?<=\s)\S*$/, '')}…` : after,
  };
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

/** The list with patches that are new or in a newer state. */
export function upsert(patches: readonly Patch[], news: readonly Patch[]): Patch[] {
  const last = new Map(news.map((patch) => [patch.id, patch]));
  const known = patches.map((patch) => {
    const now = last.get(patch.id) ?? patch;
    last.delete(patch.id);
    return now;
  });
  return [...known, ...last.values()];
}
