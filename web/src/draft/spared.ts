/** What the writer does not want to hear of again, kept by the server: words that are right, and findings set aside. */
import { json, request, send } from '../api';
import type { Dictionary, IgnoredFinding, Routes } from '../generated/api';

export type { IgnoredFinding };
type Words = Dictionary['words'];

/** Longest word of a dictionary, as the server has it. */
const LONGEST = 100;
/** What Korean puts behind a noun: the server takes it with the word. */
const PARTICLES = /(?:에서|에게|으로|까지|부터|처럼|보다|이나|에|로|와|과)?(?:은|는|도|만|의|이|가|을|를)?$/u;

/** The word that a finding is about, as a dictionary would have it: as a whole, and without particles; null where it is more than one. */
export function dictionaryWord(text: string, start: number, end: number): string | null {
  const found = text.slice(start, end);
  if (!/^[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*$/u.test(found)) return null;
  const before = /[\p{L}\p{M}\p{N}]*$/u.exec(text.slice(0, start))?.[0] ?? '';
  const behind = /^[\p{L}\p{M}\p{N}]*/u.exec(text.slice(end))?.[0] ?? '';
  const word = before + found + behind.replace(PARTICLES, '');
  return [...word].length <= LONGEST ? word : null;
}

export const listWords = async (): Promise<Words> => (await json<Dictionary>('/api/dictionary')).words;

export const addWord = async (word: string): Promise<Words> => (await send<Dictionary>('/api/dictionary', 'POST', { words: [word] })).words;

export const forgetWord = async (word: string): Promise<void> => {
  await request(`/api/dictionary?word=${encodeURIComponent(word)}`, { method: 'DELETE' });
};

/** All of them, in every text and in every draft. */
export const listIgnored = async (): Promise<IgnoredFinding[]> => (await json<Routes['GET /api/ignored']['response']>('/api/ignored')).ignored;

/** Without words, whatever the rule finds. */
export const ignore = (finding: Routes['POST /api/ignored']['request']): Promise<unknown> => send('/api/ignored', 'POST', finding);

export const heed = async (id: string): Promise<void> => {
  await request(`/api/ignored/${encodeURIComponent(id)}`, { method: 'DELETE' });
};
