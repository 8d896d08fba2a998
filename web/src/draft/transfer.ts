/** Drafts in and out of the page: files, the clipboard, paper. */
import { json, request, send } from '../api';
import { fileName, saveFile } from '../files';
import type { Routes } from '../generated/api';
import { problemOf } from '../problem';
import type { OpenDraft } from './draft.svelte';
import { htmlOf } from '../markdown/html';
import { copyRich } from '../markdown/plain';
import { navigation } from '../navigation.svelte';
import { preferences } from '../preferences.svelte';
import { moveThings } from '../projects/api';
import { CITING, htmlSet, mayCite, textSet, unknownOf } from './citing';
import { DESK } from './desk-words';
import { IN_OUT } from './inout';
import { MOST, tooLong } from './paste';

type Answer<Route extends keyof Routes> = Routes[Route]['response'];
export type Form = 'docx' | 'odt' | 'html';
export type Imported = Answer<'POST /api/drafts/import'>['imported'];

/** Hands the draft as it is on the server to the reader. The answer is what has to be told of it. */
export async function exportDraft(id: string, title: string, form: Form): Promise<string> {
  const response = await request(`/api/drafts/${encodeURIComponent(id)}/export?format=${form}`);
  saveFile(await response.blob(), title, form);
  const unknown = unknownOf(response.headers);
  const told = [];
  if (response.headers.has('stet-made-anew')) told.push(IN_OUT[preferences.language].anew);
  if (unknown.length > 0) told.push(CITING[preferences.language].unknown(unknown.join(', ')));
  return told.join(' ');
}

/** Does something with the open draft as it stands in the editor; what goes wrong is told beside it. */
async function withSaved(draft: OpenDraft, work: () => Promise<void>): Promise<void> {
  try {
    await draft.saving.flush();
    await work();
  } catch (error) {
    draft.notice = { kind: 'problem', problem: problemOf(error) };
  }
}

/** Hands the open draft to the reader as a file. */
export async function saveAs(draft: OpenDraft, form: Form, untitled: string): Promise<void> {
  await withSaved(draft, async () => {
    const detail = await exportDraft(draft.id, draft.title || untitled, form);
    if (detail !== '') draft.notice = { kind: 'broken', detail };
  });
}

/** Hands the open draft to the reader as Markdown in which no keys are left. */
export async function saveSet(draft: OpenDraft, untitled: string): Promise<void> {
  await withSaved(draft, async () => saveFile(new Blob([await textSet(draft.id)], { type: 'text/markdown' }), draft.title || untitled, 'md'));
}

/** Copies the text of the open draft with its citations set, for a page or a letter. */
export async function copySet(draft: OpenDraft): Promise<void> {
  await withSaved(draft, async () => {
    await copyRich(await textSet(draft.id));
    draft.notice = { kind: 'broken', detail: CITING[preferences.language].copied };
  });
}

/** Copies what is selected of the open draft, else all of it, as it is written. */
export async function copyMarkdown(draft: OpenDraft): Promise<void> {
  await navigator.clipboard.writeText(draft.editor?.markdown ?? draft.mine);
  draft.notice = { kind: 'broken', detail: DESK[preferences.language].copied };
}

/** A text whose citations were set for paper, and what became of it. */
let prepared: { of: string; html: string } | null = null;

/** Sets the citations of a text that is saved, so that the browser's own menu prints them, too. Without the server they stay keys. */
export async function prepare(draft: OpenDraft): Promise<void> {
  const of = draft.mine;
  prepared = mayCite(of) ? { of, html: await htmlSet(draft.id) } : null;
}

/** Prints the open draft, its citations set where there are any. Without the server they stay keys. */
export async function printDraft(draft: OpenDraft): Promise<void> {
  if (mayCite(draft.mine)) await withSaved(draft, () => prepare(draft));
  setTimeout(() => print());
}

/** Keeps a file as a new draft. */
export async function importFile(file: File): Promise<Answer<'POST /api/drafts/import'>> {
  const form = new FormData();
  form.append('file', file, file.name);
  const made: Answer<'POST /api/drafts/import'> = await json('/api/drafts/import', { method: 'POST', body: form });
  const { project } = navigation;
  if (project !== null) await moveThings('draft', [made.id], project);
  return made;
}

/**
 * The HTML of a clipboard as Markdown: null where the server does not answer, so that its plain text is taken, and nothing
 * where it is too long to be pasted. `told` says either.
 */
export async function readClipboard(html: string | null, language: 'en' | 'ko'): Promise<{ markdown: string | null; told: string | null }> {
  const m = IN_OUT[language];
  if (html === null || html.length > MOST) return { markdown: '', told: m.tooLong };
  try {
    const { text } = await send<Answer<'POST /api/drafts/paste'>>('/api/drafts/paste', 'POST', { html });
    return tooLong(text) ? { markdown: '', told: m.tooLong } : { markdown: text, told: null };
  } catch {
    return { markdown: null, told: m.plain };
  }
}

const SHEET = 'print-copy';

/** Lets the browser print the text of a draft in place of the page; `of` gives its title and its Markdown. */
export function printable(of: () => { title: string; text: string }): () => void {
  const lay = (): void => {
    clear();
    const { title, text: written } = of();
    const sheet = document.createElement('article');
    sheet.className = SHEET;
    if (!/^# /m.test(written) && title !== '') sheet.append(Object.assign(document.createElement('h1'), { textContent: title }));
    const body = document.createElement('div');
    // Made of escaped text alone, here (markdown/html.ts) or by the server.
    body.innerHTML = prepared?.of === written ? prepared.html : htmlOf(written);
    sheet.append(body);
    document.body.append(sheet);
    shown = document.title;
    document.title = fileName(title, '').replace(/\.$/, '');
  };
  let shown = '';
  const clear = (): void => {
    const sheet = document.querySelector(`.${SHEET}`);
    if (sheet) document.title = shown;
    sheet?.remove();
  };
  addEventListener('beforeprint', lay);
  addEventListener('afterprint', clear);
  return () => {
    removeEventListener('beforeprint', lay);
    removeEventListener('afterprint', clear);
    clear();
  };
}
