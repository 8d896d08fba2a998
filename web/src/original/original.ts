/** A document as it looks, drawn in the page: one of Word or of Hangul. The parts that draw are loaded when one is opened. */
import { request } from '../api';
import type { Box } from '../view/differing';
import type { Wanted } from './find';

/** A page: a picture, or what is put into the page itself, so wide and high in pixels; `box`: what it was opened for. */
export type Sheet = { address: string; box: Box | null } | { node: HTMLElement; width: number; height: number; box: Box | null };

export interface Original {
  pages: number;
  /** The page on which what was looked for begins, from 1; null where it was not found. */
  found: number | null;
  sheet(page: number): Promise<Sheet>;
  close(): void;
}

/** A file over a bound. */
export class TooLarge extends Error {}

/** The largest file that is fetched, in bytes. */
const LARGEST = 32 * 1024 * 1024;

const KINDS = { docx: 'word', docm: 'word', dotx: 'word', dotm: 'word', hwpx: 'hangul', hwp: 'hangul' } as const;

/** What draws the file; null where nothing does. */
export function drawnBy(fileName: string): 'word' | 'hangul' | null {
  const ending = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();
  return ending in KINDS ? KINDS[ending as keyof typeof KINDS] : null;
}

/** Opens the file of a source and looks for what is wanted in it. */
export async function openOriginal(source: string, by: 'word' | 'hangul', wanted: Wanted | null, signal: AbortSignal): Promise<Original> {
  const response = await request(`/api/sources/${encodeURIComponent(source)}/content`, { signal });
  if (Number(response.headers.get('content-length') ?? 0) > LARGEST) throw new TooLarge();
  const file = await response.arrayBuffer();
  if (file.byteLength > LARGEST) throw new TooLarge();
  const opened = by === 'word' ? await (await import('./docx')).openDocx(file, wanted) : await (await import('./hwp')).openHwp(file, wanted, signal);
  if (signal.aborted) opened.close();
  signal.throwIfAborted();
  return opened;
}
