/**
 * What is one step for undo. Words that are typed belong together until there is a pause: the next word then begins a step, as does a new
 * line, and anything that is not typing. What an input method composes is never divided.
 */
import { isHistoryTransaction } from 'prosemirror-history';
import type { Transaction } from 'prosemirror-state';
import { ReplaceStep } from 'prosemirror-transform';

/** What is a pause (ms), and how long a step may be without one, in characters. */
const PAUSE = 500;
const MOST = 100;
const WORD = /[\p{L}\p{N}\p{M}_'’]/u;

/** What was typed, and the character before it; null for what is no typing. */
function typedIn({ steps, docs }: Transaction): { before: string; text: string; line: boolean } | null {
  const [step] = steps;
  const doc = docs[0];
  if (steps.length !== 1 || !(step instanceof ReplaceStep) || !doc) return null;
  const { from, to, slice } = step;
  const $from = doc.resolve(from);
  const inLine = $from.depth > 0 && $from.sameParent(doc.resolve(to));
  if (!inLine || slice.content.childCount > 2 || (slice.openStart > 0 && slice.content.childCount < 2)) return null;
  const text = slice.content.textBetween(0, slice.content.size, '\n');
  const before = doc.textBetween(Math.max($from.start(), from - 2), from);
  return { before: [...before].at(-1) ?? '', text, line: text.includes('\n') || slice.openStart > 0 };
}

export class Steps {
  private last = 0;
  private paused = false;
  private size = 0;
  private closed = true;
  private composition: unknown;

  /** Whether what is done begins a step of its own. */
  begins(tr: Transaction): boolean {
    if (!tr.docChanged || tr.getMeta('addToHistory') === false || tr.getMeta('appendedTransaction') !== undefined) return false;
    if (isHistoryTransaction(tr)) {
      this.closed = true;
      return false;
    }
    if (tr.time - this.last > PAUSE) this.paused = true;
    this.last = tr.time;
    const composition: unknown = tr.getMeta('composition');
    const going = composition !== undefined && composition === this.composition;
    this.composition = composition;
    if (going) return false;
    const typed = typedIn(tr);
    const begins = this.closed || typed === null || typed.line || this.apart(typed);
    this.size = (begins ? 0 : this.size) + (typed?.text.length ?? 0);
    if (begins) this.paused = false;
    this.closed = typed === null;
    return begins;
  }

  private apart({ before, text }: { before: string; text: string }): boolean {
    if (text === '') return this.paused;
    const first = [...text][0] ?? '';
    const between = !(WORD.test(before) && WORD.test(first));
    return between && (this.paused || (this.size > MOST && WORD.test(first)));
  }
}
