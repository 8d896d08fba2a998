/** The routes of drafts and patches, one function each. */
import { ApiError, json, request, send } from '../api';
import { readEvents } from '../sse';
import { record, records, text } from '../wire';
import {
  readDecision,
  readDraft,
  readDraftSummary,
  readRevisionPart,
  type Category,
  type Decision,
  type Draft,
  type DraftSummary,
  type RevisionPart,
} from './wire';

export type Action = 'accept' | 'reject' | 'undo';

/** Which patches a decision is about. */
export type Choice = { ids: string[] } | { category: Category } | { all: true };

export interface Revision {
  instruction: string;
  range: { start: number; end: number } | null;
  baseRevision: number;
}

const path = (draft: string): string => `/api/drafts/${encodeURIComponent(draft)}`;

/** The drafts on the server; null when it keeps none, being a server without drafts. */
export async function listDrafts(): Promise<DraftSummary[] | null> {
  try {
    return records(record(await json('/api/drafts'))['drafts']).map(readDraftSummary);
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 405)) return null;
    throw error;
  }
}

export const createDraft = async (title: string, text: string): Promise<Draft> =>
  readDraft(await send('/api/drafts', 'POST', { title, text }));

export const getDraft = async (draft: string): Promise<Draft> => readDraft(await json(path(draft)));

export const saveDraft = async (draft: string, title: string, text: string, baseRevision: number): Promise<Draft> =>
  readDraft(await send(path(draft), 'PUT', { title, text, baseRevision }));

export const deleteDraft = async (draft: string): Promise<void> => {
  await request(path(draft), { method: 'DELETE' });
};

export const decide = async (draft: string, action: Action, choice: Choice, baseRevision: number): Promise<Decision> =>
  readDecision(await send(`${path(draft)}/patches/decide`, 'POST', { action, ...choice, baseRevision }));

/** The draft as the server has it, out of the refusal of a stale request; null for any other error. */
export function currentOf(error: unknown): Draft | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  const current = record(error.body)['current'];
  return typeof current === 'object' && current !== null ? readDraft(current) : null;
}

/** The criteria packs that are switched on; none on a server without packs. */
async function activePacks(): Promise<string[]> {
  try {
    return records(record(await json('/api/criteria-packs'))['packs'])
      .filter((pack) => pack['isActive'] !== false)
      .map((pack) => text(pack['id']))
      .filter((pack) => pack !== null);
  } catch (error) {
    if (error instanceof ApiError) return [];
    throw error;
  }
}

export async function* revise(draft: string, revision: Revision, signal: AbortSignal): AsyncGenerator<RevisionPart> {
  const { instruction, range, baseRevision } = revision;
  const criteriaPackIds = await activePacks();
  const response = await request(`${path(draft)}/revise`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ instruction, ...(range ? { range } : {}), criteriaPackIds, baseRevision }),
    signal,
  });
  if (response.body === null) return;
  for await (const event of readEvents(response.body)) {
    if (event.data === '' || event.data === '[DONE]') continue;
    const part = readRevisionPart(JSON.parse(event.data));
    if (part) yield part;
  }
}
