/** What keys do in a draft, besides typing. */
import { baseKeymap } from 'prosemirror-commands';
import { redo, undo } from 'prosemirror-history';
import type { Command } from 'prosemirror-state';
import { TextSelection } from 'prosemirror-state';
import { schema } from './schema';

const ITEM = /^([ \t]*(?:>[ \t]?)*)(?:([-*+])|(\d{1,9})([.)]))([ \t]+)(\[[ xX]\][ \t]+)?/;

/** A new line that goes on with the list or the quotation; in an empty item it ends the list instead. */
export const newLine: Command = (state, dispatch) => {
  const { $from, $to, empty } = state.selection;
  const line = $from.parent;
  if (line.type !== schema.nodes.line) return false;
  const text = line.textContent;
  const item = ITEM.exec(text);
  const mark = item?.[0] ?? /^[ \t]*(?:>[ \t]?)+/.exec(text)?.[0] ?? '';
  const inside = mark !== '' && $from.parentOffset >= mark.length;
  const tr = state.tr;
  if (inside && empty && text.trim() === mark.trim()) {
    if (dispatch) dispatch(tr.delete($from.start(), $from.end()).scrollIntoView());
    return true;
  }
  if (!dispatch) return true;
  tr.delete($from.pos, $to.pos);
  tr.split($from.pos, 1, [{ type: line.type, attrs: line.attrs }]);
  if (inside) {
    const number = item?.[3] === undefined ? null : Number(item[3]) + 1;
    const next = item
      ? `${item[1] ?? ''}${number === null ? (item[2] ?? '-') : `${number}${item[4] ?? '.'}`}${item[5] ?? ' '}${item[6] === undefined ? '' : '[ ] '}`
      : mark;
    tr.insertText(next, $from.pos + 2);
  }
  dispatch(tr.scrollIntoView());
  return true;
};

/** Puts a mark on both sides of the selection, or takes it away where it is. */
function around(mark: string): Command {
  return (state, dispatch) => {
    const { $from, $to, from, to } = state.selection;
    if (!$from.sameParent($to)) return false;
    const text = $from.parent.textContent;
    const before = text.slice(0, $from.parentOffset);
    const after = text.slice($to.parentOffset);
    if (dispatch) {
      const tr = state.tr;
      if (before.endsWith(mark) && after.startsWith(mark)) {
        tr.delete(to, to + mark.length).delete(from - mark.length, from);
      } else {
        tr.insertText(mark, to).insertText(mark, from);
        tr.setSelection(TextSelection.create(tr.doc, from + mark.length, to + mark.length));
      }
      dispatch(tr.scrollIntoView());
    }
    return true;
  };
}

export const KEYS: Record<string, Command> = {
  ...baseKeymap,
  Enter: newLine,
  'Shift-Enter': newLine,
  'Mod-z': undo,
  'Shift-Mod-z': redo,
  'Mod-y': redo,
  'Mod-b': around('**'),
  'Mod-i': around('*'),
  'Mod-e': around('`'),
};
