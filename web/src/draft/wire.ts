/**
 * The shapes of drafts and patches as this page keeps them, made of those of the server, and the decoders that make untyped
 * JSON safe to use: what is missing is empty, what is not known is the riskiest. Offsets are UTF-16 code units in the text of
 * the draft, ends exclusive.
 */
import type * as Wire from '../generated/api';
import { number, record, records, text } from '../wire';

/** What a patch is about, riskiest first. */
export const CATEGORIES = ['CORE', 'EXPRESSION', 'DETAIL'] as const satisfies readonly Wire.PatchCategory[];
export type Category = Wire.PatchCategory;

const STATUSES = ['streaming', 'pending', 'accepted', 'rejected', 'conflict', 'superseded'] as const satisfies readonly PatchStatus[];
export type PatchStatus = Wire.DraftPatch['status'];
export type PatchOp = Wire.PatchOp;

/** The server may name readings that this page does not know. */
export type PatchGate = Record<keyof Wire.GateReading, string>;

export type Patch = Omit<Wire.DraftPatch, 'to' | 'risk' | 'gates' | 'verdict' | 'present' | 'context' | 'baseRevision'> & {
  /** Where a moved text goes; null for the other operations. */
  to: number | null;
  risk: number | null;
  gates: PatchGate[];
  /** For facts: supported, unsupported, no source. */
  verdict: string | null;
  /** Of a conflict: what the writer has there now. */
  present: string | null;
};

export type DraftSummary = Pick<Wire.DraftSummary, 'id' | 'title' | 'revision' | 'updatedAt'> & {
  /** Who began it, where that was noted. */
  author?: string;
  /** Said in lists: whether whoever is signed in did. */
  mine?: boolean;
};

export type Draft = DraftSummary & Pick<Wire.DraftDesk, 'text' | 'criteriaPackIds' | 'revising'> & { patches: Patch[] };

/** What became of a decision on patches. */
export type Decision = Pick<Wire.Decided, 'changed' | 'conflicts'> & { draft: Draft };

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function known<T extends string>(names: readonly T[], value: unknown, otherwise: T): T {
  return names.find((name) => name === value) ?? otherwise;
}

function shown(value: unknown): string {
  if (typeof value === 'number') return String(Math.round(value * 1000) / 1000);
  return text(value) ?? (value === null || value === undefined ? '' : JSON.stringify(value));
}

/** Decodes a patch; null when it has no id. A category that is not known counts as the riskiest. */
export function readPatch(value: unknown): Patch | null {
  const raw = record(value);
  const id = text(raw['id']);
  const start = number(raw['start']);
  const end = number(raw['end']);
  if (id === null) return null;
  const placed = start !== null && end !== null && start >= 0 && end >= start;
  const verdict = raw['verdict'];
  return {
    id,
    groupId: text(raw['groupId']) ?? id,
    op: known(['replace', 'insert', 'delete', 'move'], raw['op'], 'replace'),
    start: placed ? start : null,
    end: placed ? end : null,
    to: number(raw['to']),
    before: text(raw['before']) ?? '',
    after: text(raw['after']) ?? '',
    category: known(CATEGORIES, text(raw['category'])?.toUpperCase(), 'CORE'),
    risk: number(raw['risk']),
    gates: records(raw['gates']).map((gate) => ({
      name: text(gate['name']) ?? '',
      value: shown(gate['value']),
      verdict: shown(gate['verdict']),
    })),
    reasons: strings(raw['reasons']),
    ruleIds: strings(raw['ruleIds']),
    verdict: text(verdict) ?? text(record(verdict)['status']),
    present: text(raw['present']),
    status: known(STATUSES, raw['status'], 'pending'),
  };
}

export function readDraftSummary(value: unknown): DraftSummary {
  const raw = record(value);
  return {
    id: text(raw['id']) ?? '',
    title: text(raw['title']) ?? '',
    revision: number(raw['revision']) ?? 0,
    updatedAt: text(raw['updatedAt']) ?? '',
    ...(typeof raw['author'] === 'string' ? { author: raw['author'] } : {}),
    ...(typeof raw['mine'] === 'boolean' ? { mine: raw['mine'] } : {}),
  };
}

export function readDraft(value: unknown): Draft {
  const raw = record(value);
  return {
    ...readDraftSummary(raw),
    text: text(raw['text']) ?? '',
    criteriaPackIds: strings(raw['criteriaPackIds']),
    patches: records(raw['patches']).map(readPatch).filter((patch) => patch !== null),
    ...(raw['revising'] === true ? { revising: true } : {}),
  };
}

export function readDecision(value: unknown): Decision {
  const raw = record(value);
  return { draft: readDraft(raw['draft'] ?? raw), changed: strings(raw['changed']), conflicts: strings(raw['conflicts']) };
}

/** One state of a draft's text; a server may name causes that this page does not know. */
export type Revision = Pick<Wire.DraftRevision, 'revision' | 'createdAt' | 'bytes'> & {
  cause: string;
  restoredFrom: number | null;
  /** Who wrote it, where that was noted. */
  author?: string;
};

/** One page of a draft's history, newest first. */
export type Revisions = Pick<Wire.RevisionList, 'next'> & { revisions: Revision[] };

/** One decision on a patch, as the log of the draft keeps it. */
export type DecisionRecord = Pick<Wire.PatchDecision, 'id' | 'decidedBy' | 'category' | 'ruleIds' | 'before' | 'after' | 'createdAt'> & {
  decision: string;
  patchId: string | null;
  revision: number | null;
};

export function readRevisions(value: unknown): Revisions {
  const raw = record(value);
  const revisions = records(raw['revisions']).map((one) => ({
    revision: number(one['revision']) ?? 0,
    cause: text(one['cause']) ?? '',
    restoredFrom: number(one['restoredFrom']),
    createdAt: text(one['createdAt']) ?? '',
    bytes: number(one['bytes']) ?? 0,
    ...(typeof one['author'] === 'string' ? { author: one['author'] } : {}),
  }));
  return { revisions, next: number(raw['next']) };
}

export function readDecisionRecord(value: unknown): DecisionRecord {
  const raw = record(value);
  return {
    id: text(raw['id']) ?? '',
    patchId: text(raw['patchId']),
    decision: text(raw['decision']) ?? '',
    decidedBy: text(raw['decidedBy']) ?? '',
    category: known(CATEGORIES, text(raw['category'])?.toUpperCase(), 'CORE'),
    ruleIds: strings(raw['ruleIds']),
    before: text(raw['before']) ?? '',
    after: text(raw['after']) ?? '',
    revision: number(raw['revision']),
    createdAt: text(raw['createdAt']) ?? '',
  };
}

/** What a revision tells while it runs. */
export type RevisionPart =
  | { kind: 'patch'; patch: Patch }
  | { kind: 'skipped'; detail: string }
  | { kind: 'error'; text: string }
  | { kind: 'end' };

/** Decodes a part of a revision's stream; null for parts that say nothing to the writer. */
export function readRevisionPart(value: unknown): RevisionPart | null {
  const raw = record(value);
  const data = record(raw['data']);
  switch (raw['type']) {
    case 'data-patch': {
      const patch = readPatch({ id: raw['id'], ...data });
      return patch && { kind: 'patch', patch };
    }
    case 'data-step':
      return data['state'] === 'skipped' ? { kind: 'skipped', detail: text(data['detail']) ?? '' } : null;
    case 'error':
      return { kind: 'error', text: text(raw['errorText']) ?? '' };
    case 'finish':
    case 'abort':
      return { kind: 'end' };
    default:
      return null;
  }
}
