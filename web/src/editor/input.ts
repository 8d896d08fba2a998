/** What comes into the text other than by plain typing: over a selection, from the clipboard, by a drop. */
import { Fragment, Slice, type Node } from 'prosemirror-model';
import type { Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { typed, withoutWords } from './cells';
import { lineNode, schema } from './schema';

/**
 * Typing over a selection: a browser would give the new words the look of the old ones with a style of its own, which
 * is no part of a plain text and which the page's policy refuses. What an input method does is left to the browser.
 */
export function typeOver(view: EditorView, event: InputEvent, composing: boolean): boolean {
  const { from, to, empty } = view.state.selection;
  if (event.inputType !== 'insertText' || event.isComposing || composing || event.data === null || empty) return false;
  event.preventDefault();
  const tr = withoutWords(view.state, from, to) ?? view.state.tr;
  view.dispatch(tr.insertText(typed(view, from, to, event.data)).scrollIntoView());
  return true;
}

/** Lines of a pasted text that go in at once: the page is not held up between one part and the next. */
const PART = 300;

/** A text cut before line ends; the parts joined are the text. */
export function parts(text: string): string[] {
  const out: string[] = [];
  let from = 0;
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    lines += 1;
    if (lines % PART !== 0) continue;
    const cut = text[at - 1] === '\r' ? at - 1 : at;
    out.push(text.slice(from, cut));
    from = cut;
  }
  return [...out, text.slice(from)];
}

/** Text as a slice, open at both ends: its first and last line join what stands there. */
export function sliceOf(text: string, into?: Node): Slice {
  const cr = into?.firstChild?.attrs['cr'] === true;
  const lines = text.split(/\r\n|\n/).map((line) => lineNode(line, cr));
  return new Slice(Fragment.fromArray(lines), 1, 1);
}

/** Puts a text in the place of a range. Within a line nothing has to be fitted, which looks through all lines. */
export function replaceWords(tr: Transaction, from: number, to: number, text: string): Transaction {
  const inLine = !text.includes('\n') && tr.doc.resolve(from).sameParent(tr.doc.resolve(to));
  return tr.replace(from, to, inLine ? new Slice(text === '' ? Fragment.empty : Fragment.from(schema.text(text)), 0, 0) : sliceOf(text, tr.doc));
}
