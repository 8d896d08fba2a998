// Makes what editors install: an extension (.vsix) and a plugin (.zip).
//
//   node build.mjs [FOLDER]      default: dist, beside this file
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';
import yazl from 'yazl';

process.env.TZ = 'UTC';
const here = fileURLToPath(new URL('.', import.meta.url));
const out = resolve(process.argv[2] ?? `${here}dist`);
process.chdir(here);
const version = /^version = "(.+)"/m.exec(readFileSync('../Cargo.toml', 'utf8'))[1];
for (const path of ['vscode/package.json', 'obsidian/manifest.json']) {
  const named = JSON.parse(readFileSync(path, 'utf8')).version;
  if (named !== version) throw new Error(`${path} says ${named}, Cargo.toml ${version}`);
}
const bundled = { absWorkingDir: here, bundle: true, format: 'cjs', target: 'es2022', minify: true, legalComments: 'none', logLevel: 'warning' };
rmSync('dist', { recursive: true, force: true });
mkdirSync(out, { recursive: true });
for (const name of ['MIT', 'APACHE']) copyFileSync(`../LICENSE-${name}`, `vscode/LICENSE-${name}`);

const extension = { entryPoints: ['vscode/src/extension.ts'], outfile: 'vscode/dist/extension.js', platform: 'node', external: ['vscode'] };
const { metafile } = await build({ ...bundled, ...extension, metafile: true });
// The licences of what is part of it.
const packages = new Set(Object.keys(metafile.inputs).flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []));
const licences = [...packages].sort().map((folder) => {
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  if (file === undefined) throw new Error(`${folder} has no licence`);
  return `${folder.replace(/^.*node_modules\//, '')}\n\n${readFileSync(`${folder}/${file}`, 'utf8').trim()}\n`;
});
writeFileSync('vscode/dist/licences.txt', licences.join('\n\n'));
const vsix = `${out}/stet-editor-${version}.vsix`;
// The same sources make the same bytes.
const env = { ...process.env, SOURCE_DATE_EPOCH: '315532800' };
execFileSync('npx', ['vsce', 'package', '--no-dependencies', '--skip-license', '--allow-missing-repository', '--out', vsix], { cwd: 'vscode', env, stdio: ['ignore', 'ignore', 'inherit'] });

const external = ['obsidian', '@codemirror/state', '@codemirror/view'];
await build({ ...bundled, entryPoints: ['obsidian/src/main.ts'], outfile: 'dist/obsidian/main.js', platform: 'browser', external });
for (const name of ['manifest.json', 'styles.css']) copyFileSync(`obsidian/${name}`, `dist/obsidian/${name}`);
// What Obsidian keeps in `.obsidian/plugins/stet`.
const zip = `${out}/stet-editor-${version}-obsidian.zip`;
const archive = new yazl.ZipFile();
const files = [...['main.js', 'manifest.json', 'styles.css'].map((name) => `dist/obsidian/${name}`), '../LICENSE-MIT', '../LICENSE-APACHE'];
for (const path of files) archive.addBuffer(readFileSync(path), `stet/${basename(path)}`, { mtime: new Date(0), mode: 0o100644, forceDosTimestamp: true });
archive.end();
writeFileSync(zip, await buffer(archive.outputStream));
console.log(`${vsix}\n${zip}`);
