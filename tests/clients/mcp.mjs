// The MCP client of npm (`@modelcontextprotocol/sdk`) against a running server and `stet mcp`.
//
//   STET=target/debug/stet node mcp.mjs http://127.0.0.1:8787      the settings of `stet mcp` are those of the environment

import assert from 'node:assert/strict';
import test from 'node:test';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const [url] = process.argv.slice(2);
const transports = {
  http: () => new StreamableHTTPClientTransport(new URL(`${url}/mcp`)),
  stdio: () => new StdioClientTransport({ command: process.env.STET, args: ['mcp'], env: process.env, stderr: 'inherit' }),
};

for (const [name, transport] of Object.entries(transports)) {
  test(`mcp over ${name}`, async (t) => {
    const client = new Client({ name: 'stet-checks', version: '1' });
    await client.connect(transport());
    t.after(() => client.close());
    assert.equal(client.getServerVersion().name, 'stet');
    const { tools } = await client.listTools();
    assert.deepEqual(tools.map((tool) => tool.name), ['search', 'ask', 'verify', 'classify_patch', 'lint']);
    const call = (tool, given, options) => client.callTool({ name: tool, arguments: given }, undefined, options);

    const found = await call('search', { query: '유급 휴가 paid leave' });
    assert.match(found.structuredContent.hits[0].text, /paid leave/);
    const steps = [];
    const answer = await call('ask', { question: 'How many days of paid leave are employees granted?' }, { onprogress: (step) => steps.push(step.message) });
    assert.match(answer.structuredContent.answer, /15 days/);
    assert.match(answer.content[0].text, /15 days/);
    assert.ok(steps.length > 2, steps.join());
    const given = { text: '좌석은 40개다 [1].', sources: [{ title: '규정', text: '좌석은 30개다.' }] };
    const checked = await call('verify', given);
    assert.equal(checked.structuredContent.verified, false);
    assert.equal(checked.structuredContent.sentences[0].status, 'unsupported');
    const changed = await call('classify_patch', { before: 'You may leave.', after: 'You must leave.' });
    assert.equal(changed.structuredContent.category, 'CORE');
    const linted = await call('lint', { text: 'We utilize it.', packs: ['en-plain'] });
    assert.equal(linted.structuredContent.breaches.length, 1);
    const wrong = await call('search', { wrong: 1 });
    assert.ok(wrong.isError && /wrong/.test(wrong.content[0].text), JSON.stringify(wrong));
    await assert.rejects(call('fly', {}), /there is no tool `fly`/);
  });
}
