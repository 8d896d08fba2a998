/** Files of Hangul as they look: read and drawn in a worker, shown as pictures, in which nothing runs and nothing is loaded. */
import wasm from '../../rhwp/rhwp.bin?url';
import type { Wanted } from './find';
import type { Order, Reply } from './hwp-worker';
import type { Original } from './original';

/** How long reading a file and drawing a page may take, in milliseconds. */
const [READING, DRAWING] = [60_000, 15_000];

export async function openHwp(file: ArrayBuffer, wanted: Wanted | null, signal: AbortSignal): Promise<Original> {
  const reader = await unpacked(signal);
  const worker = new Worker(new URL('./hwp-worker.ts', import.meta.url), { type: 'module' });
  const close = (): void => worker.terminate();
  signal.addEventListener('abort', close);
  try {
    const read = await asked(worker, { wasm: reader, file, wanted }, READING, signal);
    if (!('pages' in read) || read.pages < 1) throw new Error('no pages');
    const boxes = new Map(read.boxes);
    let busy: Promise<unknown> = Promise.resolve();
    const sheet: Original['sheet'] = async (page) => {
      const drawing = busy.then(() => asked(worker, { page }, DRAWING, signal));
      busy = drawing.catch(() => null);
      const drawn = await drawing;
      if (!('svg' in drawn) || drawn.svg === '') throw new Error('no picture');
      return { address: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawn.svg)}`, box: boxes.get(page) ?? null };
    };
    return { pages: read.pages, found: read.found, sheet, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** The reader as it stands in its package; its file's name says nothing of its packing, so that no server unpacks it on the way. */
async function unpacked(signal: AbortSignal): Promise<ArrayBuffer> {
  const { body, ok } = await fetch(wasm, { signal });
  if (!ok || !body) throw new Error(wasm);
  return new Response(body.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

/** One order at a time; a worker that is silent too long is ended. */
function asked(worker: Worker, order: Order, within: number, signal: AbortSignal): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const failed = (why: unknown): void => {
      worker.terminate();
      reject(why instanceof Error ? why : new Error(String(why)));
    };
    const clock = setTimeout(() => failed('too long'), within);
    signal.addEventListener('abort', () => failed('ended'), { once: true });
    worker.onerror = ({ message }) => failed(message);
    worker.onmessage = ({ data }: MessageEvent<Reply>) => {
      clearTimeout(clock);
      if ('fault' in data) reject(new Error(data.fault));
      else resolve(data);
    };
    worker.postMessage(order);
  });
}
