/** What the side panel shows, and how a component deep in an answer opens it. */
import { createContext } from 'svelte';
import type { Evidence, StatuteCitation } from '../wire';

export type Selection =
  | { kind: 'passage'; chunkId: string; evidence: Evidence | null; number: number | null; fileName: string; back?: Selection }
  /** Where a reference to a regulation leads; `back` is where the reader came from. */
  | { kind: 'article'; statute: StatuteCitation; back?: Selection }
  | { kind: 'page'; sourceId: string; fileName: string; page: number }
  | { kind: 'search'; query: string }
  | { kind: 'sentence'; messageId: string; textId: string; index: number }
  /** `quiet`: it opens by itself, and the reader may be typing. */
  | { kind: 'report'; messageId: string; quiet?: boolean };

export interface Opener {
  /** Opens the panel; focus returns to `from` when it is closed. */
  open(selection: Selection, from: HTMLElement | null): void;
  selection(): Selection | null;
}

export const [useOpener, provideOpener] = createContext<Opener>();
