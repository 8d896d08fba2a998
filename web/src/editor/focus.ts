/**
 * Where the writer is, as decorations: the selection stays visible while the focus is elsewhere, because what is asked
 * for in other fields (a revision) is about it.
 */
import { Plugin, PluginKey } from 'prosemirror-state';
import { Decoration, DecorationSet } from 'prosemirror-view';

/** The plugin's state: the focus is in the text. Its meta sets it. */
export const focusKey = new PluginKey<boolean>('focus');

export function focusPlugin(): Plugin<boolean> {
  return new Plugin<boolean>({
    key: focusKey,
    state: {
      init: () => false,
      apply: (tr, focused) => (tr.getMeta(focusKey) as boolean | undefined) ?? focused,
    },
    props: {
      decorations(state) {
        const { from, to, empty } = state.selection;
        if (empty || focusKey.getState(state) === true) return null;
        return DecorationSet.create(state.doc, [Decoration.inline(from, to, { class: 'md-chosen' })]);
      },
    },
  });
}
