/** The routes of criteria packs, one function each. */
import { ApiError, json, request, send } from '../api';

export { listPacks } from '../api';
import { decode } from '../decode';
import type { LintResult, Pack, PackContent, PackInput, PackVersions, Routes, Rule } from '../generated/api';
import * as shapes from '../generated/shapes';

/** What the server finds wrong with a pack; `ruleId` is empty where it is the pack's own. */
export type PackProblem = NonNullable<Pack['warnings']>[number];

export type Breach = LintResult['breaches'][number];
export type Version = PackVersions['versions'][number];

const path = (pack: string): string => `/api/criteria-packs/${encodeURIComponent(pack)}`;

export const listExamples = async (): Promise<PackContent[]> =>
  (await json<Routes['GET /api/criteria-packs/examples']['response']>('/api/criteria-packs/examples')).packs;

export const createPack = (pack: PackInput): Promise<Pack> => send('/api/criteria-packs', 'POST', pack);

export const replacePack = (id: string, pack: PackInput): Promise<Pack> => send(path(id), 'PUT', pack);

export const deletePack = async (id: string): Promise<void> => {
  await request(path(id), { method: 'DELETE' });
};

export const listVersions = async (id: string): Promise<Version[]> => (await json<PackVersions>(`${path(id)}/versions`)).versions;

/** What a text breaks, by patterns and by the model's judgement, and which rules nobody could check. */
export const lint = (id: string, words: string): Promise<LintResult> => send(`${path(id)}/lint`, 'POST', { text: words });

/** The same by rules that are not saved, by patterns alone. */
export const tryRules = (rules: Rule[], words: string): Promise<LintResult> => send('/api/criteria-packs/lint', 'POST', { text: words, rules });

/** A file of rules: JSON, YAML, or a Vale style folder as ZIP. */
export const importPack = (file: File): Promise<Pack> =>
  json(`/api/criteria-packs/import?name=${encodeURIComponent(file.name)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: file,
  });

type Review = Routes['GET /api/references/review']['response'];
type Accepted = Routes['GET /api/references/accepted']['response'];

/** References that answers of the last weeks did not show, the latest first. */
export const listRemoved = async (): Promise<Review['removed']> => (await json<Review>('/api/references/review')).removed;

export const listAccepted = async (): Promise<Accepted['accepted']> => (await json<Accepted>('/api/references/accepted')).accepted;

/** From now on answers show this reference, or every reference to this regulation. */
export const acceptReference = async (words: string): Promise<void> => {
  await request('/api/references/accepted', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ words }) });
};

export const forgetReference = async (words: string): Promise<void> => {
  await request(`/api/references/accepted?words=${encodeURIComponent(words)}`, { method: 'DELETE' });
};

/** The problems that a refusal names rule by rule; none where it names none. */
export function problemsOf(error: unknown): PackProblem[] {
  if (!(error instanceof ApiError)) return [];
  const { problems } = (error.body ?? {}) as { problems?: unknown };
  // They are told like the warnings of a pack that was taken.
  return decode(shapes.Pack, { warnings: problems }).warnings ?? [];
}
