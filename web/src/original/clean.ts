/**
 * What a file of Word may put into the page. Its elements are made here, from names that are known, in a document that loads and
 * runs nothing; of their attributes those stay that form a text. No link leads anywhere, no picture comes from outside the file.
 */
import type { HElement } from 'docx-preview';

const SVG = 'http://www.w3.org/2000/svg';
const MATH = 'http://www.w3.org/1998/Math/MathML';
const HTML_TAGS = new Set(
  'section article header footer div span p br wbr sub sup ins del ol li table colgroup col tbody thead tr td th img style'.split(' '),
);
const SVG_TAGS = new Set('svg g rect ellipse line image foreignObject'.split(' '));
const MATH_TAGS = new Set('math mrow mfrac msup msub msubsup munder mover munderover msqrt mroot mtable mtr mtd mo mi mn ms mtext mmultiscripts mprescripts none'.split(' '));
const KEPT = new Set(
  'class style lang colspan rowspan src href width height x y x1 y1 x2 y2 cx cy rx ry fill stroke stroke-width mathvariant stretchy accent linethickness displaystyle'.split(' '),
);
const OWN_PICTURE = /^data:image\/(?:png|jpeg|gif|bmp|webp|avif|svg\+xml)[;,]/i;
/** Faces with strokes at their ends. */
const SERIF = /batang|바탕|명조|myeong|ming|song|궁서|gungs|times|serif|cambria|georgia|garamond|century|book|palatino|roman/i;

/** Nothing is loaded and nothing runs in it. */
const still = document.implementation.createHTMLDocument('');

/** Makes what docx-preview asks for, as far as it may be. */
export function made(wanted: HElement | Node | string): Node {
  if (typeof wanted === 'string') return still.createTextNode(wanted);
  if (wanted instanceof Node) return wanted;
  const { ns, tagName, className, style, children = [], colSpan, lang } = wanted;
  if (tagName === '#comment') return still.createComment('');
  const result = tagName === '#fragment' ? still.createDocumentFragment() : element(ns, tagName);
  if (result instanceof Element) {
    if (className) result.setAttribute('class', className);
    if (typeof colSpan === 'number') result.setAttribute('colspan', String(Math.min(colSpan, 1000)));
    if (typeof lang === 'string') result.setAttribute('lang', lang);
    if (style) dress((result as HTMLElement).style, style);
  }
  for (const child of children) if (child !== null && child !== undefined) result.appendChild(made(child));
  return result;
}

function element(ns: string | undefined, tagName: string): Element {
  if (ns === SVG && SVG_TAGS.has(tagName)) return still.createElementNS(SVG, tagName);
  if (ns === MATH) return still.createElementNS(MATH, MATH_TAGS.has(tagName) ? tagName : 'mrow');
  return still.createElement(HTML_TAGS.has(tagName) ? tagName : 'span');
}

function dress(style: CSSStyleDeclaration, wanted: Record<string, string> | string): void {
  if (typeof wanted === 'string') {
    style.cssText = withFaces(wanted);
    return;
  }
  for (const [name, value] of Object.entries(wanted)) {
    if (!value) continue;
    const property = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    style.setProperty(property, property === 'font-family' ? faces(value) : value);
  }
}

/** The face of the file, then one of the page of its kind. */
const faces = (named: string): string => `${named}, ${SERIF.test(named) ? "'Stet Text', 'Stet Text Near', serif" : "'Stet Sans', 'Stet Sans Near', sans-serif"}`;

const withFaces = (rules: string): string =>
  rules.replace(/font-family:\s*([^;{}]+)(;|\}|$)/g, (_, named: string, end: string) => `font-family: ${faces(named.trim())}${end}`);

/** The rules of a file: nothing that loads, only pictures in it. */
export function cleanRules(rules: string): string {
  return withFaces(rules.replace(/@import[^;]*;?/gi, '').replace(/url\(\s*["']?(?!data:image\/)[^)]*\)?/gi, 'none'));
}

/** Takes away what was put into elements after they were made. */
export function clean(root: Element): void {
  for (const one of [root, ...root.querySelectorAll('*')]) {
    for (const { name, value } of [...one.attributes]) {
      const picture = name === 'src' || name === 'href';
      if (!KEPT.has(name) || (picture ? !OWN_PICTURE.test(value) : name !== 'style' && value.includes('url('))) one.removeAttribute(name);
    }
    if ((one as HTMLElement).style.cssText.includes('url(')) (one as HTMLElement).style.cssText = cleanRules((one as HTMLElement).style.cssText);
    if (one.localName === 'img') one.setAttribute('alt', '');
  }
}
