/** What the side panel shows, and how a component deep in an answer opens it. */
import { createContext } from 'svelte';
import type { Quote } from '../evidence';
import type { Centre, Kind } from '../graph/api';
import type { Evidence, StatuteCitation } from '../wire';

export type Selection =
  /** `quote`: the words to mark where no evidence is known. */
  | { kind: 'passage'; chunkId: string; evidence: Evidence | null; quote?: Quote; number: number | null; fileName: string; back?: Selection }
  /** Where a reference to a regulation leads; `back` is where the reader came from. */
  | { kind: 'article'; statute: StatuteCitation; back?: Selection }
  /**
   * A page of a source; `looks`: as it looks, where it can be drawn. `words` are marked on it; of a document without pages
   * `chunkId` is what is shown among its neighbours.
   */
  | { kind: 'page'; sourceId: string; fileName: string; page: number | null; looks?: boolean; words?: string; chunkId?: string; back?: Selection }
  | { kind: 'search'; query: string }
  /** A source at a glance. */
  | { kind: 'glance'; source: { id: string; sourceId: string; fileName: string } }
  /** What an answer speaks of or what hangs together with an entity; `chosen` is the entity or relation whose details were shown. */
  | { kind: 'graph'; of: Centre; chosen?: string; back?: Selection }
  /** What the sources, or one of them, speak of; `only`: of this kind. */
  | { kind: 'entities'; source: { id: string; fileName: string } | null; query?: string; only?: Kind; back?: Selection }
  | { kind: 'sentence'; messageId: string; textId: string; index: number }
  /** `quiet`: it opens by itself, and the reader may be typing. */
  | { kind: 'report'; messageId: string; quiet?: boolean };

export interface Opener {
  /** Opens the panel; focus returns to `from` when it is closed. */
  open(selection: Selection, from: HTMLElement | null): void;
  selection(): Selection | null;
  /** Asks in the conversation, which comes into sight. */
  ask(question: string): void;
}

export const [useOpener, provideOpener] = createContext<Opener>();
