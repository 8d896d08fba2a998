/**
 * The shapes that travel between the server and this page: the parts of an answer (AI SDK UI message stream, see
 * docs/ARCHITECTURE.md) and the resources of the HTTP interface. Types and the few decoders that make untyped JSON
 * safe to use; no behaviour. All text offsets are UTF-16 code units with an exclusive end, as JavaScript counts.
 */
import type { UIMessage } from 'ai';

export type SentenceKind = 'claim' | 'heading' | 'question' | 'code' | 'table' | 'meta';

export type SentenceStatus =
  | 'judging'
  | 'supported'
  | 'unsupported'
  | 'uncertain'
  | 'unknown_source'
  | 'uncited'
  | 'not_a_claim';

/** Where in a stored passage a claim was found. `start` and `end` are offsets in the content of the chunk. */
export interface Evidence {
  chunkId: string;
  page: number | null;
  start: number;
  end: number;
  text: string;
}

/** One released citation. `start` and `end` place its mark in the text of the sentence's `textId`. */
export interface Citation {
  number: number;
  mark: string;
  sourceId: string;
  start: number;
  end: number;
  evidence: Evidence | null;
}

export interface RemovedCitation {
  mark: string;
  reason: string;
}

export interface SentenceData {
  index: number;
  textId: string;
  start: number;
  end: number;
  kind: SentenceKind;
  status: SentenceStatus;
  score: number | null;
  reason: string | null;
  veto: string | null;
  citations: Citation[];
  removed: RemovedCitation[];
  /** Not on the wire: `seq` of the last edit before this report, noted by stream.ts; absent in stored messages. */
  afterEdit?: number;
}

/** A change to text that was already sent. Offsets refer to the text of `textId` with the edits before it applied. */
export interface EditData {
  seq: number;
  textId: string;
  start: number;
  end: number;
  replacement: string;
  reason?: string | null;
}

export interface StepData {
  name: string;
  state: 'running' | 'done' | 'skipped';
  detail?: unknown;
}

export interface CriteriaData {
  packId: string;
  ruleId: string;
  /** Id of the sentence that breaks the rule, for example `s4`. */
  sentence: string | null;
  message: string;
}

export interface SupersededData {
  textId: string;
  reason: string;
}

/** The data parts of an answer by name; on the wire each is called `data-<name>`. */
export type AnswerDataParts = {
  step: StepData;
  sentence: SentenceData;
  edit: EditData;
  criteria: CriteriaData;
  superseded: SupersededData;
};

/** Metadata is read through {@link readMetadata}: a message may carry none, some, or an older shape of it. */
export type AnswerMessage = UIMessage<unknown, AnswerDataParts>;

export type Badge = 'pending' | 'verified' | 'partial' | 'unverified' | 'no_sources';

export interface LogEntry {
  citationNumber: number | null;
  statement: string;
  sourceFile: string | null;
  sourcePage: number | null;
  isAccurate: boolean | null;
  confidence: number | null;
  explanation: string | null;
  status: string;
}

export interface AnswerMetadata {
  badge: Badge;
  /** How the message ended: complete, stopped, interrupted, failed; null while it is being written. */
  status: string | null;
  confidence: number | null;
  accuracyRate: number | null;
  counts: Record<string, number>;
  /** What was found, in words, in the language of the answer. */
  issues: string[];
  removed: RemovedCitation[];
  log: LogEntry[];
  model: string | null;
  /** The answer quotes the sources and no model wrote it. */
  extracts: boolean;
  language: 'ko' | 'en' | null;
}

export type Json = Record<string, unknown>;

export function record(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

export function records(value: unknown): Json[] {
  return Array.isArray(value) ? value.map(record) : [];
}

export function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

export function number(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

const BADGES: readonly Badge[] = ['pending', 'verified', 'partial', 'unverified', 'no_sources'];

/** Decodes the metadata of a message. Total: what is missing or of another type is empty. */
export function readMetadata(value: unknown): AnswerMetadata {
  const raw = record(value);
  const named = text(raw['badge']) ?? text(raw['verified']);
  const counts: Record<string, number> = {};
  for (const [name, count] of Object.entries(record(raw['counts']))) {
    const n = number(count);
    if (n !== null) counts[name] = n;
  }
  return {
    badge: BADGES.find((badge) => badge === named) ?? (raw['verified'] === true ? 'verified' : 'pending'),
    status: text(raw['status']),
    confidence: number(raw['confidence']),
    accuracyRate: number(raw['accuracy_rate']),
    counts,
    issues: Array.isArray(raw['issues']) ? raw['issues'].filter((issue) => typeof issue === 'string') : [],
    removed: records(raw['removed_citations']).map((entry) => ({
      mark: text(entry['mark']) ?? '',
      reason: text(entry['reason']) ?? '',
    })),
    log: records(raw['verification_log']).map((entry) => ({
      citationNumber: number(entry['citation_number']),
      statement: text(entry['statement']) ?? '',
      sourceFile: text(entry['source_file']),
      sourcePage: number(entry['source_page']),
      isAccurate: typeof entry['is_accurate'] === 'boolean' ? entry['is_accurate'] : null,
      confidence: number(entry['confidence']),
      explanation: text(entry['explanation']),
      status: text(entry['status']) ?? '',
    })),
    model: text(raw['model']),
    extracts: raw['extracts'] === true,
    language: raw['language'] === 'ko' || raw['language'] === 'en' ? raw['language'] : null,
  };
}

export type SourceStatus = 'queued' | 'extracting' | 'chunking' | 'embedding' | 'ready' | 'failed';

/** An error as the server states it (RFC 9457 problem+json), in words for the reader. */
export interface Problem {
  title: string;
  detail: string | null;
  /** The status of the HTTP answer; absent where the problem is not that of a request. */
  status?: number;
  /** Seconds after which the server may be asked again. */
  retryAfter?: number;
}

export interface Source {
  id: string;
  fileName: string;
  title: string | null;
  mediaType: string;
  bytes: number;
  status: SourceStatus;
  /** Share of the ingestion that is done, 0 to 1. */
  progress: number;
  error: Problem | null;
  pages: number | null;
  chunks: number | null;
  createdAt: string;
  /** Set in the answer to an upload when the same file was already there. */
  duplicate?: boolean;
}

export interface Neighbour {
  id: string;
  content: string;
  page: number | null;
}

export interface Passage {
  id: string;
  documentId: string;
  fileName: string;
  title: string | null;
  page: number | null;
  pageEnd: number | null;
  headings: string[];
  content: string;
  before: Neighbour[];
  after: Neighbour[];
  humanFeedback: string | null;
  article: { regulation: string; number: string; title: string | null } | null;
}

/** A passage found by a search, best first. */
export interface SearchHit {
  id: string;
  documentId: string;
  fileName: string;
  page: number | null;
  headings: string[];
  content: string;
  score: number;
  grade: string;
}

export interface SourcePage {
  sourceId: string;
  fileName: string;
  page: number;
  pages: number | null;
  text: string;
}

export interface ChatSummary {
  id: string;
  title: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface StoredChat {
  id: string;
  title: string | null;
  messages: AnswerMessage[];
}

export interface ServerStatus {
  version: string;
  model: { kind: 'model' | 'extracts'; name: string };
  embeddings: { space: string };
  dataFolder?: string;
  auth: boolean;
}
