// The language client of VS Code, as far as it is a package (`vscode-languageserver-protocol`), against `stet lsp`.
//
//   STET=target/debug/stet node lsp.mjs

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';

import protocol from 'vscode-languageserver-protocol/node';

const {
  CodeActionRequest, createProtocolConnection, DidChangeTextDocumentNotification, DidOpenTextDocumentNotification, ExecuteCommandRequest, ExitNotification,
  HoverRequest, InitializedNotification, InitializeRequest, PublishDiagnosticsNotification, ShutdownRequest, StreamMessageReader, StreamMessageWriter,
  WorkDoneProgress, WorkDoneProgressCreateRequest,
} = protocol;

test('a language client', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'stet-lsp-'));
  t.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'sources'));
  writeFileSync(join(folder, 'sources', '규정.txt'), '신청서는 7일 안에 낸다. Employees are granted 15 days of paid leave a year.');
  const server = spawn(process.env.STET, ['lsp', '--quick'], { stdio: ['pipe', 'pipe', 'inherit'], cwd: folder });
  const client = createProtocolConnection(new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin));
  let diagnostics = [];
  let heard = () => {};
  client.onNotification(PublishDiagnosticsNotification.type, (params) => {
    diagnostics = params.diagnostics;
    heard();
  });
  const until = (is) => new Promise((done) => {
    heard = () => is(diagnostics) && done(diagnostics);
    heard();
  });
  const steps = [];
  client.onRequest(WorkDoneProgressCreateRequest.type, ({ token }) => {
    client.onProgress(WorkDoneProgress.type, token, (step) => steps.push(step.kind));
  });
  client.onUnhandledNotification((message) => assert.equal(message.method, '$/progress'));
  client.listen();

  const root = pathToFileURL(folder).href;
  const { capabilities } = await client.sendRequest(InitializeRequest.type, {
    processId: process.pid, rootUri: root, locale: 'en', workspaceFolders: [{ uri: root, name: 'x' }],
    initializationOptions: { packs: ['en-plain'] },
    capabilities: { general: { positionEncodings: ['utf-16'] }, window: { workDoneProgress: true } },
  });
  assert.equal(capabilities.positionEncoding, 'utf-16');
  client.sendNotification(InitializedNotification.type, {});
  const uri = `${root}/text.md`;
  const text = '🙂 We utilize it.\n\nEmployees are granted 25 days of paid leave a year [1].\n\n신청서는 7일 안에 낸다 [1].\n';
  client.sendNotification(DidOpenTextDocumentNotification.type, { textDocument: { uri, languageId: 'markdown', version: 1, text } });
  const [rule] = await until((all) => all.length === 1);
  assert.deepEqual(rule.range, { start: { line: 0, character: 6 }, end: { line: 0, character: 13 } });

  await client.sendRequest(ExecuteCommandRequest.type, { command: 'stet.verify', arguments: [uri] });
  const found = await until((all) => all.some((one) => one.code === 'unsupported'));
  const wrong = found.find((one) => one.code === 'unsupported');
  assert.match(wrong.relatedInformation[0].message, /15 days/);
  assert.match(decodeURI(wrong.relatedInformation[0].location.uri), /규정\.txt$/);
  const actions = await client.sendRequest(CodeActionRequest.type, { textDocument: { uri }, range: wrong.range, context: { diagnostics: [wrong] } });
  const [edit] = actions[0].edit.changes[uri];
  assert.match(edit.newText, /15/);
  const hover = await client.sendRequest(HoverRequest.type, { textDocument: { uri }, position: { line: 4, character: 2 } });
  assert.match(hover.contents.value, /7일 안에/);
  client.sendNotification(DidChangeTextDocumentNotification.type, { textDocument: { uri, version: 2 }, contentChanges: [{ range: edit.range, text: edit.newText }] });
  await until((all) => all.every((one) => one.code !== 'unsupported'));
  await assert.rejects(client.sendRequest('no/such', {}), /no method/);
  assert.deepEqual(steps, ['begin', 'end']);
  await client.sendRequest(ShutdownRequest.type);
  const ended = new Promise((done) => server.on('exit', done));
  client.sendNotification(ExitNotification.type);
  assert.equal(await ended, 0);
});
