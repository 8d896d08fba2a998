/** What stands beside the text, in its order: suggestions and sentences that the sources do not bear out. Pure. */
import type { Verdict } from './checking.svelte';
import { inOrder } from './patches';
import type { Category, Patch } from './wire';

export type Card = { id: string; start: number; patch: Patch; verdict?: undefined } | { id: string; start: number; verdict: Verdict; patch?: undefined };

/** The cards of one kind of suggestions, or all; verdicts stand among all only. */
export function cardsOf(patches: readonly Patch[], verdicts: readonly Verdict[], filter: Category | null): Card[] {
  const cards: Card[] = inOrder(patches, filter).map((patch) => ({ id: patch.id, start: patch.start ?? Infinity, patch }));
  if (filter === null) cards.push(...verdicts.map((verdict) => ({ id: verdict.id, start: verdict.start, verdict })));
  return cards.sort((a, b) => a.start - b.start || 0);
}
