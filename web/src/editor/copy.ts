/** Words that leave the text: Markdown for those who read text, HTML without classes for those who read more. */
import type { EditorView } from 'prosemirror-view';
import { OWN } from '../draft/paste';
import { htmlOf } from '../markdown/html';
import { withoutWords } from './cells';

/** More than this is given as text alone: making its HTML would hold up the page. */
const MOST = 400_000;

/** Fills the clipboard with what is selected; `cut` takes it out of the text. */
export function copyOut(view: EditorView, event: ClipboardEvent, cut: boolean): boolean {
  const { from, to, empty } = view.state.selection;
  const data = event.clipboardData;
  if (empty || data === null) return false;
  event.preventDefault();
  const text = view.state.doc.textBetween(from, to, '\n');
  data.clearData();
  data.setData('text/plain', text);
  if (text.length <= MOST) data.setData('text/html', `<div ${OWN}>${htmlOf(text)}</div>`);
  if (cut) view.dispatch((withoutWords(view.state, from, to) ?? view.state.tr.deleteSelection().scrollIntoView()).setMeta('uiEvent', 'cut'));
  return true;
}
