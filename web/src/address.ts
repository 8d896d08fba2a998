/**
 * Between the address and what the workspace shows: what has to be done to be where the address leads, and which address
 * names where the page is. Pure; `address.svelte.ts` does it.
 */
import type { Route } from './routes';

/** What the workspace shows: a conversation in which nothing was asked yet has no id. */
export interface Shown {
  chat: string | null;
  /** The open draft, also when it is put away. */
  draft: string | null;
  /** Its pane is on the screen. */
  writing: boolean;
}

/** The place that the workspace shows. */
export function placeOf({ chat, draft, writing }: Shown): Route {
  return writing && draft !== null ? { page: 'write', draft, chat } : { page: 'ask', chat };
}

export interface Moves {
  startNew: boolean;
  putAway: boolean;
  /** Conversation to open. */
  chat: string | null;
  /** Draft to open; `any` is the one at hand. */
  draft: string | 'any' | null;
}

/**
 * What leads to the workspace that the address names; null where it names another page. At the start a question may already
 * have been asked, and the draft that was open last may stay beside a conversation.
 */
export function movesTo(wanted: Route, shown: Shown, starting: boolean): Moves | null {
  if (wanted.page !== 'ask' && wanted.page !== 'write') return null;
  return {
    startNew: wanted.chat === null && shown.chat !== null && !starting,
    putAway: wanted.page === 'ask' && shown.writing && !starting,
    chat: wanted.chat,
    draft: wanted.page === 'write' ? (wanted.draft ?? 'any') : null,
  };
}

/**
 * What to name in the address now that the workspace shows `next`; null where it stays as it is. `arrived` says that the
 * page has just been led there. `instead`: no new entry of the history.
 */
export function named(before: Route, next: Route, arrived: boolean): { route: Route; instead: boolean } | null {
  if (before.page !== 'ask' && before.page !== 'write') return null;
  // The place where a draft can be begun is left only for a draft, or by a link.
  if (before.page === 'write' && before.draft === null && next.page === 'ask') return null;
  const { chat, draft } = { draft: null, chat: null, ...next };
  const only = before.page === next.page && (before.chat === null || before.chat === chat) && (before.page === 'ask' || before.draft === null || before.draft === draft);
  return { route: next, instead: arrived || only };
}

/** Where the choice of a conversation or a draft at the side leads; null where the page is there already. */
export function chosen(page: 'ask' | 'write', before: Route, shown: Shown): Route | null {
  const here = placeOf(shown);
  if (page === 'write') return here.page === 'write' ? here : { page, draft: null, chat: shown.chat };
  const atWork = before.page === 'ask' || before.page === 'write';
  return atWork && shown.writing ? null : { page, chat: shown.chat };
}
