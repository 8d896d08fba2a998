/** Decisions on the suggestions of one open draft, one after the other, and their way back in the order of what was done. */
import { ApiError } from '../api';
import { problemOf } from '../problem';
import * as api from './api';
import { cardOf, cardsOf, doubtOf, following, type Card } from './cards';
import type { Copies } from './copies.svelte';
import type { Desk } from './desk.svelte';
import { Journal } from './journal';
import * as local from './local';
import { around, isOpen } from './patches';
import type { Saving } from './saving.svelte';
import type { Category, Patch } from './wire';

/** A key that is held down is no second thought (ms). */
const THOUGHT = 600;

export class Deciding {
  /** Kind of suggestions that is shown and walked through; null for all. */
  filter = $state<Category | null>(null);
  private readonly journal = new Journal();
  private stepping: Promise<void> = Promise.resolve();
  /** Decisions that this browser does not keep: they are lost with the page. */
  private readonly unkept = new Map<string, 'accept' | 'reject'>();
  private sending = false;
  /** When a suggestion was last asked to be accepted. */
  private askedAt = 0;

  constructor(
    private readonly desk: Desk,
    private readonly saving: Saving,
    private readonly copies: Copies,
  ) {}

  /** What stands beside the text, in its order. */
  get cards(): Card[] {
    return cardsOf(this.desk.patches, this.desk.checking.open, this.desk.commenting.open, this.filter);
  }

  /** The sentence around a suggestion, as it stood when it was placed, unless its words have changed since; `shown`: characters of it on either side. */
  around(patch: Patch, shown?: number): { before: string; after: string } {
    return patch.start === null || patch.end === null || patch.status === 'accepted' || patch.status === 'conflict' ? { before: '', after: '' } : around(this.desk.saved.text, patch.start, patch.end, shown);
  }

  /** Of a conflict: what stands at its place now. */
  present(patch: Patch): string {
    return this.desk.editor?.marks.wordsAt(patch.id) ?? patch.present ?? '';
  }

  /** Whether these may be accepted. What the source does not say is asked about first, and accepted when that is said a second time. */
  sure(parts: readonly Patch[]): boolean {
    const { desk } = this;
    const id = parts[0]?.id ?? null;
    const now = performance.now();
    const sure = doubtOf(parts) === null || (desk.asked === id && now - this.askedAt > THOUGHT);
    this.askedAt = now;
    if (!sure) desk.look(id);
    desk.asked = sure ? null : id;
    return sure;
  }

  /** `again`: the decision stands in the journal already. */
  async decide(action: api.Action, ids: readonly string[], again = false): Promise<void> {
    if (this.desk.revising) return void this.decideEarly(action, ids, again);
    this.desk.deciding = true;
    try {
      await this.saving.enqueue(() => this.decideNow(action, ids, again));
    } finally {
      this.desk.deciding = false;
    }
  }

  /** Goes to the next or the one before of the suggestions that are shown. */
  walk(step: 1 | -1): void {
    const { desk, cards } = this;
    this.go(following(cards, desk.active, desk.editor?.marks.patchAtCursor() ?? null, step));
  }

  /** Decides the suggestion at hand and goes on to the next. */
  async decideAtHand(action: 'accept' | 'reject'): Promise<void> {
    const { desk } = this;
    const open = this.cards;
    const card = cardOf(open, desk.active) ?? cardOf(open, desk.editor?.marks.patchAtCursor() ?? null);
    if (!card) return;
    const at = open.indexOf(card);
    if (card.parts && action === 'accept' && !this.sure(card.parts)) return;
    this.go((open[at + 1] ?? open[at - 1])?.id ?? null);
    const { parts, verdict, thread } = card;
    // What somebody said is settled, and never thrown away by the key that rejects.
    if (thread) return void (action === 'accept' && (await desk.commenting.settle(thread.id, true)));
    if (verdict) return action === 'accept' ? desk.checking.use(verdict) : desk.checking.keep(verdict);
    const patch = parts[0];
    if (action === 'accept' && patch.status === 'conflict') await this.useAnyway(patch);
    else await this.decide(action, [patch.id]);
  }

  /**
   * Settles a conflict with the words of the suggestion. The server puts them in only where the old words stand; where
   * the writer has others, the suggestion takes their place as an edit, and is then done with.
   */
  async useAnyway(patch: Patch): Promise<void> {
    const { desk } = this;
    await this.decide('accept', [patch.id]);
    const still = desk.patches.find((other) => other.id === patch.id);
    if (still?.status !== 'conflict' || desk.state !== 'saved' || !desk.editor) return;
    await desk.editor.settled();
    const parts = desk.patches.filter((other) => other.groupId === patch.groupId);
    if (parts.some((part) => part.op === 'move' || part.start === null)) return;
    for (const part of parts) if (!desk.editor?.marks.overwrite(part.id, part.after)) return;
    await this.decide('reject', [patch.id], true);
    if (desk.notice?.kind === 'conflicts') desk.notice = null;
  }

  /** Takes back the decision on a patch, or the last decision that was made here. */
  async undo(id: string | null): Promise<void> {
    const ids = id === null ? this.journal.lastDecision()?.ids : [id];
    if (ids) await this.decide('undo', ids);
  }

  /** Typing made one more step that can be undone. */
  typed(): void {
    this.journal.add('typing');
  }

  /** Takes back the last thing done, or does it again: typing or a decision, one after the other in their order. */
  step(way: 'undo' | 'redo'): Promise<void> {
    this.stepping = this.stepping.then(async () => {
      const deed = this.journal[way]();
      if (deed === 'typing') this.desk.editor?.step(way);
      else if (deed) await this.decide(way === 'undo' ? 'undo' : deed.action, deed.ids, true);
    });
    return this.stepping;
  }

  /** Looks at a suggestion, and puts the cursor where it is. */
  go(id: string | null): void {
    this.desk.look(id);
    if (id !== null) this.desk.editor?.goTo(id);
  }

  /** Shows what was decided without the server on an earlier visit, or in a tab that was closed; true when there is something to send. */
  restore(fresh: boolean): boolean {
    const { desk } = this;
    const kept = local.decisions(desk.id);
    for (const action of ['accept', 'reject'] as const) {
      desk.patches = desk.early.decide(desk.patches, action, ({ id }) => kept.get(id) === action).patches;
    }
    // The server knows of no such suggestion any more.
    if (fresh) for (const id of kept.keys()) if (!desk.patches.some((patch) => patch.id === id)) local.keepDecision(desk.id, id, null);
    if (!desk.early.empty && !fresh) desk.notice = { kind: 'later' };
    return !desk.early.empty;
  }

  /**
   * The server has what stands here again: it is told what was decided without it, here or in another tab. What another tab
   * has sent meanwhile is not kept any more, and is not sent again.
   */
  async sendKept(): Promise<void> {
    const { desk } = this;
    if (desk.revising || this.sending || (desk.early.empty && local.decisions(desk.id).size === 0)) return;
    this.sending = true;
    await local.alone(desk.id, async () => {
      const kept = new Map([...this.unkept, ...local.decisions(desk.id)]);
      const sent = desk.early.ids.filter((id) => !kept.has(id));
      const known = (id: string): boolean => desk.early.has(id) || desk.patches.some((patch) => patch.id === id && isOpen(patch));
      for (const action of ['accept', 'reject'] as const) {
        const ids = [...kept].flatMap(([id, decided]) => (decided === action && known(id) ? [id] : []));
        if (ids.length > 0) await this.decide(action, ids, true);
      }
      // Another tab has sent these: what came of that is the server's to say.
      desk.early.forget(sent);
      if (sent.length > 0) this.saving.refreshSoon();
    });
    this.sending = false;
  }

  /** The server has been told, or has refused: there is nothing to keep. */
  private told(ids: readonly string[]): void {
    this.desk.early.forget(ids);
    for (const id of ids) {
      this.unkept.delete(id);
      local.keepDecision(this.desk.id, id, null);
    }
  }

  /** The server does not answer, or its answer was lost. What it made of the decision is asked for when it is back. */
  private decideLater(action: api.Action, ids: readonly string[], again: boolean): void {
    const kept = this.decideEarly(action, ids, again) || ids.some((id) => this.desk.early.has(id));
    this.desk.notice = { kind: kept ? 'later' : 'unreachable' };
    this.saving.refreshSoon();
  }

  /** The server can be told only when the revision has ended, or when it is back; the writer need not wait for that. */
  private decideEarly(action: api.Action, ids: readonly string[], again: boolean): boolean {
    const { desk } = this;
    const named = new Set(ids);
    const groups = new Set(desk.patches.filter((patch) => named.has(patch.id)).map((patch) => patch.groupId));
    const chosen = (patch: Patch): boolean => groups.has(patch.groupId);
    const { patches, changed } = desk.early.decide(desk.patches, action, chosen);
    desk.patches = patches;
    for (const id of changed) {
      const made = action === 'undo' ? null : action;
      if (!local.keepDecision(desk.id, id, made) && made) this.unkept.set(id, made);
      else this.unkept.delete(id);
    }
    this.note(action, changed, again);
    desk.show();
    return changed.length > 0;
  }

  /** Writes down what was decided, so that it can be taken back in its turn. */
  private note(action: api.Action, ids: readonly string[], again: boolean): void {
    if (ids.length === 0) return;
    if (!again && action === 'undo') this.journal.forget(ids);
    else if (!again && action !== 'undo') this.journal.add({ action, ids });
    this.desk.editor?.closeStep();
  }

  private async decideNow(action: api.Action, ids: readonly string[], again: boolean): Promise<void> {
    const { desk, saving } = this;
    await saving.save();
    const { editor, base, state } = desk;
    if (state === 'offline') return this.decideLater(action, ids, again);
    if (!editor || !base || state === 'conflict' || state === 'gone' || state === 'refused') return;
    const moment = editor.moment();
    if (moment.text !== desk.saved.text) {
      editor.release(moment);
      desk.notice = { kind: 'changed' };
      return;
    }
    try {
      const { draft, changed, conflicts } = await api.decide(desk.id, action, ids, desk.revision);
      this.told([...ids, ...changed]);
      await saving.adopt(draft, moment);
      this.note(action, changed, again);
      desk.notice = conflicts.length > 0 ? { kind: 'conflicts', count: conflicts.length } : null;
      this.copies.tell();
    } catch (error) {
      const current = api.currentOf(error);
      if (current !== null) {
        desk.notice = { kind: 'changed' };
        await saving.adopt(current, moment);
      } else if (error instanceof ApiError && error.status === 404) {
        saving.gone();
      } else {
        if (error instanceof ApiError) {
          this.told(ids);
          desk.notice = { kind: 'problem', problem: problemOf(error) };
        } else {
          this.decideLater(action, ids, again);
        }
      }
    } finally {
      if (desk.base !== moment) editor.release(moment);
    }
  }
}
