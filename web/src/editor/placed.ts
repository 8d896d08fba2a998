/**
 * What a check found in the text, or somebody said about it, marked where it stands: it moves with what is typed. What a
 * check found goes when its own words are touched; the next check brings it back.
 */
import type { Node } from 'prosemirror-model';
import { Plugin, PluginKey, type Transaction } from 'prosemirror-state';
import type { Mapping } from 'prosemirror-transform';
import { Decoration, type DecorationAttrs } from 'prosemirror-view';
import { setOf } from './lineset';
import { Places } from './schema';
import { drawn } from './sight';

/** Something that was found, at its place in the document. */
export interface Found {
  id: string;
  from: number;
  to: number;
}

export interface FoundState<T extends Found> {
  placed: readonly T[];
}

export class FoundPlugin<T extends Found> {
  readonly key: PluginKey<FoundState<T>>;

  /** `name` makes the key; `attributes` is what the underlining looks like. What `stays` is kept when its words change. */
  constructor(
    name: string,
    private readonly attributes: (found: T) => DecorationAttrs,
    private readonly stays = false,
  ) {
    this.key = new PluginKey<FoundState<T>>(name);
  }

  show(tr: Transaction, placed: readonly T[]): Transaction {
    return tr.setMeta(this.key, placed).setMeta('addToHistory', false);
  }

  plugin(): Plugin<FoundState<T>> {
    const { key, attributes, stays } = this;
    const draw = drawn((doc, placed: readonly T[], sight) =>
      setOf(doc, placed.map((one) => ({ from: one.from, to: one.to, make: (from, to) => Decoration.inline(from, to, attributes(one)) })), sight),
    );
    return new Plugin<FoundState<T>>({
      key,
      state: {
        init: () => ({ placed: [] }),
        apply(tr, state) {
          const fresh = tr.getMeta(key) as readonly T[] | undefined;
          if (fresh) return { placed: fresh };
          if (!tr.docChanged || state.placed.length === 0) return state;
          const placed = state.placed.flatMap((one) => {
            const from = tr.mapping.mapResult(one.from, 1);
            const to = tr.mapping.mapResult(one.to, -1);
            const same = stays ? from.pos < to.pos : !from.deletedAfter && !to.deletedBefore && to.pos - from.pos === one.to - one.from;
            return same ? [{ ...one, from: from.pos, to: to.pos }] : [];
          });
          return { placed };
        },
      },
      props: {
        decorations: (state) => draw(state, key.getState(state)?.placed ?? []),
      },
    });
  }
}

/** Where what was found in an earlier moment of the text stands now; what was touched since is left out. */
export function follow<T extends { start: number; end: number }>(found: readonly T[], doc: Node, mapping: Mapping): { what: T; from: number; to: number }[] {
  const places = new Places(doc);
  return found.flatMap((what) => {
    const [start, end] = [places.position(what.start), places.position(what.end)];
    const from = mapping.mapResult(start, 1);
    const to = mapping.mapResult(end, -1);
    // Words that were touched since are checked again at the next pause.
    if (from.deletedAfter || to.deletedBefore || to.pos - from.pos !== end - start) return [];
    return [{ what, from: from.pos, to: to.pos }];
  });
}
