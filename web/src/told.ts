/**
 * What the server tells of its work, in the language of the page: texts by their codes, with what is put into them. The words are those
 * of data/told.tsv, which says at its head how they are written and joined; the server makes the same of them. Pure; loaded when wanted.
 */
import table from '../../data/told.tsv?raw';
import type { Language } from './i18n';
import { particle } from './text/ko/particle';

const TEXTS = new Map(
  table.split('\n').flatMap((line) => {
    const [code = '', ko, en] = line.split('\t');
    return ko === undefined || en === undefined || code.startsWith('#') ? [] : [[code, { ko, en }] as const];
  }),
);

/** Particles by the first letter of both their forms. */
const PARTICLES = { 을: '을', 은: '은', 이: '이', 와: '과', 과: '과', '(': '으로' } as const;

/** What was told, in words; empty where it is nothing, or something that this page does not know. */
export function say(told: unknown, language: Language): string {
  let all = '';
  for (const one of Array.isArray(told) ? told : []) {
    const { code, parameters = {} } = (one ?? {}) as { code?: string; parameters?: Record<string, unknown> };
    const text = TEXTS.get(code ?? '')?.[language];
    if (text === undefined) return '';
    const filled = text.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, name: string, single?: string, several?: string) =>
      String(single === undefined ? (parameters[name] ?? '') : parameters[name] === 1 ? single : several));
    all += (filled.startsWith('(') || all.endsWith(':') ? ' ' : all === '' || /^[,:]/.test(filled) ? '' : ' · ') + filled;
  }
  if (language === 'en') return all;
  return all.replace(/([을은이와과])\([를는가과와]\)|(\()으\)로/g, (_, closed?: keyof typeof PARTICLES, bracket?: '(', at = 0) => particle(all.slice(0, at), PARTICLES[closed ?? bracket ?? '(']));
}
