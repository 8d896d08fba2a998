/** The places of the page and their addresses, which stand behind the `#` so that any file server can serve the page. */

import type { Quote } from './evidence';

/** Conversation and draft share the screen: both are named where both are open. */
export type Route =
  | { page: 'ask'; chat: string | null }
  | { page: 'write'; draft: string | null; chat: string | null }
  | { page: 'verify' }
  | { page: 'rules'; pack: string | null }
  | { page: 'charts' }
  | { page: 'keys' };

export type PageName = Route['page'];
export const PAGES = ['ask', 'write', 'verify', 'rules', 'charts', 'keys'] as const satisfies readonly PageName[];

/** What an identifier in an address may consist of; anything else is not taken from it. */
const ID = /^[\w.~-]{1,200}$/;

function named(piece: string | undefined): string | null {
  return piece !== undefined && ID.test(piece) ? piece : null;
}

/** The place that the part of an address after `#` names; an address that means nothing is the start. */
export function readRoute(hash: string): Route {
  const [page, first, marker, second] = hash.replace(/^#?\/?|\?.*$/g, '').split('/');
  switch (page) {
    case 'c':
      return { page: 'ask', chat: named(first) };
    case 'w':
      if (first === 'c') return { page: 'write', draft: null, chat: named(marker) };
      return { page: 'write', draft: named(first), chat: marker === 'c' ? named(second) : null };
    case 'verify':
      return { page: 'verify' };
    case 'rules':
      return { page: 'rules', pack: named(first) };
    case 'charts':
      return { page: 'charts' };
    case 'keys':
      return { page: 'keys' };
    default:
      return { page: 'ask', chat: null };
  }
}

/** The project that an address names (`?in=ID`); null where it says nothing of one. */
export function projectIn(hash: string): string | null {
  return named(/[?&]in=([^&]*)/.exec(hash)?.[1]);
}

/**
 * The passage that an address names, as links of other programs do, with the words to mark in the form of a text fragment
 * (`#/p/ID?text=start,end`); it opens beside the conversation.
 */
export function passageIn(hash: string): { chunkId: string; quote: Quote | null } | null {
  const [path = '', query] = hash.replace(/^#?\/?/, '').split('?');
  const [page, id] = path.split('/');
  const chunkId = page === 'p' ? named(id) : null;
  return chunkId === null ? null : { chunkId, quote: quoteIn(query) };
}

function quoteIn(query: string | undefined): Quote | null {
  const words = /(?:^|&)text=([^&]{1,2000})/.exec(query ?? '')?.[1]?.split(',');
  try {
    const [start = '', end] = words?.map(decodeURIComponent) ?? [];
    return start === '' ? null : { start, end: end ?? null };
  } catch {
    // Not written by a program that knows how: the passage opens without a mark.
    return null;
  }
}

export function addressOf(route: Route): string {
  switch (route.page) {
    case 'ask':
      return route.chat === null ? '#/' : `#/c/${route.chat}`;
    case 'write':
      return ['#/w', ...(route.draft === null ? [] : [route.draft]), ...(route.chat === null ? [] : ['c', route.chat])].join('/');
    case 'rules':
      return route.pack === null ? '#/rules' : `#/rules/${route.pack}`;
    default:
      return `#/${route.page}`;
  }
}
