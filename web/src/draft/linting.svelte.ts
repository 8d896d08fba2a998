/** The writer's rules held against the text while it is written: asked of the server after a pause, shown by the editor. */
import { ApiError, send } from '../api';
import type { Editor, Hint } from '../editor/editor';
import type { LintResult } from '../generated/api';
import { number, record, records, text } from '../wire';
import { packs } from './packs.svelte';

/** Both places are 0 where something is missing from all of the text. */
export type Breach = Omit<LintResult['breaches'][number], 'judgedBy'> & { packId: string };

/** Pause in the typing after which the text is checked (ms). */
const CHECK_AFTER = 900;
/** More marks than this help nobody and slow the editor down. */
const MOST = 500;

export function readBreaches(value: unknown, packId: string): Breach[] {
  return records(record(value)['breaches']).flatMap((one) => {
    const start = number(one['start']);
    const end = number(one['end']);
    if (start === null || end === null || start < 0 || end < start) return [];
    const severity = text(one['severity']);
    return [
      {
        ruleId: text(one['ruleId']) ?? '',
        packId,
        severity: severity === 'error' || severity === 'suggestion' ? severity : 'warning',
        start,
        end,
        message: text(one['message']) ?? '',
        replacement: text(one['replacement']),
      },
    ];
  });
}

export class Linting {
  /** How many places break a rule. */
  count = $state(0);
  /** What is missing from the whole text, in words. */
  missing = $state.raw<string[]>([]);
  /** What is explained beside the text at the moment. */
  hint = $state.raw<Hint | null>(null);
  private editor: Editor | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private run: AbortController | null = null;
  /** What the writer does not want to hear of again on this visit: rule and words. */
  private readonly ignored = new Set<string>();

  /** `chosen` gives the packs whose rules hold. */
  constructor(private readonly chosen: () => string[]) {}

  attach(editor: Editor): void {
    this.editor = editor;
    // Back from the page of the rules they may be others.
    addEventListener('hashchange', this.again);
    void (packs.known ? Promise.resolve() : packs.load()).then(() => this.soon(0));
  }

  close(): void {
    removeEventListener('hashchange', this.again);
    clearTimeout(this.timer);
    this.run?.abort();
    this.editor = null;
    this.hint = null;
  }

  changed(): void {
    this.hint = null;
    this.soon(CHECK_AFTER);
  }

  /** Puts the words of the rule in the place of those that break it. */
  fix(id: string): void {
    this.hint = null;
    this.editor?.marks.fix(id);
    this.count = this.editor?.marks.breaches.length ?? 0;
  }

  ignore(id: string): void {
    this.hint = null;
    const found = this.editor?.marks.breaches.find((one) => one.id === id);
    if (!found || !this.editor) return;
    this.ignored.add(this.key(found.breach, this.editor.marks.wordsOf(found)));
    this.soon(0);
  }

  private readonly again = (): void => {
    void packs.load().then(() => this.soon(0));
  };

  private key(breach: Breach, words: string): string {
    return `${breach.ruleId}\n${words}`;
  }

  private soon(after: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.check(), after);
  }

  private async check(): Promise<void> {
    this.run?.abort();
    const { editor } = this;
    if (!editor) return;
    await editor.settled();
    const run = new AbortController();
    this.run = run;
    const moment = editor.moment();
    try {
      const found: Breach[] = [];
      for (const pack of this.chosen()) {
        found.push(...readBreaches(await send(`/api/criteria-packs/${encodeURIComponent(pack)}/lint`, 'POST', { text: moment.text, model: false }, run.signal), pack));
      }
      if (run.signal.aborted || this.editor !== editor) return;
      this.missing = found.filter(({ start, end }) => start === end).map(({ message }) => message);
      const placed = found.filter(({ start, end }) => end > start).sort((a, b) => a.start - b.start);
      const wanted = placed.filter((breach) => !this.ignored.has(this.key(breach, moment.text.slice(breach.start, breach.end))));
      this.count = wanted.length;
      await editor.marks.showBreaches(wanted.slice(0, MOST), moment);
    } catch (error) {
      // Where the server does not answer, what it found before stays; the next pause asks again.
      if (error instanceof ApiError && error.status === 404) void packs.load();
    } finally {
      editor.release(moment);
    }
  }
}
