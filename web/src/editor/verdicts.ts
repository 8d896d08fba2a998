/** The verdicts on the sentences of a draft, underlined. */
import type { Verdict } from '../draft/checking.svelte';
import { FoundPlugin, type Found } from './placed';

export interface PlacedVerdict extends Found {
  verdict: Verdict;
}

export const verdicts = new FoundPlugin<PlacedVerdict>('verdicts', ({ id, verdict }) => ({ class: `verdict-mark verdict-${verdict.status}`, 'data-verdict': id }));
