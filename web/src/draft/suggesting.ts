/** Citing in a draft what a check suggests: the footnote at the place of the mark. */
import { suggesting as en } from '../text/en/suggesting';
import { suggesting as ko } from '../text/ko/suggesting';
import type { Editor } from '../editor/editor';
import { preferences } from '../preferences.svelte';
import type { Verdict } from './checking.svelte';
import type { TextEdit } from './edits';
import { footnote, noteText } from './footnotes';

export const SUGGESTING = { en, ko };

/** The edits that cite the source of a suggestion at `at`; a footnote that names it already is used again. */
export function citing(draft: string, at: number, { title, evidence, suggested }: Pick<Verdict, 'title' | 'evidence' | 'suggested'>): TextEdit[] {
  const name = title ?? '';
  const page = evidence?.page ?? null;
  const note = noteText(page === null ? name : `${name}, ${preferences.t.page(page)}`, evidence?.text ?? null);
  const written = [...draft.matchAll(/^\[\^(\d{1,6})\]:[ \t]*(.*?)[ \t]*\r?$/gm)];
  const used = written.find(([, , text]) => text === note) ?? written.find(([, label, text]) => label === String(suggested?.number) && name !== '' && text?.startsWith(name));
  return used ? [{ start: at, end: at, text: `[^${used[1]}]` }] : footnote(draft, at, note);
}

/** Puts the citation that was suggested for a sentence; false when its words do not stand there any more. */
export function cite(editor: Editor, verdict: Verdict): boolean {
  const place = editor.marks.placeOf(verdict.id);
  if (!place || !verdict.suggested) return false;
  return editor.apply(citing(editor.text, place.start + verdict.suggested.at, verdict), { undoable: true }) !== null;
}
