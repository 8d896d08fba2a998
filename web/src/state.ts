/**
 * From a message as the AI SDK assembles it to what the page shows. Pure: a message in, a view out; no fetching, no
 * rendering. Later states of a sentence replace earlier ones, edits are applied, superseded texts are set aside.
 */
import { decode } from './decode';
import { applyEdits, moveOffset } from './edits';
import { PartSource } from './generated/shapes';
import {
  readMetadata,
  type AnswerMessage,
  type AnswerMetadata,
  type Badge,
  type CriteriaData,
  type EditData,
  type SentenceData,
  type StepData,
  type SupersededData,
  type Told,
} from './wire';

/** A sentence at its place in the edited text. The offsets of what it cites are moved with it. */
export type PlacedSentence = SentenceData;

export interface TextView {
  id: string;
  /** The text as the reader sees it, edits applied. */
  text: string;
  sentences: PlacedSentence[];
  /** Why a new attempt replaced this text; null for the text that counts. */
  superseded: string | null;
  /** That, apart from its language. */
  told?: readonly Told[];
}

export interface StepView {
  id: string;
  name: string;
  state: StepData['state'];
  /** In the language of the question. */
  detail: string | null;
  /** That, apart from its language. */
  told: readonly Told[];
}

export interface SourceView {
  sourceId: string;
  title: string;
  fileName: string | null;
  url: string | null;
  documentId: string | null;
  chunkId: string | null;
  page: number | null;
  /** Words of it were recognised on a picture of a page. */
  recognised: boolean;
  /** It was deleted since the answer was written. */
  gone: boolean;
  /** The number the source carries in the answer; null when the answer does not cite it. */
  number: number | null;
}

export interface AnswerView {
  texts: TextView[];
  steps: StepView[];
  sources: SourceView[];
  criteria: CriteriaData[];
  metadata: AnswerMetadata;
}

/** What is said of an answer in one word: the badge of the server, unless the answer quotes, or claims nothing. */
export type ShownBadge = Badge | 'quotations' | 'nothing';

/** Sentences of the sources are shown as what they are, and who says honestly that nothing was found has failed at nothing. */
export function shownBadge(view: AnswerView): ShownBadge {
  const { badge, extracts } = view.metadata;
  if (badge === 'verified' && extracts === true) return 'quotations';
  const said = tally(view);
  return badge === 'unverified' && view.metadata.status === 'complete' && (said['not_a_claim'] ?? 0) > 0 && Object.keys(said).length === 1 ? 'nothing' : badge;
}

type Part = AnswerMessage['parts'][number];

/**
 * What stream.ts notes on the parts of a live message, because the AI SDK drops text ids and the order in which parts
 * arrived. A stored message has no notes: its text has the edits applied and its sentences stand at their final place.
 */
export interface TextNote {
  textId: string;
}

function textNote(part: Extract<Part, { type: 'text' }>): TextNote | null {
  const note = part.providerMetadata?.['stetClient'];
  return typeof note?.['textId'] === 'string' ? { textId: note['textId'] } : null;
}

/** The words of a message without markup of any kind; what a question shows. */
export function plainText(message: AnswerMessage): string {
  return message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

export function answerView(message: AnswerMessage): AnswerView {
  const sentences = new Map<string, SentenceData>();
  const edits: EditData[] = [];
  const superseded = new Map<string, SupersededData>();
  const steps: StepView[] = [];
  const criteria: CriteriaData[] = [];
  const sources: SourceView[] = [];
  const texts: { id: string | null; text: string; live: boolean }[] = [];

  for (const part of message.parts) {
    switch (part.type) {
      case 'text':
        texts.push({ id: textNote(part)?.textId ?? null, text: part.text, live: textNote(part) !== null });
        break;
      case 'data-sentence':
        sentences.set(part.id ?? `${part.data.textId}:${part.data.index}`, part.data);
        break;
      case 'data-edit':
        edits.push(part.data);
        break;
      case 'data-superseded':
        superseded.set(part.data.textId, part.data);
        break;
      case 'data-step':
        steps.push({
          id: part.id ?? part.data.name,
          name: part.data.name,
          state: part.data.state,
          detail: describe(part.data.detail),
          told: part.data.told ?? [],
        });
        break;
      case 'data-criteria':
        criteria.push(part.data);
        break;
      case 'source-document':
      case 'source-url':
        sources.push(sourceView(part));
        break;
      default:
        break;
    }
  }

  const judged = [...sentences.values()];
  nameTexts(texts, judged.filter((sentence) => !superseded.has(sentence.textId)));
  const numbers = new Map<string, number>();
  const views = texts.map((streamed, order): TextView => {
    const id = streamed.id ?? `text-${order}`;
    const changes = streamed.live ? edits.filter((edit) => edit.textId === id) : [];
    const placed = judged
      .filter((sentence) => sentence.textId === id)
      .map((sentence) => placeSentence(sentence, changes))
      .sort((a, b) => a.start - b.start);
    const replacedBy = superseded.get(id);
    if (replacedBy === undefined) {
      for (const citation of placed.flatMap((sentence) => sentence.citations)) {
        if (citation.sourceId === null) continue;
        numbers.set(citation.sourceId, Math.min(citation.number, numbers.get(citation.sourceId) ?? Infinity));
      }
    }
    return { id, text: applyEdits(streamed.text, changes), sentences: placed, superseded: replacedBy?.reason ?? null, told: replacedBy?.told ?? [] };
  });

  return {
    texts: views,
    steps,
    sources: sources
      .map((source) => ({ ...source, number: numbers.get(source.sourceId) ?? null }))
      .sort((a, b) => (a.number ?? Infinity) - (b.number ?? Infinity)),
    criteria: criteria.filter((finding) => !superseded.has(finding.textId ?? '')),
    metadata: readMetadata(message.metadata),
  };
}

/** A stored message names no text ids on its text parts: they follow the order in which sentences mention them. */
function nameTexts(texts: { id: string | null }[], sentences: SentenceData[]): void {
  const taken = new Set(texts.map((streamed) => streamed.id));
  const mentioned = [...new Set(sentences.map((sentence) => sentence.textId))].filter((id) => !taken.has(id));
  for (const streamed of texts) {
    if (streamed.id === null) streamed.id = mentioned.shift() ?? null;
  }
}

/** Moves a sentence through the edits that came after its last report. */
function placeSentence(sentence: SentenceData, edits: readonly EditData[]): PlacedSentence {
  const later = edits.filter((edit) => edit.seq > (sentence.afterEdit ?? Infinity));
  const move = <T extends { start: number; end: number }>(placed: T): T => ({ ...placed, start: moveOffset(placed.start, later), end: moveOffset(placed.end, later) });
  return {
    ...move(sentence),
    citations: (sentence.citations ?? []).map(move),
    ...(sentence.suggested ? { suggested: move(sentence.suggested) } : {}),
    statutes: (sentence.statutes ?? []).map(move),
    removed: sentence.removed ?? [],
  };
}

function sourceView(part: Extract<Part, { type: 'source-document' | 'source-url' }>): SourceView {
  // A source on the web has no passage.
  const { documentId, chunkId, page, recognised, gone } = decode(PartSource, part).providerMetadata.stet;
  return {
    sourceId: part.sourceId,
    title: part.title ?? (part.type === 'source-url' ? part.url : (part.filename ?? part.sourceId)),
    fileName: part.type === 'source-document' ? (part.filename ?? null) : null,
    url: part.type === 'source-url' ? part.url : null,
    documentId: documentId || null,
    chunkId: chunkId || null,
    page,
    recognised: recognised === true,
    gone: gone === true,
    number: null,
  };
}

function describe(detail: unknown): string | null {
  if (typeof detail === 'string') return detail === '' ? null : detail;
  if (typeof detail !== 'object' || detail === null) return null;
  const known = Object.values(detail).filter((value) => typeof value === 'string' || typeof value === 'number');
  return known.length === 0 ? null : known.join(' · ');
}

/** What is being done now: the last step that runs, else the last that there was. */
export function currentStep(steps: readonly StepView[]): StepView | null {
  return steps.findLast(({ state }) => state === 'running') ?? steps.at(-1) ?? null;
}

/** What a draft takes without being asked twice. */
export function isSure({ status }: Pick<PlacedSentence, 'status'>): boolean {
  return status === 'supported' || status === 'not_a_claim';
}

/** How many sentences of the text that counts stand in each state. */
export function tally(view: AnswerView): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const text of view.texts) {
    if (text.superseded !== null) continue;
    for (const sentence of text.sentences) counts[sentence.status] = (counts[sentence.status] ?? 0) + 1;
  }
  return counts;
}
