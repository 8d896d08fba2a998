// What both editors share, and what of the plugin for Obsidian is no class of Obsidian's.
//
//   STET_URL=http://127.0.0.1:8787 node --test      a server with the sources of scripts/clients.sh; without it its tests are left out
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { EditorState } from '@codemirror/state';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
// Beside the packages, which what is built still asks for.
const built = mkdtempSync(join(root, 'node_modules/.logic-'));
const home = mkdtempSync(join(tmpdir(), 'stet-editors-'));
after(() => [built, home].forEach((folder) => rmSync(folder, { recursive: true })));
const parts = ['shared/stet', 'vscode/src/program', 'obsidian/src/note', 'obsidian/src/marks'];
await build({ entryPoints: parts.map((part) => `${root}${part}.ts`), outdir: built, outbase: root, format: 'esm', bundle: true, packages: 'external', platform: 'node', outExtension: { '.js': '.mjs' } });
const [{ addressOf, moved, multipart, Refused, Stet }, { program }, { inserted, nameOf }, { found, marks, placeOf }] = await Promise.all(parts.map((part) => import(pathToFileURL(join(built, `${part}.mjs`)))));

test('the program is the one that is named, or the first on the way', () => {
  const make = (folder, mode = 0o755) => {
    mkdirSync(join(home, folder), { recursive: true });
    writeFileSync(join(home, folder, 'stet'), '#!/bin/sh\n');
    chmodSync(join(home, folder, 'stet'), mode);
    return join(home, folder, 'stet');
  };
  assert.equal(program('', '', home), null);
  const last = make('.local/bin');
  assert.equal(program('', join(home, 'nowhere'), home), last, 'where pip puts it');
  make('closed', 0o644);
  const first = make('bin');
  assert.equal(program('', ['closed', 'bin'].map((folder) => join(home, folder)).join(':'), home), first);
  assert.equal(program('~/bin/stet', '', home), first);
  assert.equal(program(join(home, 'gone/stet'), join(home, 'bin'), home), null, 'what is named and not there is no other');
  assert.equal(program('', 'bin:.', home), last, 'no folder of the project');
});

test('an answer is inserted with its footnotes at the end of the note', () => {
  const answer = { text: 'At nine.[^a1]', notes: ['[^a1]: [library](<http://x>)'] };
  const into = (note, at = note.length) => inserted(note, at, answer).reduceRight((text, { at, text: words }) => text.slice(0, at) + words + text.slice(at), note);
  const notes = '[^a1]: [library](<http://x>)\n';
  assert.equal(into(''), `At nine.[^a1]\n\n${notes}`);
  assert.equal(into('# 개관\n'), `# 개관\n\nAt nine.[^a1]\n\n${notes}`);
  assert.equal(into('One.\n\nTwo.\n', 6), `One.\n\nAt nine.[^a1]\n\nTwo.\n\n${notes}`);
  assert.equal(into('One.\n\nTwo.[^x]\n\n[^x]: y\n', 4), `One.\n\nAt nine.[^a1]\n\nTwo.[^x]\n\n[^x]: y\n${notes}`);
  assert.equal(nameOf('Projects/Plan.md'), 'Projects - Plan.md');
  assert.equal(addressOf(' http://127.0.0.1:8787/v1/ '), 'http://127.0.0.1:8787');
});

test('a finding goes with its words', () => {
  const before = 'One. The library opens at ten. End.';
  const finding = { start: 5, end: 30, severity: 'error', reason: '', passage: null, fix: { start: 26, end: 29, text: 'nine' } };
  const now = `도서관. ${before}`;
  const [there] = moved([finding], before, now);
  assert.equal(now.slice(there.start, there.end), 'The library opens at ten.');
  assert.equal(now.slice(there.fix.start, there.fix.end), 'ten');
  assert.deepEqual(moved([finding], before, 'One. The library opens at nine. End.'), []);

  let state = EditorState.create({ doc: now, extensions: marks });
  state = state.update({ effects: found.of([there]) }).state;
  state = state.update({ changes: { from: 0, insert: '# 제목\n\n' } }).state;
  const place = placeOf(state, 0);
  assert.equal(state.sliceDoc(place.from, place.to), 'The library opens at ten.');
  state = state.update({ changes: { from: place.from, to: place.to } }).state;
  assert.equal(placeOf(state, 0), null);
});

test('a file is sent as forms send it', async () => {
  const bytes = new Uint8Array([0, 13, 10, 45, 45, 255]);
  const { body, type } = multipart('내 "노트".md', bytes.buffer);
  const file = (await new Response(body, { headers: { 'Content-Type': type } }).formData()).get('file');
  assert.equal(file.name, '내 "노트".md');
  assert.deepEqual(new Uint8Array(await file.arrayBuffer()), bytes);
});

test('what the editors say is there in both languages', () => {
  const read = (path) => readFileSync(`${root}${path}`, 'utf8');
  const [en, ko, l10n, manifest] = ['package.nls.json', 'package.nls.ko.json', 'l10n/bundle.l10n.ko.json', 'package.json'].map((path) => read(`vscode/${path}`));
  assert.deepEqual(Object.keys(JSON.parse(ko)), Object.keys(JSON.parse(en)));
  const named = [...manifest.matchAll(/"%([\w.]+)%"/g)].map((one) => one[1]);
  assert.deepEqual(named.sort(), Object.keys(JSON.parse(en)).sort());
  const said = [...read('vscode/src/extension.ts').matchAll(/l10n\.t\('((?:[^'\\]|\\.)*)'/g)].map((one) => one[1]);
  assert.deepEqual([...new Set(said)].sort(), Object.keys(JSON.parse(l10n)).sort());
});

const url = process.env.STET_URL;
const send = async ({ path, method, headers, body }) => {
  const answer = await fetch(url + path, { method, headers, body });
  return { status: answer.status, text: await answer.text() };
};
const stet = new Stet(url, process.env.STET_KEY ?? '', 'ko', send);

test('a note is checked against the sources, and mended', { skip: !url && 'no STET_URL' }, async () => {
  const own = 'Notes - hours.md';
  const text = '---\ntags: [library]\n---\n\n🙂 The library opens at ten in the morning [1].\n\n학생은 책을 일곱 권까지 두 주 동안 빌릴 수 있다.\n';
  await stet.add(own, new TextEncoder().encode(text).buffer);
  const sources = async () => JSON.parse((await send({ path: '/api/sources', method: 'GET' })).text).sources;
  const ready = async () => (await sources()).find((source) => source.fileName === own && source.status === 'ready');
  let note;
  while (!(note = await ready())) await new Promise((done) => setTimeout(done, 200));
  try {
    const { findings } = await stet.check(text, own);
    assert.equal(findings.length, 2, JSON.stringify(findings));
    assert.deepEqual(findings.map((one) => text.slice(one.fix.start, one.fix.end)), ['ten', '일곱 권']);
    for (const { passage } of findings) assert.ok(passage.url.startsWith(`${url}/#/p/`), passage.url);
    const mended = findings.reduceRight((now, { fix }) => now.slice(0, fix.start) + fix.text + now.slice(fix.end), text);
    assert.deepEqual((await stet.check(mended, own)).findings, []);
  } finally {
    await fetch(`${url}/api/sources/${note.id}`, { method: 'DELETE' });
  }
});

test('an answer comes with a footnote for each citation', { skip: !url && 'no STET_URL' }, async () => {
  for (const [question, right] of [['When does the library open?', /nine in the morning/], ['학생은 책을 몇 권까지 빌릴 수 있나요?', /다섯 권까지/]]) {
    const { text, notes } = await stet.answer(question);
    assert.match(text, right);
    assert.doesNotMatch(text, /†|##/);
    const used = [...text.matchAll(/\[\^([\w-]+)\]/g)].map((one) => one[1]);
    assert.deepEqual([...new Set(used)], notes.map((note) => /^\[\^([\w-]+)\]: /.exec(note)[1]));
    assert.match(notes[0], right);
    assert.ok(notes[0].includes(`[library](<${url}/#/p/`), notes[0]);
  }
});

test('a server that refuses says why', { skip: !url && 'no STET_URL' }, async () => {
  await assert.rejects(stet.check('   ', ''), (fault) => fault instanceof Refused && fault.status === 400 && /[가-힣]/.test(fault.message));
});
