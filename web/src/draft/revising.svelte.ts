/** Revisions of one open draft: asked for here or elsewhere, shown while they are written, staged when they have ended. */
import { ApiError } from '../api';
import { problemOf } from '../problem';
import * as api from './api';
import type { Deciding } from './deciding.svelte';
import type { Desk } from './desk.svelte';
import * as local from './local';
import { packs } from './packs.svelte';
import { upsert } from './patches';
import type { Saving } from './saving.svelte';
import { CATEGORIES, type Category } from './wire';

/** Time between two questions whether a revision that was asked for elsewhere has ended (ms). */
const ASK_AFTER = 1500;
/** A server that does not end a revision this long after a stop is no longer listened to (ms). */
const STOP_PATIENCE = 5000;

export class Revising {
  /** Kinds of suggestions that the next revision is to make. */
  categories = $state.raw<readonly Category[]>(CATEGORIES);
  private askTimer: ReturnType<typeof setTimeout> | undefined;
  private run: AbortController | null = null;
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
    const { desk } = this;
    const { editor } = desk;
    if (!editor || desk.revising) return;
    desk.notice = null;
    if (!packs.known) await packs.load();
    if (!(await this.saving.flush()) || desk.base === null) return desk.unreachable();
    const asked = desk.base.text;
    const selected = editor.selection;
    const range = selected && selected.end > selected.start ? selected : null;
    const categories = this.categories.length === CATEGORIES.length ? [] : [...this.categories];
    const run = new AbortController();
    this.run = run;
    this.stopped = false;
    desk.revising = true;
    await this.listen({ instruction, range, categories, criteriaPackIds: packs.ids(desk.chosenPacks, desk.id), baseRevision: desk.revision }, run.signal);
    await this.stage(asked);
  }

  /** The model stops and what it proposed stays; a server that does not end the stream is no longer listened to. */
  async stop(): Promise<void> {
    const { run } = this;
    if (run === null) return;
    this.stopped = true;
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

  /** Shows what the model proposes as it comes, and says how that ended. */
  private async listen(wish: api.Wish, signal: AbortSignal): Promise<void> {
    const { desk } = this;
    let proposed = 0;
    let skipped: { detail: string; told: unknown } = { detail: '', told: [] };
    let ended = false;
    try {
      for await (const part of api.revise(desk.id, wish, signal)) {
        if (part.kind === 'patch') {
          proposed += 1;
          desk.patches = upsert(desk.patches, desk.early.over(part.patch));
          desk.showSoon();
        } else if (part.kind === 'skipped') {
          skipped = part;
        } else if (part.kind === 'hidden') {
          desk.notice = part;
        } else if (part.kind === 'error') {
          desk.notice = { kind: 'broken', detail: part.text };
        } else {
          ended = true;
        }
      }
      if (!ended && !signal.aborted && !this.stopped && desk.notice === null) desk.notice = { kind: 'interrupted' };
      if (proposed === 0 && !this.stopped && desk.notice === null) desk.notice = { kind: 'nothing', detail: skipped.detail, told: skipped.told };
    } catch (error) {
      if (signal.aborted) desk.notice = null;
      else if (api.currentOf(error)) desk.notice = { kind: 'changed' };
      else desk.notice = error instanceof ApiError ? { kind: 'problem', problem: problemOf(error) } : { kind: proposed > 0 ? 'interrupted' : 'unreachable' };
      if (error instanceof ApiError && error.status === 404) this.saving.gone();
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
