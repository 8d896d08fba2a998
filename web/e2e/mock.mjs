/**
 * A server that speaks the wire of Stet and can be told to misbehave, for tests of the page alone: what a real server
 * does only when something breaks (a stream cut in the middle, 503, a wrong key) happens here on request. A question
 * that contains `cut`, `busy`, `break`, `slow`, `toil` or `hostile` gets that treatment.
 */
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drawn } from './mock-page.mjs';
import { MockDrafts } from './mock-drafts.mjs';
import { MockGraph } from './mock-graph.mjs';
import { MockProjects } from './mock-projects.mjs';
import { MockRules } from './mock-rules.mjs';
import { noStats, stats } from './mock-stats.mjs';
import { queryVerified, verified } from './mock-verify.mjs';

const DIST = fileURLToPath(new URL('../dist', import.meta.url));
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.woff2': 'font/woff2' };
/** The policy of the real server. */
const POLICY =
  "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'";
/** That of the worker that reads files of Hangul. */
const READER = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'";

/** A source at a glance. */
const GLANCE = {
  outline: [{ level: 1, title: 'Handbook', page: 12, chunkId: 'c2' }, { level: 2, title: 'Leave of absence', page: 12, chunkId: 'c2' }],
  cut: false,
  summary: { by: 'head', sentences: [{ text: 'The total period of leave must not exceed three years.', chunkId: 'c2', page: 12 }] },
  questions: ['How soon may a student apply for a leave of absence?', '휴학은 통산하여 몇 년까지 할 수 있나요?'],
};
const PASSAGES = {
  c1: {
    page: 3,
    headings: ['학칙', '제4장 등록과 휴학'],
    translation: 'Article 25 (Leave) A leave of absence must not exceed three years in total.',
    translationBy: null,
    context: '학칙에서 휴학의 기간과 신청을 정한 조문이다.',
    content:
      '제25조(휴학) ① 휴학은 통산하여 3년을 초과할 수 없다. 😀 다만, 군 복무로 인한 휴학 기간은 이에 산입하지 아니한다. ② 휴학하려는 학생은 학기 개시 후 30일 이내에 휴학원서를 제출하여야 한다.',
  },
  c2: {
    page: 12,
    headings: ['Handbook', 'Leave of absence'],
    translation: '휴학 기간은 모두 합하여 3년을 넘을 수 없다.',
    translationBy: 'scripted',
    context: 'This passage of the handbook is about leave of absence.',
    content:
      'A student may apply for a leave of absence within 30 days of the start of the semester. The total period of leave must not exceed three years. Military service is not counted.',
  },
};

const evidence = (chunk, text) => {
  const start = PASSAGES[chunk].content.indexOf(text);
  return { chunkId: chunk, page: PASSAGES[chunk].page, start, end: start + text.length, text };
};

/** Sentences of the two scripted answers: text, verdict, and the evidence of the citation. */
const SCRIPTS = {
  ko: [
    ['## 휴학 기간\n\n', 'not_a_claim'],
    ['휴학은 **통산하여 3년**을 초과할 수 없습니다 [†1]. ', 'supported', 'c1', '휴학은 통산하여 3년을 초과할 수 없다.'],
    ['군 복무로 인한 휴학 기간은 여기에 산입하지 않습니다 [†1].\n\n', 'supported', 'c1', '군 복무로 인한 휴학 기간은 이에 산입하지 아니한다.'],
    ['- 휴학원서는 학기 개시 후 30일 이내에 제출해야 합니다 [†1].\n', 'supported', 'c1', '학기 개시 후 30일 이내에 휴학원서를 제출하여야 한다.'],
    ['- 휴학 신청에는 학과장의 승인이 필요합니다.\n', 'uncited'],
    ['- 휴학 중에도 도서관을 이용할 수 있습니다 [†2].\n\n', 'judging', 'c2', 'The total period of leave must not exceed three years.'],
    ['자세한 내용은 학칙을 확인하세요. ', 'not_a_claim'],
    ['복학은 45일 전에 신청합니다.\n', 'unsupported'],
  ],
  en: [
    ['A leave of absence must not exceed **three years** in total [†1]. ', 'supported', 'c2', 'The total period of leave must not exceed three years.'],
    ['You apply within 30 days of the start of the semester [†1]. ', 'supported', 'c2', 'within 30 days of the start of the semester'],
    ['Military service is not counted 😀 [†1].\n\n', 'supported', 'c2', 'Military service is not counted.'],
    ['| Case | Limit |\n|---|---:|\n| Ordinary leave | 3 years |\n\n', 'not_a_claim'],
    ['The dean has to agree to every application.\n', 'uncited'],
  ],
  statute: [
    ['「학칙」 제25조에 따라 휴학은 통산하여 3년을 초과할 수 없습니다 [†1]. ', 'supported', 'c1', '휴학은 통산하여 3년을 초과할 수 없다.'],
    ['다만 **「학칙」 제99조**는 따로 정합니다 [†1]. ', 'supported', 'c1', '군 복무로 인한 휴학 기간은 이에 산입하지 아니한다.'],
    ['「장학 규정」도 있습니다 [†1].\n', 'supported', 'c1', '휴학은 통산하여 3년을 초과할 수 없다.'],
  ],
  disputeKo: [
    ['휴학은 통산하여 3년을 초과할 수 없습니다 [†1]. ', 'supported', 'c1', '휴학은 통산하여 3년을 초과할 수 없다.'],
    ['휴학원서는 학기 개시 후 45일 이내에 제출합니다 [†1].\n\n', 'unsupported', 'c1', '학기 개시 후 30일 이내에 휴학원서를 제출하여야 한다.', ['45일', '30일']],
    ['- 휴학 신청에는 학과장의 승인이 필요합니다.\n', 'uncited'],
  ],
  disputeEn: [
    ['A leave of absence must not exceed **three years** in total [†1]. ', 'supported', 'c2', 'The total period of leave must not exceed three years.'],
    ['You apply within 45 days of the start of the semester [†1].\n\n', 'unsupported', 'c2', 'within 30 days of the start of the semester', ['45 days', '30 days']],
    ['- The dean has to agree to every application.\n', 'uncited'],
  ],
  doubtKo: [
    ['휴학은 통산하여 3년을 초과할 수 없습니다 [†1]. ', 'supported', 'c1', '휴학은 통산하여 3년을 초과할 수 없다.'],
    ['**삼 년이 지난 학생**은 복학해야 합니다.\n\n', 'uncertain', 'c1', '휴학은 통산하여 3년을 초과할 수 없다.', null, [1, '해야 합니다']],
    ['- 휴학원서는 개강하고 한 달 안에 냅니다.\n', 'uncited', 'c2', 'A student may apply for a leave of absence within 30 days of the start of the semester.', null, [2, '냅니다']],
    ['- 복학은 45일 전에 신청합니다.\n', 'unsupported'],
  ],
  doubtEn: [
    ['A leave of absence must not exceed **three years** in total [†1]. ', 'supported', 'c2', 'The total period of leave must not exceed three years.'],
    ['Whoever is away for longer has to **come back**.\n\n', 'uncertain', 'c2', 'The total period of leave must not exceed three years.', null, [2, 'come back**']],
    ['- An application is handed in during the first month.\n', 'uncited', 'c2', 'A student may apply for a leave of absence within 30 days of the start of the semester.', null, [3, 'month']],
    ['- The dean has to agree to every application.\n', 'unsupported'],
  ],
  ruinsEn: [
    ['A leave of absence must not exceed **three years** in total [†1].\n\n', 'supported', 'c2', 'The total period of leave must not exceed three years.'],
    ['## What this means\n\n', 'not_a_claim'],
    ['The dean decides within a week. ', 'unsupported'],
    ['This is final [†1].\n\n', 'supported', 'c2', 'Military service is not counted.'],
    ['| Case | Limit |\n|---|---:|\n', 'not_a_claim'],
    ['| Ordinary leave | 3 years [†1] |\n', 'supported', 'c2', 'The total period of leave must not exceed three years.'],
    ['| Illness | 5 years |\n\n', 'unsupported'],
    ['Military service is short. ', 'unsupported'],
    ['It is not counted [†1].\n\n', 'supported', 'c2', 'Military service is not counted.'],
    ['The duties are:\n\n', 'not_a_claim'],
    ['- to pay the fee\n', 'unsupported'],
  ],
  ruinsKo: [
    ['휴학은 **통산하여 3년**을 초과할 수 없습니다 [†1].\n\n', 'supported', 'c1', '휴학은 통산하여 3년을 초과할 수 없다.'],
    ['## 뜻하는 바\n\n', 'not_a_claim'],
    ['학장이 한 주 안에 정합니다. ', 'unsupported'],
    ['이는 산입하지 않습니다 [†1].\n\n', 'supported', 'c1', '군 복무로 인한 휴학 기간은 이에 산입하지 아니한다.'],
    ['| 경우 | 기간 |\n|---|---:|\n', 'not_a_claim'],
    ['| 일반 휴학 | 3년 [†1] |\n', 'supported', 'c1', '휴학은 통산하여 3년을 초과할 수 없다.'],
    ['| 질병 | 5년 |\n\n', 'unsupported'],
    ['의무는 다음과 같습니다.\n\n', 'not_a_claim'],
    ['- 등록금을 낸다\n', 'unsupported'],
  ],
  hostile: [
    ['<img src=x onerror="document.title=\'owned\'"> <script>document.title="owned"</script> [click](javascript:document.title="owned") ![i](https://example.org/x.png) ', 'not_a_claim'],
    ['A leave must not exceed three years [†1].\n', 'supported', 'c2', 'The total period of leave must not exceed three years.'],
  ],
};

function parts(messageId, script) {
  const language = script === SCRIPTS.ko || script === SCRIPTS.statute || script === SCRIPTS.disputeKo || script === SCRIPTS.doubtKo || script === SCRIPTS.ruinsKo ? 'ko' : 'en';
  const out = [
    { type: 'start', messageId, messageMetadata: { verified: 'pending' } },
    step('retrieve', 'running', ''),
    source('src-1', language === 'ko' ? 'c1' : 'c2', language === 'ko' ? '학칙.hwpx' : 'handbook.pdf', 1),
    source('src-2', 'c2', 'handbook.pdf', 2),
    source('src-3', 'c2', 'notes.txt', 3),
    step('retrieve', 'done', language === 'ko' ? '출처 3개' : '3 sources', [{ code: 'sources', parameters: { n: 3 } }]),
    step('generate', 'running', ''),
    { type: 'text-start', id: 't1' },
  ];
  let at = 0;
  const counts = {};
  script.forEach(([text, status, chunk, quote, values, could], index) => {
    for (const piece of text.match(/.{1,6}/gsu) ?? []) out.push({ type: 'text-delta', id: 't1', delta: piece });
    const mark = /\[†(\d)\]/.exec(text);
    const citations = mark
      ? [{ number: Number(mark[1]), mark: mark[0], sourceId: `src-${mark[1]}`, start: at + mark.index, end: at + mark.index + mark[0].length, evidence: evidence(chunk, quote) }]
      : [];
    const against = values ? { against: { ...evidence(chunk, quote), sourceId: 'src-1', yours: values[0], theirs: values[1] } } : {};
    // A citation that words do not decide: its mark is not in the text.
    const place = could ? at + text.indexOf(could[1]) + could[1].length : 0;
    const suggested = could ? { suggested: { number: could[0], mark: `[†${could[0]}]`, sourceId: `src-${could[0]}`, start: place, end: place, evidence: evidence(chunk, quote) } } : {};
    const kind = text.startsWith('##') ? 'heading' : text.startsWith('|') ? 'table' : 'claim';
    const data = {
      index, textId: 't1', start: at, end: at + text.length, kind, status, score: status === 'supported' ? 0.93 : 0.21,
      reason: language === 'ko' ? '인용한 구절의 낱말과 대조한 결과입니다.' : 'Compared with the words of the cited passage.',
      veto: status === 'unsupported' ? 'number' : null, citations, statutes: statutesOf(text, at),
      removed: status === 'unsupported' ? [{ mark: '[†9]', reason: language === 'ko' ? '이 답변의 출처가 아닙니다' : 'no source of this answer' }] : [],
      ...against,
      ...suggested,
    };
    out.push({ type: 'data-sentence', id: `s${index}`, data });
    at += text.length;
    if (index === 0 && (script === SCRIPTS.doubtEn || script === SCRIPTS.doubtKo)) {
      out.push({ type: 'data-criteria', id: 'pack-1/short/s0', data: { packId: 'pack-1', ruleId: 'short', sentence: 's0', textId: 't1', message: 'Say it shortly.' } });
    }
    if (status === 'judging') {
      // The model layer comes back later: the citation is taken out again.
      const [{ start }] = citations;
      const without = { ...data, status: 'uncertain', citations: [], end: data.end - 5, suggested: { ...citations[0], start: start - 1, end: start - 1 } };
      out.push({ later: true, edit: { seq: 1, textId: 't1', start: citations[0].start - 1, end: citations[0].end, replacement: '', reason: 'uncertain' }, sentence: without });
    }
    counts[status] = (counts[status] ?? 0) + 1;
  });
  const ready = [];
  const late = [];
  for (const part of out) {
    if (part.later) late.push({ type: 'data-edit', id: 'e1', data: part.edit }, { type: 'data-sentence', id: `s${part.sentence.index}`, data: part.sentence });
    else ready.push(part);
  }
  const metadata = {
    status: 'complete', verified: !counts.uncited, badge: counts.uncited ? 'partial' : 'verified', confidence: 0.85, accuracy_rate: 1,
    counts, removed_citations: counts.unsupported ? [{ mark: '[†9]', source_id: null, statement: '', reason: language === 'ko' ? '이 답변의 출처가 아닙니다' : 'no source of this answer' }] : [],
    verification_log: script.filter(([text, , chunk]) => chunk && text.includes('[†')).map(([text, status, chunk]) => ({
      citation_number: 1, mark: '[†1]', statement: text.replace(/\s*\[†\d\]|[*#]/g, '').trim(), source_file: 'handbook.pdf', source_page: PASSAGES[chunk].page,
      is_accurate: status === 'supported', confidence: 0.93, explanation: '', status: status === 'supported' ? 'accurate' : 'uncertain',
    })),
    issues: [], model: 'scripted', extracts: false,
  };
  return [
    ...ready, ...late, { type: 'text-end', id: 't1', citations: [] }, step('generate', 'done', ''), step('check', 'done', ''),
    { type: 'message-metadata', messageMetadata: metadata }, { type: 'finish', finishReason: 'stop', messageMetadata: metadata },
  ];
}

/** The same answer after an attempt that was replaced, with the steps of a server that takes pains; a `toil` of it. */
function toiled(all, language) {
  const ko = language === 'ko';
  const begin = all.findIndex((part) => part.type === 'text-start');
  const bound = ko ? '답변을 3번 써 보았고 가장 나은 것을 남겼습니다' : 'the bound of 3 attempts was reached; the best one stands';
  const told = [{ code: 'bound', parameters: { n: 3 } }];
  return [
    ...all.slice(0, begin).filter((part) => part.type !== 'data-step' || part.id !== 'generate'),
    step('route', 'done', ko ? '출처에서 찾을 질문' : 'to be answered from the sources', [{ code: 'searches' }]),
    step('plan', 'done', ko ? '4가지를 묻는 질문, 규칙으로' : 'asks 4 things, by rule', [{ code: 'things', parameters: { n: 4 } }, { code: 'by_rule' }]),
    step('generate', 'running', ''),
    { type: 'text-start', id: 't0' }, { type: 'text-delta', id: 't0', delta: ko ? '먼저 쓴 답입니다.' : 'What was written first.' }, { type: 'text-end', id: 't0' },
    { type: 'data-superseded', id: 't0', data: { textId: 't0', reason: ko ? '출처로 뒷받침되지 않는 주장이 있어 다시 씁니다(4개)' : 'written again: 4 claims without support in the sources', told: [{ code: 'unsupported', parameters: { n: 4 } }] } },
    ...all.slice(begin).map((part) => {
      if (part.messageMetadata) return { ...part, messageMetadata: { ...part.messageMetadata, notes: [bound], notes_told: [told] } };
      return part.type === 'data-step' && part.id === 'check' ? step('check', 'done', bound, told) : part;
    }),
  ];
}

/** What the references to regulations in a sentence lead to; 「장학 규정」 is not among the sources. */
function statutesOf(text, at) {
  return [...text.matchAll(/「([^」]+)」(?: (제\d+조))?/g)].map((match) => ({
    text: match[0], start: at + match.index, end: at + match.index + match[0].length, standing: match[2] ? 'found' : 'named', regulation: match[2] ? match[1] : null,
    ...(match[2] === '제25조' ? { put: true } : match[2] ? {} : { incomplete: true }),
    articles: match[2] ? [{
      id: `${match[1]}-${match[2]}`, regulation: match[1], article: match[2], title: '휴학', keySentence: '휴학은 통산하여 3년을 초과할 수 없다.',
      text: '제25조(휴학) ① 휴학은', truncated: true, href: `/api/regulations/${encodeURIComponent(match[1])}/articles/${encodeURIComponent(match[2])}`,
    }] : [],
  }));
}

const step = (name, state, detail, told) => ({ type: 'data-step', id: name, data: { name, state, detail, ...(told ? { told } : {}) } });
const source = (sourceId, chunkId, filename) => ({
  type: 'source-document', sourceId, mediaType: 'text/plain', title: filename, filename,
  providerMetadata: { stet: { documentId: `d-${sourceId}`, chunkId, page: PASSAGES[chunkId].page, grade: 'High', score: 0.8 } },
});

/** Starts the server on a free port; `key` makes it ask for one, `unfit` has a judge that failed its trial. `drafts: false` is a server
 * without drafts; `ruled` one that keeps criteria packs. Returns its address, its log, the questions it was asked, its drafts, and `close`. */
export async function startMock({ key = null, unfit = false, port = 0, delay = 4, drafts = true, ruled = false } = {}) {
  const written = new MockDrafts(delay);
  const projects = new MockProjects();
  /** What is called something. */
  const things = () => [...written.drafts.values()].map(({ id, title, projectId = null }) => ({ kind: 'draft', id, title, projectId, updatedAt: '' }));
  const rules = new MockRules();
  const graph = new MockGraph();
  const sources = new Map();
  const chats = new Map();
  const notes = new Map();
  const live = new Map();
  const log = [];
  const keys = [];
  const spaces = [{ id: '00000000-0000-7000-8000-000000000000', name: 'default', createdAt: new Date(0).toISOString(), limits: {} }];
  const asked = [];
  const checked = [];
  const server = createServer((request, response) => {
    handle(request, response).catch((error) => {
      if (!response.headersSent) response.writeHead(500);
      response.end(String(error));
    });
  });

  const json = (response, status, body) => {
    response.writeHead(status, { 'content-type': status < 400 ? 'application/json' : 'application/problem+json' });
    response.end(JSON.stringify(body));
  };
  const problem = (response, status, title, detail) => json(response, status, { type: 'about:blank', title, status, detail });

  async function handle(request, response) {
    const url = new URL(request.url, 'http://mock');
    const path = url.pathname;
    if (!path.startsWith('/api/') && !path.startsWith('/query/')) return page(path, request, response);
    const body = await read(request);
    if (path === '/api/session' && request.method === 'GET') {
      if (key === null) return json(response, 200, { signedIn: true, needed: false, who: 'writer', scope: 'admin', workspace: 'w' });
      const signedIn = request.headers.cookie === 'stet_session=s';
      return json(response, 200, signedIn ? { signedIn, needed: true, who: keys.at(-1)?.name ?? 'key', scope: 'admin', workspace: 'w' } : { signedIn, needed: true });
    }
    if (path === '/api/session' && request.method === 'POST') {
      if (JSON.parse(body.toString()).key !== key) return problem(response, 401, 'Unauthorized', 'A key is needed.');
      response.setHeader('set-cookie', 'stet_session=s; Path=/; HttpOnly; SameSite=Strict');
      return json(response, 200, { signedIn: true, needed: true });
    }
    if (key !== null && request.headers.cookie !== 'stet_session=s') return problem(response, 401, 'Unauthorized', 'A key is needed.');
    log.push(`${request.method} ${path}`);
    if (path === '/api/status') {
      return json(response, 200, { version: '0.1.0', model: { kind: 'model', name: 'scripted' }, embeddings: { space: 'hashing' }, auth: key !== null, ...(unfit ? { judge: { name: 'scripted', ko: { judges: false }, en: { judges: false } } } : {}) });
    }
    if ((ruled && path.startsWith('/api/criteria-packs')) || /^\/api\/(?:references\/|dictionary$|ignored(?:\/|$))/.test(path)) return rules.handle(request, response, url, body, { json, problem });
    if (path.startsWith('/api/graph/')) return graph.handle(response, url, PASSAGES, { json, problem });
    if (path.endsWith('/lint')) return written.lint(response, path, body, json, rules);
    if (path === '/api/criteria-packs') return json(response, 200, { packs: ['pack-1', 'pack-2'].map((id, at) => ({ id, name: id, isActive: at === 0, criteriaDefinition: { rules: [] } })) });
    if (path === '/api/audit') return json(response, 200, { entries: keys.map(({ id, name }) => ({ id, at: new Date().toISOString(), who: 'writer', action: 'key.create', subject: name })), next: null });
    if (path === '/api/workspaces' && request.method === 'GET') return json(response, 200, { workspaces: spaces });
    if (path === '/api/workspaces') {
      spaces.push({ id: `s${spaces.length}`, name: JSON.parse(body.toString()).name, createdAt: new Date().toISOString(), limits: {} });
      return json(response, 201, spaces.at(-1));
    }
    if (path.startsWith('/api/workspaces/')) {
      const at = spaces.findIndex(({ id }) => id === path.split('/').at(-1));
      if (request.method === 'PATCH') spaces[at].name = JSON.parse(body.toString()).name;
      else if (url.searchParams.get('force') !== 'true' && spaces[at].name.includes('busy')) return problem(response, 409, 'Conflict', 'Sources are being read (1).');
      else spaces.splice(at, 1);
      response.writeHead(204).end();
      return undefined;
    }
    if (path === '/api/keys' && request.method === 'GET') return json(response, 200, { keys });
    if (path === '/api/keys') {
      const { name, scope } = JSON.parse(body.toString());
      key = `stet_${'0123456789abcdef'.repeat(4)}`;
      keys.push({ id: `k${keys.length + 1}`, name, scope, prefix: key.slice(0, 12), createdAt: new Date().toISOString(), expiresAt: null, revokedAt: null, lastUsedAt: null, successor: null });
      // What else the page asks for meanwhile is refused from here on.
      await sleep(delay * 50);
      return json(response, 201, { ...keys.at(-1), key });
    }
    if (path.startsWith('/api/keys/') && request.method === 'DELETE') {
      const gone = keys.find(({ id }) => path.endsWith(`/${id}`));
      const others = keys.filter((one) => one !== gone && one.scope === 'admin' && one.revokedAt === null);
      if (gone.scope === 'admin' && others.length === 0 && url.searchParams.get('confirm') !== 'last') return json(response, 409, { type: 'urn:stet:last-administrator', title: 'Conflict', status: 409, detail: 'No other key of an administrator is good without an expiry.' });
      gone.revokedAt = new Date().toISOString();
      response.writeHead(204);
      return response.end();
    }
    if (/^\/api\/(?:projects|shares|shared)(?:\/|$)/.test(path) && projects.handle(request, response, url, body, { json, problem, things })) return undefined;
    if (path.startsWith('/api/bibliography')) return written.works.handle(request, response, url, json);
    if (drafts && path.startsWith('/api/drafts')) return written.handle(request, response, path, body, { json, problem });
    if (path === '/api/sources' && request.method === 'GET') return json(response, 200, { sources: [...sources.values()] });
    if (path === '/api/sources') return upload(response, body);
    let match = /^\/api\/sources\/d1\/pages\/(\d+)$/.exec(path);
    if (match) {
      const found = Object.values(PASSAGES).find((passage) => passage.page === Number(match[1]));
      const number = Number(match[1]);
      return json(response, 200, { sourceId: 'd1', fileName: '', page: number, pages: 20, text: `— ${number} —\n\n${found?.content ?? ''}\n\n…` });
    }
    match = /^\/api\/sources\/d1\/pages\/\d+\/image$/.exec(path);
    if (match) {
      response.writeHead(200, { 'content-type': 'image/png' });
      return response.end(drawn(url.searchParams.get('words') ?? ''));
    }
    if (/^\/api\/sources\/d1\/outline$/.test(path)) return json(response, 200, GLANCE);
    match = /^\/api\/sources\/([^/]+)(\/events|\/retry)?$/.exec(path);
    if (match) return one(request, response, match[1], match[2]);
    if (path === '/api/stats') {
      const days = Number(url.searchParams.get('days'));
      if (days === 365) return problem(response, 503, 'Service Unavailable', 'The database is busy; try again.');
      return json(response, 200, days === 7 ? noStats(days) : stats(days));
    }
    if (path === '/api/verify') {
      const sent = JSON.parse(body.toString());
      if (sent.answer.includes('too long')) return problem(response, 413, 'Payload Too Large', 'The text is too long; at most 1 MB are accepted.');
      checked.push(sent);
      return json(response, 200, verified(sent, PASSAGES));
    }
    if (path === '/query/verified') return json(response, 200, queryVerified(JSON.parse(body.toString())));
    if (path === '/api/search') {
      const { query } = JSON.parse(body.toString());
      const found = Object.entries(PASSAGES).filter(([, passage]) => query.split(/\s+/).some((word) => passage.content.includes(word)));
      return json(response, 200, {
        mode: 'hybrid',
        hits: found.map(([id, passage]) => ({ id, documentId: 'd1', fileName: id === 'c1' ? '학칙.hwpx' : 'handbook.pdf', score: 0.03, grade: 'High', semantic: null, keyword: null, ...passage })),
      });
    }
    match = /^\/api\/regulations\/([^/]+)\/articles\/([^/]+)$/.exec(path);
    if (match) {
      const [regulation, article] = match.slice(1).map(decodeURIComponent);
      if (article !== '제25조') return problem(response, 404, 'Not Found', 'There is no such article.');
      return json(response, 200, {
        articles: [{ regulation, article, title: '휴학', chapterPath: ['제4장 등록과 휴학'], content: PASSAGES.c1.content, page: 3, chunkId: 'c1', documentId: 'd1', supplementary: false }],
      });
    }
    match = /^\/api\/chunks\/(.+)\/feedback$/.exec(path);
    if (match) {
      const { text } = JSON.parse(body.toString());
      notes.set(match[1], text);
      return json(response, 200, { id: match[1], documentId: 'd1', humanFeedback: text, ...PASSAGES[match[1]] });
    }
    match = /^\/api\/chunks\/(.+)$/.exec(path);
    if (match) {
      const passage = PASSAGES[match[1]];
      if (!passage) return problem(response, 404, 'Not Found', 'There is no such passage.');
      return json(response, 200, {
        id: match[1], documentId: 'd1', fileName: match[1] === 'c1' ? '학칙.hwpx' : 'handbook.pdf', title: null, pageEnd: passage.page,
        before: [{ id: 'b', content: match[1] === 'c1' ? '제24조(등록) 학생은 매 학기 정해진 기간에 등록하여야 한다.' : 'Students register before every semester.', page: passage.page }],
        after: [{ id: 'a', content: match[1] === 'c1' ? '제26조(복학) 휴학 기간이 끝난 학생은 복학하여야 한다.' : 'After a leave a student returns to the same department.', page: passage.page }],
        humanFeedback: notes.get(match[1]) ?? null, article: match[1] === 'c1' ? { regulation: '학칙', number: '제25조', title: '휴학' } : null, ...passage,
      });
    }
    if (path === '/api/chats') {
      const listed = [...chats.values()].map((chat) => ({ id: chat.id, title: chat.title, author: 'kim', authorId: null, mine: true, createdAt: '', updatedAt: '' }));
      // Where somebody has a key, a colleague has asked, too.
      if (key !== null && url.searchParams.get('mine') !== 'true') listed.push({ id: 'theirs', title: 'Their question', author: '이서연', authorId: 'l', mine: false, createdAt: '', updatedAt: '' });
      return json(response, 200, { chats: listed });
    }
    match = /^\/api\/chats\/([^/]+)\/branch$/.exec(path);
    if (match) {
      const chat = chats.get(match[1]);
      let shown = chat.all.find(({ key }) => key === JSON.parse(body.toString()).messageId);
      for (const one of chat.all) if (one.parent === shown) shown = one;
      chat.head = shown;
      return json(response, 200, told(chat));
    }
    match = /^\/api\/chats\/(.+)$/.exec(path);
    if (match) {
      const chat = chats.get(match[1]);
      if (!chat) return problem(response, 404, 'Not Found', 'There is no such conversation.');
      if (request.method === 'DELETE') {
        chats.delete(match[1]);
        response.writeHead(204);
        return response.end();
      }
      if (url.searchParams.get('format') === 'markdown') {
        response.writeHead(200, { 'content-type': 'text/markdown; charset=utf-8' });
        return response.end(`# ${chat.title}\n`);
      }
      return json(response, 200, told(chat));
    }
    if (path === '/api/chat') return ask(response, JSON.parse(body.toString()));
    match = /^\/api\/chat\/([^/]+)\/stream$/.exec(path);
    if (match) {
      const answer = live.get(match[1]);
      if (!answer) {
        response.writeHead(204);
        return response.end();
      }
      return follow(response, answer);
    }
    match = /^\/api\/chat\/([^/]+)\/stop$/.exec(path);
    if (match) {
      live.get(match[1])?.stop();
      response.writeHead(204);
      return response.end();
    }
    return problem(response, 404, 'Not Found', 'There is nothing here.');
  }

  function upload(response, body) {
    const name = /filename="([^"]*)"/.exec(body.toString())?.[1] ?? 'file';
    if (name.includes('proxy')) {
      response.writeHead(413, { 'content-type': 'text/html' });
      return response.end('<h1>413</h1>');
    }
    if (name.includes('later')) {
      response.writeHead(503, { 'retry-after': '7' });
      return response.end();
    }
    if (name.includes('huge')) return problem(response, 413, 'Payload Too Large', 'The file is too large; at most 100 MB are accepted.');
    const id = `d${sources.size + 1}`;
    const made = { id, sourceId: id, version: 1, versions: 1, searchedVersion: null, superseded: false, path: null, recognisedPages: [], unreadPages: [], fileName: name, title: null, mediaType: 'text/plain', bytes: body.length, status: 'queued', progress: 0, error: null, enrichment: null, pages: null, chunks: null, createdAt: new Date().toISOString() };
    sources.set(id, made);
    return json(response, 202, { sources: [{ ...made, duplicate: false }] });
  }

  async function one(request, response, id, action) {
    const found = sources.get(id);
    if (!found) return problem(response, 404, 'Not Found', 'There is no such source.');
    if (request.method === 'DELETE') {
      sources.delete(id);
      response.writeHead(204);
      return response.end();
    }
    if (action === '/retry') {
      Object.assign(found, { status: 'queued', progress: 0, error: null });
      return json(response, 202, found);
    }
    if (action !== '/events') return json(response, 200, found);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const [status, progress] of [['extracting', 0.2], ['chunking', 0.5], ['embedding', 0.8], ['ready', 1]]) {
      await sleep(delay * 10);
      Object.assign(found, { status, progress });
      if (found.fileName.includes('broken')) Object.assign(found, { status: 'failed', error: { title: 'Unreadable', detail: 'The PDF is encrypted; save it without a password.' } });
      if (found.status === 'ready') Object.assign(found, { pages: 2, chunks: 5 });
      if (found.status === 'ready' && found.fileName.includes('hidden')) found.leftOut = [{ code: 'hidden_sheets', text: '2 hidden sheets (Old, 2023)' }, { code: 'comments', text: '1 comment' }];
      response.write(`data: ${JSON.stringify(found)}\n\n`);
      if (found.status === 'failed') break;
    }
    return response.end();
  }

  function shownOf({ head }) {
    const shown = [];
    for (let one = head; one !== null; one = one.parent) shown.unshift(one);
    return shown;
  }

  function put(chat, message, parent) {
    chat.head = { message, parent, key: `k${chat.all.length}` };
    chat.all.push(chat.head);
  }

  function told({ all, head, ...chat }) {
    const messages = shownOf({ head }).map((one) => {
      const beside = all.filter(({ parent }) => parent === one.parent);
      const branch = { index: beside.indexOf(one) + 1, count: beside.length, siblings: beside.map(({ key }) => key) };
      return beside.length > 1 ? { ...one.message, branch } : one.message;
    });
    return { ...chat, messages };
  }

  async function ask(response, body) {
    asked.push(body);
    const text = body.message.parts[0].text;
    if (text.includes('busy') && !log.includes('was busy')) {
      log.push('was busy');
      return problem(response, 503, 'Service Unavailable', 'Too many answers are being written; try again in 5 seconds.');
    }
    const chat = chats.get(body.id) ?? { id: body.id, title: text, all: [], head: null };
    chats.set(body.id, chat);
    // What is edited and what is answered again stand beside what was there.
    const earlier = shownOf(chat).find(({ message }) => message.id === body.message.id);
    if (body.trigger === 'regenerate-message') chat.head = earlier;
    else put(chat, body.message, earlier ? earlier.parent : chat.head);
    const question = chat.head;
    if (question.parent === null) chat.title = question.message.parts[0].text;
    const script = text.includes('ruins') ? SCRIPTS.ruinsEn : text.includes('폐허') ? SCRIPTS.ruinsKo : text.includes('dispute') ? SCRIPTS.disputeEn : text.includes('반박') ? SCRIPTS.disputeKo : text.includes('doubt') ? SCRIPTS.doubtEn : text.includes('긴가민가') ? SCRIPTS.doubtKo : text.includes('규정') ? SCRIPTS.statute : text.includes('hostile') ? SCRIPTS.hostile : /[가-힣]/.test(text) ? SCRIPTS.ko : SCRIPTS.en;
    const answer = new Answer(`m${log.length}`, script, text.includes('slow') ? delay * 12 : delay);
    if (text.includes('toil')) answer.parts = toiled(answer.parts, script === SCRIPTS.ko ? 'ko' : 'en');
    live.set(body.id, answer);
    answer.run().then((message) => {
      live.delete(body.id);
      put(chat, message, question);
    });
    return follow(response, answer, text.includes('cut') ? 40 : Infinity, text.includes('break') ? 30 : Infinity);
  }

  function follow(response, answer, cutAfter = Infinity, breakAfter = Infinity) {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'x-vercel-ai-ui-message-stream': 'v1' });
    let sent = 0;
    const pump = () => {
      while (sent < answer.log.length) {
        if (sent >= cutAfter) return response.destroy();
        if (sent >= breakAfter) {
          response.write(`data: ${JSON.stringify({ type: 'error', errorText: 'The model server stopped answering.' })}\n\ndata: [DONE]\n\n`);
          return response.end();
        }
        response.write(`id: ${answer.id}-${sent}\ndata: ${JSON.stringify(answer.log[sent])}\n\n`);
        sent += 1;
      }
      if (answer.done) {
        response.write('data: [DONE]\n\n');
        return response.end();
      }
      return setTimeout(pump, 2);
    };
    pump();
  }

  /** A file of the page, packed as the real server sends it. */
  async function page(path, request, response) {
    const name = normalize(path === '/' ? '/index.html' : path);
    const packed = { br: 'br', gzip: 'gz' };
    const coding = Object.keys(packed).find((one) => (request.headers['accept-encoding'] ?? '').includes(one) && existsSync(join(DIST, `${name}.${packed[one]}`)));
    try {
      const content = await readFile(join(DIST, coding ? `${name}.${packed[coding]}` : name));
      response.writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream', 'content-security-policy': name.includes('hwp-worker-') ? READER : POLICY, ...(coding ? { 'content-encoding': coding } : {}) });
      response.end(content);
    } catch {
      response.writeHead(404);
      response.end();
    }
  }

  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    log,
    asked,
    checked,
    written,
    projects,
    rules,
    graph,
    close: () => new Promise((resolve) => {
      server.closeAllConnections();
      server.close(resolve);
    }),
  };
}

class Answer {
  constructor(id, script, delay) {
    this.id = id;
    this.parts = parts(id, script);
    this.delay = delay;
    this.log = [];
    this.done = false;
    this.stopped = false;
  }

  stop() {
    this.stopped = true;
  }

  async run() {
    for (const part of this.parts) {
      if (this.stopped) break;
      this.log.push(part);
      if (part.type === 'text-delta') await sleep(this.delay);
    }
    if (this.stopped) {
      const metadata = { status: 'stopped', verified: false, badge: 'partial', confidence: 0.5, accuracy_rate: 1 };
      this.log.push({ type: 'text-end', id: 't1' }, { type: 'message-metadata', messageMetadata: metadata }, { type: 'abort', reason: 'stopped' });
    }
    this.done = true;
    return this.message();
  }

  /** The message as it is stored: edits applied, nothing but what a reader needs. */
  message() {
    let text = '';
    const rest = new Map();
    let metadata = {};
    for (const part of this.log) {
      if (part.type === 'text-delta') text += part.delta;
      else if (part.type === 'data-edit') text = text.slice(0, part.data.start) + part.data.replacement + text.slice(part.data.end);
      else if (part.type.startsWith('data-') || part.type.startsWith('source-')) rest.set(`${part.type}/${part.id ?? part.sourceId}`, part);
      else if (part.messageMetadata) metadata = { ...metadata, ...part.messageMetadata };
    }
    return { id: this.id, role: 'assistant', parts: [...rest.values(), { type: 'text', text }], metadata };
  }
}

function sleep(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

async function read(request) {
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  return Buffer.concat(pieces);
}
