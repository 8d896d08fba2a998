/** Fails when what the browser must load before the page works (the scripts of index.html) is over 150 kB gzipped. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const LIMIT = 150_000;
const dist = new URL('../dist/', import.meta.url);
const html = readFileSync(new URL('index.html', dist), 'utf8');
const scripts = [...html.matchAll(/<(?:script[^>]*\ssrc|link[^>]*rel="modulepreload"[^>]*\shref)="\/?([^"]+\.js)"/g)];
if (scripts.length === 0) {
  console.error(`no script in ${fileURLToPath(new URL('index.html', dist))}`);
  process.exit(1);
}
let total = 0;
for (const [, name] of scripts) {
  const size = gzipSync(readFileSync(new URL(name, dist)), { level: 9 }).length;
  total += size;
  console.log(`${name}: ${size} bytes gzipped`);
}
console.log(`initial script: ${total} of at most ${LIMIT} bytes`);
process.exit(total > LIMIT ? 1 : 0);
