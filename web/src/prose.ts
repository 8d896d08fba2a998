/**
 * What the server says in words: reasons, steps, findings. It speaks the language of the content; the reader may have
 * another. Where it does, its words are shown, and elsewhere the page says the same by the codes that come with them. Pure.
 */
import type { Language, Messages } from './i18n';
import type { Patch } from './draft/wire';
import type { SentenceData } from './wire';

/** The language of a sentence of the server; values and quotations in it are those of the content. */
function languageOfProse(prose: string): Language {
  const own = prose.replace(/["“‘][^"”’]*["”’]/g, '').replace(/:\s[^]*$/, '');
  return /\p{Script=Hangul}/u.test(own) ? 'ko' : 'en';
}

/** Whether the reader can be expected to read it. Bare figures are in no language. */
export function isFor(language: Language, prose: string): boolean {
  return !/\p{L}/u.test(prose) || languageOfProse(prose) === language;
}

/** The words of the server for this reader; empty where they are not. */
export function proseFor(language: Language, prose: string | null | undefined): string {
  return prose && isFor(language, prose) ? prose : '';
}

/** Why a sentence stands where it stands. */
export function reasonOf({ reason, veto, against }: Pick<SentenceData, 'reason' | 'veto' | 'against'>, language: Language, t: Messages): string {
  if (isFor(language, reason)) return reason;
  if (!veto) return '';
  const value = against?.yours;
  return `${t.vetoes[veto] ?? veto}${value === undefined ? '' : `: ${value}`}`;
}

/** Why a citation was taken away. */
export function removalOf(reason: string, language: Language, t: Messages): string {
  return isFor(language, reason) ? reason : t.notBorneOut;
}

/** Why a change was put into its category: what the server says, else what its checks found that decided. */
export function reasonsOf(parts: readonly Patch[], language: Language, t: Messages): string[] {
  const reasons = parts.flatMap((part) => (part.reasons.every((one) => isFor(language, one)) ? part.reasons : byGates(part, t)));
  return [...new Set(reasons)];
}

const DECISIVE = { CORE: 'core', EXPRESSION: 'expression', DETAIL: 'clear' } as const;

function byGates({ category, gates, op }: Patch, t: Messages): string[] {
  const found = gates.filter(({ verdict, name }) => verdict === DECISIVE[category] && name in t.draft.gate);
  const said = found.map(({ name, value }) => `${t.draft.gate[name] ?? name}${value === '' ? '' : `: ${value}`}`);
  return op === 'move' ? [t.draft.movedSays, ...said] : said;
}

/** What the ids of the spelling and grammar check of the server begin with. */
const PROOF = /^(harper|stet):/u;
/** The one of them that holds words against a dictionary. */
export const SPELLING = 'harper:SpellCheck';

/** A rule in words: as its pack says it, else what kind of rule it is; the writer's own keep their name. */
export function ruleName(id: string, text: string | null, t: Messages): string {
  return text || (PROOF.test(id) ? t.draft.proof : id);
}

/** What a broken rule says; a check that speaks English only is named in the reader's language. */
export function breachSays(breach: { ruleId: string; message: string }, language: Language, t: Messages): string {
  return PROOF.test(breach.ruleId) && !isFor(language, breach.message) ? t.draft.proof : breach.message;
}
