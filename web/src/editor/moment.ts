/** A moment of the text, from which places can be followed through all later changes. */
import type { Node } from 'prosemirror-model';
import { Mapping } from 'prosemirror-transform';
import { textOf } from './schema';

export interface Moment {
  readonly text: string;
}

export class Followed implements Moment {
  readonly mapping = new Mapping();

  constructor(readonly doc: Node) {}

  get text(): string {
    return textOf(this.doc);
  }
}
