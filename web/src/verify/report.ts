/** A verification as the page shows it, and as a Markdown file. Pure: an answer of the server in, a report out. */
import type { Against, Citation, Decider, LogEntry, QueryResult, RemovedCitation, VerifiedSentence, VerifyResult } from '../generated/api';
import type { Badge, Evidence } from '../wire';
import { nameSuggestion } from '../view/citing';
import type { Messages } from '../i18n';
import type { VerifyMessages } from './i18n';

/** A citation that survived, and where its source is opened; null for sources that are not kept here. */
export interface ReportCitation {
  number: number;
  quote: string | null;
  page: number | null;
  title: string | null;
  evidence: Evidence | null;
}

export interface ReportSentence extends Pick<VerifiedSentence, 'index' | 'text' | 'kind' | 'status' | 'score' | 'reason' | 'veto' | 'statutes' | 'removed'> {
  by: Decider | null;
  citations: ReportCitation[];
  /** The citation that it could have: words do not decide it, or the sentence has none. */
  suggested: ReportCitation | null;
  /** What the nearest source has in its place; without a passage where the source is not kept here. */
  against: { what: Against; title: string; chunkId: string | null } | null;
  /** Where it stands in the text that was checked. */
  origin: { start: number; end: number } | null;
}

export interface Report {
  badge: Badge;
  confidence: number;
  accuracyRate: number | null;
  /** Judged citations by verdict. */
  accurate: number;
  inaccurate: number;
  uncertain: number;
  removed: number;
  issues: string[];
  log: LogEntry[];
  /** Null where the server tells citations only. */
  sentences: ReportSentence[] | null;
  removedCitations: RemovedCitation[];
  corrected: string;
  /** The answer before the check; null for a text of the writer. */
  original: string | null;
  milliseconds: number;
}

/** Finds where the evidence of a citation is kept. */
export type Locate = (sourceId: string, evidence: { start: number; end: number; text: string; page: number | null }) => Evidence | null;

function counted(log: readonly LogEntry[]): Pick<Report, 'accurate' | 'inaccurate' | 'uncertain'> {
  const of = (status: LogEntry['status']): number => log.filter((entry) => entry.status === status).length;
  return { accurate: of('accurate'), inaccurate: of('inaccurate'), uncertain: of('uncertain') };
}

export function reportOf(result: VerifyResult, locate: Locate): Report {
  const titles = new Map(result.sources.map((source) => [source.id, source]));
  const cited = (citation: Citation): ReportCitation => {
    const source = titles.get(citation.sourceId ?? '');
    const evidence = citation.sourceId === null || !citation.evidence ? null : locate(citation.sourceId, citation.evidence);
    return {
      number: citation.number,
      quote: citation.evidence?.text ?? null,
      page: evidence?.page ?? citation.evidence?.page ?? source?.page ?? null,
      title: source?.title ?? null,
      evidence,
    };
  };
  const sentences = result.sentences.map(
    (sentence): ReportSentence => ({
      ...sentence,
      text: sentence.text.trim(),
      by: sentence.by ?? null,
      suggested: sentence.suggested ? cited(sentence.suggested) : null,
      against: sentence.against
        ? { what: sentence.against, title: titles.get(sentence.against.sourceId)?.title ?? '', chunkId: locate(sentence.against.sourceId, sentence.against)?.chunkId ?? null }
        : null,
      origin: sentence.origin ?? null,
      citations: sentence.citations.map(cited),
    }),
  );
  const counts = counted(result.verification_log);
  const removedCitations = sentences.flatMap((sentence) =>
    sentence.removed.map(({ mark, reason }) => ({ mark, reason, source_id: null, statement: sentence.text })),
  );
  return {
    badge: result.badge,
    confidence: result.confidence,
    accuracyRate: result.accuracy_rate,
    ...counts,
    // A sentence that words do not decide has no citation that could be judged.
    uncertain: Math.max(counts.uncertain, result.counts.uncertain),
    removed: removedCitations.length,
    issues: result.issues,
    log: result.verification_log,
    sentences,
    removedCitations,
    corrected: result.corrected,
    original: null,
    milliseconds: result.processing_time_ms,
  };
}

export function reportOfQuery(result: QueryResult): Report {
  return {
    badge: result.badge,
    confidence: result.confidence,
    accuracyRate: result.accuracy_rate,
    ...counted(result.verification_log),
    removed: result.removed_citations.length,
    issues: [],
    log: result.verification_log,
    sentences: null,
    removedCitations: result.removed_citations,
    corrected: result.corrected_answer,
    original: result.original_answer,
    milliseconds: result.processing_time_ms,
  };
}

/** Words in a cell or an item of Markdown: on one line, and without markup of their own. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim().replace(/[\\`*_[\]<>|#~]/g, '\\$&');
}

const percent = (share: number | null): string => (share === null ? '–' : `${Math.round(share * 100)} %`);

const quoted = ({ quote }: ReportCitation): string => (quote === null ? '' : `: “${plain(quote)}”`);

/** Where a citation leads: the name of the source, and the page. */
export function placeOf({ title, page }: ReportCitation, t: Messages): string {
  return [title ?? '', page === null ? '' : t.page(page)].filter((part) => part !== '').join(', ');
}

/** The report as a file for people. */
export function markdown(report: Report, v: VerifyMessages, t: Messages): string {
  const lines = [
    `# ${v.report}`,
    '',
    `**${t.badge[report.badge]}** — ${t.badgeMeaning[report.badge]}`,
    '',
    `| ${t.accuracyRate} | ${v.accurate} | ${v.inaccurate} | ${v.uncertain} | ${t.removed} | ${t.confidence} |`,
    '|---|---|---|---|---|---|',
    `| ${percent(report.accuracyRate)} | ${report.accurate} | ${report.inaccurate} | ${report.uncertain} | ${report.removed} | ${percent(report.confidence)} |`,
  ];
  if (report.issues.length > 0) lines.push('', `## ${t.issues}`, '', ...report.issues.map((issue) => `- ${plain(issue)}`));
  if (report.sentences) {
    lines.push('', `## ${t.counts}`, '');
    for (const sentence of report.sentences) {
      if (sentence.text === '') continue;
      lines.push(`- **${t.status[sentence.status]}**: ${plain(sentence.text)}`);
      if (sentence.reason !== '' && sentence.status !== 'not_a_claim') lines.push(`  - ${plain(sentence.reason)}`);
      for (const citation of sentence.citations) lines.push(`  - \\[${citation.number}\\] ${plain(placeOf(citation, t))}${quoted(citation)}`);
      if (sentence.suggested) lines.push(`  - ${plain(nameSuggestion(sentence.status, sentence.suggested.number, placeOf(sentence.suggested, t), t))}${quoted(sentence.suggested)}`);
      for (const removed of sentence.removed) lines.push(`  - ${t.removedFrom}: ${plain(removed.mark)} – ${plain(removed.reason)}`);
    }
  } else {
    lines.push('', `## ${t.log}`, '');
    for (const entry of report.log) lines.push(`- **${v.verdict[entry.status]}**: ${plain(entry.statement)} – ${plain(entry.source_file ?? '')} ${plain(entry.explanation)}`);
  }
  lines.push('', `## ${v.corrected}`, '', report.corrected.trim(), '');
  return lines.join('\n');
}
