// Underlines in the editor, which go with the text while it is changed.

import { StateEffect, StateField, type EditorState, type Range } from '@codemirror/state';
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view';

import type { Finding } from '../../shared/stet';

/** Takes the place of all findings of a text. */
export const found = StateEffect.define<Finding[]>();

const title = ({ reason, passage }: Finding): string => (passage ? `${reason}\n\n“${passage.text}” — ${passage.title}` : reason);

function mark(finding: Finding, index: number): Range<Decoration> {
  const attributes = { title: title(finding), 'data-stet': String(index) };
  return Decoration.mark({ class: `stet-${finding.severity}`, attributes, index }).range(finding.start, finding.end);
}

export const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(set, transaction) {
    let now = set.map(transaction.changes);
    for (const effect of transaction.effects) {
      const inside = (finding: Finding): boolean => finding.start < finding.end && finding.end <= transaction.newDoc.length;
      if (effect.is(found)) now = Decoration.set(effect.value.map((finding, index) => ({ finding, index })).filter(({ finding }) => inside(finding)).map(({ finding, index }) => mark(finding, index)), true);
    }
    return now;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Where a finding stands now; null where its words are gone. */
export function placeOf(state: EditorState, index: number): { from: number; to: number } | null {
  let place: { from: number; to: number } | null = null;
  state.field(marks, false)?.between(0, state.doc.length, (from, to, decoration) => {
    if (decoration.spec['index'] !== index || from === to) return undefined;
    place = { from, to };
    return false;
  });
  return place;
}
