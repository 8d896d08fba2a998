/** The comments beside an open draft: what is said at which words, written, answered, settled, deleted. */
import { problemOf } from '../problem';
import type { Problem } from '../wire';
import * as api from './comments';
import type { Comment, CommentList } from './comments';
import type { Desk } from './desk.svelte';

/** The id, in the text and among the cards, of the comment that is being written. */
export const FRESH = 'comment-fresh';
/** Time in which a deleted comment can be taken back, and the wait after a save until comments are asked for again (ms). */
const UNDO_FOR = 8000;
const FOLLOW_AFTER = 300;
/** How often what others say is asked for while the page is looked at (ms). */
const ASK_EVERY = 20_000;

export class Commenting {
  private threads = $state.raw<readonly Comment[]>([]);
  /** The words that a comment is being written about. */
  fresh = $state.raw<{ quote: string; start: number } | null>(null);
  problem = $state.raw<Problem | null>(null);
  /** What was deleted last and can still be taken back. */
  removed = $state<string | null>(null);
  readonly open: readonly Comment[] = $derived(this.left.filter((one) => one.resolvedAt === null));
  readonly settled: readonly Comment[] = $derived(this.left.filter((one) => one.resolvedAt !== null));
  /** Something has to be shown beside the text. */
  readonly some = $derived(this.fresh !== null || this.removed !== null || this.problem !== null || this.threads.length > 0);
  /** What was said last. */
  private made: string | null = null;
  /** Counts what was asked of the server. */
  private turn = 0;
  /** The server has told what there is. */
  private known = false;
  private flush: () => Promise<boolean> = () => Promise.resolve(false);
  private tell: () => void = () => undefined;
  private asking: ReturnType<typeof setInterval> | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private removeTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly desk: Desk) {}

  /** The editor is there; `flush` saves what is not saved, and `tell` says to other tabs that there is something new. */
  attach(flush: () => Promise<boolean>, tell: () => void): void {
    this.flush = flush;
    this.tell = tell;
    this.asking = setInterval(this.look, ASK_EVERY);
    document.addEventListener('visibilitychange', this.look);
    addEventListener('pagehide', this.removeNow);
    void this.load();
  }

  close(): void {
    this.removeNow();
    removeEventListener('pagehide', this.removeNow);
    document.removeEventListener('visibilitychange', this.look);
    clearInterval(this.asking);
    clearTimeout(this.timer);
  }

  /** The server has another text: it says where the words are now, and whether they are still there. */
  followSoon(): void {
    if (this.known && this.threads.length === 0) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.load(), FOLLOW_AFTER);
  }

  /** Something may have been said elsewhere. */
  readonly look = (): void => {
    if (document.visibilityState === 'visible') void this.load();
  };

  /** Begins a comment on what is selected, or on the sentence at the cursor; false where there are no words. */
  begin(): boolean {
    const found = this.desk.editor?.marks.beginComment(FRESH) ?? null;
    if (found === null) return false;
    this.fresh = found;
    this.desk.look(FRESH);
    return true;
  }

  cancel(): void {
    this.fresh = null;
    this.show();
  }

  /** Says it; true when the server has it. */
  async add(body: string): Promise<boolean> {
    const { desk } = this;
    // What is typed while it is saved has to be saved too: the place is one of the text that the server has.
    for (let tries = 0; tries < 3; tries += 1) {
      if (!(await this.flush()) || !desk.editor) break;
      const place = desk.editor.marks.placeOf(FRESH);
      if (place === null) break;
      if (desk.editor.text !== desk.saved.text) continue;
      const said = await this.take(api.addComment(desk.id, desk.revision, place, body), () => (this.fresh = null));
      if (said) desk.look(this.made);
      return said;
    }
    desk.unreachable();
    return false;
  }

  reply(thread: string, body: string): Promise<boolean> {
    return this.take(api.replyTo(this.desk.id, thread, body));
  }

  edit(comment: string, body: string): Promise<boolean> {
    return this.take(api.changeComment(this.desk.id, comment, { body }));
  }

  settle(thread: string, resolved: boolean): Promise<boolean> {
    return this.take(api.changeComment(this.desk.id, thread, { resolved }));
  }

  /** Deletes a comment, which can be taken back for a while. */
  remove(comment: string): void {
    this.removeNow();
    this.removed = comment;
    this.removeTimer = setTimeout(this.removeNow, UNDO_FOR);
    this.show();
  }

  takeBack(): void {
    clearTimeout(this.removeTimer);
    this.removed = null;
    this.show();
  }

  private get left(): Comment[] {
    return this.threads
      .filter((one) => one.id !== this.removed)
      .map((one) => ({ ...one, replies: one.replies.filter((reply) => reply.id !== this.removed) }));
  }

  private readonly removeNow = (): void => {
    clearTimeout(this.removeTimer);
    const { removed } = this;
    if (removed === null) return;
    this.threads = this.left;
    this.removed = null;
    api.deleteComment(this.desk.id, removed).then(this.tell, (error: unknown) => {
      this.problem = problemOf(error);
      void this.load();
    });
  };

  private load(): Promise<boolean> {
    return this.take(api.listComments(this.desk.id), () => undefined, true);
  }

  private async take(asked: Promise<CommentList>, before: () => void = () => undefined, quiet = false): Promise<boolean> {
    const turn = (this.turn += 1);
    try {
      const list = await asked;
      // What was asked for before something was said does not know of it.
      if (quiet && turn !== this.turn) return false;
      before();
      this.made = list.made ?? null;
      this.threads = list.comments;
      this.known = true;
      if (!quiet) {
        this.problem = null;
        this.tell();
      }
      // Places of another text say nothing; the save that made it asks again.
      if (list.revision === this.desk.revision) this.show();
      return true;
    } catch (error) {
      // A server that does not answer is told of by what saves.
      if (!quiet) this.problem = problemOf(error);
      return false;
    }
  }

  private show(): void {
    const { base, editor } = this.desk;
    const places = this.open.filter((one) => one.state !== 'gone');
    if (base) editor?.marks.showComments(places, base, this.fresh === null ? null : FRESH);
  }
}
