/** The writer's rules held against the text while it is written: asked of the server after a pause, shown by the editor. */
import { ApiError, send } from '../api';
import { decode, type Decoded } from '../decode';
import type { Editor, Hint } from '../editor/editor';
import type { Rule } from '../generated/api';
import { LintResult } from '../generated/shapes';
import { problemOf } from '../problem';
import type { Desk } from './desk.svelte';
import { packs } from './packs.svelte';
import * as spared from './spared';

/** Both places are 0 where something is missing from all of the text. */
export type Breach = Omit<Decoded<typeof LintResult>['breaches'][number], 'severity' | 'judgedBy'> & { packId: string; severity: NonNullable<Rule['severity']> };

/** Pause in the typing after which the text is checked (ms). */
const CHECK_AFTER = 900;
/** More marks than this help nobody and slow the editor down. */
const MOST = 500;

/** Breaches with a sensible place; a severity that is not known is a warning. */
export function readBreaches(value: unknown, packId: string): Breach[] {
  return decode(LintResult, value).breaches.flatMap(({ severity, judgedBy: _, ...breach }) =>
    breach.start < 0 || breach.end < breach.start ? [] : [{ ...breach, packId, severity: severity === 'error' || severity === 'suggestion' ? severity : 'warning' }],
  );
}

export class Linting {
  /** How many places break a rule. */
  count = $state(0);
  /** How often the text was checked. */
  checks = $state(0);
  /** What is missing from the whole text, in words. */
  missing = $state.raw<string[]>([]);
  /** What is explained beside the text at the moment. */
  hint = $state.raw<Hint | null>(null);
  private editor: Editor | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private run: AbortController | null = null;

  constructor(private readonly desk: Desk) {}

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

  /** Does that at all these places, in one step. */
  fixAll(ids: readonly string[]): void {
    this.hint = null;
    this.editor?.marks.fixAll(ids);
    this.count = this.editor?.marks.breaches.length ?? 0;
  }

  /** The word of a finding that may go into the dictionary; null where it is about more than one. */
  wordOf(id: string): string | null {
    const at = this.editor?.marks.around(id);
    return at ? spared.dictionaryWord(at.text, at.start, at.end) : null;
  }

  /** From now on this word is right, in every text; false where the server did not take it. */
  learn(word: string): Promise<boolean> {
    return this.setAside(() => spared.addWord(word));
  }

  /** In this draft these words of a finding, or all that its rule finds, are not told again. */
  async ignore(id: string, what: 'words' | 'rule'): Promise<void> {
    const found = this.editor?.marks.breaches.find((one) => one.id === id);
    if (!found || !this.editor) return;
    const words = what === 'words' ? this.editor.marks.wordsOf(found) : null;
    await this.setAside(() => spared.ignore({ ruleId: found.breach.ruleId, words, draftId: this.desk.id }));
  }

  private async setAside(keep: () => Promise<unknown>): Promise<boolean> {
    this.hint = null;
    try {
      await keep();
      this.soon(0);
      return true;
    } catch (error) {
      this.desk.notice = { kind: 'problem', problem: problemOf(error) };
      return false;
    }
  }

  private readonly again = (): void => {
    void packs.load().then(() => this.soon(0));
  };

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
      const asked = { text: moment.text, model: false, draftId: this.desk.id };
      for (const pack of packs.ids(this.desk.chosenPacks, this.desk.id)) {
        found.push(...readBreaches(await send(`/api/criteria-packs/${encodeURIComponent(pack)}/lint`, 'POST', asked, run.signal), pack));
      }
      if (run.signal.aborted || this.editor !== editor) return;
      this.missing = found.filter(({ start, end }) => start === end).map(({ message }) => message);
      const placed = found.filter(({ start, end }) => end > start).sort((a, b) => a.start - b.start);
      this.count = placed.length;
      await editor.marks.showBreaches(placed.slice(0, MOST), moment);
      this.checks += 1;
    } catch (error) {
      // Where the server does not answer, what it found before stays; the next pause asks again.
      if (error instanceof ApiError && error.status === 404) void packs.load();
    } finally {
      editor.release(moment);
    }
  }
}
