/** Rows that are pasted: into the cells of a table, or as a table of their own. */
import type { EditorView } from 'prosemirror-view';
import { OWN, tooLong } from '../draft/paste';
import { withoutWords } from './cells';
import { plainOf } from './copy';
import { codeAt } from './style';
import { inTable, insertTable, placeAt, rowsOf, spread } from './tabling';
import { escaped, isTableLine } from './tables';

/** Rows of a table in HTML; null where there is none. */
function rowsIn(html: string): string[][] | null {
  if (!/<table[\s>]/i.test(html) || html.slice(0, 2000).includes(OWN)) return null;
  const table = new DOMParser().parseFromString(html, 'text/html').querySelector('table');
  for (const end of table?.querySelectorAll('br') ?? []) end.replaceWith('\n');
  const rows = [...(table?.rows ?? [])].map((row) => [...row.cells].flatMap((cell) => [cell.textContent.trim(), ...Array.from({ length: cell.colSpan - 1 }, () => '')]));
  return rows.length > 0 ? rows : null;
}

/** Takes a clipboard in a cell, or rows of a spreadsheet anywhere but in code; false where there is nothing of the kind. */
export function pasteCells(view: EditorView, event: ClipboardEvent): boolean {
  const plain = plainOf(event.clipboardData);
  const html = event.clipboardData?.getData('text/html') ?? '';
  const { from, to } = view.state.selection;
  const cell = placeAt(view.state, from) !== null;
  if (plain === '' || tooLong(plain) || (!cell && codeAt(view.state.doc, from))) return false;
  if (!cell) {
    const rows = html === '' && !plain.split(/\r?\n/).every(isTableLine) ? rowsOf(plain) : null;
    const even = rows && rows.length > 1 && (rows[0]?.length ?? 0) > 1 && rows.every((row) => row.length === rows[0]?.length);
    if (!even) return false;
    event.preventDefault();
    return insertTable(rows)(view.state, view.dispatch);
  }
  event.preventDefault();
  const rows = rowsIn(html) ?? rowsOf(plain);
  if (rows && (rows.length > 1 || (rows[0]?.length ?? 0) > 1)) return inTable(spread(rows))(view.state, view.dispatch);
  const words = rows?.[0]?.[0] ?? plain;
  const tr = withoutWords(view.state, from, to);
  view.dispatch((tr ? tr.insertText(escaped(words)) : view.state.tr.insertText(escaped(words), from, to)).scrollIntoView());
  return true;
}
