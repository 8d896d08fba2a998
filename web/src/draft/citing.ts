/** Works that a draft cites by key: the routes of the bibliography, and how a key is written into a text. */
import { json, request, send } from '../api';
import type { Routes } from '../generated/api';
import { citing as en } from '../text/en/citing';
import { citing as ko } from '../text/ko/citing';

type Answer<Route extends keyof Routes> = Routes[Route]['response'];
export type WorkList = Answer<'GET /api/bibliography'>;
export type Work = WorkList['works'][number];
export type ImportedWorks = Answer<'POST /api/bibliography'>;
export type Preview = Answer<'GET /api/drafts/{id}/citations'>;
export type Style = Preview['style'];

export const CITING = { en, ko };
export const STYLES: readonly Style[] = ['apa', 'chicago-author-date', 'chicago-notes', 'ieee', 'mla', 'vancouver', 'korean'];

/** Whether a text may cite by key. */
export const mayCite = (text: string): boolean => /(?:^|[^\p{L}\p{N}\\@./`])@[\p{L}\p{N}_{]/u.test(text);

/** A key as it is written into a text. */
export const written = (key: string): string => (/^[\p{L}\p{N}_]+(?:[:.#$%&+?<>~/-][\p{L}\p{N}_]+)*$/u.test(key) ? `@${key}` : `@{${key}}`);

export const listWorks = async (query: string): Promise<WorkList> => json(`/api/bibliography?q=${encodeURIComponent(query)}`);

export async function importWorks(file: File): Promise<ImportedWorks> {
  const form = new FormData();
  form.append('file', file, file.name);
  return json('/api/bibliography', { method: 'POST', body: form });
}

export const importZotero = async (): Promise<ImportedWorks> => json('/api/bibliography/zotero', { method: 'POST' });

export async function deleteWork(key: string): Promise<void> {
  await request(`/api/bibliography/${encodeURIComponent(key)}`, { method: 'DELETE' });
}

const path = (draft: string): string => `/api/drafts/${encodeURIComponent(draft)}`;

/** What becomes of the citations of a draft as the server has it. */
export const preview = async (draft: string): Promise<Preview> => json(`${path(draft)}/citations`);

export async function chooseStyle(draft: string, citationStyle: Style, baseRevision: number): Promise<void> {
  await send(path(draft), 'PUT', { citationStyle, baseRevision });
}

/** The text of a draft as the server has it, its citations set. */
export async function textSet(draft: string): Promise<string> {
  const { style } = await preview(draft);
  return (await request(`${path(draft)}/export?format=md&style=${style}`)).text();
}

/** The page of a draft as the server has it, its citations set in the style that was chosen for it. */
export async function htmlSet(draft: string): Promise<string> {
  const page = await (await request(`${path(draft)}/export?format=html`)).text();
  // Without its head: this page has styles of its own for paper, and takes none from elsewhere.
  const body = /<body[^>]*>([^]*)<\/body>/.exec(page)?.[1] ?? '';
  return body.replace(/ style="text-align:(left|right|center)"/g, ' align="$1"');
}

/** The keys that an export told to be unknown. */
export const unknownOf = (headers: Headers): string[] =>
  (headers.get('stet-unknown-citations') ?? '').split(',').filter((key) => key !== '').map(decodeURIComponent);
