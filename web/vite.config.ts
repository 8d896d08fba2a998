import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

/** Where the development server sends API calls: a running `stet serve`. */
const backend = process.env['STET_BASE_URL'] ?? 'http://127.0.0.1:8787';

export default defineConfig({
  plugins: [svelte()],
  build: {
    target: 'es2022',
    // The Content-Security-Policy allows no inline script and no data: URL, so nothing may be inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
    reportCompressedSize: false,
  },
  server: { proxy: { '/api': backend, '/query': backend } },
  test: { include: ['tests/**/*.test.ts'], environment: 'node' },
});
