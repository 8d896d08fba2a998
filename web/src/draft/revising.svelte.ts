/** Revisions of one open draft: asked for here or elsewhere, shown while they are written, staged when they have ended. */
import { ApiError } from '../api';
import { problemOf } from '../problem';
import * as api from './api';
import type { Deciding } from './deciding.svelte';
import type { Desk } from './desk.svelte';
import * as local from './local';
import { packs } from './packs.svelte';
import type { Saving } from './saving.svelte';
import { CATEGORIES, type Category } from './wire';

/** Time between two questions whether a revision that was asked for elsewhere has ended (ms). */
const ASK_AFTER = 1500;
/** A server that does not end a revision this long after a stop is no longer listened to (ms). */
const STOP_PATIENCE = 5000;
/** Work that is done without a pause (ms). */
const AT_A_TIME = 20;
/** No text of so many characters is too long to be revised at one go. */
const LONG = 16_000;

/** What came of a revision so far: how many suggestions, and why there is none. */
interface Told {
  proposed: number;
  skipped: { detail: string; told: unknown };
}

export class Revising {
  /** Kinds of suggestions that the next revision is to make. */
  categories = $state.raw<readonly Category[]>(CATEGORIES);
  private askTimer: ReturnType<typeof setTimeout> | undefined;
  private run: AbortController | null = null;
  /** Of a text that is revised in parts: which is being revised, and how many there are. */
  part = $state.raw<{ at: number; of: number } | null>(null);
  private asking = false;
  /** The writer ended it: that nothing came of it is no news. */
  private stopped = false;

  constructor(
    private readonly desk: Desk,
    private readonly saving: Saving,
    private readonly deciding: Deciding,
  ) {}

  close(): void {
    this.run?.abort();
    clearTimeout(this.askTimer);
  }

  /** Asks for patches of the selection, or of the whole draft where nothing is selected. */
  async revise(instruction: string): Promise<void> {
    if (this.asking || this.desk.revising) return;
    this.asking = true;
    this.stopped = false;
    try {
      await this.ask(instruction);
    } finally {
      this.asking = false;
      this.part = null;
    }
  }

  /** What is too long to be revised at one go is revised in parts; what is typed and decided meanwhile is saved between them. */
  private async ask(instruction: string): Promise<void> {
    const { desk } = this;
    const { editor } = desk;
    if (!editor) return;
    desk.notice = null;
    if (!packs.known) await packs.load();
    if (!(await this.saving.flush()) || desk.base === null) return desk.unreachable();
    const selected = editor.selection;
    const range = selected && selected.end > selected.start ? selected : null;
    const categories = this.categories.length === CATEGORIES.length ? [] : [...this.categories];
    const moment = editor.moment();
    const { text } = moment;
    const parts = text.length <= LONG ? [range] : (await import('./parts')).partsOf(text, range ?? { start: 0, end: text.length });
    const told: Told = { proposed: 0, skipped: { detail: '', told: [] } };
    for (const [at, part] of parts.entries()) {
      // What was typed is saved; a save that began meanwhile is waited for too.
      if (at > 0) do await this.saving.flush(); while (desk.state === 'saving');
      const { base } = desk;
      if (this.stopped || desk.editor !== editor) break;
      // Who types on is not waited for.
      if (base === null || !(desk.state === 'saved' || desk.state === 'dirty')) {
        desk.notice ??= { kind: desk.state === 'offline' ? 'unreachable' : 'changed' };
        break;
      }
      if (parts.length > 1) this.part = { at: at + 1, of: parts.length };
      const here = part && { start: moment.offsetIn(base, part.start), end: moment.offsetIn(base, part.end) };
      if (here && here.end <= here.start) continue;
      const run = new AbortController();
      this.run = run;
      desk.revising = true;
      const whole = await this.listen({ instruction, range: here, categories, criteriaPackIds: packs.ids(desk.chosenPacks, desk.id), baseRevision: desk.revision }, run.signal, told);
      await this.stage(base.text);
      if (!whole) break;
    }
    editor.release(moment);
    if (told.proposed === 0 && desk.notice === null && !this.stopped) desk.notice = { kind: 'nothing', detail: told.skipped.detail, told: told.skipped.told };
  }

  /** The model stops and what it proposed stays; a server that does not end the stream is no longer listened to. */
  async stop(): Promise<void> {
    const { run } = this;
    this.stopped = true;
    if (run === null) return;
    setTimeout(() => run.abort(), STOP_PATIENCE);
    await api.stopRevision(this.desk.id).catch(() => run.abort());
  }

  /** The rules of these packs go with every revision of this draft from now on. */
  async choosePacks(ids: readonly string[]): Promise<void> {
    const { desk } = this;
    desk.chosenPacks = ids;
    desk.linting.changed();
    local.keepWithoutPacks(desk.id, ids.length === 0);
    await this.saving.enqueue(async () => {
      try {
        await api.saveDraftPacks(desk.id, [...ids], desk.revision);
      } catch {
        // The choice holds on this page; the draft learns of it with the next one.
      }
    });
  }

  /** The page was opened while the server writes a revision: what it stages is fetched when it has ended. */
  awaitOther(): void {
    const { desk } = this;
    desk.notice = { kind: 'underway' };
    const ask = async (): Promise<void> => {
      const draft = await api.getDraft(desk.id).catch(() => null);
      if (draft !== null && !draft.revising) {
        if (desk.notice?.kind === 'underway') desk.notice = null;
        if (!desk.revising) this.saving.refreshSoon();
      } else {
        this.askTimer = setTimeout(() => void ask(), ASK_AFTER);
      }
    };
    this.askTimer = setTimeout(() => void ask(), ASK_AFTER);
  }

  /** Shows what the model proposes as it comes, and says how that ended; false where nothing more is to be asked for. */
  private async listen(wish: api.Wish, signal: AbortSignal, told: Told): Promise<boolean> {
    const { desk } = this;
    let ended = false;
    let since = performance.now();
    try {
      for await (const part of api.revise(desk.id, wish, signal)) {
        // Where much has come at once, what else the page has to do is done in between.
        if (performance.now() - since > AT_A_TIME) {
          await new Promise((resolve) => setTimeout(resolve));
          since = performance.now();
        }
        if (part.kind === 'patch') {
          told.proposed += 1;
          desk.propose(part.patch);
        } else if (part.kind === 'skipped') {
          told.skipped = part;
        } else if (part.kind === 'hidden') {
          desk.notice = desk.notice?.kind === 'hidden' ? { kind: 'hidden', ids: [...desk.notice.ids, ...part.ids] } : part;
        } else if (part.kind === 'error') {
          desk.notice = { kind: 'broken', detail: part.text };
        } else {
          ended = true;
        }
      }
      if (!ended && !signal.aborted && !this.stopped && desk.notice === null) desk.notice = { kind: 'interrupted' };
      return ended && desk.notice?.kind !== 'broken';
    } catch (error) {
      if (signal.aborted) desk.notice = null;
      else if (api.currentOf(error)) desk.notice = { kind: 'changed' };
      else desk.notice = error instanceof ApiError ? { kind: 'problem', problem: problemOf(error) } : { kind: told.proposed > 0 ? 'interrupted' : 'unreachable' };
      if (error instanceof ApiError && error.status === 404) this.saving.gone();
      return false;
    } finally {
      desk.showProposed();
    }
  }

  /** What was staged counts, not what was seen on the way; then the server is told what was decided meanwhile. */
  private async stage(asked: string): Promise<void> {
    const { desk, saving } = this;
    const { editor } = desk;
    const staged = await api.getDraft(desk.id).catch(() => null);
    this.run = null;
    desk.revising = false;
    if (editor === null || desk.editor !== editor) return;
    if (staged !== null && staged.text === asked) {
      desk.take(staged);
    } else {
      desk.patches = desk.patches.filter((patch) => patch.status !== 'streaming');
      saving.stale = true;
    }
    desk.show();
    if (desk.state !== 'saved' || saving.stale) saving.schedule(0);
    await this.deciding.sendKept();
  }
}
