/** The routes of drafts and patches, one function each. */
import { ApiError, json, pageOf, request, send } from '../api';
import { decode } from '../decode';
import { DraftList, DraftRevision, RevisionList } from '../generated/shapes';
import { readEvents } from '../sse';
import {
  readDecision,
  readDecisionRecords,
  readDraft,
  readRevisionPart,
  type Category,
  type Decision,
  type DecisionRecord,
  type Draft,
  type DraftSummary,
  type RevisionPart,
  type Revisions,
} from './wire';

export type Action = 'accept' | 'reject' | 'undo';

/** What a revision of the text is asked for. */
export interface Wish {
  instruction: string;
  range: { start: number; end: number } | null;
  /** Empty where every category is wanted. */
  categories: Category[];
  criteriaPackIds: string[];
  baseRevision: number;
}

const path = (draft: string): string => `/api/drafts/${encodeURIComponent(draft)}`;

/** A page of the drafts on the server. */
export const pageOfDrafts = async (mine: boolean, project: string | null, offset = 0): Promise<DraftSummary[]> =>
  decode(DraftList, await json(pageOf('/api/drafts', mine, project, offset))).drafts;

/** The drafts on the server, with `mine` also one's own beyond the latest of all; null when it keeps none, being a server without drafts. */
export async function listDrafts(mine: boolean, project: string | null = null): Promise<DraftSummary[] | null> {
  try {
    const all = await pageOfDrafts(false, project);
    const own = mine ? await pageOfDrafts(true, project) : [];
    return [...all, ...own.filter((draft) => !all.some((other) => other.id === draft.id))];
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 405)) return null;
    throw error;
  }
}

export const createDraft = async (title: string, text: string, projectId: string | null): Promise<Draft> =>
  readDraft(await send('/api/drafts', 'POST', { title, text, ...(projectId === null ? {} : { projectId }) }));

export const getDraft = async (draft: string): Promise<Draft> => readDraft(await json(path(draft)));

export const saveDraft = async (draft: string, title: string, text: string, baseRevision: number): Promise<Draft> =>
  readDraft(await send(path(draft), 'PUT', { title, text, baseRevision }));

export const deleteDraft = async (draft: string): Promise<void> => {
  // It may be the last thing that the page does.
  await request(path(draft), { method: 'DELETE', keepalive: true });
};

export const decide = async (draft: string, action: Action, ids: readonly string[], baseRevision: number): Promise<Decision> =>
  readDecision(await send(`${path(draft)}/patches/decide`, 'POST', { action, ids, baseRevision }));

/** The draft as the server has it, out of the refusal of a stale request; null for any other error. */
export function currentOf(error: unknown): Draft | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  const { current } = (error.body ?? {}) as { current?: unknown };
  return typeof current === 'object' && current !== null ? readDraft(current) : null;
}

/** A page of the states of the text without the texts: the newest, or those before `before`. */
export const listRevisions = async (draft: string, before: number | null): Promise<Revisions> =>
  decode(RevisionList, await json(`${path(draft)}/revisions?text=false&limit=100${before === null ? '' : `&before=${before}`}`));

export const getRevisionText = async (draft: string, revision: number, signal: AbortSignal): Promise<string> =>
  decode(DraftRevision, await json(`${path(draft)}/revisions/${revision}`, { signal })).text ?? '';

/** Gives the draft the text of an earlier state, as a new one. */
export const restoreRevision = async (draft: string, revision: number, baseRevision: number): Promise<Draft> =>
  readDraft(await send(`${path(draft)}/revisions/${revision}/restore`, 'POST', { baseRevision }));

/** The last decisions on the draft's patches, newest first. */
export const listDecisions = async (draft: string): Promise<DecisionRecord[]> =>
  readDecisionRecords(await json(`${path(draft)}/decisions?order=desc&limit=500`));

export const saveDraftPacks = async (draft: string, criteriaPackIds: string[], baseRevision: number): Promise<Draft> =>
  readDraft(await send(path(draft), 'PUT', { criteriaPackIds, baseRevision }));

/** Stops the model that revises the draft; what was proposed is staged. */
export const stopRevision = async (draft: string): Promise<void> => {
  await request(`${path(draft)}/revise/stop`, { method: 'POST' });
};

export async function* revise(draft: string, wish: Wish, signal: AbortSignal): AsyncGenerator<RevisionPart> {
  const { instruction, range, categories, criteriaPackIds, baseRevision } = wish;
  const response = await request(`${path(draft)}/revise`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({
      instruction,
      ...(range ? { range } : {}),
      ...(categories.length > 0 ? { categories } : {}),
      criteriaPackIds,
      baseRevision,
    }),
    signal,
  });
  if (response.body === null) return;
  for await (const event of readEvents(response.body)) {
    if (event.data === '' || event.data === '[DONE]') continue;
    const part = readRevisionPart(JSON.parse(event.data));
    if (part) yield part;
  }
}
