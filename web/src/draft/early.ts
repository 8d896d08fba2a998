/**
 * Decisions that the server cannot be told of yet: made while a revision is still being written, whose suggestions it stages
 * when it has ended, or while it does not answer. Until then they are kept here and shown as if they were made. Pure.
 */
import { isOpen } from './patches';
import type { Patch, PatchStatus } from './wire';

type Action = 'accept' | 'reject' | 'undo';

export class Early {
  private readonly made = new Map<string, { action: 'accept' | 'reject'; was: PatchStatus }>();

  /** The patches with the decision shown on those that it is about, and the ids of these. */
  decide(patches: readonly Patch[], action: Action, chosen: (patch: Patch) => boolean): { patches: Patch[]; changed: string[] } {
    const changed: string[] = [];
    const next = patches.map((patch) => {
      if (!chosen(patch)) return patch;
      const before = this.made.get(patch.id);
      if (action === 'undo' ? before === undefined : !isOpen(patch)) return patch;
      changed.push(patch.id);
      if (action === 'undo') this.made.delete(patch.id);
      else this.made.set(patch.id, { action, was: patch.status });
      return { ...patch, status: action === 'undo' ? (before?.was ?? patch.status) : action === 'accept' ? ('accepted' as const) : ('rejected' as const) };
    });
    return { patches: next, changed };
  }

  /** A patch that is told again keeps what was decided about it. */
  over(patch: Patch): Patch {
    const early = this.made.get(patch.id);
    return early ? { ...patch, status: early.action === 'accept' ? 'accepted' : 'rejected' } : patch;
  }

  get empty(): boolean {
    return this.made.size === 0;
  }

  isAccepted(id: string): boolean {
    return this.made.get(id)?.action === 'accept';
  }

  has(id: string): boolean {
    return this.made.has(id);
  }

  get ids(): string[] {
    return [...this.made.keys()];
  }

  /** The server has been told of these. */
  forget(ids: readonly string[]): void {
    for (const id of ids) this.made.delete(id);
  }
}
