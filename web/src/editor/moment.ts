/** A moment of the text, from which places can be followed through all later changes. */
import type { Node } from 'prosemirror-model';
import { Mapping } from 'prosemirror-transform';
import { Places, textOf } from './schema';

export interface Moment {
  readonly text: string;
  /** Where a place of this text stands in that of a later moment; before what came in there since. */
  offsetIn: (later: Moment, offset: number) => number;
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
}
