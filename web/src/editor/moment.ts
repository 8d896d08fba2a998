/** A moment of the text, from which places can be followed through all later changes. */
import type { Node } from 'prosemirror-model';
import type { Transaction } from 'prosemirror-state';
import { Mapping } from 'prosemirror-transform';
import type { TextEdit } from '../draft/edits';
import { replaceWords } from './input';
import { Places, textOf } from './schema';

export interface Moment {
  readonly text: string;
  /** Where a place of this text stands in that of a later moment; before what came in there since. */
  offsetIn: (later: Moment, offset: number) => number;
  /** Where it stands in the text as it is, behind what was written there. */
  now: (doc: Node, offset: number) => number;
}

export class Followed implements Moment {
  readonly mapping = new Mapping();

  constructor(readonly doc: Node) {}

  get text(): string {
    return textOf(this.doc);
  }

  offsetIn(later: Moment, offset: number): number {
    if (!(later instanceof Followed)) return offset;
    // Both follow the text to the present: what the later one has seen as well came after it.
    const between = this.mapping.slice(0, this.mapping.maps.length - later.mapping.maps.length);
    return new Places(later.doc).offset(between.map(new Places(this.doc).position(offset), -1));
  }

  now(doc: Node, offset: number): number {
    return new Places(doc).offset(this.mapping.map(new Places(this.doc).position(offset)));
  }
}

/** Puts edits into a step; their offsets are those of `moment`, or of the text as it is. */
export function edited(tr: Transaction, edits: readonly TextEdit[], moment?: Moment): Transaction {
  const followed = moment instanceof Followed ? moment : null;
  const places = new Places(followed?.doc ?? tr.doc);
  const at = (offset: number, bias: number): number => followed?.mapping.map(places.position(offset), bias) ?? places.position(offset);
  for (const edit of edits.toReversed()) {
    const from = at(edit.start, 1);
    replaceWords(tr, from, Math.max(from, at(edit.end, -1)), edit.text);
  }
  return tr;
}
