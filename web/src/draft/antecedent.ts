/**
 * Sentences that say what they say only behind another: whether one refers back, and what it refers to where that is beyond
 * doubt. Pure.
 *
 * Where it is not, a sentence is better left out than put into a draft: there "It" would stand for whatever the draft spoke of
 * before, and a sentence that its source bears out would state something that nobody has checked.
 */
import { particle } from '../text/ko/particle';

/** Joins a sentence to the one before without needing it. */
const JOINT = /^(?:(?:However|Therefore|Thus|Moreover|Furthermore|In addition|Additionally|Also|Likewise|Similarly|Consequently|Hence|Accordingly|Nevertheless|Finally|Conversely|By contrast|In contrast|On the other hand|For example|For instance),[ \t]+|(?:But|And|So|Yet)[ \t]+|(?:그러나|하지만|그런데|그리고|또한|또|따라서|그러므로|그래서|한편|아울러|나아가|더불어|게다가|예를 들어),?[ \t]+)/;

const BACK_EN =
  /^(?:It|They|He|She|Its|Their|Them|His|Her|This(?! (?:Agreement|Contract|Policy|Regulation|Act|Article|Section|Clause|Annex)\b)|That|These|Those|Such|(?:Both|Neither|Either)(?= (?:of |must|may|shall|can|will|is|are|has|have|do|does)\b)|The (?:latter|former|same|said|two|three|other)|(?:In|For|Under|To|By|At|After|Before|From|On|Of|With|Within|Without|Until) (?:this|that|these|those|such|it|them|which)|Otherwise|Then|Thereafter|Thereby|Thereupon|If (?:so|not|it|they|he|she|this|that))\b/i;
/** "It" that stands for nothing. */
const EMPTY_IT = /^It (?:is|was|remains|seems|appears) (?:(?:not|also|possible|necessary|important|clear|advisable|essential|unclear|worth|recommended)[ ,]*)*(?:that|to|whether|possible|necessary|important|clear|advisable|essential|unclear|worth|recommended)\b/i;
const BACK_KO =
  /^(?:이는|이를|이에|이와|이로|이때|이것|이들|이러한|이런|이같|이렇|이 (?!계약|법|규정|규칙|영|조|지침|학칙|약관|협약|정관|문서|조례)|그는|그를|그의|그것|그들|그녀|그러한|그런|그때|그 |해당 |동 |위 |위의 |상기 |전자|후자|같은 (?:기간|날|조|항|금액|경우|때)|여기|거기|그렇|둘 다|두 (?:경우|가지)|다만|단,|이 경우)/;

/** Length of the words that only join a sentence to the one before. */
export function connective(words: string): number {
  return JOINT.exec(words)?.[0].length ?? 0;
}

/** The words by which a sentence refers to what stands before it, `''` where it leaves its subject out (Korean); null where it does not. */
export function refersBack(words: string, prose: boolean): string | null {
  if (EMPTY_IT.test(words)) return null;
  const found = BACK_EN.exec(words) ?? BACK_KO.exec(words);
  if (found) return found[0];
  return prose && subjectless(words) ? '' : null;
}

/** Korean: a whole sentence in which nothing is what it speaks of. */
function subjectless(words: string): boolean {
  const bare = words.replace(/[ \t]*\[†?\d{1,3}\]/g, '').trim();
  if (!/[가-힣](?:다|요)[.!?。]?["”’)*_]*$/.test(bare)) return false;
  const tokens = bare.split(/\s+/).map((token) => token.replace(/[^\p{L}\p{N}]+$/u, ''));
  return !tokens.some((token) => /[\p{L}\p{N})](?:은|는|이|가|께서|도)$/u.test(token) && !/(?:[하되있없받않주오보]는|없이|같이|많이|높이|깊이|이상이|하여도|해도)$/.test(token));
}

/** An item of a list that is a sentence of its own, and not the end of the one that leads to it. */
export function standsAlone(words: string): boolean {
  const bare = words.replace(/[ \t]*\[†?\d{1,3}\]/g, '').trim().replace(/[*_"”’)]+$/, '');
  return /^\p{Lu}[^]*\s[^]*[.!?]$/u.test(bare) || /[가-힣](?:다|요|음|함)[.!?。]?$/.test(bare);
}

const VERB = '(?:shall|must|may|can|will|should|is|are|was|were|has|have|does|do)';
const SUBJECT_EN = new RegExp(`^((?:The|Each|Every|Any|An?) [\\p{L}-]+(?: [\\p{L}-]+){0,3}?|(?!(?:If|When|Where|While|As|Since|Although|Unless|In|On|For|Under|To|By|At|After|Before|There|Here|It|They|He|She|This|That|These|Those|Such)\\b)\\p{Lu}[\\p{L}-]+(?: [\\p{L}-]+){0,3}?) ${VERB}\\b`, 'u');
const SUBJECT_KO = /^([\p{L}\p{N}·「」“”‘’]{1,20}?)(은|는|이|가)\s/u;
const NUMBERED = /^(?:제\s?\d+조(?:의\d+)?\s*(?:\([^)]*\))?\s*|[①-⑳]\s*|(?:§|Article|Section|Clause)\s*\d[\d.]*[.:)]?\s*(?:\([^)]*\)\s*)?|\(?\d+(?:\.\d+)*[.)]\s*)+/;

/**
 * The words in the place of `back`, with which `words` refers back: the subject of the sentence before, where the passage that
 * bears out `words` speaks of that same subject. Null where that is not so: then nobody knows.
 */
export function named(words: string, back: string, before: string, evidence: string): string | null {
  const source = evidence.trim().replace(NUMBERED, '');
  if (/^(?:It|They)$/.test(back)) {
    const subject = SUBJECT_EN.exec(source)?.[1];
    if (!subject || !new RegExp(`^${subject}\\b`, 'i').test(before)) return null;
    const many = / and /.test(subject) || /[^s]s$/.test(subject);
    return many === (back === 'They') ? before.slice(0, subject.length) : null;
  }
  if (back !== '' && back !== '그는' && back !== '그들은') return null;
  const stem = SUBJECT_KO.exec(before)?.[1];
  if (!stem || SUBJECT_KO.exec(source)?.[1] !== stem) return null;
  return `${stem}${particle(stem, '은')}${back === '' && !words.startsWith(' ') ? ' ' : ''}`;
}
