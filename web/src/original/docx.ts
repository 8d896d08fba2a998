/** Files of Word as they look: laid out in the page itself, in a tree of their own that nothing of the page reaches, and back. */
import { parseAsync, renderDocument } from 'docx-preview';
import JSZip from 'jszip';
import type { Box } from '../view/differing';
import { clean, cleanRules, made } from './clean';
import { boxAround, findPassage, Letters, type Place, type Wanted } from './find';
import { TooLarge, type Original } from './original';
import { paginate } from './paginate';

/** What a file may hold unpacked, in bytes: of markup, which holds the page up while it is laid out, and of all. */
const [MARKUP, ALL] = [4 * 1024 * 1024, 96 * 1024 * 1024];
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
  const { paper, rules } = await drawn(await checked(file));
  const host = document.createElement('div');
  const root = host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = rules;
  root.append(paper);
  const { pages, found } = await laidOut(host, paper, wanted);
  const sheet: Original['sheet'] = (number) => {
    const page = pages[number - 1];
    if (!page) return Promise.reject(new RangeError(String(number)));
    for (const { element } of pages) element.toggleAttribute('data-off', element !== page.element);
    return Promise.resolve({ node: host, ...page });
  };
  return { pages: pages.length, found, sheet, close: () => host.remove() };
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

interface Page {
  element: HTMLElement;
  width: number;
  height: number;
  box: Box | null;
}

/** The pages with their sizes, and where on them what is wanted stands; measured out of sight, once faces and pictures are there. */
async function laidOut(host: HTMLElement, paper: Element, wanted: Wanted | null): Promise<{ pages: Page[]; found: number | null }> {
  const aside = document.createElement('div');
  Object.assign(aside.style, { position: 'fixed', left: '-200vw', top: '0', visibility: 'hidden' });
  aside.append(host);
  document.body.append(aside);
  try {
    paper.getBoundingClientRect();
    const pictures = [...paper.querySelectorAll('img')].map((one) => one.decode().catch(() => undefined));
    await Promise.race([Promise.all([document.fonts.ready, ...pictures]), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
    const sections = (): HTMLElement[] => [...paper.children].filter((one): one is HTMLElement => one.localName === 'section');
    sections().forEach(paginate);
    const range = wanted ? rangeIn(paper, wanted) : null;
    const pages = sections().map((element) => {
      const whole = element.getBoundingClientRect();
      return { element, width: whole.width, height: whole.height, box: range && boxOn(element, whole, range) };
    });
    if (pages.every(({ width, height }) => width * height === 0)) throw new Error('no pages');
    const first = pages.findIndex(({ box }) => box !== null);
    return { pages, found: first < 0 ? null : first + 1 };
  } finally {
    aside.remove();
  }
}

function boxOn(page: HTMLElement, whole: DOMRect, range: Range): Box | null {
  if (!range.intersectsNode(page)) return null;
  const own = document.createRange();
  own.selectNodeContents(page);
  if (range.compareBoundaryPoints(Range.START_TO_START, own) > 0) own.setStart(range.startContainer, range.startOffset);
  if (range.compareBoundaryPoints(Range.END_TO_END, own) < 0) own.setEnd(range.endContainer, range.endOffset);
  const lines = [...own.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
  const on = lines.map(({ left, top, right, bottom }) => ({ left: left - whole.left, top: top - whole.top, right: right - whole.left, bottom: bottom - whole.top }));
  return boxAround(on, whole.width, whole.height);
}
