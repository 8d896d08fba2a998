/**
 * The draft held against the sources like an answer: by words when the writer pauses, by all that judges when it is asked
 * for. The server reads the footnotes that Stet wrote, so a sentence keeps the verdict that it had in its answer.
 */
import { verify } from '../verify/api';
import type { Against, VerifiedSentence } from '../generated/api';
import type { Editor } from '../editor/editor';
import { problemOf } from '../problem';
import type { Evidence, Problem } from '../wire';

/** A judged sentence of the draft; `start` and `end` are offsets of the text that was checked. */
export interface Verdict extends Pick<VerifiedSentence, 'text' | 'status' | 'reason' | 'veto'> {
  id: string;
  start: number;
  end: number;
  against: Against | null;
  /** Names of the sources by their id. */
  title: string | null;
  /** The first passage that supports it, or that it could cite. */
  evidence: Evidence | null;
  /** The number of the source that it could cite, and where in its words the mark would stand; null where a mark leads there already. */
  suggested: { number: number; at: number } | null;
}

/** Pause in the typing after which a draft with citations is checked by words (ms). */
const CHECK_AFTER = 2500;
/** A text without a mark like this cites nothing, and every sentence would be told so. */
const CITES = /\[\^?†?\d{1,4}\](?!:)/;

/** What the source has in the place of a sentence, as a passage to open. */
export function passageAgainst({ chunkId, sourceId, page, start, end, text }: Against): Evidence {
  return { chunkId: chunkId ?? sourceId, page, start, end, text };
}

export class Checking {
  running = $state(false);
  problem = $state.raw<Problem | null>(null);
  /** All verdicts of the last check; null before the first. */
  verdicts = $state.raw<readonly Verdict[] | null>(null);
  /** The last check was asked for: what came out is said even where all is well. */
  asked = $state(false);
  private kept = $state.raw<ReadonlySet<string>>(new Set());
  /** The writer asked for a check on this visit, and wants to know what could be cited, too. */
  private wide = false;
  private editor: Editor | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private controller: AbortController | null = null;

  /** Sentences that need the writer. */
  readonly open = $derived((this.verdicts ?? []).filter((one) => one.status !== 'supported' && !this.kept.has(one.text)));

  attach(editor: Editor): void {
    this.editor = editor;
    this.soon(0);
  }

  close(): void {
    clearTimeout(this.timer);
    this.controller?.abort();
    this.editor = null;
  }

  changed(): void {
    this.asked = false;
    this.soon(CHECK_AFTER);
  }

  /** Holds the whole draft against the sources now, with the model where there is one. */
  check(): Promise<void> {
    this.asked = true;
    this.wide = true;
    return this.run(false);
  }

  /** The writer lets a sentence stand as it is, on this visit. */
  keep(verdict: Verdict): void {
    this.kept = new Set([...this.kept, verdict.text]);
    void this.show();
  }

  /** Puts the value of the source in the place of the writer's, or the citation that is suggested; the next check sees whether all is well then. */
  use(verdict: Verdict): void {
    const { yours, theirs } = verdict.against ?? {};
    if (!verdict.against && verdict.suggested) return void this.cite(verdict);
    if (yours === undefined || theirs === undefined) return;
    if (this.editor?.marks.exchange(verdict.id, yours, theirs)) this.soon(0);
  }

  private async cite(verdict: Verdict): Promise<void> {
    const { cite } = await import('./suggesting');
    await this.editor?.settled();
    if (this.editor && cite(this.editor, verdict)) this.soon(0);
  }

  private soon(after: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (CITES.test(this.editor?.text ?? '')) void this.run(true);
      else if (this.verdicts !== null) this.verdicts = [];
    }, after);
  }

  private async run(quick: boolean): Promise<void> {
    clearTimeout(this.timer);
    this.controller?.abort();
    const { editor } = this;
    if (!editor || editor.text.trim() === '') return;
    const controller = new AbortController();
    this.controller = controller;
    this.running = true;
    const moment = editor.moment();
    try {
      const [{ verdictsOf }, result] = await Promise.all([import('./judged'), verify({ answer: moment.text, quick }, controller.signal)]);
      if (controller.signal.aborted || this.editor !== editor) return;
      this.verdicts = verdictsOf(result, moment.text, this.wide);
      this.problem = null;
      await this.show(moment);
    } catch (error) {
      // What a pause asks for may fail in silence; the next one asks again.
      if (!controller.signal.aborted && !quick) this.problem = problemOf(error);
    } finally {
      editor.release(moment);
      if (this.controller === controller) this.running = false;
    }
  }

  private async show(moment?: ReturnType<Editor['moment']>): Promise<void> {
    const open = new Set(this.open);
    const shown = (this.verdicts ?? []).filter((one) => one.status === 'supported' || open.has(one));
    if (moment) await this.editor?.marks.showVerdicts(shown, moment);
    else this.editor?.marks.hideVerdicts(shown.map((one) => one.id));
  }
}
