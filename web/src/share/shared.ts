/** From a shared text as the server gives it to what is drawn: the same view as that of an answer. Pure. */
import { remarked } from '../draft/judged';
import type { SharedText } from '../generated/api';
import type { PlacedSentence, SourceView, TextView } from '../state';

export interface Note {
  label: string;
  text: string;
}

export interface SharedView {
  text: TextView;
  sources: SourceView[];
  /** The footnotes of a draft, which stand under its text. */
  notes: Note[];
}

/** A footnote's text, with the lines behind it that are set in. */
const NOTE = /^\[\^([^\]\s]+)\]:[ \t]*(.*(?:\n[ \t]+\S.*)*)$/gm;
/** A mark of a citation in a draft. */
const MARK = /\[\^?†?(\d{1,4})\](?![:(])/g;

/** The number of a note that cites nothing, as long as its mark was. */
const raised = (mark: string, label: string): string => [...label].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.charAt(Number(digit))).join('').padEnd(mark.length, '\u2060');

export function viewOf(shared: SharedText): SharedView {
  const notes: Note[] = [];
  const isDraft = shared.kind === 'draft';
  // What takes its place is as long, so that sentences stay where they are.
  const take = (whole: string, label: string, text: string): string => {
    notes.push({ label, text: text.replace(/\n[ \t]+/g, ' ').trim() });
    return whole.replace(/\S/g, ' ');
  };
  const text = isDraft ? shared.text.replace(NOTE, take) : shared.text;
  const noted = new Map(notes.map((note) => [note.label, note.text]));
  const sources = shared.sources.map((source, at): SourceView => ({
    sourceId: String(at),
    title: source.title,
    fileName: null,
    url: source.url,
    documentId: null,
    chunkId: source.passage === null ? null : String(at),
    page: source.page,
    recognised: false,
    gone: source.passage === null && source.url === null,
    number: source.number,
  }));
  const sentences = shared.sentences.map((sentence, index): PlacedSentence => {
    const { start, reason } = sentence;
    const until = shared.sentences[index + 1]?.start ?? text.length;
    const marks = isDraft ? [...text.slice(start, until).matchAll(MARK)] : [];
    // Marks behind the full stop are of the sentence before it.
    const end = Math.max(sentence.end, ...marks.map((one) => start + one.index + one[0].length));
    const remark = isDraft && sentence.status === 'unknown_source' && remarked(text.slice(start, end), noted);
    const status = remark ? 'uncited' : sentence.status;
    return {
      index, start, end, status, reason, textId: 'shared', kind: 'claim', score: 0, veto: null, statutes: [], removed: [],
      citations: sentence.citations.map(({ number, mark, source, quote, page, ...place }) => {
        const own = marks.find((one) => Number(one[1]) === number);
        const at = own ? { start: start + own.index, end: start + own.index + own[0].length } : isDraft ? { start, end: start } : place;
        return { number, mark, ...at, sourceId: source === null ? null : String(source), evidence: quote === null ? null : { page, start: 0, end: 0, text: quote, ...(source === null ? {} : { chunkId: String(source) }) } };
      }),
    };
  });
  const cited = new Set(shared.sentences.flatMap(({ citations }) => citations.map(({ number }) => number)));
  const shown = text.replace(MARK, (mark: string, label: string) => (isDraft && noted.has(label) && !cited.has(Number(label)) ? raised(mark, label) : mark));
  return { text: { id: 'shared', text: shown, sentences, superseded: null }, sources, notes };
}
