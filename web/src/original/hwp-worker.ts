/**
 * Reads and draws a file of Hangul apart from the page: whatever the file does to it, the page ends it. Its own policy lets it
 * compile WebAssembly and ask nothing of anybody.
 */
import { HwpDocument, initSync } from '@rhwp/core';
import { boxAround, findPassage, Letters, type Wanted } from './find';
import type { Box } from '../view/differing';

export type Order = { wasm: ArrayBuffer; file: ArrayBuffer; wanted: Wanted | null } | { page: number };
export type Reply = { pages: number; found: number | null; boxes: [number, Box][] } | { svg: string } | { fault: string };

/** A stretch of a line: where it stands on its page in pixels, and where each of its letters begins. */
interface Run {
  page: number;
  text: string;
  x: number;
  y: number;
  w: number;
  h: number;
  charX: number[];
  paraIdx?: number;
}

/** Paragraphs of heads and feet are numbered from the end of what a number can be. */
const BESIDE = 0xffff_0000;
/** Up to so many pages all are read; of a longer document first those that a search of its own names. */
const FEW = 60;
/** How long pages are read, in milliseconds: what is not found until then is not found. */
const SEARCHING = 12_000;

const pen = new OffscreenCanvas(1, 1).getContext('2d');
let lastFont = '';
/** What the reader measures words with. */
Object.assign(globalThis, {
  measureTextWidth: (font: string, text: string): number => {
    if (!pen) return 0;
    if (font !== lastFont) pen.font = lastFont = font;
    return pen.measureText(text).width;
  },
});

let opened: HwpDocument | null = null;

function runsOf(hwp: HwpDocument, page: number): Run[] {
  const layout = JSON.parse(hwp.getPageTextLayout(page)) as { runs: Omit<Run, 'page'>[] };
  return layout.runs.map((run) => ({ ...run, page }));
}

/** What is wanted within some pages; what stands beside the body comes behind all of it, as it would part a passage. */
function findWithin(hwp: HwpDocument, pages: readonly number[], wanted: Wanted): { runs: Run[]; share: number } | null {
  const until = performance.now() + SEARCHING;
  const all = pages.flatMap((page) => (performance.now() < until ? runsOf(hwp, page) : []));
  const beside = (run: Run): boolean => (run.paraIdx ?? 0) >= BESIDE;
  const runs = [...all.filter((run) => !beside(run)), ...all.filter(beside)];
  const letters = new Letters(runs.map(({ text }) => text));
  const found = findPassage(letters.text, wanted);
  if (!found) return null;
  const [first, last] = [letters.at(found.start), letters.at(found.end - 1)];
  const held = runs.slice(first.piece, last.piece + 1).map((run) => ({ ...run }));
  const [begin, end] = [held[0], held.at(-1)];
  // From the end inwards, since both may be one run.
  if (end) end.w = (end.charX[last.offset + 1] ?? end.w);
  if (begin) {
    const from = begin.charX[first.offset] ?? 0;
    [begin.x, begin.w] = [begin.x + from, begin.w - from];
  }
  return { runs: held.filter(({ text }) => text.trim() !== ''), share: found.share };
}

/** Pages that have a line of the passage by the document's own search, with their neighbours. */
function likely(hwp: HwpDocument, { passage }: Wanted): number[] {
  const lines = passage.split(/[\n|]/).map((line) => line.replace(/^[\s>#*-]+/, '').trim().slice(0, 30)).filter((line) => line.length > 2);
  const pages = new Set<number>();
  for (const line of lines.slice(0, 6)) {
    const hits = JSON.parse(hwp.searchAllText(line, false, true)) as { sec: number; para: number; cellContext?: { parentPara: number } }[];
    for (const hit of hits.slice(0, 12)) {
      const at = JSON.parse(hwp.getPageOfPosition(hit.sec, hit.cellContext?.parentPara ?? hit.para)) as { page?: number };
      if (at.page !== undefined) for (const page of [at.page - 1, at.page, at.page + 1, at.page + 2]) pages.add(page);
    }
  }
  const last = hwp.pageCount();
  return [...pages].filter((page) => page >= 0 && page < last).sort((one, other) => one - other);
}

function find(hwp: HwpDocument, wanted: Wanted): Run[] | null {
  const count = hwp.pageCount();
  if (count > FEW) {
    const page = wanted.page ?? 0;
    const around = page < 1 ? [] : [page - 3, page - 2, page - 1, page, page + 1].filter((one) => one >= 0 && one < count);
    for (const pages of [() => around, () => likely(hwp, wanted)]) {
      const near = findWithin(hwp, pages(), wanted);
      if (near && near.share > 0.9) return near.runs;
    }
  }
  return findWithin(hwp, Array.from({ length: count }, (_, page) => page), wanted)?.runs ?? null;
}

function boxesOf(hwp: HwpDocument, runs: readonly Run[]): [number, Box][] {
  return [...new Set(runs.map(({ page }) => page))].flatMap((page) => {
    const own = runs.filter((run) => run.page === page).map(({ x, y, w, h }) => ({ left: x, top: y, right: x + w, bottom: y + h }));
    const { width, height } = JSON.parse(hwp.getPageInfo(page)) as { width: number; height: number };
    const box = boxAround(own, width, height);
    return box ? [[page + 1, box] as [number, Box]] : [];
  });
}

function done(order: Order): Reply {
  if ('page' in order) return { svg: opened?.renderPageSvg(order.page - 1) ?? '' };
  initSync({ module: order.wasm });
  opened = new HwpDocument(new Uint8Array(order.file));
  const boxes = order.wanted ? boxesOf(opened, find(opened, order.wanted) ?? []) : [];
  return { pages: opened.pageCount(), found: boxes[0]?.[0] ?? null, boxes };
}

addEventListener('message', ({ data }: MessageEvent<Order>) => {
  let reply: Reply;
  try {
    reply = done(data);
  } catch (error) {
    reply = { fault: String(error) };
  }
  postMessage(reply);
});
