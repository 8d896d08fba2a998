/** Keeps the text of one open draft and that of the server the same, as the writer types and others change it. */
import { ApiError } from '../api';
import type { Moment } from '../editor/editor';
import { problemOf } from '../problem';
import type { Problem } from '../wire';
import * as api from './api';
import type { Copies } from './copies.svelte';
import type { Desk } from './desk.svelte';
import type { Draft } from './wire';

/** Pause in the typing after which a draft is saved, and the waits before a failed save is tried again (ms). */
const SAVE_AFTER = 700;
const TRY_AGAIN = [2000, 5000, 10_000, 30_000];

export class Saving {
  /** Why the last save did not succeed. */
  refusal = $state.raw<Problem | null>(null);
  /** What the server has is not known: it has to be asked before anything is called saved. */
  stale = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private failures = 0;
  private running: Promise<void> = Promise.resolve();
  /** Called when the server has what stands here. */
  onFinished: () => void = () => undefined;

  /** `onSaved` is told of every state that the server takes. */
  constructor(
    private readonly desk: Desk,
    private readonly copies: Copies,
    readonly onSaved: () => void,
  ) {}

  attach(): void {
    if (this.stale || this.desk.state === 'dirty' || this.desk.state === 'offline') this.schedule(0);
    addEventListener('online', this.reach);
  }

  close(): void {
    removeEventListener('online', this.reach);
    clearTimeout(this.timer);
  }

  /** The writer changed the text or the title. */
  changed(): void {
    const { state } = this.desk;
    if (state !== 'conflict' && state !== 'gone') this.desk.state = 'dirty';
    this.schedule(SAVE_AFTER);
  }

  /** Saves now what is not saved; true when the server then has the text of the editor. */
  async flush(): Promise<boolean> {
    clearTimeout(this.timer);
    await this.enqueue(() => this.save());
    return this.desk.state === 'saved';
  }

  /** The server may be there again. */
  readonly reach = (): void => {
    if (this.desk.state === 'offline' || this.stale) this.schedule(0);
  };

  /** The draft is no longer on the server. What is written here stays until the writer says what becomes of it. */
  gone(): void {
    clearTimeout(this.timer);
    this.desk.state = 'gone';
    this.copies.keep();
  }

  /** Does `work` when what was asked for before it has ended. */
  enqueue(work: () => Promise<void>): Promise<void> {
    this.running = this.running.then(work, work);
    return this.running;
  }

  schedule(after: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.enqueue(() => this.save()), after);
  }

  refreshSoon(): void {
    this.stale = true;
    this.schedule(0);
  }

  async save(): Promise<void> {
    const { desk } = this;
    const { editor } = desk;
    // A revision speaks of the text it was asked for: what is typed meanwhile is saved after it.
    if (!editor || desk.revising || desk.state === 'conflict' || desk.state === 'gone') return;
    if (this.stale) {
      try {
        await this.refresh();
      } catch (error) {
        return this.notSaved(error, editor.text);
      }
      if (desk.editor !== editor) return;
    }
    const moment = editor.moment();
    const { text } = moment;
    const { title } = desk;
    if (text === desk.saved.text && title === desk.saved.title && desk.base) {
      editor.release(moment);
      this.finish();
      return;
    }
    desk.state = 'saving';
    try {
      const draft = await api.saveDraft(desk.id, title, text, desk.revision);
      this.failures = 0;
      if (desk.notice?.kind === 'unreachable') desk.notice = null;
      desk.take(draft);
      desk.rebase(moment);
      desk.show();
      if (desk.editor !== null && (editor.text !== text || desk.title !== title)) this.changed();
      else this.finish();
      this.copies.tell();
      this.onSaved();
    } catch (error) {
      editor.release(moment);
      this.notSaved(error, text);
    }
  }

  /** Takes over what the server made of the text of `moment`; what was typed since is saved on top of it. */
  async adopt(draft: Draft, moment: Moment, undoable = false): Promise<void> {
    const { desk } = this;
    const whole = await desk.adopt(draft, moment, undoable);
    if (whole === null) return;
    if (whole && desk.title === draft.title) this.finish();
    if (whole) return;
    if (desk.state === 'saved') desk.state = 'dirty';
    this.schedule(SAVE_AFTER);
  }

  /** Asks what the server has. Its text is taken over where nothing unsaved stands here; otherwise saving finds out. */
  private async refresh(): Promise<void> {
    const { desk } = this;
    const before = desk.revision;
    const draft = await api.getDraft(desk.id);
    this.stale = false;
    const { editor } = desk;
    if (!editor) return;
    const moment = editor.moment();
    if (moment.text !== desk.saved.text || desk.title !== desk.saved.title) {
      if (draft.revision === desk.revision) desk.patches = draft.patches;
      editor.release(moment);
      return;
    }
    desk.call(draft.title, draft.text);
    const changed = draft.text !== moment.text;
    await this.adopt(draft, moment);
    if (desk.base !== moment) editor.release(moment);
    if (changed && draft.revision > before) desk.notice = { kind: 'updated' };
    else if (desk.notice?.kind === 'interrupted' || desk.notice?.kind === 'unreachable' || desk.notice?.kind === 'later') desk.notice = null;
  }

  private notSaved(error: unknown, text: string): void {
    const { desk } = this;
    const current = api.currentOf(error);
    if (current !== null) {
      if (current.text === desk.saved.text || current.text === text) {
        // Only the number has moved on, or the very same text was saved already.
        desk.revision = current.revision;
        desk.saved = { title: current.title, text: current.text };
        desk.rebase(null);
        desk.state = 'dirty';
        this.schedule(0);
      } else {
        desk.theirs = current;
        desk.state = 'conflict';
      }
      this.copies.keep();
      return;
    }
    const status = error instanceof ApiError ? error.status : 0;
    if (status === 404) return this.gone();
    this.refusal = status === 0 ? null : problemOf(error);
    desk.state = status === 0 ? 'offline' : 'refused';
    this.copies.keep();
    // What the server will not have in any case is not sent again until it changes.
    if (status === 400 || status === 413 || status === 422) return;
    const wait = TRY_AGAIN[Math.min(this.failures, TRY_AGAIN.length - 1)] ?? 0;
    this.schedule(Math.max(wait, (this.refusal?.retryAfter ?? 0) * 1000));
    this.failures += 1;
  }

  /** The server has what stands here. */
  finish(): void {
    const { desk } = this;
    clearTimeout(this.timer);
    desk.state = 'saved';
    this.refusal = null;
    this.failures = 0;
    this.copies.done();
    desk.measure();
    this.onFinished();
  }
}
