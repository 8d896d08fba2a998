/**
 * The shapes that travel between the server and this page: the parts of an answer (AI SDK UI message stream, see
 * docs/ARCHITECTURE.md) and the resources of the HTTP interface, as the server describes them, with what the page makes of
 * them. All text offsets are UTF-16 code units with an exclusive end, as JavaScript counts.
 */
import type { UIMessage } from 'ai';
import { decode, type Decoded } from './decode';
import type * as Wire from './generated/api';
import * as shapes from './generated/shapes';

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
  Told,
} from './generated/api';

/** One released citation. `start` and `end` place its mark in the text of the sentence's `textId`. */
export type Citation = Wire.Citation;

/** Where in a stored passage a claim was found. `start` and `end` are offsets in the content of the chunk. */
export type Evidence = NonNullable<Citation['evidence']> & { chunkId: string };

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
/** A message, with its place among others where it was fetched with that. */
export type AnswerMessage = UIMessage<unknown, AnswerDataParts> & { branch?: unknown };

export type Badge = Wire.Badge | 'pending';

/** A judged citation; a status that is new to this page is in doubt. */
export type LogEntry = Decoded<typeof shapes.LogEntry>;

/** What is known of an answer, in the words of the server; while it is being written that is next to nothing. */
export type AnswerMetadata = Omit<Decoded<typeof shapes.Metadata>, 'badge' | 'page_images' | 'entity_references'> & {
  badge: Badge;
  /** Pictures of cited sources that this server has. */
  pictures: { number: number; url: string; page: number | null; caption: string | null }[];
  /** Tables, figures and embedded presentations that are cited. */
  entities: { number: number; title: string }[];
  /** The notes apart from their language, one for each where the server tells it. */
  toldNotes?: readonly unknown[];
};

/** A picture is shown only from this server's own passages, whatever a document or a model names. */
const PICTURE = /^\/api\/chunks\/[0-9a-f-]+\/image$/;

const BADGES: readonly Badge[] = ['pending', 'verified', 'partial', 'unverified', 'no_sources', 'direct'];

/** The metadata of a message, whatever it carries. Half a result is none. */
export function readMetadata(value: unknown): AnswerMetadata {
  const { badge, page_images = [], entity_references = [], related, ...metadata } = decode(shapes.Metadata, value);
  return {
    ...metadata,
    // Of an answer without a badge that this page knows nothing is claimed but what the server says of all of it.
    badge: BADGES.find((one) => one === badge) ?? (metadata.verified === true ? 'verified' : 'pending'),
    ...(related?.quote ? { related } : {}),
    ...notesTold(value, metadata.notes),
    pictures: page_images.flatMap(({ url = '', ...picture }) => (PICTURE.test(url) ? [{ ...picture, url }] : [])),
    entities: entity_references.flatMap(({ number, title }) => (title === null ? [] : [{ number, title }])),
  };
}

function notesTold(metadata: unknown, notes: readonly string[] = []): { toldNotes?: readonly unknown[] } {
  const told = (metadata as { notes_told?: unknown } | null | undefined)?.notes_told;
  return Array.isArray(told) && told.length > 0 && told.length === notes.length ? { toldNotes: told } : {};
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

/** Only the answer to an upload says whether the same file was already there. The error may be that of a request, too. */
export type Source = Omit<Wire.Source, 'error'> & { error: Problem | null } & Partial<Pick<Wire.UploadResult['sources'][number], 'duplicate'>>;

export type StoredChat = Omit<Wire.Chat, 'messages'> & { messages: AnswerMessage[] };
