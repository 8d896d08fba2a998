/** Words that leave the text: without signs of Markdown for those who read text, HTML without classes for those who read more. */
import type { EditorView } from 'prosemirror-view';
import { holdable, OWN } from '../draft/paste';
import { htmlOf } from '../markdown/html';
import { withoutWords } from './cells';
import { plainText, standing } from '../markdown/plain';
import { Places, textOf } from './schema';

/** More than this is given as Markdown alone: reading it would hold up the page. */
const MOST = 400_000;
/** What one draft gives another, beside what it gives others. */
const MARKDOWN = 'text/markdown';

/** The text of a clipboard or a drop; what comes out of a draft is as it was there. */
export function wordsOf(data: DataTransfer | null): string {
  return holdable(data?.getData(MARKDOWN) || '') || plainOf(data);
}

/** The same for readers of plain text. */
export function plainOf(data: DataTransfer | null): string {
  return holdable(data?.getData('text/plain') ?? '');
}

/** What is selected as Markdown that stands by itself. */
export function selectedMarkdown({ state }: EditorView): string {
  const { from, to } = state.selection;
  const places = new Places(state.doc);
  return standing(textOf(state.doc), places.offset(from), places.offset(to)).replaceAll('\r\n', '\n');
}

/** Fills the clipboard with what is selected; `cut` takes it out of the text. */
export function copyOut(view: EditorView, event: ClipboardEvent, cut: boolean): boolean {
  const { from, to, empty } = view.state.selection;
  const data = event.clipboardData;
  if (empty || data === null) return false;
  event.preventDefault();
  const text = view.state.doc.textBetween(from, to, '\n');
  data.clearData();
  data.setData(MARKDOWN, text);
  if (text.length <= MOST) {
    const whole = selectedMarkdown(view);
    data.setData('text/plain', plainText(whole));
    data.setData('text/html', `<div ${OWN}>${htmlOf(whole)}</div>`);
  } else data.setData('text/plain', text);
  if (cut) view.dispatch((withoutWords(view.state, from, to) ?? view.state.tr.deleteSelection().scrollIntoView()).setMeta('uiEvent', 'cut'));
  return true;
}
