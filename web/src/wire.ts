/**
 * The shapes that travel between the server and this page: the parts of an answer (AI SDK UI message stream, see
 * docs/ARCHITECTURE.md) and the resources of the HTTP interface. Types and the few decoders that make untyped JSON
 * safe to use; no behaviour. All text offsets are UTF-16 code units with an exclusive end, as JavaScript counts.
 */
import type { UIMessage } from 'ai';
import type * as Wire from './generated/api';

export type {
  Article,
  ChatSummary,
  Neighbour,
  PageText as SourcePage,
  PassageInContext as Passage,
  RemovedMark as RemovedCitation,
  SearchHit,
  SentenceKind,
  SentenceStatus,
  ServerStatus,
  StatuteCitation,
} from './generated/api';

/** One released citation. `start` and `end` place its mark in the text of the sentence's `textId`. */
export type Citation = Wire.Citation;

/** Where in a stored passage a claim was found. `start` and `end` are offsets in the content of the chunk. */
export type Evidence = NonNullable<Citation['evidence']>;

export type SentenceData = Wire.PartSentence['data'] & {
  /** Not on the wire: `seq` of the last edit before this report, noted by stream.ts; absent in stored messages. */
  afterEdit?: number;
};

/** A change to text that was already sent. Offsets refer to the text of `textId` with the edits before it applied. */
export type EditData = Wire.PartEdit['data'];

/** A name or a detail that is new to this page is shown as it is. */
export type StepData = Omit<Wire.PartStep['data'], 'name' | 'detail'> & { name: string; detail?: unknown };
export type CriteriaData = Wire.PartCriteria['data'];
export type SupersededData = Wire.PartSuperseded['data'];

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

export type Badge = Wire.Badge | 'pending';

/** A judged citation in the names of this page; null is what an older message does not say. */
export interface LogEntry {
  citationNumber: Wire.LogEntry['citation_number'];
  statement: string;
  sourceFile: Wire.LogEntry['source_file'];
  sourcePage: Wire.LogEntry['source_page'];
  isAccurate: Wire.LogEntry['is_accurate'] | null;
  confidence: Wire.LogEntry['confidence'] | null;
  explanation: string | null;
  status: string;
}

export interface AnswerMetadata {
  badge: Badge;
  /** How the message ended: complete, stopped, interrupted, failed; null while it is being written. */
  status: string | null;
  /** The message is not whole, whatever its status says: the model itself may have cut it. */
  cutOff: boolean;
  confidence: number | null;
  accuracyRate: number | null;
  counts: Record<string, number>;
  /** What was found, in words, in the language of the answer. */
  issues: string[];
  /** The passage that may answer where the answer says that the sources do not. */
  related: NonNullable<Wire.Metadata['related']> | null;
  removed: Wire.RemovedMark[];
  log: LogEntry[];
  model: string | null;
  /** The answer quotes the sources and no model wrote it. */
  extracts: boolean;
  /** At most five: sources that contradict one another, and what the cited ones warn of. */
  warnings: string[];
  /** What the making of the answer had to do without. */
  notes: string[];
  /** Supported sentences without their marks. */
  keyPoints: string[];
  /** Pictures of cited sources that this server has. */
  pictures: { number: number; url: string; page: number | null; caption: string }[];
  /** Tables, figures and embedded presentations that are cited. */
  entities: { number: number; title: string }[];
  /** Numbers of the cited sources that a person has verified. */
  verifiedByPerson: number[];
  /** The hallucination score of every attempt; empty where nothing was claimed. */
  scores: number[];
  score: number | null;
  grade: { overall: number; feedback: string } | null;
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

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function numbers(value: unknown): number[] {
  return Array.isArray(value) ? value.map(number).filter((item) => item !== null) : [];
}

/** A picture is shown only from this server's own passages, whatever a document or a model names. */
const PICTURE = /^\/api\/chunks\/[0-9a-f-]+\/image$/;

const BADGES: readonly Badge[] = ['pending', 'verified', 'partial', 'unverified', 'no_sources', 'direct'];

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
    cutOff: text(raw['cut_off']) !== null,
    confidence: number(raw['confidence']),
    accuracyRate: number(raw['accuracy_rate']),
    counts,
    issues: texts(raw['issues']),
    related: readRelated(raw['related']),
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
    warnings: texts(raw['warnings']),
    notes: texts(raw['notes']),
    keyPoints: texts(raw['key_points']),
    pictures: records(raw['page_images']).flatMap((entry) => {
      const [url, cited] = [text(entry['url']), number(entry['number'])];
      if (url === null || cited === null || !PICTURE.test(url)) return [];
      return [{ number: cited, url, page: number(entry['page']), caption: text(entry['caption']) ?? '' }];
    }),
    entities: records(raw['entity_references']).flatMap((entry) => {
      const [title, cited] = [text(entry['title']), number(entry['number'])];
      return title === null || cited === null ? [] : [{ number: cited, title }];
    }),
    verifiedByPerson: numbers(records(raw['human_feedback_used']).map((entry) => entry['number'])),
    scores: numbers(record(raw['hallucination_check'])['scores']),
    score: number(record(raw['hallucination_check'])['score']),
    grade: gradeOf(record(raw['answer_grade'])),
    language: raw['language'] === 'ko' || raw['language'] === 'en' ? raw['language'] : null,
  };
}

function readRelated(value: unknown): AnswerMetadata['related'] {
  const raw = record(value);
  const quote = text(raw['quote']);
  if (quote === null) return null;
  return { source_id: text(raw['source_id']) ?? '', title: text(raw['title']) ?? '', page: number(raw['page']), quote };
}

function gradeOf(raw: Json): AnswerMetadata['grade'] {
  const overall = number(raw['overall']);
  return overall === null ? null : { overall, feedback: text(raw['feedback']) ?? '' };
}

export type SourceStatus = Wire.Source['status'];

/** An error as the server states it (RFC 9457 problem+json), in words for the reader. */
export interface Problem {
  title: string;
  detail: string | null;
  /** The status of the HTTP answer; absent where the problem is not that of a request. */
  status?: number;
  /** Seconds after which the server may be asked again. */
  retryAfter?: number;
  /** The field of the request that the problem is about. */
  field?: string;
}

export type Source = Omit<Wire.Source, 'error'> & {
  error: Problem | null;
  /** Set in the answer to an upload when the same file was already there. */
  duplicate?: boolean;
};

export type StoredChat = Omit<Wire.Chat, 'messages'> & { messages: AnswerMessage[] };
