/**
 * Requests to the server: signing in, problem+json as errors, and one function per resource. A key is exchanged for a
 * cookie and kept nowhere. Nothing here retries; callers decide.
 */
import { decode } from './decode';
import type { Routes, Session } from './generated/api';
import * as shapes from './generated/shapes';
import { readEvents } from './sse';
import type { Article, ChatSummary, Problem, SearchHit, Source, StoredChat } from './wire';

type Answer<Route extends keyof Routes> = Routes[Route]['response'];
type Body<Route extends keyof Routes> = Routes[Route]['request'];

/** An answer of the server that is not a success; `status` 0 means that no answer came. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem,
    /** The whole problem object: some problems carry more than words. */
    readonly body: unknown = null,
  ) {
    super(problemText(problem));
    this.name = 'ApiError';
  }
}

/** Requests that fail this soon after the person declined to give a key do not ask once more (ms). */
const DECLINED_FOR = 1500;

interface KeyAsker {
  /** Asks the person for the key of the server, `refused` after one that it did not take; null when they decline. */
  ask: (refused: boolean) => Promise<string | null>;
  /** A key was given after requests had failed for want of one. */
  found: () => void;
  /** The person has been signed in without being asked: a question that still stands is taken away. */
  drop: () => void;
}

/** Set once by the page. */
let keyAsker: KeyAsker = { ask: () => Promise.resolve(null), found: () => undefined, drop: () => undefined };
let declinedAt = -Infinity;
/** Until it resolves nobody is asked for a key: one stands on the screen that is shown only once. */
let kept: Promise<void> | null = null;

/** A key is being shown that is not shown again: nothing may cover it until what this returns is called. */
export function whileKeyIsShown(): () => void {
  let done = (): void => undefined;
  const shown = new Promise<void>((resolve) => (done = resolve));
  kept = shown;
  return () => {
    if (kept === shown) kept = null;
    done();
  };
}

export function onKeyWanted(asker: KeyAsker): void {
  keyAsker = asker;
  declinedAt = -Infinity;
}

/** Sign-ins of this page so far, and the one that is under way. */
let signIns = 0;
let signingIn: Promise<boolean> | null = null;

/** An address of this server as it is reached from the page, which a proxy may show below a path of its own. */
const here = <T>(address: T): T | string =>
  typeof address === 'string' ? new URL('.', document.baseURI ?? 'http://stet/').pathname + address.replace(/^\//, '') : address;

function inLanguage(init: RequestInit): RequestInit {
  const headers = new Headers(init.headers);
  // Problems are stated in the language of the page, which need not be that of the browser.
  if (document.documentElement.lang !== '') headers.set('accept-language', document.documentElement.lang);
  return { ...init, headers };
}

/** Signs this browser in with a key, whose place a cookie takes that no script can read; whether the server took the key. */
async function signIn(key: string): Promise<boolean> {
  const response = await fetch(here('/api/session'), inLanguage({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key }),
  }));
  if (response.ok) signIns += 1;
  else if (response.status !== 401) throw await refused(response);
  return response.ok;
}

/** Signs in whoever has just made a key, with that key: once there is one, the server knows nobody without. Whether it was taken. */
export async function signInWithMade(key: string): Promise<boolean> {
  if (!(await signIn(key))) return false;
  keyAsker.drop();
  declinedAt = -Infinity;
  keyAsker.found();
  return true;
}

/** Where people sign in with an account of their organisation; null where nobody does, or that cannot be told now. */
export async function signInAddress(): Promise<string | null> {
  try {
    const response = await fetch(here('/api/session'), inLanguage({}));
    const { signIn: address } = (await response.json()) as Session;
    return address ?? null;
  } catch {
    return null;
  }
}

/** The one sentence of a problem that is meant for the reader. */
export function problemText(problem: Problem): string {
  return problem.detail ?? problem.title;
}

/**
 * `fetch` that asks for a key when the server wants one. Throws {@link ApiError} for an answer that is not a success, and
 * what `fetch` throws (TypeError, AbortError) when there is none.
 */
export async function request(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  let sent = signIns;
  let wrong = false;
  let response = await fetch(here(input), inLanguage(init));
  while (response.status === 401) {
    if (kept !== null) await kept;
    // Another request may have signed in meanwhile.
    if (signIns === sent) {
      if (Date.now() - declinedAt < DECLINED_FOR) break;
      const key = await keyAsker.ask(wrong);
      if (key === null && signIns === sent) {
        declinedAt = Date.now();
        break;
      }
      if (key !== null) {
        signingIn ??= signIn(key).finally(() => (signingIn = null));
        wrong = !(await signingIn);
        if (wrong) continue;
      }
    }
    sent = signIns;
    response = await fetch(here(input), inLanguage(init));
    if (response.status !== 401 && declinedAt > 0) {
      declinedAt = -Infinity;
      keyAsker.found();
    }
  }
  if (response.ok) return response;
  throw await refused(response);
}

async function refused(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  return new ApiError(response.status, readProblem(response, body), body);
}

function readProblem(response: Response, body: unknown): Problem {
  const { title, detail, field } = decode(shapes.Problem, body);
  const seconds = response.headers.get('retry-after');
  return {
    title: title || `${response.status} ${response.statusText}`.trim(),
    detail: detail || null,
    status: response.status,
    ...(field === undefined ? {} : { field }),
    ...(seconds !== null && /^\d+$/.test(seconds) ? { retryAfter: Number(seconds) } : {}),
  };
}

/** The JSON that a request is answered with; its shape is the caller's claim. */
export async function json<T>(path: string, init: RequestInit = {}): Promise<T> {
  const response = await request(path, init);
  return (await response.json()) as T;
}

export function send<T>(path: string, method: string, body: unknown, signal?: AbortSignal): Promise<T> {
  return json(path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal ? { signal } : {}),
  });
}

const id = encodeURIComponent;

export const getStatus = (): Promise<Answer<'GET /api/status'>> => json('/api/status');

export const listSources = async (): Promise<Source[]> => {
  const sources: Source[] = [];
  for (let offset: number | null = 0; offset !== null; ) {
    const page: Answer<'GET /api/sources'> = await json(offset === 0 ? '/api/sources' : `/api/sources?offset=${offset}`);
    sources.push(...page.sources);
    offset = page.next ?? null;
  }
  return sources;
};

/** All versions of a source, the newest first. */
export const listVersions = async (source: string): Promise<Source[]> =>
  (await json<Answer<'GET /api/sources/{id}/versions'>>(`/api/sources/${id(source)}/versions`)).versions;

export const deleteSource = async (source: string): Promise<void> => {
  await request(`/api/sources/${id(source)}`, { method: 'DELETE' });
};

export const retrySource = async (source: string): Promise<void> => {
  await request(`/api/sources/${id(source)}/retry`, { method: 'POST' });
};

export async function uploadSource(file: File, project: string | null): Promise<Source[]> {
  const form = new FormData();
  if (file.type === 'text/uri-list') form.append('url', file.name);
  else form.append('file', file, file.name);
  return (await json<Answer<'POST /api/sources'>>(pageOf('/api/sources', false, project), { method: 'POST', body: form })).sources;
}

/** Follows the ingestion of one source until the server ends the stream. */
export async function* followSource(source: string, signal: AbortSignal): AsyncGenerator<Source> {
  const response = await request(`/api/sources/${id(source)}/events`, {
    headers: { accept: 'text/event-stream' },
    signal,
  });
  if (response.body === null) return;
  for await (const event of readEvents(response.body)) {
    // A stream that ends with its session says so by an event of another name.
    if (event.event === 'message' && event.data !== '' && event.data !== '[DONE]') yield JSON.parse(event.data) as Source;
  }
}

export const getPassage = (chunk: string, signal: AbortSignal): Promise<Answer<'GET /api/chunks/{id}'>> =>
  json(`/api/chunks/${id(chunk)}`, { signal });

export const getPage = (
  source: string,
  page: number,
  signal: AbortSignal,
): Promise<Answer<'GET /api/sources/{id}/pages/{page}'>> => json(`/api/sources/${id(source)}/pages/${page}`, { signal });

/** A page of a PDF as a picture, with words marked on it; a data address, since an `img` sends no key. */
export const drawPage = (source: string, page: number, words: string): Promise<string> =>
  pictureUrl(`/api/sources/${id(source)}/pages/${page}/image?words=${encodeURIComponent(words)}`);

/** Keeps a person's note on a passage; null takes it back. */
export const putFeedback = (chunk: string, text: string | null): Promise<Answer<'PUT /api/chunks/{id}/feedback'>> =>
  send(`/api/chunks/${id(chunk)}/feedback`, 'PUT', { text });

/** The passages that fit best; `sourceIds` empty for all sources. */
export async function searchSources(
  query: string,
  topK: number,
  signal: AbortSignal,
  sourceIds: string[] = [],
): Promise<SearchHit[]> {
  const body: Body<'POST /api/search'> = { query, topK, ...(sourceIds.length > 0 ? { filter: { sourceIds } } : {}) };
  return (await send<Answer<'POST /api/search'>>('/api/search', 'POST', body, signal)).hits;
}

/** The articles with this number; more than one when supplementary provisions count from 1 again. */
export const getArticles = async (regulation: string, article: string, signal: AbortSignal): Promise<Article[]> =>
  (
    await json<Answer<'GET /api/regulations/{name}/articles/{article}'>>(
      `/api/regulations/${id(regulation)}/articles/${id(article)}`,
      { signal },
    )
  ).articles;

/** A conversation as a file. */
export const exportChat = async (chat: string, format: 'markdown' | 'json'): Promise<Blob> =>
  (await request(`/api/chats/${id(chat)}?format=${format}${format === 'json' ? '&all=true' : ''}`)).blob();

export const listPacks = async (): Promise<Answer<'GET /api/criteria-packs'>['packs']> =>
  (await json<Answer<'GET /api/criteria-packs'>>('/api/criteria-packs')).packs;

/** What a page of a list is asked for. */
export const pageOf = (path: string, mine: boolean, project: string | null, offset = 0): string => {
  const asked = [mine ? 'mine=true' : '', project === null ? '' : `project=${id(project)}`, offset === 0 ? '' : `offset=${offset}`].filter(Boolean);
  return asked.length === 0 ? path : `${path}?${asked.join('&')}`;
};

/** A page of conversations; with `mine`, only those that whoever is signed in began. */
export const listChats = async (mine: boolean, project: string | null = null, offset = 0): Promise<ChatSummary[]> =>
  (await json<Answer<'GET /api/chats'>>(pageOf('/api/chats', mine, project, offset))).chats;

export const getChat = (chat: string): Promise<StoredChat> => json(`/api/chats/${id(chat)}`);

/** Shows the branch of a conversation that a message is of, from now on. */
export const showBranch = (chat: string, messageId: string): Promise<StoredChat> =>
  json(`/api/chats/${id(chat)}/branch`, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ messageId }) });

export const deleteChat = async (chat: string): Promise<void> => {
  await request(`/api/chats/${id(chat)}`, { method: 'DELETE' });
};

export const stopChat = async (chat: string): Promise<void> => {
  await request(`/api/chat/${id(chat)}/stop`, { method: 'POST' });
};

/** A picture as a data address: an `img` sends no key. */
export async function pictureUrl(url: string): Promise<string> {
  const picture = await (await request(url)).blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(new Error(url));
    reader.readAsDataURL(picture);
  });
}

/** A random identifier (UUID version 4), also where the page is not served from a secure context. */
export function newId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
