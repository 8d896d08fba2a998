/** How a citation is named where it stands without its answer. */
import { noteText } from '../draft/footnotes';
import type { Messages } from '../i18n';
import type { PlacedSentence, SourceView } from '../state';
import type { Citation } from '../wire';

/** The text of the footnote of a sentence that is not supported. */
export function describeDoubt(t: Messages): (sentence: PlacedSentence) => string {
  return ({ status, against }) => {
    const theirs = against?.theirs ?? against?.text;
    return noteText(t.status[status], theirs ?? null);
  };
}

/** What a suggested citation is: one that words do not decide, or one that a sentence without any could have. */
export function nameSuggestion(status: string, number: number, title: string, t: Messages): string {
  return (status === 'uncertain' ? t.toCheck : t.couldCite)(number, title);
}

/** Where a number of an answer leads, in words. */
export function describeSource(sources: readonly SourceView[], t: Messages): (number: number) => string {
  return (number) => {
    const source = sources.find((candidate) => candidate.number === number);
    const name = source?.url ?? source?.fileName ?? source?.title ?? '';
    return source?.page == null ? name : `${name}, ${t.page(source.page)}`;
  };
}

/** The text of the footnote that takes the place of a citation. */
export function describeCitation(sources: readonly SourceView[], t: Messages): (citation: Citation) => string {
  return (citation) => {
    const source = sources.find((candidate) => candidate.sourceId === citation.sourceId);
    const name = source?.url ?? source?.fileName ?? source?.title ?? citation.mark;
    const page = citation.evidence?.page ?? source?.page ?? null;
    return noteText(page === null ? name : `${name}, ${t.page(page)}`, citation.evidence?.text ?? null);
  };
}
