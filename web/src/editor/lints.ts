/** Breaches of the writer's rules, underlined. */
import type { Breach } from '../draft/linting.svelte';
import { FoundPlugin, type Found } from './placed';

export interface PlacedBreach extends Found {
  breach: Breach;
}

export const lints = new FoundPlugin<PlacedBreach>('lints', ({ id, breach }) => ({ class: `lint lint-${breach.severity}`, 'data-lint': id }));
export const lintsKey = lints.key;
