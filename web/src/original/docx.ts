/** Files of Word as they look: laid out in the page itself, in a tree of their own that nothing of the page reaches, and back. */
import { parseAsync, renderDocument } from 'docx-preview';
import JSZip from 'jszip';
import type { Box } from '../view/differing';
import { clean, cleanRules, made } from './clean';
import { findPassage, Letters, type Place, type Wanted } from './find';
import { TooLarge, type Original } from './original';

/** What a file may hold unpacked, in bytes: of markup, which holds the page up while it is laid out, and of all. */
const [MARKUP, ALL] = [6 * 1024 * 1024, 96 * 1024 * 1024];
/** How long faces and pictures are waited for before places are measured, in milliseconds. */
const PATIENCE = 2000;

/** Nothing of the page reaches the paper; on it stands the page alone that is looked at, the others only count on. */
const GROUND = `.docx-wrapper { all: initial; font: 11pt 'Stet Sans', 'Stet Sans Near', sans-serif; }`;
const PAPER = `
.docx-wrapper { display: block; position: relative; width: max-content; padding: 0; background: none; color: #000; contain: layout paint; }
.docx-wrapper > section.docx { margin: 0; background: #fff; box-shadow: none; }
.docx-wrapper > section.docx[data-off] { position: absolute; visibility: hidden; height: 0; min-height: 0 !important; padding-block: 0 !important; }
img, svg { max-width: 100%; }
`;

export async function openDocx(file: ArrayBuffer, wanted: Wanted | null): Promise<Original> {
  const sheets = await drawn(await checked(file));
  const host = document.createElement('div');
  const root = host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = sheets.rules;
  root.append(sheets.paper);
  const pages = [...sheets.paper.children].filter((one): one is HTMLElement => one.localName === 'section');
  if (pages.length === 0) throw new Error('no pages');
  const range = wanted ? rangeIn(sheets.paper, wanted) : null;
  const first = range ? pages.findIndex((page) => range.intersectsNode(page)) : -1;
  const sheet: Original['sheet'] = async (number) => {
    const page = pages[number - 1];
    if (!page) throw new RangeError(String(number));
    for (const one of pages) one.toggleAttribute('data-off', one !== page);
    return { node: host, ...(await measured(host, page, range)) };
  };
  return { pages: pages.length, found: first < 0 ? null : first + 1, sheet, close: () => host.remove() };
}

/** The file, unpacked within bounds and packed anew: what a bomb says of its size is not believed. */
async function checked(file: ArrayBuffer): Promise<ArrayBuffer> {
  const archive = await JSZip.loadAsync(file);
  const plain = new JSZip();
  let [markup, all] = [0, 0];
  for (const part of Object.values(archive.files)) {
    if (part.dir) continue;
    const text = /\.(?:xml|rels)$/i.test(part.name);
    const bytes = await unpacked(part, Math.min(ALL - all, text ? MARKUP - markup : ALL));
    all += bytes.length;
    if (text) markup += bytes.length;
    plain.file(part.name, bytes);
  }
  return plain.generateAsync({ type: 'arraybuffer', compression: 'STORE' });
}

function unpacked(part: JSZip.JSZipObject, most: number): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    let size = 0;
    // Its types do not know how a part is read piece by piece, which its documentation does.
    const stream = (part as unknown as { internalStream(type: 'uint8array'): Stream }).internalStream('uint8array');
    stream.on('data', (chunk) => {
      size += chunk.length;
      if (size <= most) chunks.push(chunk);
      else {
        stream.pause();
        reject(new TooLarge());
      }
    });
    stream.on('error', reject);
    stream.on('end', () => void new Blob(chunks).arrayBuffer().then((bytes) => resolve(new Uint8Array(bytes)), reject));
    stream.resume();
  });
}

interface Stream {
  on(event: 'data', heard: (chunk: Uint8Array<ArrayBuffer>) => void): void;
  on(event: 'error', heard: (error: Error) => void): void;
  on(event: 'end', heard: () => void): void;
  pause(): void;
  resume(): void;
}

async function drawn(file: ArrayBuffer): Promise<{ paper: Element; rules: CSSStyleSheet[] }> {
  const options = {
    h: made,
    ignoreLastRenderedPageBreak: false,
    ignoreFonts: true,
    renderAltChunks: false,
    renderComments: false,
    useBase64URL: true,
  };
  const nodes = await renderDocument(await parseAsync(file, options), options);
  const rules = nodes.filter((one): one is HTMLStyleElement => one instanceof Element && one.localName === 'style').map((one) => cleanRules(one.textContent ?? ''));
  const paper = nodes.find((one): one is Element => one instanceof Element && one.localName !== 'style');
  if (!paper) throw new Error('nothing drawn');
  clean(paper);
  // A break that Word made and one that the writer made stand side by side, with nothing between.
  for (const page of [...paper.children]) if (paper.children.length > 1 && bare(page)) page.remove();
  return { paper: document.adoptNode(paper), rules: [GROUND, ...rules, PAPER].map(asSheet) };
}

const bare = (page: Element): boolean =>
  [...page.querySelectorAll(':scope > article')].every((one) => one.textContent.trim() === '' && !one.querySelector('img, svg, table'));

/** The page's policy takes no `style` element, but sheets. */
function asSheet(rules: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  return sheet;
}

/** Where in the body what is wanted stands, or else in all of it. */
function rangeIn(paper: Element, wanted: Wanted): Range | null {
  const texts: Text[] = [];
  const walker = document.createTreeWalker(paper, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  const beside = (text: Text): boolean => text.parentElement?.closest('header, footer, ol') !== null;
  const ordered = [...texts.filter((text) => !beside(text)), ...texts.filter(beside)];
  const letters = new Letters(ordered.map(({ data }) => data));
  const found = findPassage(letters.text, wanted);
  return found && rangeOf(letters, ordered, found);
}

function rangeOf(letters: Letters, texts: readonly Text[], { start, end }: Place): Range | null {
  const [first, last] = [letters.at(start), letters.at(end - 1)];
  const [from, to] = [texts[first.piece], texts[last.piece]];
  if (!from || !to) return null;
  const range = document.createRange();
  range.setStart(from, first.offset);
  range.setEnd(to, last.offset + 1);
  return range;
}

/** How large the page is, and where on it the range stands; measured once its faces and pictures are there. */
async function measured(host: HTMLElement, page: HTMLElement, range: Range | null): Promise<{ width: number; height: number; box: Box | null }> {
  const shown = host.isConnected;
  const aside = document.createElement('div');
  Object.assign(aside.style, { position: 'fixed', left: '-200vw', top: '0', width: 'max-content', visibility: 'hidden' });
  if (!shown) {
    aside.append(host);
    document.body.append(aside);
  }
  const pictures = [...page.querySelectorAll('img')].map((one) => one.decode().catch(() => undefined));
  page.getBoundingClientRect();
  await Promise.race([Promise.all([document.fonts.ready, ...pictures]), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
  const whole = page.getBoundingClientRect();
  const result = { width: page.offsetWidth, height: page.offsetHeight, box: range && boxOn(page, whole, range) };
  aside.remove();
  return result;
}

function boxOn(page: HTMLElement, whole: DOMRect, range: Range): Box | null {
  if (!range.intersectsNode(page)) return null;
  const own = document.createRange();
  own.selectNodeContents(page);
  if (range.compareBoundaryPoints(Range.START_TO_START, own) > 0) own.setStart(range.startContainer, range.startOffset);
  if (range.compareBoundaryPoints(Range.END_TO_END, own) < 0) own.setEnd(range.endContainer, range.endOffset);
  const lines = [...own.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
  if (lines.length === 0 || whole.width === 0) return null;
  const [left, top] = [Math.min(...lines.map((one) => one.left)), Math.min(...lines.map((one) => one.top))];
  const [right, bottom] = [Math.max(...lines.map((one) => one.right)), Math.max(...lines.map((one) => one.bottom))];
  return { left: (left - whole.left) / whole.width, top: (top - whole.top) / whole.height, width: (right - left) / whole.width, height: (bottom - top) / whole.height };
}
