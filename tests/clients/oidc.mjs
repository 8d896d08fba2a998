// People sign in through a certified OpenID Connect provider (`oidc-provider` of npm) that runs in this process, to two nodes on one
// database.
//
//   STET=target/debug/stet node oidc.mjs 18787      that port and the two behind it are used

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import Provider from 'oidc-provider';

const first = Number(process.argv[2]);
const issuer = `http://127.0.0.1:${first}`;
const [url, other] = [`http://127.0.0.1:${first + 1}`, `http://127.0.0.1:${first + 2}`];
const secret = 'a secret: of~the client';
const groups = { kim: ['staff', '편집'], lee: ['staff'] };
const data = mkdtempSync(join(tmpdir(), 'stet-oidc-'));
chmodSync(data, 0o755);
const nodes = [];
let codeSeconds = 60;
let listening;

const provider = new Provider(issuer, {
  clients: [
    { client_id: 'stet', client_secret: secret, redirect_uris: [`${url}/api/session/oidc/callback`] },
    { client_id: 'elsewhere', client_secret: 'of elsewhere', redirect_uris: ['https://elsewhere.example/back'] },
  ],
  // Of a code that comes late, for one test.
  ttl: { AuthorizationCode: () => codeSeconds },
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['groups'] },
  cookies: { keys: ['of this test alone'] },
  features: { devInteractions: { enabled: true } },
  findAccount: (_, id) => ({
    accountId: id,
    claims: () => ({ sub: id, email: `${id}@example.org`, email_verified: true, groups: groups[id] }),
  }),
});

async function serve(port) {
  const env = {
    ...process.env,
    STET_DATA_DIR: join(data, 'stet'),
    STET_OIDC_ISSUER: issuer,
    STET_OIDC_CLIENT_ID: 'stet',
    STET_OIDC_CLIENT_SECRET: secret,
    STET_OIDC_PUBLIC_URL: url,
    STET_OIDC_GRANTS: '편집 = default:admin',
  };
  const node = spawn(process.env.STET, ['serve', '--port', String(port)], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  nodes.push(node);
  for (let tries = 0; tries < 300; tries += 1) {
    assert.equal(node.exitCode, null, 'stet ended');
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (ready?.ok) return;
    await sleep(200);
  }
  assert.fail('stet is not ready');
}

before(async () => {
  await new Promise((resolve) => (listening = provider.listen(first, '127.0.0.1', resolve)));
  await serve(first + 1);
  await serve(first + 2);
});

after(async () => {
  listening?.close();
  listening?.closeAllConnections();
  for (const node of nodes) {
    const ended = new Promise((resolve) => node.once('exit', resolve));
    if (node.exitCode === null) {
      node.kill();
      await ended;
    }
  }
  rmSync(data, { recursive: true, force: true });
});

/** Keeps cookies; follows what it is told to, one step at a time. */
class Browser {
  cookies = new Map();

  async go(address, init = {}) {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(address, { ...init, redirect: 'manual', headers: { cookie, 'accept-language': 'en', ...init.headers } });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line);
      if (value === '' || /max-age=0|expires=thu, 01 jan 1970/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const location = response.headers.get('location');
    return { status: response.status, location: location && new URL(location, address).href, text: await response.text() };
  }

  /** Signs in at the provider; the address of the service that it sends this browser to. */
  async signIn(login, begun = `${url}/api/session/oidc`) {
    let at = await this.go(begun);
    for (let steps = 0; steps < 20; steps += 1) {
      if (at.location?.startsWith(`${url}/`) || at.location?.startsWith('https://elsewhere.example/')) return at.location;
      if (at.location) {
        const next = at.location;
        at = await this.go(next);
        at.address = next;
        continue;
      }
      // A form of the provider: who it is, or whether this service may know.
      const prompt = /name="prompt" value="(\w+)"/.exec(at.text)?.[1];
      assert.ok(prompt, `${at.status} ${at.text.slice(0, 300)}`);
      const body = new URLSearchParams({ prompt, ...(prompt === 'login' ? { login, password: 'any' } : {}) });
      at = await this.go(at.address, { method: 'POST', body });
    }
    return assert.fail('the provider leads nowhere');
  }
}

test('a person signs in at one node and is known to the other', async () => {
  assert.equal((await fetch(`${url}/api/drafts`)).status, 401);
  const browser = new Browser();
  // Cookies know no ports: begun at the second node, ended at the first.
  const callback = await browser.signIn('kim', `${other}/api/session/oidc?return=${encodeURIComponent('/#/keys')}`);
  const kept = new Map(browser.cookies);
  const back = await browser.go(callback);
  assert.deepEqual([back.status, back.location], [303, `${url}/#/keys`], back.text);
  const session = JSON.parse((await browser.go(`${other}/api/session`)).text);
  assert.deepEqual([session.who, session.scope, session.needed], ['kim@example.org', 'admin', true]);
  const log = JSON.parse((await browser.go(`${url}/api/audit`)).text).entries;
  assert.deepEqual([log[0].who, log[0].action, log[0].subject], ['kim@example.org', 'session.begin', 'kim']);

  // The provider takes a code once, whatever the browser has kept.
  const again = new Browser();
  again.cookies = kept;
  const spent = await again.go(callback);
  assert.equal(spent.status, 400);
  assert.match(spent.text, /was used, or is too old/);

  const signedOut = await browser.go(`${url}/api/session`, { method: 'DELETE', headers: { origin: url } });
  assert.equal(signedOut.status, 204);
  assert.equal((await browser.go(`${url}/api/drafts`)).status, 401);
});

test('who is in no group, or has lost it, is told so and is signed out', async () => {
  const lee = new Browser();
  const refused = await lee.go(await lee.signIn('lee'));
  assert.equal(refused.status, 403);
  assert.match(refused.text, /lee@example.org.*STET_OIDC_GRANTS/s);

  const [one, two] = [new Browser(), new Browser()];
  assert.equal((await one.go(await one.signIn('kim'))).status, 303);
  assert.equal((await one.go(`${url}/api/drafts`)).status, 200);
  groups.kim = ['staff'];
  assert.equal((await two.go(await two.signIn('kim'))).status, 403);
  assert.equal((await one.go(`${url}/api/drafts`)).status, 401);
});

test('a login of another browser, another state and a foreign address lead to nothing', async () => {
  groups.kim = ['편집'];
  const [one, two] = [new Browser(), new Browser()];
  const callback = await one.signIn('kim');
  assert.equal((await two.go(callback)).status, 400);
  await two.signIn('kim');
  assert.equal((await two.go(callback)).status, 400);
  const changed = new URL(callback);
  changed.searchParams.set('state', 'another');
  assert.equal((await one.go(changed.href)).status, 400);
  assert.equal((await one.go(callback)).status, 303);

  const astray = new Browser();
  const back = await astray.go(await astray.signIn('kim', `${url}/api/session/oidc?return=//evil.example`));
  assert.equal(new URL(back.location).origin, url);
});

const withCode = (callback, code) => {
  const changed = new URL(callback);
  changed.searchParams.set('code', code);
  return changed.href;
};
const codeOf = (callback) => new URL(callback).searchParams.get('code');

test('an answer that is replayed lets nobody in, at either node', async () => {
  groups.kim = ['편집'];
  const browser = new Browser();
  const callback = await browser.signIn('kim');
  const kept = new Map(browser.cookies);
  assert.equal((await browser.go(callback)).status, 303);
  // By the browser itself, by one that has copied its cookies before, and at the node that has not seen it.
  const copied = new Browser();
  copied.cookies = new Map(kept);
  for (const [who, address] of [[browser, callback], [copied, callback], [copied, callback.replace(url, other)]]) {
    const again = await who.go(address);
    assert.equal(again.status, 400, again.text);
  }
  assert.equal((await copied.go(`${url}/api/drafts`)).status, 401);
  // Two that come at once: at most one of them is let in.
  const twice = new Browser();
  const both = await twice.signIn('kim');
  const jar = new Map(twice.cookies);
  const told = await Promise.all([0, 1, 2, 3].map((at) => {
    const one = new Browser();
    one.cookies = new Map(jar);
    return one.go(at % 2 ? both : both.replace(url, other));
  }));
  assert.ok(told.filter(({ status }) => status === 303).length <= 1, told.map(({ status }) => status).join());
});

test('an answer that is of another login, another application or another provider lets nobody in', async () => {
  groups.kim = ['편집'];
  const [victim, attacker] = [new Browser(), new Browser()];
  const [own, theirs] = [await victim.signIn('kim'), await attacker.signIn('lee')];
  // The code of somebody else's login, put into one's own answer: it is bound to another secret.
  const injected = await victim.go(withCode(own, codeOf(theirs)));
  assert.equal(injected.status, 400, injected.text);
  // A code that the provider gave to another application.
  const elsewhere = new URLSearchParams({
    client_id: 'elsewhere', response_type: 'code', scope: 'openid email', redirect_uri: 'https://elsewhere.example/back', state: 's', nonce: 'n',
  });
  const foreign = await new Browser().signIn('kim', `${issuer}/auth?${elsewhere}`);
  assert.ok(foreign.startsWith('https://elsewhere.example/back'), foreign);
  const mixed = await attacker.go(withCode(theirs, codeOf(foreign)));
  assert.equal(mixed.status, 400, mixed.text);
  // As if another provider had sent it.
  const third = new Browser();
  const good = await third.signIn('kim');
  for (const named of ['https://evil.example', `${issuer}/`, '']) {
    const changed = new URL(good);
    changed.searchParams.set('iss', named);
    const told = await third.go(changed.href);
    assert.ok(told.status >= 400, `${named}: ${told.status}`);
  }
  const without = new URL(good);
  without.searchParams.delete('iss');
  assert.ok((await third.go(without.href)).status >= 400, 'this provider says who it is');
  for (const { cookies } of [victim, attacker, third]) {
    const one = new Browser();
    one.cookies = cookies;
    assert.equal((await one.go(`${url}/api/drafts`)).status, 401);
  }
  assert.equal((await third.go(good)).status, 303, 'none of this has used the login up');
});

test('an answer that comes late lets nobody in, and the next login does', async () => {
  groups.kim = ['편집'];
  codeSeconds = 1;
  const browser = new Browser();
  const callback = await browser.signIn('kim');
  codeSeconds = 60;
  await sleep(2500);
  const late = await browser.go(callback);
  assert.equal(late.status, 400, late.text);
  assert.match(late.text, /too old/);
  assert.equal((await browser.go(`${url}/api/drafts`)).status, 401);
  assert.equal((await browser.go(await browser.signIn('kim'))).status, 303);
});
