/** Two texts compared sentence by sentence, for reading. Pure. */
import { walk, words, type Stretch } from './diff';

export type Change =
  /** So many sentences that are the same. */
  | { kind: 'same'; count: number }
  | { kind: 'added' | 'removed'; text: string }
  /** One sentence in both texts, with what is gone and what is new. */
  | { kind: 'changed'; pieces: Stretch[] };

/** Share of words that two sentences must have in common to be one that was changed. */
const ALIKE = 0.4;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });

/** The sentences of a text; a line end closes one. Blank lines are none. */
export function sentences(text: string): string[] {
  return text.split(/\r?\n/).flatMap((line) => [...segmenter.segment(line)].map(({ segment }) => segment.trim()).filter((one) => one !== ''));
}

export function changes(before: string, after: string): Change[] {
  const out: Change[] = [];
  walk(sentences(before), sentences(after), (kind, old, now) => {
    if (kind === 'same') out.push({ kind, count: old.length });
    else out.push(...paired(old, now));
  });
  return out;
}

/** Sentences that were replaced: each with that which took its place, where one is like it. */
function paired(old: readonly string[], now: readonly string[]): Change[] {
  const out: Change[] = [];
  let from = 0;
  for (const gone of old) {
    const rest = now.slice(from).map((come) => likeness(gone, come));
    const best = rest.reduce((top, score, at) => (score > (rest[top] ?? 0) ? at : top), 0);
    if ((rest[best] ?? 0) < ALIKE) {
      out.push({ kind: 'removed', text: gone });
      continue;
    }
    for (const text of now.slice(from, from + best)) out.push({ kind: 'added', text });
    out.push({ kind: 'changed', pieces: pieces(gone, now[from + best] ?? '') });
    from += best + 1;
  }
  for (const text of now.slice(from)) out.push({ kind: 'added', text });
  return out;
}

/** Words in both, as a share of the longer one. */
export function likeness(one: string, other: string): number {
  const [a, b] = [one, other].map((text) => words(text).filter((word) => /[\p{L}\p{N}]/u.test(word)));
  if (!a || !b || a.length === 0 || b.length === 0) return 0;
  const left = new Map<string, number>();
  for (const word of a) left.set(word, (left.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of b) {
    const count = left.get(word) ?? 0;
    if (count > 0) common += 1;
    left.set(word, count - 1);
  }
  return common / Math.max(a.length, b.length);
}

/** Two sentences word by word; what is gone stands before what is new, and a space between two changes belongs to both. */
function pieces(before: string, after: string): Stretch[] {
  const out: Stretch[] = [];
  let [gone, come] = ['', ''];
  const flush = (): void => {
    if (gone !== '') out.push({ kind: 'old', text: gone });
    if (come !== '') out.push({ kind: 'new', text: come });
    [gone, come] = ['', ''];
  };
  walk(words(before), words(after), (kind, old, now) => {
    const text = old.join('');
    if (kind === 'same' && (text.trim() !== '' || (gone === '' && come === ''))) {
      flush();
      out.push({ kind: 'same', text });
    } else {
      gone += text;
      come += now.join('');
    }
  });
  flush();
  return out;
}
