/** What keys do in a draft, besides typing. */
import { baseKeymap } from 'prosemirror-commands';
import type { Command } from 'prosemirror-state';
import { heading, tick, TOOLS } from './commands';
import { indent } from './lists';
import { schema } from './schema';

const ITEM = /^([ \t]*(?:>[ \t]?)*)(?:([-*+])|(\d{1,9})([.)]))([ \t]+)(\[[ xX]\][ \t]+)?/;

/**
 * A new line that goes on with the list or the quotation. An empty item of an inner list becomes one of the outer; any other ends
 * the list: a blank line stays behind it, for Markdown reads a line right under an item as more of its words.
 */
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
    if (item && /^[ \t]/.test(text) && indent(-1)(state, dispatch)) return true;
    tr.delete($from.start(), $from.end());
    const above = state.doc.resolve($from.before()).nodeBefore?.textContent.trim() ?? '';
    if (above !== '') tr.split($from.start(), 1, [{ type: line.type, attrs: line.attrs }]);
    dispatch?.(tr.scrollIntoView());
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

/**
 * The sign of an item that is typed once more at its beginning, by who writes Markdown by hand, is no second one. Another sign may
 * be words, as is a number: `- 3. 2. 개강`.
 */
const sameSign: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  const before = $from.parent.textBetween(0, $from.parentOffset);
  const mark = ITEM.exec(before);
  if (!empty || !mark?.[2] || before.slice(mark[0].length) !== mark[2]) return false;
  dispatch?.(state.tr.delete($from.pos - 1, $from.pos).scrollIntoView());
  return true;
};

export const KEYS: Record<string, Command> = {
  ...baseKeymap,
  Enter: newLine,
  'Shift-Enter': newLine,
  Space: sameSign,
  'Mod-b': TOOLS.bold,
  'Mod-i': TOOLS.italic,
  'Mod-e': TOOLS.code,
  'Shift-Mod-k': TOOLS.link,
  'Shift-Mod-x': TOOLS.strike,
  'Mod-Alt-0': heading(0),
  'Mod-Alt-1': heading(1),
  'Mod-Alt-2': heading(2),
  'Mod-Alt-3': heading(3),
  'Shift-Mod-7': TOOLS.ordered,
  'Shift-Mod-8': TOOLS.bullet,
  'Shift-Mod-9': TOOLS.task,
  'Shift-Mod-.': TOOLS.quote,
  'Mod-Alt-f': TOOLS.footnote,
  // Never out of a list: Escape leads out of the text (editor.ts).
  Tab: indent(1),
  'Shift-Tab': indent(-1),
  'Mod-]': indent(1),
  'Mod-[': indent(-1),
  'Mod-,': TOOLS.sub,
  'Mod-Shift-,': TOOLS.sup,
  'Mod-Enter': tick(),
};

/** What keys ask of the page. */
export interface PageKeys {
  /** The writer wants the last thing undone, or done again, be it typing or a decision. */
  onUndo: () => void;
  onRedo: () => void;
  /** A key that walks through the cards, or decides the one at hand. */
  onWalk: (step: 1 | -1) => void;
  onDecide: (action: 'accept' | 'reject') => void;
  /** The writer wants to say something about what is selected. */
  onComment: () => void;
  /** The writer wants the commands. */
  onPalette: () => void;
  /** An `@` was typed where a citation may begin; false where there is nothing to cite. */
  onCite: () => boolean;
}

/** The keys that the page has a part in. */
export function pageKeys(page: PageKeys, composing: () => boolean): Record<string, Command> {
  const does = (work: () => void): Command => () => {
    work();
    return true;
  };
  return {
    'Mod-z': does(page.onUndo),
    'Shift-Mod-z': does(page.onRedo),
    'Mod-y': does(page.onRedo),
    'Alt-ArrowDown': does(() => page.onWalk(1)),
    'Alt-ArrowUp': does(() => page.onWalk(-1)),
    'Mod-Alt-m': does(page.onComment),
    'Mod-k': does(page.onPalette),
    '@': (state) => {
      const { $from, empty } = state.selection;
      const before = $from.parent.textBetween(0, $from.parentOffset).slice(-1);
      return empty && !composing() && /^[\s[(;-]?$/.test(before) && page.onCite();
    },
    'Alt-a': does(() => page.onDecide('accept')),
    'Alt-x': does(() => page.onDecide('reject')),
  };
}
