/** A pack while it is edited, as plain values: from the wire and back, and where the server's findings belong. */
import type { PackContent, PackInput, Rule } from '../generated/api';
import type { Breach, PackProblem } from './api';

export const KINDS = ['must', 'must_not', 'prefer'] as const satisfies readonly NonNullable<Rule['kind']>[];
export const SEVERITIES = ['suggestion', 'warning', 'error'] as const satisfies readonly NonNullable<Rule['severity']>[];

/** How much a pack asks of a writer, and what it is about; other words that a pack came with are kept. */
export const LEVELS = ['basic', 'intermediate', 'advanced'] as const;
export const SUBJECTS = ['style', 'official-writing', 'terminology', 'law', 'citation'] as const;

export interface EditedRule {
  /** Names the rule while its id is being changed. */
  key: number;
  id: string;
  kind: NonNullable<Rule['kind']>;
  text: string;
  pattern: string;
  /** Null: nothing is proposed. Empty: the match is taken out. */
  replacement: string | null;
  severity: NonNullable<Rule['severity']>;
  category: string;
  link: string;
  pinned: boolean;
  /** A check of a Vale style; shown, and kept as it is. */
  check: Check | null;
}

export interface EditedPack {
  name: string;
  category: string;
  difficulty: string;
  isActive: boolean;
  rules: EditedRule[];
  doExamples: string[];
  dontExamples: string[];
  pitfalls: string[];
  evidenceChunkIds: string[];
}

let lastKey = 0;

export function editRule(rule: Rule): EditedRule {
  return {
    key: ++lastKey,
    id: rule.id ?? '',
    kind: rule.kind ?? 'must_not',
    text: rule.text ?? '',
    pattern: rule.pattern ?? '',
    replacement: rule.replacement ?? null,
    severity: rule.severity ?? 'warning',
    category: rule.category ?? '',
    link: rule.link ?? '',
    pinned: rule.pinned ?? false,
    check: rule.check ?? null,
  };
}

export function editPack(pack: PackContent): EditedPack {
  const { rules, do_examples, dont_examples } = pack.criteriaDefinition;
  return {
    name: pack.name,
    category: pack.category,
    difficulty: pack.difficulty,
    isActive: pack.isActive,
    rules: rules.map(editRule),
    doExamples: [...do_examples],
    dontExamples: [...dont_examples],
    pitfalls: [...pack.commonPitfalls],
    evidenceChunkIds: [...pack.evidenceChunkIds],
  };
}

/** A check of a rule, with what its kind has. */
export interface Check {
  extends: string;
  swap?: Record<string, string> | [string, string][];
  tokens?: string[];
  token?: string;
  scope?: string | string[];
  max?: number;
}

/** What a rule is made as: one thing for another, words to avoid, a bound of sentences, or a pattern and words of one's own. */
export type Form = 'swap' | 'avoid' | 'length' | 'own';

/** What a rule of each form begins with, its keys in the order in which the server gives them. English words are also their other forms. */
const CHECKS = {
  swap: { extends: 'substitution', ignorecase: true, swap: [['', '']], inflect: true },
  avoid: { extends: 'existence', tokens: [], ignorecase: true, inflect: true },
  length: { extends: 'occurrence', scope: ['sentence'], token: String.raw`\S+`, max: 25 },
} satisfies Record<string, Check & { ignorecase?: boolean; inflect?: boolean }>;

/** A rule with an id that no other rule has. */
export function newRule(rules: readonly EditedRule[], form: Form = 'own'): EditedRule {
  const taken = new Set(rules.map((rule) => rule.id));
  let number = rules.length + 1;
  while (taken.has(`rule-${number}`)) number += 1;
  const check = form === 'own' ? {} : { check: structuredClone<Check>(CHECKS[form]) };
  return editRule({ id: `rule-${number}`, kind: form === 'own' ? 'must_not' : 'prefer', severity: 'warning', ...check });
}

/** The form that a rule can be shown as; of a check with more in it than a form has, none. */
export function formOf(check: Check | null): Form | null {
  if (check === null) return 'own';
  const found = (['swap', 'avoid', 'length'] as const).find((form) => CHECKS[form].extends === check.extends);
  if (found === undefined || Object.keys(check).some((key) => !(key in CHECKS[found]))) return null;
  if (found === 'length') return check.token === CHECKS.length.token && String(check.scope) === 'sentence' ? found : null;
  return pairsOf(check).every(([from, to]) => isPlain(from) && !/(?<!\$)\$(?!\$)/u.test(to)) ? found : null;
}

/** Letters of a pattern that mean something else. */
const SPECIAL = /[.*+?^${}()|[\]\\]/gu;
const plain = (pattern: string): string => pattern.replace(/\\(?=[.*+?^${}()|[\]\\])/gu, '');
const isPlain = (pattern: string): boolean => plain(pattern).replace(SPECIAL, String.raw`\$&`) === pattern;

/** The pairs of a swap, or its words each with nothing, as patterns. */
function pairsOf(check: Check): [string, string][] {
  const { swap = {}, tokens } = check;
  if (Array.isArray(tokens)) return tokens.map((token) => [token, '']);
  return (Array.isArray(swap) ? swap : Object.entries(swap)).map(([from, to]) => [from, to]);
}

/** What a form shows: words for words, as they are typed. */
export const wordsOf = (check: Check): [string, string][] => pairsOf(check).map(([from, to]) => [plain(from), to.replaceAll('$$', '$')]);

/** The check of a form with these words. */
export function withWords(check: Check, words: readonly (readonly [string, string])[]): Check {
  const pattern = (word: string): string => word.replace(SPECIAL, String.raw`\$&`);
  if (check.extends === 'existence') return { ...check, tokens: words.map(([word]) => pattern(word)) };
  return { ...check, swap: words.map(([from, to]) => [pattern(from), to.replaceAll('$', '$$$$')] as [string, string]) };
}

/** A check without the rows that are empty, as the server keeps it. */
function kept(check: Check): Check {
  if (!['swap', 'avoid'].includes(formOf(check) ?? '')) return check;
  return withWords(check, wordsOf(check).map(([from, to]) => [from.trim(), to.trim()] as const).filter(([from]) => from !== ''));
}

/** A rule in a line: its words, or what its form holds. */
export function saying(rule: EditedRule): string {
  const { text, pattern, check, id } = rule;
  if (text || pattern || check === null) return text || pattern || id;
  const form = formOf(check);
  if (form === 'length') return `≤ ${String(check.max)}`;
  const words = form === null ? [] : wordsOf(check).filter(([from]) => from.trim() !== '');
  return words.map(([from, to]) => (form === 'swap' ? `${from} → ${to}` : from)).join(', ') || check.extends;
}

export function ruleOf(rule: EditedRule): Rule {
  return {
    id: rule.id.trim(),
    kind: rule.kind,
    severity: rule.severity,
    ...(rule.text.trim() === '' ? {} : { text: rule.text.trim() }),
    ...(rule.pattern === '' ? {} : { pattern: rule.pattern }),
    ...(rule.replacement === null ? {} : { replacement: rule.replacement }),
    ...(rule.category.trim() === '' ? {} : { category: rule.category.trim() }),
    ...(rule.link.trim() === '' ? {} : { link: rule.link.trim() }),
    ...(rule.pinned ? { pinned: true } : {}),
    ...(rule.check === null ? {} : { check: kept(rule.check) }),
  };
}

const lines = (list: readonly string[]): string[] => list.map((line) => line.trim()).filter((line) => line !== '');

/** What is sent to the server. */
export function packInput(pack: EditedPack) {
  return {
    name: pack.name.trim(),
    category: pack.category.trim(),
    difficulty: pack.difficulty.trim(),
    isActive: pack.isActive,
    commonPitfalls: lines(pack.pitfalls),
    evidenceChunkIds: pack.evidenceChunkIds,
    criteriaDefinition: {
      rules: pack.rules.map(ruleOf),
      do_examples: lines(pack.doExamples),
      dont_examples: lines(pack.dontExamples),
    },
  } satisfies PackInput;
}

/** A mistake that concerns no rule has the key null. */
export interface PlacedProblem {
  key: number | null;
  field: string;
  message: string;
}

/** Which of the edited rules the server means. Of two rules with one id it means the second. */
export function placeProblems(problems: readonly PackProblem[], rules: readonly EditedRule[]): PlacedProblem[] {
  const used = new Set<number>();
  return problems.map(({ ruleId, field, message }) => {
    const same = rules.filter((rule) => rule.id.trim() === ruleId);
    const twice = field === 'id' && ruleId !== '';
    const meant = same.filter((rule, place) => !used.has(rule.key) && !(twice && place === 0))[0] ?? same.at(-1);
    if (!meant || (ruleId === '' && field !== 'id')) return { key: null, field, message };
    if (field === 'id') used.add(meant.key);
    return { key: meant.key, field, message };
  });
}

/** A stretch of a text; `breach` is the number of the finding in it, null for plain text. */
export interface Stretch {
  text: string;
  breach: number | null;
}

/** Cuts a text at its findings. Of findings that overlap the first is shown in the text; the list has them all. */
export function stretches(text: string, breaches: readonly Breach[]): Stretch[] {
  const placed = breaches
    .map((breach, index) => ({ ...breach, index }))
    .filter(({ start, end }) => start >= 0 && end > start && end <= text.length)
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const out: Stretch[] = [];
  let done = 0;
  for (const { start, end, index } of placed) {
    if (start < done) continue;
    if (start > done) out.push({ text: text.slice(done, start), breach: null });
    out.push({ text: text.slice(start, end), breach: index });
    done = end;
  }
  if (done < text.length) out.push({ text: text.slice(done), breach: null });
  return out;
}
