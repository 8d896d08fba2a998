/** What checks found in the text: in the order of the text, by kind, and which of a kind can be mended at one go. Pure. */
import { SPELLING } from '../prose';
import type { Verdict } from './checking.svelte';
import type { Breach } from './linting.svelte';

/** A finding at its place in the text, with the words around it. */
export interface Finding {
  id: string;
  from: number;
  to: number;
  words: string;
  before: string;
  after: string;
  /** One of these is set. */
  breach: Breach | null;
  verdict: Verdict | null;
  /** A suggestion stands in the same words. */
  suggested: boolean;
}

export type Kind = 'verdict' | 'rule' | 'spelling';

export interface Group {
  key: string;
  kind: Kind;
  findings: Finding[];
  /** Those that are mended without a question. */
  sure: string[];
}

const KINDS: readonly Kind[] = ['verdict', 'rule', 'spelling'];

const kindOf = ({ breach, verdict }: Finding): Kind => (verdict ? 'verdict' : breach?.ruleId === SPELLING ? 'spelling' : 'rule');

const keyOf = ({ breach, verdict }: Finding): string => (verdict ? verdict.status : `${breach?.packId}/${breach?.ruleId}`);

export const inOrder = <T extends { id: string; from: number; to: number }>(found: readonly T[]): T[] => found.toSorted((a, b) => a.from - b.from || a.to - b.to || a.id.localeCompare(b.id, undefined, { numeric: true }));

/** Whether other words say the same of numbers and of what is denied: a rule may ask for more, but then the writer decides. */
export function keepsContent(words: string, other: string): boolean {
  const hard = (text: string): string => (text.toLowerCase().match(/\d+|\b(?:no|not|never|none|without|nor|cannot)\b|n['’]t\b|않|못|없|아니|안 /g) ?? []).sort().join();
  return hard(words) === hard(other);
}

/** A rule offers one replacement, which changes the form, and no suggestion is to be decided there. */
function isSureFix({ breach, words, suggested }: Finding): boolean {
  return breach !== null && breach.replacement !== null && !suggested && keepsContent(words, breach.replacement);
}

/** By kind: what sources do not bear out, what is against rules, spelling; each in the order in which it begins in the text. */
export function grouped(found: readonly Finding[]): Group[] {
  const groups = new Map<string, Group>();
  for (const one of inOrder(found)) {
    const key = keyOf(one);
    const group = groups.get(key) ?? { key, kind: kindOf(one), findings: [], sure: [] };
    group.findings.push(one);
    const last = group.findings.findLast(({ id }) => id === group.sure.at(-1));
    if (isSureFix(one) && (!last || last.to <= one.from)) group.sure.push(one.id);
    groups.set(key, group);
  }
  return [...groups.values()].sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
}

/**
 * The finding to go to from `here`: the next after the one that was `seen` there, else the first that is not behind the cursor;
 * round the end of the text. `found` is in order.
 */
export function following<T extends { id: string; from: number; to: number }>(found: readonly T[], here: number, seen: string | null, step: 1 | -1): T | null {
  if (found.length === 0) return null;
  const at = seen === null ? -1 : found.findIndex(({ id }) => id === seen);
  if (at >= 0) return found[(at + step + found.length) % found.length] ?? null;
  return (step > 0 ? (found.find(({ to }) => to >= here) ?? found[0]) : (found.findLast(({ from }) => from <= here) ?? found.at(-1))) ?? null;
}
