/** What stands beside the text, in its order: suggestions, comments, sentences that the sources do not bear out. Pure. */
import type { Verdict } from './checking.svelte';
import type { Comment } from './comments';
import { inOrder, neighbour, together, type Decision } from './patches';
import type { Category, Patch } from './wire';

export type Card = { id: string; start: number } & (
  | { parts: Decision; verdict?: undefined; thread?: undefined }
  | { verdict: Verdict; parts?: undefined; thread?: undefined }
  | { thread: Comment; parts?: undefined; verdict?: undefined }
);

/** The cards of one kind of suggestions, or all; verdicts and comments stand among all only. */
export function cardsOf(patches: readonly Patch[], verdicts: readonly Verdict[], threads: readonly Comment[], filter: Category | null): Card[] {
  const cards: Card[] = together(inOrder(patches, filter)).map((parts) => ({ id: parts[0].id, start: parts[0].start ?? Infinity, parts }));
  if (filter === null) cards.push(...verdicts.map((verdict) => ({ id: verdict.id, start: verdict.start, verdict })));
  if (filter === null) cards.push(...threads.map((thread) => ({ id: thread.id, start: thread.start, thread })));
  return cards.sort((a, b) => a.start - b.start || 0);
}

export const isAbout = (parts: Decision, id: string | null): boolean => parts.some((part) => part.id === id);

/** The card on which a suggestion, a verdict or a comment stands. */
export function cardOf<T extends Card & { alike?: readonly Decision[] }>(cards: readonly T[], id: string | null): T | undefined {
  return cards.find((card) => card.id === id || (card.alike ?? (card.parts ? [card.parts] : [])).some((parts) => isAbout(parts, id)));
}

/** Where the keys lead: from the card that is looked at to its neighbour, from none, or one that is gone, to the one `near` the cursor. */
export function following(cards: readonly Card[], active: string | null, near: string | null, step: 1 | -1): string | null {
  const at = cardOf(cards, active)?.id ?? null;
  const close = at === null && step > 0 && near !== null ? cardOf(cards, near)?.id : undefined;
  return close ?? neighbour(cards.map(({ id }) => id), at, step);
}

/** Why a decision is not accepted at the first click: the source says something else, or was not asked yet. */
export function doubtOf(parts: readonly Patch[]): 'disputed' | 'unchecked' | null {
  const core = parts.filter(({ category }) => category === 'CORE');
  if (core.some(({ verdict }) => verdict?.status === 'unsupported')) return 'disputed';
  return core.some(({ verdict, status }) => status === 'streaming' && !verdict) ? 'unchecked' : null;
}
