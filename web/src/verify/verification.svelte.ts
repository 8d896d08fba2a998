/** A text and what it is checked against; both outlive a visit to another page. */
import { SvelteSet } from 'svelte/reactivity';
import { searchSources } from '../api';
import { problemOf } from '../problem';
import type { VerifyRequest, VerifyResult } from '../generated/api';
import type { Evidence, Problem, SearchHit } from '../wire';
import { queryVerified, verify } from './api';
import { join, partAt, queriesFor, type Joined } from './passages';
import { reportOf, reportOfQuery, type Locate, type Report, type ReportSentence } from './report';

export type Against = 'all' | 'chosen' | 'own';
const PER_QUERY = 4;
const QUERIES_AT_ONCE = 4;
/** Sentences without a citation that are looked up at most. */
const LOOKED_UP = 60;

/** What was found for a sentence that names no source. */
export interface Found {
  fileName: string;
  page: number | null;
  evidence: Evidence;
}

export class Verification {
  /** A text of the writer, or a question whose answer is checked. */
  mode = $state<'text' | 'question'>('text');
  text = $state('');
  question = $state('');
  against = $state<Against>('all');
  /** Ids of the chosen sources; the first is `[1]`. */
  readonly chosen = new SvelteSet<string>();
  own = $state<{ title: string; text: string }[]>([{ title: '', text: '' }]);
  quick = $state(false);
  requireCitations = $state(false);
  running = $state(false);
  problem = $state.raw<Problem | null>(null);
  report = $state.raw<Report | null>(null);
  /** The answer of the server as it came; what is exported as JSON. */
  raw = $state.raw<unknown>(null);
  /** Sources that say what sentences without a citation say, by the number of the sentence; null before the search. */
  found = $state.raw<Map<number, Found> | null>(null);
  searching = $state(false);
  private controller = new AbortController();

  get ready(): boolean {
    if (this.mode === 'question') return this.question.trim() !== '';
    if (this.text.trim() === '') return false;
    if (this.against === 'chosen') return this.chosen.size > 0;
    return this.against === 'all' || this.own.some((source) => source.text.trim() !== '');
  }

  stop(): void {
    this.controller.abort();
  }

  /** `nameOf` tells the file name of a stored source. */
  async run(nameOf: (id: string) => string): Promise<void> {
    this.controller.abort();
    this.controller = new AbortController();
    const { signal } = this.controller;
    this.running = true;
    this.problem = null;
    this.found = null;
    try {
      if (this.mode === 'question') {
        const result = await queryVerified({ question: this.question }, signal);
        this.raw = result;
        this.report = reportOfQuery(result);
      } else {
        const { body, locate } = await this.request(signal, nameOf);
        const result: VerifyResult = await verify(body, signal);
        this.raw = result;
        this.report = reportOf(result, locate);
      }
    } catch (error) {
      if (!signal.aborted) this.problem = problemOf(error);
    } finally {
      if (signal === this.controller.signal) this.running = false;
    }
  }

  /** Puts the value of the source in the place of the one in the text. */
  use({ origin, against }: ReportSentence): void {
    const { yours, theirs } = against?.what ?? {};
    if (!origin || yours === undefined || theirs === undefined) return;
    const at = this.text.slice(origin.start, origin.end).indexOf(yours);
    if (at >= 0) this.text = this.text.slice(0, origin.start + at) + theirs + this.text.slice(origin.start + at + yours.length);
  }

  private async request(signal: AbortSignal, nameOf: (id: string) => string): Promise<{ body: VerifyRequest; locate: Locate }> {
    const body: VerifyRequest = { answer: this.text, quick: this.quick, requireCitations: this.requireCitations };
    if (this.against === 'own') {
      body.context = this.own
        .filter((source) => source.text.trim() !== '')
        .map((source, index) => ({ id: `own-${index + 1}`, title: source.title.trim() || `[${index + 1}]`, content: source.text }));
      return { body, locate: () => null };
    }
    if (this.against === 'all') {
      // The passages are chosen by the server; a source of its answer is a passage.
      return { body, locate: (chunkId, evidence) => ({ ...evidence, chunkId }) };
    }
    const joined = new Map<string, Joined>();
    const context = [];
    for (const [index, id] of [...this.chosen].entries()) {
      const queries = queriesFor(this.text, index + 1);
      const hits = await inTurn(queries.length > 0 ? queries : [this.text.slice(0, 400)], (query) => searchSources(query, PER_QUERY, signal, [id]));
      const passages = join(hits.flat());
      joined.set(id, passages);
      context.push({ id, title: nameOf(id), content: passages.content || ' ' });
    }
    const locate: Locate = (id, evidence) => {
      const passages = joined.get(id);
      const part = passages && partAt(passages, evidence.start, evidence.end);
      return part ? { ...part, text: evidence.text } : null;
    };
    return { body: { ...body, context }, locate };
  }

  /** Looks for passages that say what sentences without a citation say. Only words count here; the report stays. */
  async lookUp(): Promise<void> {
    const { signal } = this.controller;
    const sentences = (this.report?.sentences ?? []).filter((sentence) => sentence.status === 'uncited').slice(0, LOOKED_UP);
    this.searching = true;
    try {
      const found = new Map<number, Found>();
      const limits = this.against === 'chosen' ? [...this.chosen] : [];
      await inTurn(sentences, async (sentence) => {
        const hits = await searchSources(sentence.text.slice(0, 400), PER_QUERY, signal, limits);
        const place = hits.length === 0 ? null : await supportOf(sentence, hits, signal);
        if (place) found.set(sentence.index, place);
      });
      if (!signal.aborted) this.found = found;
    } catch (error) {
      if (!signal.aborted) this.problem = problemOf(error);
    } finally {
      this.searching = false;
    }
  }
}

/** The passage that supports a sentence, by words alone. */
async function supportOf(sentence: ReportSentence, hits: SearchHit[], signal: AbortSignal): Promise<Found | null> {
  const marks = hits.map((_, index) => `[${index + 1}]`).join('');
  const words = sentence.text.replace(/[.!?。]+$/, '');
  const context = hits.map((hit) => ({ id: hit.id, title: hit.fileName, content: hit.content }));
  const result = await verify({ answer: `${words} ${marks}.`, context, quick: true }, signal);
  const citation = result.sentences.find((one) => one.status === 'supported')?.citations.find((one) => one.evidence !== null);
  const hit = hits.find((one) => one.id === citation?.sourceId);
  if (!hit || !citation?.evidence) return null;
  const { start, end, text } = citation.evidence;
  return { fileName: hit.fileName, page: hit.page, evidence: { chunkId: hit.id, page: hit.page, start, end, text } };
}

/** All of them, a few at a time, in order. */
async function inTurn<In, Out>(items: readonly In[], work: (item: In) => Promise<Out>): Promise<Out[]> {
  const out: Out[] = [];
  for (let at = 0; at < items.length; at += QUERIES_AT_ONCE) {
    out.push(...(await Promise.all(items.slice(at, at + QUERIES_AT_ONCE).map(work))));
  }
  return out;
}

export const verification = new Verification();
