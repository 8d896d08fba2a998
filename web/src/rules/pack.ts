/** A pack while it is edited, as plain values: from the wire and back, and where the server's findings belong. */
import type { PackContent, PackInput, Rule } from '../generated/api';
import type { Breach, PackProblem } from './api';

export const KINDS = ['must', 'must_not', 'prefer'] as const satisfies readonly Rule['kind'][];
export const SEVERITIES = ['suggestion', 'warning', 'error'] as const satisfies readonly Rule['severity'][];

/** How much a pack asks of a writer, and what it is about; other words that a pack came with are kept. */
export const LEVELS = ['basic', 'intermediate', 'advanced'] as const;
export const SUBJECTS = ['style', 'official-writing', 'terminology', 'law', 'citation'] as const;

export interface EditedRule {
  /** Names the rule while its id is being changed. */
  key: number;
  id: string;
  kind: Rule['kind'];
  text: string;
  pattern: string;
  /** Null: nothing is proposed. Empty: the match is taken out. */
  replacement: string | null;
  severity: Rule['severity'];
  category: string;
  link: string;
  pinned: boolean;
  /** A check of a Vale style; shown, and kept as it is. */
  check: NonNullable<Rule['check']> | null;
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
    id: rule.id,
    kind: rule.kind,
    text: rule.text ?? '',
    pattern: rule.pattern ?? '',
    replacement: rule.replacement ?? null,
    severity: rule.severity,
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

/** A rule with an id that no other rule has. */
export function newRule(rules: readonly EditedRule[]): EditedRule {
  const taken = new Set(rules.map((rule) => rule.id));
  let number = rules.length + 1;
  while (taken.has(`rule-${number}`)) number += 1;
  return editRule({ id: `rule-${number}`, kind: 'must_not', severity: 'warning' });
}

function ruleOf(rule: EditedRule): Rule {
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
    ...(rule.check === null ? {} : { check: rule.check }),
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
