/** Find and replace in the editor: keeps what was found in step with the text, and changes it. */
import { closeHistory } from 'prosemirror-history';
import { TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import type { TextEdit } from '../draft/edits';
import { findKey, showFound } from './find';
import { Places, textOf } from './schema';
import { replacement, replacements, search, type Match, type Query } from './search';

export interface FindState {
  count: number;
  /** Which one is looked at, counted from 1; 0 for none. */
  current: number;
  more: boolean;
  broken: boolean;
}

/** Pause in the typing after which the text is searched again (ms). */
const AGAIN_AFTER = 200;

export class Finder {
  private query: Query | null = null;
  private found: readonly Match[] = [];
  private current = -1;
  private more = false;
  private broken = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly view: EditorView,
    /** Resolves when no input method composes. */
    private readonly settled: () => Promise<void>,
    private readonly apply: (edits: readonly TextEdit[]) => void,
  ) {}

  /** Called when the state has changed by itself, because the text was changed. */
  onChange: (state: FindState) => void = () => undefined;

  /** Looks for something else, from the selection on; null ends the search. */
  set(query: Query | null): FindState {
    this.query = query;
    return this.look(this.view.state.selection.from);
  }

  step(by: 1 | -1): FindState {
    if (this.found.length > 0) {
      this.current = (this.current + by + this.found.length) % this.found.length;
      this.show(true);
    }
    return this.state;
  }

  async replace(template: string): Promise<FindState> {
    await this.settled();
    const state = this.fresh();
    const match = this.found[this.current];
    if (!match || !this.query) return state;
    const text = replacement(template, match, this.query.pattern);
    this.apply([{ start: match.start, end: match.end, text }]);
    return this.look(new Places(this.view.state.doc).position(match.start + text.length), true);
  }

  async replaceAll(template: string): Promise<number> {
    await this.settled();
    this.fresh();
    const { query, found } = this;
    if (!query || found.length === 0) return 0;
    this.apply(replacements(found, template, query.pattern));
    this.onChange(this.look(0));
    return found.length;
  }

  /** The text was changed. */
  changed(): void {
    if (!this.query) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.settled().then(() => this.fresh() && this.onChange(this.state)), AGAIN_AFTER);
  }

  destroy(): void {
    clearTimeout(this.timer);
    this.query = null;
  }

  private get state(): FindState {
    return { count: this.found.length, current: this.current + 1, more: this.more, broken: this.broken };
  }

  /** The same search in the text as it is now; what is looked at stays the same where it is still there. */
  private fresh(): FindState {
    clearTimeout(this.timer);
    if (this.view.isDestroyed) return this.state;
    const shown = findKey.getState(this.view.state)?.set.find(undefined, undefined, (spec) => spec['current'] === true)[0];
    return this.look(shown?.from ?? this.view.state.selection.from);
  }

  private look(from: number, scroll = false): FindState {
    const result = this.query ? search(textOf(this.view.state.doc), this.query) : null;
    this.found = result?.matches ?? [];
    this.more = result?.more ?? false;
    this.broken = result?.broken ?? false;
    const start = new Places(this.view.state.doc).offset(from);
    this.current = this.found.length === 0 ? -1 : Math.max(0, this.found.findIndex((match) => match.start >= start));
    this.show(scroll);
    return this.state;
  }

  private show(select: boolean): void {
    void this.settled().then(() => {
      if (this.view.isDestroyed) return;
      const { doc, tr } = this.view.state;
      const places = new Places(doc);
      const ranges = this.found.map(({ start, end }) => ({ from: places.position(start), to: places.position(end) }));
      const looked = ranges[this.current];
      if (select && looked) tr.setSelection(TextSelection.create(doc, looked.from, looked.to));
      this.view.dispatch(closeHistory(showFound(tr, { ranges, current: this.current })));
      this.view.dom.querySelector('.found-current')?.scrollIntoView({ block: 'nearest' });
    });
  }
}
