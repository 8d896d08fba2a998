/** What comes into the text other than by plain typing: over a selection, from the clipboard, by a drop. */
import { Fragment, Slice, type Node } from 'prosemirror-model';
import { TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { lineNode } from './schema';

/**
 * Typing over a selection: a browser would give the new words the look of the old ones with a style of its own, which
 * is no part of a plain text and which the page's policy refuses. What an input method does is left to the browser.
 */
export function typeOver(view: EditorView, event: InputEvent, composing: boolean): boolean {
  const { from, to, empty } = view.state.selection;
  if (event.inputType !== 'insertText' || event.isComposing || composing || event.data === null || empty) return false;
  event.preventDefault();
  view.dispatch(view.state.tr.insertText(event.data, from, to).scrollIntoView());
  return true;
}

/** Takes the plain text of a clipboard or a drop. */
export function take(view: EditorView, data: DataTransfer | null, place: number | null, event: Event): boolean {
  const text = data?.getData('text/plain') ?? '';
  if (text === '') return false;
  event.preventDefault();
  const { state } = view;
  const tr = state.tr;
  if (place !== null) tr.setSelection(TextSelection.create(state.doc, place));
  view.dispatch(tr.replaceSelection(sliceOf(text, state.doc)).scrollIntoView().setMeta('paste', true));
  return true;
}

/** Text as a slice, open at both ends: its first and last line join what stands there. */
export function sliceOf(text: string, into?: Node): Slice {
  const cr = into?.firstChild?.attrs['cr'] === true;
  const lines = text.split(/\r\n|\n/).map((line) => lineNode(line, cr));
  return new Slice(Fragment.fromArray(lines), 1, 1);
}
