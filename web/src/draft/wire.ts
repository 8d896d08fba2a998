/**
 * Drafts and patches as this page keeps them: as the server describes them, with what the page makes of words that it does not
 * know. Offsets are UTF-16 code units in the text of the draft, ends exclusive.
 */
import { decode, type Decoded } from '../decode';
import type * as Wire from '../generated/api';
import * as shapes from '../generated/shapes';

/** What a patch is about, riskiest first. */
export const CATEGORIES = ['CORE', 'EXPRESSION', 'DETAIL'] as const satisfies readonly Wire.PatchCategory[];
export type Category = Wire.PatchCategory;

const STATUSES = ['streaming', 'pending', 'accepted', 'rejected', 'conflict', 'superseded'] as const satisfies readonly PatchStatus[];
export type PatchStatus = Wire.DraftPatch['status'];
const OPS = ['replace', 'insert', 'delete', 'move'] as const satisfies readonly PatchOp[];
export type PatchOp = Wire.PatchOp;

type DecodedPatch = Decoded<typeof shapes.DraftPatch>;
export type Patch = Omit<DecodedPatch, 'op' | 'category' | 'status'> & { op: PatchOp; category: Category; status: PatchStatus };

export type DraftSummary = Decoded<typeof shapes.DraftSummary>;
export type Draft = Omit<Decoded<typeof shapes.DraftDesk>, 'patches'> & { patches: Patch[] };

/** What became of a decision on patches. */
export type Decision = Decoded<typeof shapes.Decided> & { draft: Draft };

/** One state of a draft's text; a server may name causes that this page does not know. */
export type Revision = Decoded<typeof shapes.DraftRevision>;

/** One page of a draft's history, newest first. */
export type Revisions = Decoded<typeof shapes.RevisionList>;

/** One decision on a patch, as the log of the draft keeps it. */
export type DecisionRecord = Omit<Decoded<typeof shapes.PatchDecision>, 'category'> & { category: Category };

function known<T extends string>(names: readonly T[], value: string, otherwise: T): T {
  return names.find((name) => name === value) ?? otherwise;
}

/** A category that is not known counts as the riskiest. */
const categoryOf = (name: string): Category => known(CATEGORIES, name.toUpperCase(), 'CORE');

/** A patch without an id is none. Where its place makes no sense it has lost it, and in an unknown state it waits for the writer. */
function patchOf(patch: DecodedPatch): Patch | null {
  const { id, start, end } = patch;
  if (id === '') return null;
  const placed = start !== null && end !== null && start >= 0 && end >= start;
  return {
    ...patch,
    groupId: patch.groupId || id,
    op: known(OPS, patch.op, 'replace'),
    start: placed ? start : null,
    end: placed ? end : null,
    category: categoryOf(patch.category),
    // A proposal that came to nothing (EndedPatch) is out of sight like one that gave way.
    status: known(STATUSES, patch.status === 'withdrawn' ? 'superseded' : patch.status, 'pending'),
  };
}

export const readPatch = (value: unknown): Patch | null => patchOf(decode(shapes.DraftPatch, value));

export function readDraft(value: unknown): Draft {
  const draft = decode(shapes.DraftDesk, value);
  return { ...draft, patches: draft.patches.map(patchOf).filter((patch) => patch !== null) };
}

export const readDecision = (value: unknown): Decision => ({ ...decode(shapes.Decided, value), draft: readDraft(value) });

export const readDecisionRecords = (value: unknown): DecisionRecord[] =>
  decode(shapes.DecisionList, value).decisions.map((one) => ({ ...one, category: categoryOf(one.category) }));

/** What a revision tells while it runs. */
export type RevisionPart =
  | { kind: 'patch'; patch: Patch }
  | { kind: 'skipped'; detail: string; told: unknown }
  /** Suggestions that were rejected before, and are not made again. */
  | { kind: 'hidden'; ids: string[] }
  | { kind: 'error'; text: string }
  | { kind: 'end' };

/** What a part of a revision's stream says to the writer; null where that is nothing. */
export function readRevisionPart(part: unknown): RevisionPart | null {
  const { type, data, messageMetadata } = (part ?? {}) as { type?: unknown; data?: unknown; messageMetadata?: { suppressedIds?: unknown } };
  switch (type) {
    case 'data-patch': {
      const patch = readPatch(data);
      return patch && { kind: 'patch', patch };
    }
    case 'data-step': {
      const { state, detail } = decode(shapes.PartStep, part).data;
      return state === 'skipped' ? { kind: 'skipped', detail, told: (data as { told?: unknown } | undefined)?.told } : null;
    }
    case 'message-metadata': {
      const ids = messageMetadata?.suppressedIds;
      return Array.isArray(ids) && ids.length > 0 ? { kind: 'hidden', ids: ids.filter((id) => typeof id === 'string') } : null;
    }
    case 'error':
      return { kind: 'error', text: decode(shapes.PartError, part).errorText };
    case 'finish':
    case 'abort':
      return { kind: 'end' };
    default:
      return null;
  }
}
