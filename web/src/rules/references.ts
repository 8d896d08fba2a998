/** References to regulations that answers did not show, as a list to review. */
import type { Routes } from '../generated/api';

export type Removed = Routes['GET /api/references/review']['response']['removed'][number];

/** One reference with the sentence in which it stood last. */
export interface Reviewed extends Pick<Removed, 'words' | 'fault' | 'statement' | 'chatId'> {
  /** How often it was not shown. */
  times: number;
}

/** Spelled with other blanks or brackets it is the same reference, to the server too. */
const bare = (words: string): string => words.replace(/[\s「」『』]/gu, '');

/** One entry for each reference, the latest first, without those that a person has declared to be right. */
export function toReview(removed: readonly Removed[], accepted: readonly { words: string }[]): Reviewed[] {
  const right = new Set(accepted.map(({ words }) => bare(words)));
  const found = new Map<string, Reviewed>();
  for (const { words, fault, statement, chatId } of removed) {
    const key = bare(words);
    if (right.has(key)) continue;
    const known = found.get(key);
    if (known) known.times += 1;
    else found.set(key, { words, fault, times: 1, statement, chatId });
  }
  return [...found.values()];
}
