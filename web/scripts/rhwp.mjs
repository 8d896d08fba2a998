/**
 * The reader of files of Hangul out of its package into `web/rhwp`, compressed: the program carries it, and only that form of it.
 * Beside it what the licences of all that draws documents in the page ask for.
 */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const root = new URL('..', import.meta.url);

export function makeReader() {
  const from = new URL('node_modules/@rhwp/core/rhwp_bg.wasm', root);
  const to = new URL('rhwp/rhwp.bin', root);
  if (existsSync(to) && statSync(to).mtimeMs > statSync(from).ctimeMs) return;
  mkdirSync(new URL('.', to), { recursive: true });
  writeFileSync(to, gzipSync(readFileSync(from), { level: 9 }));
}

/** By package: what its licence is in, and what of it the page has. */
const PARTS = [
  ['@rhwp/core', 'LICENSE', 'rhwp*.bin, hwp-worker*.js: rhwp, which reads and draws files of Hangul (MIT; the crates in it: wasm-bindgen, quick-xml, cfb, flate2, encoding_rs, usvg, svg2pdf, pdf-writer, unicode-segmentation, unicode-width, image and what they use, MIT or Apache-2.0, parts of encoding_rs BSD-3-Clause)'],
  ['docx-preview', 'LICENSE', 'docx*.js: docx-preview (Apache-2.0)'],
  ['jszip', 'LICENSE.markdown', 'docx*.js: JSZip, used under the MIT licence'],
  ['pako', 'LICENSE', 'docx*.js: pako, within JSZip'],
];

export function readerLicences() {
  const line = '='.repeat(78);
  const parts = PARTS.map(([name, file, what]) => `${line}\n${what}\n${line}\n\n${readFileSync(new URL(`node_modules/${name}/${file}`, root), 'utf8')}`);
  return ['What draws documents of Word and Hangul in the page is made by others, and stays under their licences.\n', ...parts].join('\n');
}
