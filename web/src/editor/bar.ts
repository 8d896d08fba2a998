/** Where the table of the cursor is, for the tools that stand above it. */
import { Plugin } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { shownAsText } from './cells';
import { placeAt } from './tabling';
import type { Align } from './tables';

export interface TableBox {
  /** Pixels within the paper. */
  top: number;
  left: number;
  width: number;
  height: number;
  /** Of the column of the cursor. */
  align: Align;
}

/** `touched`: the cursor was put somewhere. */
export function barPlugin(touched: () => boolean, onTable: (box: TableBox | null, text: boolean) => void): Plugin {
  return new Plugin({
    view: () => ({
      update(view: EditorView) {
        const place = touched() ? placeAt(view.state, view.state.selection.head) : null;
        const [head, last] = [place?.grid.rows[0], place?.grid.rows.at(-1)].map((row) => (row ? view.nodeDOM(row.start) : null));
        const text = shownAsText(view.state).length > 0;
        if (!place || !(head instanceof HTMLElement) || !(last instanceof HTMLElement)) return onTable(null, text);
        onTable({ top: head.offsetTop, left: head.offsetLeft, width: head.offsetWidth, height: last.offsetTop + last.offsetHeight - head.offsetTop, align: place.grid.aligns[place.column] ?? 'left' }, text);
      },
      destroy: () => onTable(null, false),
    }),
  });
}
