/**
 * One open draft with what is staged beside it, as this page holds it: what its machines (saving, revising, deciding,
 * copies) share. The text itself lives in the editor; the server has the last word on patches and on which revision is
 * current.
 */
import type { Editor, Moment } from '../editor/editor';
import { count, NOTHING, type Counts } from './counts';
import { Checking } from './checking.svelte';
import { Commenting } from './commenting.svelte';
import { editsBetween } from './diff';
import { Early } from './early';
import { Linting } from './linting.svelte';
import * as local from './local';
import { isChosen, titleFrom } from './naming';
import type { Notice, SaveState } from './notice';
import { outline, sameOutline, under, type Heading } from './outline';
import { isOpen, upsert } from './patches';
import type { Draft, Patch } from './wire';

/** Characters of a text that is not counted at once. */
const LONG = 50_000;
/** Pause after which what stands beside the text is put in its place (ms). */
const LAYOUT_AFTER = 60;
/** Time in which suggestions are collected before they are shown (ms). */
const PROPOSE_AFTER = 16;

export class Desk {
  readonly id: string;
  /** What the editor starts with. */
  readonly initial: string;
  title = $state('');
  state = $state<SaveState>('saved');
  patches = $state.raw<Patch[]>([]);
  /** The card that is looked at. */
  active = $state<string | null>(null);
  /** The suggestion whose source says something else: accepted once, it waits for a second time. */
  asked = $state<string | null>(null);
  /** The draft of the server when it is not the one that was edited here. */
  theirs = $state.raw<Draft | null>(null);
  /** A revision is being written. */
  revising = $state(false);
  /** A decision is on its way to the server. */
  deciding = $state(false);
  notice = $state.raw<Notice | null>(null);
  /** Something came in from an answer: so many of its sentences could not stand by themselves. */
  inserted = $state.raw<{ loose: number; gone?: boolean } | null>(null);
  headings = $state.raw<readonly Heading[]>([]);
  /** The heading under which the text is read; -1 above the first. */
  reading = $state(-1);
  counts = $state.raw<Counts>(NOTHING);
  /** The packs that the writer chose for this draft; null stands for all that are switched on. */
  chosenPacks = $state.raw<readonly string[] | null>(null);
  /** Pixels below the top of the text at which each suggestion begins. */
  tops = $state.raw<ReadonlyMap<string, number>>(new Map());
  readonly checking = new Checking();
  readonly commenting = new Commenting(this);
  readonly linting = new Linting(this);
  readonly early = new Early();
  revision: number;
  /** What the server holds at `revision`. */
  saved: { title: string; text: string };
  editor: Editor | null = null;
  /** The moment whose text is that of the server; patches are placed by it. */
  base: Moment | null = null;
  /** The writer chose the title; otherwise it follows the text. */
  named = false;
  private proposals: Patch[] = [];
  private proposing: ReturnType<typeof setTimeout> | undefined;
  private layoutTimer: ReturnType<typeof setTimeout> | undefined;

  /** `copy` is what was written here and may not be saved. */
  constructor(draft: Draft, copy: local.Copy | undefined) {
    this.id = draft.id;
    this.revision = copy ? Math.min(copy.baseRevision, draft.revision) : draft.revision;
    this.saved = { title: draft.title, text: draft.text };
    this.initial = copy?.text ?? draft.text;
    this.call(copy?.title ?? draft.title, this.initial);
    this.patches = draft.patches;
    // A long text is counted as it comes into the editor.
    this.counts = this.initial.length > LONG ? { ...NOTHING, characters: this.initial.length } : count(this.initial);
    this.outlineOf(this.initial);
    this.chosenPacks = draft.criteriaPackIds.length > 0 ? draft.criteriaPackIds : local.withoutPacks(draft.id) ? [] : null;
  }

  /** The text as it stands here, saved or not. */
  get mine(): string {
    return this.editor?.text ?? this.initial;
  }

  /** Counts the text of the editor, and finds its headings. */
  measure(): void {
    const { editor } = this;
    if (!editor) return;
    this.counts = editor.counts;
    this.outlineOf(editor.text);
  }

  private outlineOf(text: string): void {
    const headings = outline(text);
    if (!sameOutline(headings, this.headings)) this.headings = headings;
  }

  /** The text was scrolled: `edge` is where its part that is seen begins, in pixels of the window. */
  scrolled(edge: number): void {
    const { editor } = this;
    if (editor) this.reading = under(this.headings, ({ start }) => editor.topAt(start), edge);
  }

  /** Goes to where a heading is. */
  goTo({ start }: Heading): void {
    this.editor?.goToOffset(start);
  }

  call(title: string, text: string): void {
    this.title = title;
    this.named = isChosen(title, text);
  }

  /** A title that the writer did not choose is how the text begins; true when it is another now. */
  follow(text: string): boolean {
    const title = this.named ? this.title : titleFrom(text);
    if (title === this.title) return false;
    this.title = title;
    return true;
  }

  /** The draft as the server has it. */
  take(draft: Draft): void {
    this.revision = draft.revision;
    this.saved = { title: draft.title, text: draft.text };
    this.patches = draft.patches;
    this.commenting.followSoon();
    local.cacheSoon(draft);
  }

  rebase(moment: Moment | null): void {
    if (this.base !== moment) this.editor?.release(this.base);
    this.base = moment;
  }

  /**
   * Brings the text that the server made of `moment` into the editor, around what was typed since. True when the editor then
   * has the text of the server, null when there is no editor.
   */
  async adopt(draft: Draft, moment: Moment, undoable: boolean): Promise<boolean | null> {
    const { editor } = this;
    if (!editor) return null;
    await editor.settled();
    const was = editor.text === moment.text;
    const untouched = (await editor.applyInTurns(editsBetween(moment.text, draft.text), { moment, undoable })) && was;
    if (this.editor !== editor) return null;
    // Line ends cannot be edited one by one.
    if (untouched && editor.text !== draft.text) editor.replace(draft.text, undoable);
    this.take(draft);
    const whole = editor.text === draft.text;
    this.rebase(whole ? editor.moment() : null);
    if (whole) this.show();
    else editor.marks.restate(this.patches.filter(isOpen));
    return whole;
  }

  /** Shows the patches where they stand in the text. */
  show(): void {
    if (this.base) this.editor?.marks.show(this.patches.filter((patch) => isOpen(patch) || this.early.isAccepted(patch.id)), this.base);
  }

  /** Suggestions come one by one: those of a moment are shown together, and many more seldom. */
  propose(patch: Patch): void {
    this.proposals.push(patch);
    this.proposing ??= setTimeout(() => this.showProposed(), PROPOSE_AFTER + this.patches.length / 10);
  }

  /** Shows what has come and is not shown yet. */
  showProposed(): void {
    clearTimeout(this.proposing);
    this.proposing = undefined;
    if (this.proposals.length === 0) return;
    this.patches = upsert(this.patches, this.proposals.splice(0).map((patch) => this.early.over(patch)));
    this.show();
  }

  look(id: string | null): void {
    if (id !== this.active) this.asked = null;
    this.active = id;
    this.editor?.marks.look(id);
  }

  /** What was asked for needs the server, which may not be there. */
  unreachable(): void {
    if (this.state === 'offline') this.notice = { kind: 'unreachable' };
  }

  /** Something in the text moved: what stands beside it follows a moment later. */
  readonly layout = (): void => {
    // Also while suggestions come one after the other: what comes meanwhile is in it.
    this.layoutTimer ??= setTimeout(() => {
      this.layoutTimer = undefined;
      const tops = this.editor?.tops();
      if (tops && (tops.size !== this.tops.size || [...tops].some(([id, top]) => this.tops.get(id) !== top))) this.tops = tops;
    }, LAYOUT_AFTER);
  };

  /** Nothing is put in its place any more. */
  still(): void {
    clearTimeout(this.layoutTimer);
    this.layoutTimer = undefined;
    clearTimeout(this.proposing);
  }
}
