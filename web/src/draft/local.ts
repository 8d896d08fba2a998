/**
 * What this browser keeps of drafts: copies of what is not saved yet, so that a closed tab, a crash or a server that is
 * gone loses nothing, and the last known state of drafts, so that they can be opened without the server. A copy is taken
 * away only when the text it holds has been saved. Each tab writes copies of its own, so that none overwrites another's.
 * Decisions that the server was not told of are kept one by one, for all tabs: whichever is there first sends them.
 */
import { newId } from '../api';
import { decode } from '../decode';
import * as shapes from '../generated/shapes';
import { isOpen } from './patches';
import { readDraft, type Draft, type DraftSummary } from './wire';

export interface Copy {
  title: string;
  text: string;
  /** The revision of the server that the text was written on. */
  baseRevision: number;
  /** When it was kept (ms since 1970). */
  at: number;
}

/** This tab, until it is closed or loaded again. */
export const TAB = newId();

const PREFIX = 'stet.draft.';
const CACHE = 'stet.cache.';
const DECIDED = 'stet.decided.';
const LIST = 'stet.drafts';
/** Characters of a text that takes long to be written down, and the pause after which it is (ms). */
const LONG = 50_000;
const CACHE_AFTER = 250;
/** Drafts that can be opened without the server, and characters that they may take together. */
const MOST_CACHED = 40;
const MOST_CHARACTERS = 2_000_000;

/** Keeps a copy; false when this browser does not (storage full or forbidden). */
export function keep(draft: string, copy: Omit<Copy, 'at'>): boolean {
  const value = JSON.stringify({ ...copy, at: Date.now() });
  // What is not saved anywhere else goes before what the server has too.
  return put(`${PREFIX}${draft}.${TAB}`, value) || (dropCache(0) && put(`${PREFIX}${draft}.${TAB}`, value));
}

/** The copies of a draft that are kept, of this tab and of others, or of others only; newest first. */
export function copies(draft: string, whose: 'all' | 'others' = 'all'): Copy[] {
  return keys(`${PREFIX}${draft}.`)
    .filter((key) => whose === 'all' || !key.endsWith(TAB))
    .map((key) => readCopy(get(key)))
    .filter((copy) => copy !== null)
    .sort((a, b) => b.at - a.at);
}

/** Ids of the drafts of which copies are kept. */
export function kept(): Set<string> {
  return new Set(keys(PREFIX).map((key) => key.slice(PREFIX.length, key.lastIndexOf('.'))));
}

/** Takes away this tab's copy and those that hold what was saved; null takes all. Another tab's own text stays. */
export function forget(draft: string, saved: { title: string; text: string } | null): void {
  for (const key of keys(`${PREFIX}${draft}.`)) {
    const copy = readCopy(get(key));
    if (saved === null || copy === null || key.endsWith(TAB) || (copy.text === saved.text && copy.title === saved.title)) remove(key);
  }
  if (saved === null) {
    if (latest?.id === draft) latest = null;
    remove(CACHE + draft);
    for (const id of decisions(draft).keys()) keepDecision(draft, id, null);
  }
}

/** Remembers a state of the server. Where there is no room it is not remembered. */
export function cache(draft: Draft): void {
  const { id, title, text, revision, updatedAt, criteriaPackIds } = draft;
  const patches = draft.patches.filter(isOpen);
  const value = JSON.stringify({ id, title, text, revision, updatedAt, criteriaPackIds, patches, at: Date.now() });
  remove(CACHE + id);
  dropCache(MOST_CHARACTERS - value.length);
  put(CACHE + id, value);
}

let caching: ReturnType<typeof setTimeout> | undefined;
let latest: Draft | null = null;

/** The same; a long one when the page has nothing else to do, and of several states the last. */
export function cacheSoon(draft: Draft): void {
  if (latest !== null && latest.id !== draft.id) cacheNow();
  latest = draft;
  if (draft.text.length < LONG) return cacheNow();
  clearTimeout(caching);
  caching = setTimeout(cacheNow, CACHE_AFTER);
}

if (typeof addEventListener === 'function') addEventListener('pagehide', cacheNow);

function cacheNow(): void {
  clearTimeout(caching);
  if (latest !== null) cache(latest);
  latest = null;
}

export function cached(draft: string): Draft | null {
  if (latest?.id === draft) return latest;
  const kept = get(CACHE + draft) as { patches?: unknown } | null;
  return kept === null ? null : readDraft(Array.isArray(kept.patches) ? { ...kept, patches: kept.patches.map(withVerdict) } : kept);
}

/** Earlier pages kept of the verdict on a fact only its word. */
function withVerdict(patch: { verdict?: unknown } | null): unknown {
  return typeof patch?.verdict === 'string' ? { ...patch, verdict: { status: patch.verdict } } : patch;
}

export function cacheList(list: readonly DraftSummary[]): void {
  put(LIST, JSON.stringify(list.slice(0, 200)));
}

/** The last known list; without the server only what can be opened is of use. */
export function cachedList(): DraftSummary[] {
  const list = get(LIST);
  return Array.isArray(list) ? list.map((one) => decode(shapes.DraftSummary, one)).filter(({ id }) => get(CACHE + id) !== null || copies(id).length > 0) : [];
}

/** Keeps a decision on a suggestion until the server has it, or no longer; false when this browser does not. */
export function keepDecision(draft: string, patch: string, decided: 'accept' | 'reject' | null): boolean {
  const key = `${DECIDED}${draft}.${patch}`;
  if (decided !== null) return put(key, JSON.stringify(decided));
  remove(key);
  return true;
}

/** The decisions that are kept of a draft, by the suggestion. */
export function decisions(draft: string): Map<string, 'accept' | 'reject'> {
  const prefix = `${DECIDED}${draft}.`;
  return new Map(
    keys(prefix).flatMap((key) => {
      const decided = get(key);
      return decided === 'accept' || decided === 'reject' ? [[key.slice(prefix.length), decided] as const] : [];
    }),
  );
}

/** Does something that no other tab does at the same time, where the browser can see to that. */
export async function alone(draft: string, work: () => Promise<void>): Promise<void> {
  if ('locks' in navigator) await navigator.locks.request(DECIDED + draft, work);
  else await work();
}

/** Makes room among the remembered states, oldest first; true when something went. */
function dropCache(room: number): boolean {
  const sizes = keys(CACHE).map((key) => {
    const value = raw(key) ?? '';
    // The time stands last, so that long texts need not be read for it.
    return { key, at: Number(/"at":(\d+)\}$/.exec(value.slice(-24))?.[1] ?? 0), size: value.length };
  });
  sizes.sort((a, b) => b.at - a.at);
  let total = 0;
  let dropped = false;
  sizes.forEach(({ key, size }, index) => {
    total += size;
    if (total <= room && index < MOST_CACHED) return;
    remove(key);
    dropped = true;
  });
  return dropped;
}

function readCopy(value: unknown): Copy | null {
  if (typeof value !== 'object' || value === null) return null;
  const { title, text, baseRevision, at } = value as Partial<Copy>;
  if (typeof title !== 'string' || typeof text !== 'string' || typeof baseRevision !== 'number') return null;
  return { title, text, baseRevision, at: typeof at === 'number' ? at : 0 };
}

function keys(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

function raw(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function get(key: string): unknown {
  try {
    return JSON.parse(raw(key) ?? 'null');
  } catch {
    return null;
  }
}

function put(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

function remove(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing is kept where nothing can be taken away.
  }
}

const WITHOUT_PACKS = 'stet.draft-without-packs.';

/** The writer chose that no rules hold for a draft; the server cannot tell that from not having chosen. */
export function withoutPacks(draft: string): boolean {
  return raw(WITHOUT_PACKS + draft) !== null;
}

export function keepWithoutPacks(draft: string, without: boolean): void {
  if (without) put(WITHOUT_PACKS + draft, '1');
  else remove(WITHOUT_PACKS + draft);
}
