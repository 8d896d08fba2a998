/** What stands beside the text, in its order: suggestions and sentences that the sources do not bear out. Pure. */
import type { Verdict } from './checking.svelte';
import { inOrder, together, type Decision } from './patches';
import type { Category, Patch } from './wire';

export type Card =
  | { id: string; start: number; parts: Decision; verdict?: undefined }
  | { id: string; start: number; verdict: Verdict; parts?: undefined };

/** The cards of one kind of suggestions, or all; verdicts stand among all only. */
export function cardsOf(patches: readonly Patch[], verdicts: readonly Verdict[], filter: Category | null): Card[] {
  const cards: Card[] = together(inOrder(patches, filter)).map((parts) => ({ id: parts[0].id, start: parts[0].start ?? Infinity, parts }));
  if (filter === null) cards.push(...verdicts.map((verdict) => ({ id: verdict.id, start: verdict.start, verdict })));
  return cards.sort((a, b) => a.start - b.start || 0);
}

/** The card on which a suggestion or a verdict stands. */
export function cardOf(cards: readonly Card[], id: string | null): Card | undefined {
  return cards.find((card) => card.id === id || (card.parts?.some((part) => part.id === id) ?? false));
}
