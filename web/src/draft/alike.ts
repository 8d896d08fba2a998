/** Equal edits as one card, and what suggestions have in common. Loaded with the margin. Pure. */
import { isAbout, type Card } from './cards';
import type { Decision } from './patches';

/** A card of decisions that change the same words into the same: they are decided together or one by one. */
export type Alike = Card & {
  /** All of them, in the order of the text; `parts` is the one that is looked at, or the first. */
  alike: readonly Decision[];
  /** What the card stands beside. */
  at: string;
};

/** What makes decisions the same edit; null for one that stands by itself. */
function edit(parts: Decision): string | null {
  if (parts.some((part) => part.status === 'conflict' || part.op === 'move')) return null;
  return JSON.stringify(parts.map(({ op, before, after, category, verdict, status }) => [op, before, after, category, verdict?.status, status === 'streaming' ? 'pending' : status]));
}

/** Decisions that are the same edit, each with all of its places. */
export function equal(decisions: readonly Decision[]): Decision[][] {
  const found = new Map<string, Decision[]>();
  for (const parts of decisions) {
    const key = edit(parts) ?? parts[0].id;
    const others = found.get(key);
    if (others) others.push(parts);
    else found.set(key, [parts]);
  }
  return [...found.values()];
}

/** The cards with equal edits as one, which stands beside the one that is looked at, else beside one that is seen. */
export function merged(cards: readonly Card[], active: string | null, seen: (id: string) => boolean): Alike[] {
  const out: Alike[] = equal(cards.flatMap(({ parts }) => (parts ? [parts] : []))).flatMap((alike) => {
    const [first] = alike;
    const parts = alike.find((one) => isAbout(one, active)) ?? (alike.length > 1 ? alike.find(([one]) => seen(one.id)) : undefined) ?? first;
    return first && parts ? [{ id: first[0].id, at: parts[0].id, start: parts[0].start ?? Infinity, parts, alike }] : [];
  });
  for (const card of cards) if (!card.parts) out.push({ ...card, at: card.id, alike: [] });
  return out.sort((a, b) => a.start - b.start || 0);
}

/** Decisions that can be accepted at one go, by what they have in common. */
export interface Way {
  name: string;
  ids: string[];
}

/** What `decisions` have in common, in its first order; `names` gives the things that one of them belongs to. */
export function ways(decisions: readonly Decision[], names: (parts: Decision) => readonly string[]): Way[] {
  const found = new Map<string, string[]>();
  for (const parts of decisions) {
    for (const name of new Set(names(parts))) {
      const ids = found.get(name);
      if (ids) ids.push(parts[0].id);
      else found.set(name, [parts[0].id]);
    }
  }
  return [...found].map(([name, ids]) => ({ name, ids }));
}
