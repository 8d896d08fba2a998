/**
 * One open draft: saving as the writer types, keeping what could not be saved, revisions, decisions on patches. The
 * text itself lives in the editor; the server has the last word on patches and on which revision is current.
 */
import type { Tool } from '../editor/commands';
import type { Editor, Moment } from '../editor/editor';
import type { Finder } from '../editor/finder';
import type { Hints } from '../editor/hints';
import { explain, problemOf } from '../problem';
import { preferences } from '../preferences.svelte';
import { ApiError } from '../api';
import type { Problem } from '../wire';
import * as api from './api';
import { count, type Counts } from './counts';
import { editsBetween } from './diff';
import { cardOf, cardsOf, type Card } from './cards';
import { Checking } from './checking.svelte';
import { Early } from './early';
import { endOfBody, insertion, type Excerpt } from './footnotes';
import { Journal } from './journal';
import { Linting } from './linting.svelte';
import * as local from './local';
import type { Notice, SaveState } from './notice';
import { packs } from './packs.svelte';
import { isChosen, titleFrom } from './naming';
import { around, isOpen, neighbour, upsert } from './patches';
import { Tabs } from './tabs';
import { CATEGORIES, type Category, type Draft, type Patch } from './wire';

/** Pause in the typing after which a draft is saved, and the wait before a failed save is tried again (ms). */
const SAVE_AFTER = 700;
const KEEP_AFTER = 150;
/** Pause after which what stands beside the text is put in its place (ms). */
const LAYOUT_AFTER = 60;
/** Time between two questions whether a revision that was asked for elsewhere has ended (ms). */
const ASK_AFTER = 1500;
/** A server that does not end a revision this long after a stop is no longer listened to (ms). */
const STOP_PATIENCE = 5000;
const TRY_AGAIN = [2000, 5000, 10_000, 30_000];

export class OpenDraft {
  readonly id: string;
  /** What the editor starts with. */
  readonly initial: string;
  title = $state('');
  state = $state<SaveState>('saved');
  /** Why the last save did not succeed. */
  refusal = $state.raw<Problem | null>(null);
  /** This browser cannot keep what is not saved. */
  unkept = $state(false);
  patches = $state.raw<Patch[]>([]);
  active = $state<string | null>(null);
  /** The draft of the server when it is not the one that was edited here. */
  theirs = $state.raw<Draft | null>(null);
  revising = $state(false);
  deciding = $state(false);
  notice = $state.raw<Notice | null>(null);
  counts = $state.raw<Counts>({ words: 0, characters: 0, letters: 0 });
  /** How many other tabs of this browser have the draft open. */
  others = $state(0);
  /** Unsaved texts of other tabs that were closed; none of them is what stands here. */
  recovered = $state.raw<local.Copy[]>([]);
  /** Kinds of suggestions that the next revision is to make. */
  categories = $state.raw<readonly Category[]>(CATEGORIES);
  /** The packs that the writer chose for this draft; null stands for all that are switched on. */
  chosenPacks = $state.raw<readonly string[] | null>(null);
  readonly checking = new Checking();
  readonly linting = new Linting(() => packs.ids(this.chosenPacks));
  private revision: number;
  /** What the server holds at `revision`. */
  private saved: { title: string; text: string };
  private editor: Editor | null = null;
  /** The moment whose text is that of the server; patches are placed by it. */
  private base: Moment | null = null;
  private saveTimer: ReturnType<typeof setTimeout> | undefined;
  private keepTimer: ReturnType<typeof setTimeout> | undefined;
  private askTimer: ReturnType<typeof setTimeout> | undefined;
  private failures = 0;
  /** The writer chose the title; otherwise it follows the text. */
  private named = false;
  /** Kind of suggestions that is shown and walked through; null for all. */
  filter = $state<Category | null>(null);
  /** Pixels below the top of the text at which each suggestion begins. */
  tops = $state.raw<ReadonlyMap<string, number>>(new Map());
  private layoutTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly journal = new Journal();
  private readonly early = new Early();
  private stepping: Promise<void> = Promise.resolve();
  private running: Promise<void> = Promise.resolve();
  private revisionRun: AbortController | null = null;
  private readonly onSaved: (draft: OpenDraft) => void;
  private readonly tabs: Tabs;
  /** What the server has is not known: it has to be asked before anything is called saved. */
  private stale = false;

  /** `from` says where `draft` comes from; what comes from this browser may be out of date, or gone from the server. */
  constructor(draft: Draft, onSaved: (draft: OpenDraft) => void, from: 'server' | 'cache' | 'gone' = 'server') {
    this.id = draft.id;
    this.onSaved = onSaved;
    this.revision = draft.revision;
    this.saved = { title: draft.title, text: draft.text };
    const copy = local.copies(draft.id).find((one) => one.text !== draft.text || one.title !== draft.title);
    this.initial = copy?.text ?? draft.text;
    this.call(copy?.title ?? draft.title, this.initial);
    this.patches = draft.patches;
    this.counts = count(this.initial);
    this.chosenPacks = draft.criteriaPackIds.length > 0 ? draft.criteriaPackIds : local.withoutPacks(draft.id) ? [] : null;
    if (from === 'gone') {
      this.state = 'gone';
    } else if (from === 'cache') {
      this.stale = true;
      this.state = 'offline';
    } else if (copy && copy.text !== draft.text && copy.baseRevision !== draft.revision) {
      this.theirs = draft;
      this.state = 'conflict';
    } else if (copy) {
      this.state = 'dirty';
    }
    if (copy) this.revision = Math.min(copy.baseRevision, draft.revision);
    if (from === 'server') local.cache(draft);
    if (draft.revising && from === 'server') this.awaitRevision();
    this.tabs = new Tabs(draft.id, {
      onOthers: (others) => (this.others = others),
      onSaved: (revision) => {
        if (revision > this.revision) this.refreshSoon();
      },
      onDeleted: () => this.gone(),
    });
    // The texts of tabs that are open are their own business.
    setTimeout(() => {
      if (this.others === 0) this.recovered = local.copies(draft.id, 'others').filter((one) => one.text !== this.mine && one.text !== this.saved.text);
    }, 400);
  }

  /** The editor is on the screen. */
  attach(editor: Editor): void {
    this.editor = editor;
    if (editor.text === this.saved.text) {
      this.rebase(editor.moment());
      this.show();
    }
    this.linting.attach(editor);
    this.checking.attach(editor);
    if (this.state === 'dirty' || this.state === 'offline') this.schedule(0);
    addEventListener('online', this.reach);
    addEventListener('pagehide', this.keep);
  }

  /** The draft leaves the screen; what is not saved is kept here and sent in the background. */
  close(): void {
    this.revisionRun?.abort();
    this.keep();
    this.tabs.close();
    this.linting.close();
    this.checking.close();
    removeEventListener('online', this.reach);
    removeEventListener('pagehide', this.keep);
    clearTimeout(this.saveTimer);
    clearTimeout(this.askTimer);
    clearTimeout(this.layoutTimer);
    const { title, revision } = this;
    const text = this.editor?.text ?? this.initial;
    if (this.state === 'dirty' && this.editor) {
      api.saveDraft(this.id, title, text, revision).then(
        (saved) => {
          local.forget(this.id, { title, text });
          local.cache(saved);
        },
        () => undefined,
      );
    }
    this.editor = null;
  }

  /** The writer changed the text or the title. */
  changed(): void {
    this.linting.changed();
    this.checking.changed();
    if (this.state !== 'conflict' && this.state !== 'gone') this.state = 'dirty';
    if (this.notice?.kind === 'restored' || this.notice?.kind === 'updated') this.notice = null;
    if (this.keepTimer === undefined) {
      this.keepTimer = setTimeout(() => {
        const text = this.editor?.text;
        if (text !== undefined) this.follow(text);
        this.keep();
        this.counts = count(text ?? '');
      }, KEEP_AFTER);
    }
    this.schedule(SAVE_AFTER);
  }

  rename(title: string): void {
    this.title = title;
    this.named = title.trim() !== '';
    this.changed();
  }

  private call(title: string, text: string): void {
    this.title = title;
    this.named = isChosen(title, text);
  }

  /** A title that the writer did not choose is how the text begins. */
  private follow(text: string): void {
    const title = this.named ? this.title : titleFrom(text);
    if (title === this.title) return;
    this.title = title;
    if (this.state === 'saved') this.state = 'dirty';
    this.schedule(SAVE_AFTER);
  }

  /** Saves now what is not saved; true when the server then has the text of the editor. */
  async flush(): Promise<boolean> {
    clearTimeout(this.saveTimer);
    await this.enqueue(() => this.save());
    return this.state === 'saved';
  }

  insert(excerpt: Excerpt, own: boolean): void {
    const editor = this.editor;
    if (!editor) return;
    void editor.settled().then(() => {
      const text = editor.text;
      const at = editor.selection?.end ?? endOfBody(text);
      editor.apply(insertion(text, at, excerpt, own), { undoable: true });
    });
  }

  look(id: string | null): void {
    this.active = id;
    this.editor?.look(id);
  }

  /** Of a conflict: what stands at its place now. */
  present(patch: Patch): string {
    return this.editor?.wordsAt(patch.id) ?? patch.present ?? '';
  }

  /** Find and replace in the text; null before the editor is there. */
  get finder(): Finder | null {
    return this.editor?.finder ?? null;
  }

  get hints(): Hints | null {
    return this.editor?.hints ?? null;
  }

  /** Does what a tool of the editor does. */
  tool(name: Tool): void {
    this.editor?.run(name);
  }

  nextBreach(): void {
    this.editor?.nextBreach(1);
  }

  /** What is selected in the text; empty where nothing is. */
  get selectedText(): string {
    return this.editor?.selectedText ?? '';
  }

  /** Where the selected words are in the window; null where none are. */
  selectionBox(): { left: number; top: number; bottom: number } | null {
    return this.editor?.selectionBox() ?? null;
  }

  focus(): void {
    this.editor?.focus();
  }

  /** `again`: the decision stands in the journal already. */
  async decide(action: api.Action, choice: api.Choice, again = false): Promise<void> {
    if (this.revising) return this.decideEarly(action, choice, again);
    this.deciding = true;
    try {
      await this.enqueue(() => this.decideNow(action, choice, again));
    } finally {
      this.deciding = false;
    }
  }

  /** The server can be told only when the revision has ended; the writer need not wait for that. */
  private decideEarly(action: api.Action, choice: api.Choice, again: boolean): void {
    const ids = 'ids' in choice ? choice.ids : [];
    const groups = new Set(this.patches.filter((patch) => ids.includes(patch.id)).map((patch) => patch.groupId));
    const chosen = (patch: Patch): boolean => ('ids' in choice ? groups.has(patch.groupId) : 'category' in choice ? patch.category === choice.category : true);
    const { patches, changed } = this.early.decide(this.patches, action, chosen);
    this.patches = patches;
    this.note(action, changed, again);
    this.show();
  }

  /** Writes down what was decided, so that it can be taken back in its turn. */
  private note(action: api.Action, ids: readonly string[], again: boolean): void {
    if (ids.length === 0) return;
    if (!again && action === 'undo') this.journal.forget(ids);
    else if (!again && action !== 'undo') this.journal.add({ action, ids });
    this.editor?.closeStep();
  }

  /** Goes to the next or the one before of the suggestions that are shown. */
  walk(step: 1 | -1): void {
    const cards = this.cards;
    const ids = cards.map((card) => card.id);
    const next = this.active === null && step > 0 ? (this.editor?.patchAtCursor() ?? null) : neighbour(ids, cardOf(cards, this.active)?.id ?? null, step);
    this.look(next);
    if (next !== null) this.editor?.goTo(next);
  }

  /** Decides the suggestion at hand and goes on to the next. */
  async decideAtHand(action: 'accept' | 'reject'): Promise<void> {
    const open = this.cards;
    const card = cardOf(open, this.active) ?? cardOf(open, this.editor?.patchAtCursor() ?? null);
    if (!card) return;
    const at = open.indexOf(card);
    const next = (open[at + 1] ?? open[at - 1])?.id ?? null;
    this.look(next);
    if (next !== null) this.editor?.goTo(next);
    const { parts, verdict } = card;
    if (verdict) return action === 'accept' ? this.checking.use(verdict) : this.checking.keep(verdict);
    const patch = parts[0];
    if (action === 'accept' && patch.status === 'conflict') await this.useAnyway(patch);
    else await this.decide(action, { ids: [patch.id] });
  }

  /** What stands beside the text, in its order. */
  get cards(): Card[] {
    return cardsOf(this.patches, this.checking.open, this.filter);
  }

  /** The sentence around a suggestion, as it stood when it was placed. */
  around(patch: Patch): { before: string; after: string } {
    return patch.start === null || patch.end === null || patch.status === 'accepted' ? { before: '', after: '' } : around(this.saved.text, patch.start, patch.end);
  }

  /** Something in the text moved: what stands beside it follows a moment later. */
  readonly layout = (): void => {
    clearTimeout(this.layoutTimer);
    this.layoutTimer = setTimeout(() => {
      if (this.editor) this.tops = this.editor.tops();
    }, LAYOUT_AFTER);
  };

  /** Typing made one more step that can be undone. */
  typed(): void {
    this.journal.add('typing');
  }

  /**
   * Settles a conflict with the words of the suggestion. The server puts them in only where the old words stand; where
   * the writer has others, the suggestion takes their place as an edit, and is then done with.
   */
  async useAnyway(patch: Patch): Promise<void> {
    await this.decide('accept', { ids: [patch.id] });
    const still = this.patches.find((other) => other.id === patch.id);
    if (still?.status !== 'conflict' || this.state !== 'saved' || !this.editor) return;
    await this.editor.settled();
    const parts = this.patches.filter((other) => other.groupId === patch.groupId);
    if (parts.some((part) => part.op === 'move' || part.start === null)) return;
    for (const part of parts) if (!this.editor?.overwrite(part.id, part.after)) return;
    await this.decide('reject', { ids: [patch.id] }, true);
    if (this.notice?.kind === 'conflicts') this.notice = null;
  }

  /** Takes back the decision on a patch, or the last decision that was made here. */
  async undo(id: string | null): Promise<void> {
    const ids = id === null ? this.journal.lastDecision()?.ids : [id];
    if (ids) await this.decide('undo', { ids: [...ids] });
  }

  /** The rules of these packs go with every revision of this draft from now on. */
  async choosePacks(ids: readonly string[]): Promise<void> {
    this.chosenPacks = ids;
    this.linting.changed();
    local.keepWithoutPacks(this.id, ids.length === 0);
    await this.enqueue(async () => {
      try {
        await api.saveDraftPacks(this.id, [...ids], this.revision);
      } catch {
        // The choice holds on this page; the draft learns of it with the next one.
      }
    });
  }

  /** Goes back to an earlier state. That is a new state of its own, and the editor can undo it like any change. */
  async restore(revision: number): Promise<void> {
    await this.enqueue(async () => {
      await this.save();
      const { editor } = this;
      if (!editor || this.state !== 'saved') return;
      const moment = editor.moment();
      try {
        await this.adopt(await api.restoreRevision(this.id, revision, this.revision), moment, true);
        this.notice = { kind: 'restored', revision };
        this.tabs.say('saved', this.revision);
        this.onSaved(this);
      } catch (error) {
        const current = api.currentOf(error);
        this.notice = current ? { kind: 'changed' } : { kind: 'problem', problem: problemOf(error) };
        if (current) await this.adopt(current, moment);
      } finally {
        if (this.base !== moment) editor.release(moment);
      }
    });
    this.editor?.focus();
  }

  /** Takes back the last thing done, or does it again: typing or a decision, one after the other in their order. */
  step(way: 'undo' | 'redo'): Promise<void> {
    this.stepping = this.stepping.then(async () => {
      const deed = this.journal[way]();
      if (deed === 'typing') this.editor?.step(way);
      else if (deed) await this.decide(way === 'undo' ? 'undo' : deed.action, { ids: [...deed.ids] }, true);
    });
    return this.stepping;
  }

  /** Asks for patches of the selection, or of the whole draft where nothing is selected. */
  async revise(instruction: string): Promise<void> {
    const editor = this.editor;
    if (!editor || this.revising) return;
    this.notice = null;
    if (!packs.known) await packs.load();
    if (!(await this.flush()) || this.base === null) return this.unreachable();
    const base = this.base;
    const selected = editor.selection;
    const range = selected && selected.end > selected.start ? selected : null;
    const categories = this.categories.length === CATEGORIES.length ? [] : [...this.categories];
    const run = new AbortController();
    this.revisionRun = run;
    this.revising = true;
    let proposed = 0;
    let skipped = '';
    let ended = false;
    try {
      const wish = { instruction, range, categories, criteriaPackIds: packs.ids(this.chosenPacks), baseRevision: this.revision };
      for await (const part of api.revise(this.id, wish, run.signal)) {
        if (part.kind === 'patch') {
          proposed += 1;
          this.patches = upsert(this.patches, this.early.over(part.patch));
          this.show();
        } else if (part.kind === 'skipped') {
          skipped = part.detail;
        } else if (part.kind === 'error') {
          this.notice = { kind: 'broken', detail: part.text };
        } else {
          ended = true;
        }
      }
      if (!ended && !run.signal.aborted && this.notice === null) this.notice = { kind: 'interrupted' };
      if (proposed === 0 && this.notice === null) this.notice = { kind: 'nothing', detail: skipped };
    } catch (error) {
      const current = api.currentOf(error);
      if (run.signal.aborted) this.notice = null;
      else if (current) this.notice = { kind: 'changed' };
      else this.notice = error instanceof ApiError ? { kind: 'problem', problem: problemOf(error) } : { kind: proposed > 0 ? 'interrupted' : 'unreachable' };
      if (error instanceof ApiError && error.status === 404) this.gone();
    }
    // What was staged counts, not what was seen on the way.
    const staged = await api.getDraft(this.id).catch(() => null);
    this.revisionRun = null;
    this.revising = false;
    const decided = this.early.end();
    if (this.editor !== editor) return;
    if (staged !== null && staged.text === base.text) {
      this.take(staged);
      this.show();
    } else {
      this.patches = this.patches.filter((patch) => patch.status !== 'streaming');
      this.show();
      this.stale = true;
    }
    if (this.state !== 'saved' || this.stale) this.schedule(0);
    for (const action of ['accept', 'reject'] as const) {
      if (decided[action].length > 0) await this.decide(action, { ids: decided[action] }, true);
    }
  }

  /** The model stops and what it proposed stays; a server that does not end the stream is no longer listened to. */
  async stopRevision(): Promise<void> {
    const run = this.revisionRun;
    if (run === null) return;
    setTimeout(() => run.abort(), STOP_PATIENCE);
    await api.stopRevision(this.id).catch(() => run.abort());
  }

  /** Both texts were looked at: mine is saved over theirs. */
  keepMine(): void {
    if (!this.theirs) return;
    this.revision = this.theirs.revision;
    this.saved = { title: this.theirs.title, text: this.theirs.text };
    this.rebase(null);
    this.theirs = null;
    this.state = 'dirty';
    this.schedule(0);
  }

  /** Theirs takes the place of mine; the editor can undo that. */
  takeTheirs(): void {
    const { theirs, editor } = this;
    if (!theirs || !editor) return;
    void editor.settled().then(() => {
      this.theirs = null;
      this.state = 'saved';
      editor.apply(editsBetween(editor.text, theirs.text), { undoable: true });
      if (editor.text !== theirs.text) editor.replace(theirs.text, true);
      clearTimeout(this.saveTimer);
      this.call(theirs.title, theirs.text);
      this.take(theirs);
      this.rebase(editor.moment());
      this.show();
      this.finish();
    });
  }

  /** The writer has decided what becomes of the texts of closed tabs. */
  forgetRecovered(): void {
    for (const { title, text } of this.recovered) local.forget(this.id, { title, text });
    this.recovered = [];
    this.keep();
  }

  /** The text as it stands here, saved or not. */
  get mine(): string {
    return this.editor?.text ?? this.initial;
  }

  /** Why the text is not saved, and what can be done. */
  refusalText(): string | null {
    if (!this.refusal) return null;
    const { advice } = preferences.t.draft.trouble;
    return `${explain(this.refusal, preferences.t)} ${this.refusal.status === 413 ? advice.tooLarge : this.refusal.status === 429 || this.refusal.status === 503 ? advice.again : advice.kept}`;
  }

  /** The server may be there again. */
  readonly reach = (): void => {
    if (this.state === 'offline' || this.stale) this.schedule(0);
  };

  /** The draft is no longer on the server. What is written here stays until the writer says what becomes of it. */
  private gone(): void {
    clearTimeout(this.saveTimer);
    this.state = 'gone';
    this.keep();
  }

  private unreachable(): void {
    if (this.state === 'offline') this.notice = { kind: 'unreachable' };
  }

  /** The page was opened while the server writes a revision: what it stages is fetched when it has ended. */
  private awaitRevision(): void {
    this.notice = { kind: 'underway' };
    const ask = async (): Promise<void> => {
      const draft = await api.getDraft(this.id).catch(() => null);
      if (draft !== null && !draft.revising) {
        if (this.notice?.kind === 'underway') this.notice = null;
        if (!this.revising) this.refreshSoon();
      } else {
        this.askTimer = setTimeout(() => void ask(), ASK_AFTER);
      }
    };
    this.askTimer = setTimeout(() => void ask(), ASK_AFTER);
  }

  private refreshSoon(): void {
    this.stale = true;
    this.schedule(0);
  }

  /** Asks what the server has. Its text is taken over where nothing unsaved stands here; otherwise saving finds out. */
  private async refresh(): Promise<void> {
    const before = this.revision;
    const draft = await api.getDraft(this.id);
    this.stale = false;
    const { editor } = this;
    if (!editor) return;
    const moment = editor.moment();
    if (moment.text !== this.saved.text || this.title !== this.saved.title) {
      if (draft.revision === this.revision) this.patches = draft.patches;
      editor.release(moment);
      return;
    }
    this.call(draft.title, draft.text);
    const changed = draft.text !== moment.text;
    await this.adopt(draft, moment);
    if (this.base !== moment) editor.release(moment);
    if (changed && draft.revision > before) this.notice = { kind: 'updated' };
    else if (this.notice?.kind === 'interrupted' || this.notice?.kind === 'unreachable') this.notice = null;
  }

  private readonly keep = (): void => {
    clearTimeout(this.keepTimer);
    this.keepTimer = undefined;
    if (!this.editor || this.state === 'saved' || this.editor.text === this.saved.text && this.title === this.saved.title) return;
    this.unkept = !local.keep(this.id, { title: this.title, text: this.editor.text, baseRevision: this.revision });
  };

  private enqueue(work: () => Promise<void>): Promise<void> {
    this.running = this.running.then(work, work);
    return this.running;
  }

  private schedule(after: number): void {
    clearTimeout(this.saveTimer);
    this.saveTimer = setTimeout(() => void this.enqueue(() => this.save()), after);
  }

  private async save(): Promise<void> {
    const { editor } = this;
    // A revision speaks of the text it was asked for: what is typed meanwhile is saved after it.
    if (!editor || this.revising || this.state === 'conflict' || this.state === 'gone') return;
    if (this.stale) {
      try {
        await this.refresh();
      } catch (error) {
        return this.notSaved(error, editor.text);
      }
      if (this.editor !== editor) return;
    }
    const moment = editor.moment();
    const { text } = moment;
    const title = this.title;
    if (text === this.saved.text && title === this.saved.title && this.base) {
      editor.release(moment);
      this.finish();
      return;
    }
    this.state = 'saving';
    try {
      const draft = await api.saveDraft(this.id, title, text, this.revision);
      this.failures = 0;
      this.take(draft);
      this.rebase(moment);
      this.show();
      if (this.editor !== null && (editor.text !== text || this.title !== title)) {
        this.state = 'dirty';
        this.schedule(SAVE_AFTER);
      } else {
        this.finish();
      }
      this.tabs.say('saved', draft.revision);
      this.onSaved(this);
    } catch (error) {
      editor.release(moment);
      this.notSaved(error, text);
    }
  }

  private notSaved(error: unknown, text: string): void {
    const current = api.currentOf(error);
    if (current !== null) {
      if (current.text === this.saved.text || current.text === text) {
        // Only the number has moved on, or the very same text was saved already.
        this.revision = current.revision;
        this.saved = { title: current.title, text: current.text };
        this.rebase(null);
        this.state = 'dirty';
        this.schedule(0);
      } else {
        this.theirs = current;
        this.state = 'conflict';
      }
      this.keep();
      return;
    }
    const status = error instanceof ApiError ? error.status : 0;
    if (status === 404) return this.gone();
    this.refusal = status === 0 ? null : problemOf(error);
    this.state = status === 0 ? 'offline' : 'refused';
    this.keep();
    // What the server will not have in any case is not sent again until it changes.
    if (status === 400 || status === 413 || status === 422) return;
    const wait = TRY_AGAIN[Math.min(this.failures, TRY_AGAIN.length - 1)] ?? 0;
    this.schedule(Math.max(wait, (this.refusal?.retryAfter ?? 0) * 1000));
    this.failures += 1;
  }

  private async decideNow(action: api.Action, choice: api.Choice, again: boolean): Promise<void> {
    await this.save();
    const { editor, base } = this;
    if (!editor || !base || this.state === 'conflict' || this.state === 'gone' || this.state === 'offline' || this.state === 'refused') return this.unreachable();
    const moment = editor.moment();
    if (moment.text !== this.saved.text) {
      editor.release(moment);
      this.notice = { kind: 'changed' };
      return;
    }
    try {
      const { draft, changed, conflicts } = await api.decide(this.id, action, choice, this.revision);
      await this.adopt(draft, moment);
      this.note(action, changed, again);
      this.notice = conflicts.length > 0 ? { kind: 'conflicts', count: conflicts.length } : null;
      this.tabs.say('saved', draft.revision);
    } catch (error) {
      const current = api.currentOf(error);
      if (current !== null) {
        this.notice = { kind: 'changed' };
        await this.adopt(current, moment);
      } else if (error instanceof ApiError && error.status === 404) {
        this.gone();
      } else {
        this.notice = error instanceof ApiError ? { kind: 'problem', problem: problemOf(error) } : { kind: 'unreachable' };
      }
    } finally {
      if (this.base !== moment) editor.release(moment);
    }
  }

  /** Brings the text that the server made of `moment` into the editor, around what was typed since. */
  private async adopt(draft: Draft, moment: Moment, undoable = false): Promise<void> {
    const { editor } = this;
    if (!editor) return;
    await editor.settled();
    const state = this.state;
    const untouched = editor.text === moment.text;
    editor.apply(editsBetween(moment.text, draft.text), { moment, undoable });
    // Line ends cannot be edited one by one.
    if (untouched && editor.text !== draft.text) editor.replace(draft.text, undoable);
    this.take(draft);
    if (editor.text === draft.text) {
      this.rebase(editor.moment());
      this.show();
      if (this.title === draft.title) this.finish();
    } else {
      this.rebase(null);
      editor.restate(this.patches.filter(isOpen));
      this.state = state === 'saved' ? 'dirty' : state;
      this.schedule(SAVE_AFTER);
    }
  }

  private take(draft: Draft): void {
    this.revision = draft.revision;
    this.saved = { title: draft.title, text: draft.text };
    this.patches = draft.patches;
    local.cache(draft);
  }

  private rebase(moment: Moment | null): void {
    if (this.base !== moment) this.editor?.release(this.base);
    this.base = moment;
  }

  private show(): void {
    if (this.base) this.editor?.show(this.patches.filter((patch) => isOpen(patch) || this.early.isAccepted(patch.id)), this.base);
  }

  private finish(): void {
    clearTimeout(this.saveTimer);
    this.state = 'saved';
    this.refusal = null;
    this.failures = 0;
    this.unkept = false;
    local.forget(this.id, this.saved);
    this.counts = count(this.editor?.text ?? this.saved.text);
  }
}
