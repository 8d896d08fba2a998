/** What the server says of the sentences of a draft, each at its place in the text. Pure. */
import type { VerifiedSentence, VerifyResult } from '../generated/api';
import { MESSAGES } from '../i18n';
import { withoutNotes } from '../markdown/html';
import type { Evidence, SentenceStatus } from '../wire';
import type { Verdict } from './checking.svelte';

const BAD: readonly SentenceStatus[] = ['unsupported', 'unknown_source', 'uncertain'];

/**
 * What the server said, sentence by sentence; sentences that claim nothing are left out, and those without a citation, but where a
 * source says otherwise, and that they could have one where the writer wants to know (`wide`).
 */
export function verdictsOf(result: Pick<VerifyResult, 'sentences' | 'sources'>, text: string, wide = false): Verdict[] {
  const titles = new Map(result.sources.map((source) => [source.id, source.title]));
  const titleOf = (id: string | null | undefined): string | null => titles.get(id ?? '') ?? null;
  let notes: ReadonlyMap<string, string> | undefined;
  return result.sentences.flatMap((sentence): Verdict[] => {
    const { origin, status } = sentence;
    const could = status === 'uncited' && (sentence.against || (wide && sentence.suggested));
    if (!origin || (status !== 'supported' && !BAD.includes(status) && !could)) return [];
    const raw = text.slice(origin.start, origin.end);
    if (status === 'unknown_source' && remarked(raw, (notes ??= withoutNotes(text).notes))) return [];
    const start = origin.start + (raw.length - raw.trimStart().length);
    const cited = sentence.citations.find((one) => one.evidence !== null) ?? (sentence.against ? undefined : sentence.suggested);
    return [
      {
        id: `v${sentence.index}`,
        start,
        end: start + raw.trim().length,
        text: raw.trim(),
        status,
        reason: sentence.reason,
        veto: sentence.veto,
        against: sentence.against ?? null,
        title: titleOf(sentence.against?.sourceId ?? cited?.sourceId),
        evidence: cited ? passageOf(cited) : null,
        suggested: suggestedIn(sentence, raw.trim(), raw.length - raw.trimStart().length),
      },
    ];
  });
}

/** What Stet itself writes into a note for a sentence that came in with a doubt. */
const DOUBTS = Object.values(MESSAGES).flatMap(({ status }): string[] => Object.values(status));

/**
 * Its footnotes are there and are the writer's own remarks: no file, no address, no year or page, no quotation, and no doubt that
 * came in with it. Whatever may be a reference is told. `notes` are those of the text, by their labels.
 */
export function remarked(words: string, notes: ReadonlyMap<string, string>): boolean {
  const remark = (note: string | undefined): boolean => note !== undefined && !/[“"「『\d]|:\/\/|\.[a-z]{2,5}\b/i.test(note) && !DOUBTS.includes(note.trim());
  const labels = [...words.matchAll(/\[\^([^\]\s]+)\]/g)];
  return labels.length > 0 && labels.every(([, label = '']) => remark(notes.get(label)));
}

/** Where the mark would stand that a sentence could have. What is checked is without the marks that do not hold, so behind one the end counts. */
function suggestedIn({ suggested, start, text }: VerifiedSentence, words: string, lead: number): Verdict['suggested'] {
  if (!suggested || words.includes(`[^${suggested.number}]`)) return null;
  const at = suggested.start - start - lead;
  const same = at >= 0 && words.slice(0, at) === text.slice(lead, lead + at);
  return { number: suggested.number, at: same ? at : words.replace(/[.!?。…]+$/, '').length };
}

/** A source of a check against all that is stored is a passage. */
function passageOf({ sourceId, evidence }: VerifiedSentence['citations'][number]): Evidence | null {
  return sourceId === null || evidence === null ? null : { chunkId: sourceId, page: evidence.page, start: evidence.start, end: evidence.end, text: evidence.text };
}
