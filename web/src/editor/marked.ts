/**
 * What is marked in the text: suggestions, broken rules, verdicts and comments, each at words that it follows. Owns no text but
 * the words that a mark may put in the place of others.
 */
import { closeHistory } from 'prosemirror-history';
import { TextSelection, type Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import type { Verdict } from '../draft/checking.svelte';
import type { Breach } from '../draft/linting.svelte';
import { following, inOrder, type Finding } from '../draft/findings';
import type { Patch } from '../draft/wire';
import * as said from './comments';
import { sliceOf } from './input';
import { lints, lintsKey, type PlacedBreach } from './lints';
import { Followed, type Moment } from './moment';
import * as placed from './placed';
import { Places } from './schema';
import { change, suggestionsKey } from './suggestions';
import { verdicts, type PlacedVerdict } from './verdicts';

/** What came in last from elsewhere. */
export const inserted = new placed.FoundPlugin('inserted', () => ({ class: 'inserted-mark', 'data-inserted-mark': '' }));

/** Characters of the line that are told with a finding. */
const AROUND = 30;

export class Marked {
  /** The finding that was gone to last, and where that was. */
  private seen: { id: string; at: number } | null = null;

  /**
   * `settled` resolves when no composition is under way, and `quietly` changes something then; `touched`: the cursor was put
   * somewhere; `explain` shows what was found at a place.
   */
  constructor(
    private readonly view: EditorView,
    private readonly settled: () => Promise<void>,
    private readonly quietly: (make: (tr: Transaction) => Transaction) => void,
    private readonly touched: () => boolean,
    private readonly explain: (found: PlacedBreach | PlacedVerdict) => void,
  ) {}

  /** Where what a card is about stands. */
  find(id: string): { from: number } | undefined {
    return suggestionsKey.getState(this.view.state)?.placed.find((one) => one.patch.id === id) ?? this.judged.find((one) => one.id === id) ?? this.commented.find((one) => one.id === id);
  }

  /** The suggestion at the cursor, or the next one after it. */
  patchAtCursor(): string | null {
    const { from } = this.view.state.selection;
    const placed = (suggestionsKey.getState(this.view.state)?.placed ?? []).toSorted((a, b) => a.from - b.from);
    return (placed.find((one) => one.to >= from) ?? placed[0])?.patch.id ?? null;
  }

  /** Shows these patches, whose offsets are those of `moment`. */
  show(patches: readonly Patch[], moment: Moment): void {
    if (!(moment instanceof Followed)) return;
    const places = new Places(moment.doc);
    const placed = patches.flatMap((patch) => {
      if (patch.start === null || patch.end === null) return [];
      const from = moment.mapping.map(places.position(patch.start), 1);
      return [{ patch, from, to: Math.max(from, moment.mapping.map(places.position(patch.end), -1)) }];
    });
    this.quietly((tr) => change(tr, { placed }));
  }

  /** Shows new states of patches where they stand, when their offsets cannot be followed. */
  restate(patches: readonly Patch[]): void {
    const shown = suggestionsKey.getState(this.view.state)?.placed ?? [];
    const placed = shown.flatMap((old) => {
      const patch = patches.find((candidate) => candidate.id === old.patch.id);
      return patch ? [{ ...old, patch }] : [];
    });
    this.quietly((tr) => change(tr, { placed }));
  }

  /** Marks the patch that is looked at and brings it into sight. */
  look(id: string | null): void {
    this.quietly((tr) => change(tr, { active: id }));
    if (id === null) return;
    const element = this.view.dom.querySelector(`[data-patch="${CSS.escape(id)}"], [data-comment="${CSS.escape(id)}"], .patch-active`);
    // Of a long text the marks out of sight are not drawn: their line is.
    (element ?? this.lineOf(id))?.scrollIntoView({ block: 'nearest' });
  }

  private lineOf(id: string): Element | null {
    const place = this.find(id);
    return place ? this.lineAt(place.from) : null;
  }

  private lineAt(position: number): Element | null {
    if (this.view.isDestroyed) return null;
    const line = this.view.domAtPos(position).node;
    return line instanceof Element ? line : (line?.parentElement?.closest('.ProseMirror > *') ?? null);
  }

  /** Puts words where a patch is, one step for undo; false when it has no place. */
  overwrite(id: string, words: string): boolean {
    const placed = suggestionsKey.getState(this.view.state)?.placed.find((candidate) => candidate.patch.id === id);
    if (!placed) return false;
    const { tr, doc } = this.view.state;
    this.view.dispatch(closeHistory(tr.replace(placed.from, placed.to, sliceOf(words, doc))));
    return true;
  }

  /** The words that stand where a patch is; null when it has no place. */
  wordsAt(id: string): string | null {
    const placed = suggestionsKey.getState(this.view.state)?.placed.find((candidate) => candidate.patch.id === id);
    return placed ? this.view.state.doc.textBetween(placed.from, placed.to, '\n') : null;
  }

  /** Underlines these breaches, whose offsets are those of `moment`. */
  async showBreaches(breaches: readonly Breach[], moment: Moment): Promise<void> {
    await this.settled();
    if (this.view.isDestroyed || !(moment instanceof Followed)) return;
    const found = placed.follow(breaches, moment.doc, moment.mapping);
    this.view.dispatch(lints.show(this.view.state.tr, found.map(({ what, from, to }, index) => ({ id: `${what.packId}/${what.ruleId}/${index}`, breach: what, from, to }))));
  }

  /** Underlines judged sentences, whose offsets are those of `moment`. */
  async showVerdicts(found: readonly Verdict[], moment: Moment): Promise<void> {
    await this.settled();
    if (this.view.isDestroyed || !(moment instanceof Followed)) return;
    const there = placed.follow(found, moment.doc, moment.mapping);
    this.view.dispatch(verdicts.show(this.view.state.tr, there.map(({ what, from, to }) => ({ id: what.id, verdict: what, from, to }))));
  }

  /** Only these verdicts stay. */
  hideVerdicts(left: readonly string[]): void {
    this.quietly((tr) => verdicts.show(tr, this.judged.filter(({ id }) => left.includes(id))));
  }

  /** Other words for some of a judged sentence; false when they do not stand there. */
  exchange(id: string, words: string, other: string): boolean {
    const found = this.judged.find((one) => one.id === id);
    const at = found ? this.wordsOf(found).indexOf(words) : -1;
    if (!found || at < 0) return false;
    const { tr, doc } = this.view.state;
    this.view.dispatch(closeHistory(tr.replace(found.from + at, found.from + at + words.length, sliceOf(other, doc))));
    return true;
  }

  /** Marks what is commented on, at offsets of `moment`, and of what stands there already that which is being written. */
  showComments(found: Parameters<typeof said.placed>[0], moment: Moment, fresh: string | null): void {
    if (!(moment instanceof Followed)) return;
    const there = said.placed(found, moment.doc, moment.mapping);
    this.quietly((tr) => said.comments.show(tr, [...there, ...this.commented.filter(({ id }) => id === fresh)]));
  }

  /** Marks what a new comment is about: what is selected, or the sentence at the cursor; null where there are no words. */
  beginComment(id: string): { quote: string; start: number } | null {
    const { state } = this.view;
    const held = this.touched() ? said.atHand(state) : null;
    if (!held) return null;
    const others = this.commented.filter((one) => one.id !== id);
    this.quietly((tr) => said.comments.show(tr, [...others, { id, from: held.from, to: held.to }]));
    // What is typed before the field is there must not take the place of the words.
    void this.settled().then(() => this.view.dom.blur());
    return { quote: held.words, start: new Places(state.doc).offset(held.from) };
  }

  /** The offsets of what a comment is about or of a judged sentence; null when nothing of it is left. */
  placeOf(id: string): { start: number; end: number } | null {
    const found = [...this.commented, ...this.judged].find((one) => one.id === id);
    const places = new Places(this.view.state.doc);
    return found ? { start: places.offset(found.from), end: places.offset(found.to) } : null;
  }

  /** Marks what has come in and puts the cursor behind it; null takes the mark away. */
  showInserted(at: { start: number; end: number } | null, still = false): void {
    const places = at && new Places(this.view.state.doc);
    const found = at && places ? [{ id: 'inserted', from: places.position(at.start), to: places.position(at.end) }] : [];
    this.quietly((tr) => {
      const [one] = found;
      if (one && !still) tr.setSelection(TextSelection.create(tr.doc, one.to));
      return inserted.show(tr, found);
    });
    const [one] = found;
    if (one && !still) void this.settled().then(() => requestAnimationFrame(() => this.lineAt(one.from)?.scrollIntoView({ block: 'center' })));
  }

  /** Nothing is left of what came in last. */
  get takenOut(): boolean {
    return (inserted.key.getState(this.view.state)?.placed ?? []).every(({ from, to }) => from >= to);
  }

  private get commented(): readonly placed.Found[] {
    return said.comments.key.getState(this.view.state)?.placed ?? [];
  }

  private get judged(): readonly PlacedVerdict[] {
    return verdicts.key.getState(this.view.state)?.placed ?? [];
  }

  get breaches(): readonly PlacedBreach[] {
    return lintsKey.getState(this.view.state)?.placed ?? [];
  }

  wordsOf({ from, to }: { from: number; to: number }): string {
    return this.view.state.doc.textBetween(from, to, '\n');
  }

  /** Where a finding stands in its line; null when it has no place, or more lines than one. */
  around(id: string): { text: string; start: number; end: number } | null {
    const found = this.breaches.find((one) => one.id === id);
    if (!found) return null;
    const at = this.view.state.doc.resolve(found.from);
    const text = at.parent.textBetween(0, at.parent.content.size, undefined, '\ufffc');
    const [start, end] = [at.parentOffset, at.parentOffset + found.to - found.from];
    return end <= text.length ? { text, start, end } : null;
  }

  /** Does what the rule would do. */
  fix(id: string): void {
    const found = this.breaches.find((one) => one.id === id);
    if (!found || found.breach.replacement === null) return;
    const tr = this.view.state.tr.replace(found.from, found.to, sliceOf(found.breach.replacement, this.view.state.doc));
    this.view.dispatch(closeHistory(tr));
  }

  /** Does what the rules would do at all these places, where no other mending and no suggestion stands: one step for undo. */
  fixAll(ids: readonly string[]): void {
    const { tr, doc } = this.view.state;
    let last = Infinity;
    for (const { id, from, to, breach } of inOrder(this.breaches).toReversed()) {
      if (breach.replacement === null || to > last || !ids.includes(id) || this.suggestedIn(from, to)) continue;
      tr.replace(from, to, sliceOf(breach.replacement, doc));
      last = from;
    }
    if (tr.docChanged) this.view.dispatch(closeHistory(tr));
  }

  private suggestedIn(from: number, to: number): boolean {
    return (suggestionsKey.getState(this.view.state)?.placed ?? []).some((one) => one.from < to && from < one.to);
  }

  private get found(): (PlacedBreach | PlacedVerdict)[] {
    return inOrder([...this.breaches, ...this.judged.filter(({ verdict }) => verdict.status !== 'supported')]);
  }

  /** Everything that was found, in the order of the text. */
  findings(): Finding[] {
    return this.found.map((one): Finding => {
      const at = this.view.state.doc.resolve(one.from);
      const line = at.parent.textContent;
      const [start, end] = [at.parentOffset, at.parentOffset + one.to - one.from];
      return {
        id: one.id,
        from: one.from,
        to: one.to,
        words: this.wordsOf(one),
        before: `${start > AROUND ? '…' : ''}${line.slice(Math.max(0, start - AROUND), start)}`,
        after: line.slice(end, end + 2 * AROUND),
        breach: 'breach' in one ? one.breach : null,
        verdict: 'verdict' in one ? one.verdict : null,
        suggested: this.suggestedIn(one.from, one.to),
      };
    });
  }

  goToFinding(id: string): void {
    const one = this.found.find((found) => found.id === id);
    if (one) this.goToFound(one);
  }

  private goToFound(one: PlacedBreach | PlacedVerdict): void {
    const { view } = this;
    this.seen = { id: one.id, at: one.from };
    view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, one.from)).scrollIntoView());
    view.focus();
    requestAnimationFrame(() => {
      this.lineAt(one.from)?.scrollIntoView({ block: 'nearest' });
      // What is explained goes when the text is scrolled, which is told in the next frame.
      requestAnimationFrame(() => this.explain(one));
    });
  }

  /** Goes to the next finding, of whatever check, and explains it; false when there is none. */
  nextFinding(step: 1 | -1): boolean {
    const here = this.view.state.selection.from;
    const to = following(this.found, here, this.seen?.at === here ? this.seen.id : null, step);
    if (to) this.goToFound(to);
    return to !== null;
  }
}
