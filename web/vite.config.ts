import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { makeFonts } from './scripts/fonts.mjs';
import { makeReader, readerLicences } from './scripts/rhwp.mjs';

/** Where the development server sends API calls: a running `stet serve`. */
const backend = process.env['STET_BASE_URL'] ?? 'http://127.0.0.1:8787';

/** Beside each text of the build the same compressed, which the server sends as it is. */
const packed = {
  name: 'packed',
  apply: 'build' as const,
  closeBundle(): void {
    const folder = new URL('dist/', import.meta.url);
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const file = new URL(name, folder);
      if (!/\.(?:js|css|html|svg)$/.test(name) || !statSync(file).isFile()) continue;
      const bytes = readFileSync(file);
      writeFileSync(`${file.pathname}.br`, brotliCompressSync(bytes));
      writeFileSync(`${file.pathname}.gz`, gzipSync(bytes, { level: 9 }));
    }
  },
};

/** The faces of the page, made before anything asks for them, and what their licences ask to stand beside them. */
const faces = {
  name: 'faces',
  configResolved: ({ mode }: { mode: string }): Promise<void> | undefined => (mode === 'test' ? undefined : makeFonts()),
  generateBundle(this: { emitFile: (file: { type: 'asset'; fileName: string; source: string }) => string }): void {
    this.emitFile({ type: 'asset', fileName: 'assets/FONTS-LICENSES.txt', source: readFileSync(new URL('fonts/LICENSES.txt', import.meta.url), 'utf8') });
  },
};

/** The reader of files of Hangul; its own script would name it as it is in the package, three times as large. */
const reader = {
  name: 'reader',
  configResolved: ({ mode }: { mode: string }): void => (mode === 'test' ? undefined : makeReader()),
  generateBundle(this: { emitFile: (file: { type: 'asset'; fileName: string; source: string }) => string }): void {
    this.emitFile({ type: 'asset', fileName: 'assets/DOCUMENTS-LICENSES.txt', source: readerLicences() });
  },
};
const given = {
  name: 'given',
  transform: (code: string, id: string): string | undefined =>
    id.includes('@rhwp/core/rhwp.js') ? code.replaceAll("new URL('rhwp_bg.wasm', import.meta.url)", 'undefined') : undefined,
};

export default defineConfig({
  plugins: [faces, reader, given, svelte(), packed],
  worker: { format: 'es', plugins: () => [given] },
  optimizeDeps: { exclude: ['@rhwp/core'] },
  // Relative addresses: a proxy may show the page below a path of its own.
  base: './',
  build: {
    target: 'es2022',
    // The Content-Security-Policy allows no inline script and no data: URL, so nothing may be inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
    reportCompressedSize: false,
  },
  // What the server tells stands beside the page (src/told.ts).
  server: { proxy: { '/api': backend, '/query': backend }, fs: { allow: ['.', '../data/told.tsv'] } },
  test: { include: ['tests/**/*.test.ts'], environment: 'node' },
});
