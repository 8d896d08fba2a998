/**
 * Drafts and patches for the scripted server: revisions, 409 for stale requests, patches that move with the text,
 * decisions. `revise` proposes what its rules find in the text, so that tests know what will come.
 */
import { MockComments } from './mock-comments.mjs';
import { MockWorks } from './mock-works.mjs';

const RULES = [
  ['teh', 'the', 'DETAIL', ['spelling']],
  ['  ', ' ', 'DETAIL', ['double space']],
  ['utilise', 'use', 'EXPRESSION', ['plainer word']],
  ['three years', 'four years', 'CORE', ['a number changes: 3 → 4']],
  ['할수 있다', '할 수 있다', 'DETAIL', ['띄어쓰기']],
  ['실시하였다', '했다', 'EXPRESSION', ['더 쉬운 말']],
  ['3년', '4년', 'CORE', ['숫자가 바뀝니다: 3 → 4']],
];

export class MockDrafts {
  constructor(delay) {
    this.delay = delay;
    this.drafts = new Map();
    this.count = 0;
    /** Fails the next saves with this status; 0 drops the connection. */
    this.failing = null;
    /** No request for drafts is answered at all. */
    this.away = false;
    /** A revision breaks off after so many patches. */
    this.breakAfter = null;
    /** What a clipboard is read as, and what a file is. */
    this.pasted = null;
    this.imported = null;
    /** What revisions were asked for. */
    this.revisions = [];
    /** Packs that texts were held against. */
    this.linted = [];
    /** Earlier texts and decisions by the id of their draft. */
    this.history = new Map();
    this.decisions = new Map();
    this.comments = new MockComments();
    this.works = new MockWorks();
    /** Revisions on one page. */
    this.page = 100;
    /** What the sources say of a change of content. */
    this.verdict = { status: 'no_source' };
  }

  /** Answers a request for a draft; false when the path is none of its own. */
  async handle(request, response, path, body, { json, problem }) {
    if (this.away) return response.destroy();
    if (path === '/api/drafts' && request.method === 'GET') {
      // Of a project, and a page of them, where that is asked for.
      const { searchParams: asked } = new URL(request.url, 'http://mock');
      const of = [...this.drafts.values()].filter(({ projectId = null }) => !asked.has('project') || projectId === asked.get('project'));
      const from = Number(asked.get('offset') ?? 0);
      return json(response, 200, { drafts: of.slice(from, from + 100).map(({ text, patches, ...summary }) => summary) });
    }
    if (path === '/api/drafts/paste') {
      return this.pasted === null ? problem(response, 503, 'Busy', '') : json(response, 200, { text: this.pasted, pictures: 0 });
    }
    if (path === '/api/drafts/import') {
      const { title, text, ...imported } = this.imported;
      return json(response, 201, { ...this.create(title, text), imported });
    }
    if (path === '/api/drafts') {
      const { title, text, projectId = null } = JSON.parse(body.toString());
      return json(response, 201, Object.assign(this.create(title, text), { projectId }));
    }
    const said = /^\/api\/drafts\/([^/]+)\/comments(?:\/([^/]+)(\/replies)?)?$/.exec(path);
    if (said && this.drafts.has(said[1])) return this.comments.handle(request, response, this.drafts.get(said[1]), said, body, json);
    const cites = /^\/api\/drafts\/([^/]+)\/(citations|export)$/.exec(path);
    if (cites && this.drafts.has(cites[1])) {
      const cited = this.drafts.get(cites[1]);
      return cites[2] === 'export' ? this.works.export(response, cited, new URL(request.url, 'http://mock')) : this.works.preview(response, cited, json);
    }
    const match = /^\/api\/drafts\/([^/]+)(\/revise(?:\/stop)?|\/patches\/decide|\/revisions(?:\/\d+)?(?:\/restore)?|\/decisions)?$/.exec(path);
    const draft = match && this.drafts.get(match[1]);
    if (!draft) return problem(response, 404, 'Not Found', 'There is no such draft.');
    const history = this.history.get(draft.id);
    const [, revision, restore] = /^\/revisions\/(\d+)(\/restore)?$/.exec(match[2] ?? '') ?? [];
    const earlier = history.find((one) => one.revision === Number(revision));
    if (earlier && !restore) return json(response, 200, earlier);
    if (match[2] === '/revisions') {
      const before = Number(new URL(request.url, 'http://mock').searchParams.get('before') ?? Infinity);
      const older = history.filter((one) => one.revision < before).toReversed();
      const page = older.slice(0, this.page).map(({ text, ...rest }) => rest);
      return json(response, 200, { revisions: page, total: history.length, ...(older.length > this.page ? { next: page.at(-1).revision } : {}) });
    }
    if (match[2] === '/revise/stop') {
      this.stop();
      return json(response, 200, {});
    }
    if (match[2] === '/decisions') return json(response, 200, { decisions: this.decisions.get(draft.id).toReversed() });
    if (request.method === 'GET') return json(response, 200, draft);
    if (request.method === 'DELETE') {
      this.drafts.delete(draft.id);
      response.writeHead(204);
      return response.end();
    }
    if (this.failing !== null) {
      if (this.failing === 0) return response.destroy();
      return problem(response, this.failing, 'Refused', `Refused with ${this.failing}.`);
    }
    const asked = JSON.parse(body.toString());
    if (asked.baseRevision !== draft.revision) {
      return json(response, 409, { title: 'Conflict', status: 409, detail: 'The draft has changed.', current: draft });
    }
    if (earlier) {
      this.write(draft, earlier.text);
      Object.assign(history.at(-1), { cause: 'restore', restoredFrom: earlier.revision });
      return json(response, 200, draft);
    }
    if (match[2] === '/revise') return this.revise(response, draft, asked);
    if (match[2]) return json(response, 200, this.decide(draft, asked));
    if (asked.text !== undefined && asked.text !== draft.text) this.write(draft, asked.text);
    if (asked.title !== undefined) draft.title = asked.title;
    if (asked.criteriaPackIds !== undefined) draft.criteriaPackIds = asked.criteriaPackIds;
    if (asked.citationStyle !== undefined) draft.citationStyle = asked.citationStyle;
    return json(response, 200, draft);
  }

  /** Holds a text against the one rule that a pack has. */
  lint(response, path, body, json, spared) {
    const { text, draftId } = JSON.parse(body.toString());
    this.linted.push(path);
    if (this.away) return response.destroy();
    const rules = path.includes('pack-1')
      ? [['utilise', 'use', 'warning', 'Write “use” for “utilise”.'], ['실시하였다', '했다', 'error', '‘실시하다’ 대신 쉬운 말을 쓸 것'], ['very', null, 'suggestion', 'Say how much.']]
      : [];
    const breaches = rules.flatMap(([words, replacement, severity, message], index) =>
      [...text.matchAll(new RegExp(words, 'g'))].filter(() => !spared.passes(`rule-${index}`, words, draftId)).map((found) => ({
        ruleId: `rule-${index}`, severity, start: found.index, end: found.index + words.length, message, ...(replacement === null ? {} : { replacement }),
      })));
    return json(response, 200, { breaches });
  }

  create(title, text) {
    this.count += 1;
    const made = { id: `draft-${this.count}`, title, text, revision: 1, patches: [], createdAt: '', updatedAt: '', sourceIds: [], criteriaPackIds: [] };
    this.drafts.set(made.id, made);
    this.history.set(made.id, []);
    this.decisions.set(made.id, []);
    this.remember(made, 'create');
    return made;
  }

  /** The state of the text that a draft has now. `clock` lets tests make time pass. */
  remember(draft, cause) {
    this.clock ??= () => Date.now();
    this.history.get(draft.id).push({ revision: draft.revision, text: draft.text, bytes: Buffer.byteLength(draft.text), cause, createdAt: new Date(this.clock()).toISOString() });
  }

  /** A new text: patches before the change stay, those after it move, those that it touches are in conflict. */
  write(draft, text) {
    const old = draft.text;
    let head = 0;
    while (head < Math.min(old.length, text.length) && old[head] === text[head]) head += 1;
    let tail = 0;
    while (tail < Math.min(old.length, text.length) - head && old.at(-1 - tail) === text.at(-1 - tail)) tail += 1;
    const end = old.length - tail;
    const shift = text.length - old.length;
    this.comments.move(draft, text, head, end, shift);
    for (const patch of draft.patches) {
      if (patch.end <= head) continue;
      if (patch.start >= end) {
        patch.start += shift;
        patch.end += shift;
      } else {
        if (patch.status === 'pending') patch.status = 'conflict';
        patch.start = Math.min(patch.start, head);
        patch.end = Math.max(patch.end, end) + shift;
        patch.present = text.slice(patch.start, patch.end);
      }
    }
    draft.text = text;
    draft.revision += 1;
    this.remember(draft, 'edit');
  }

  decide(draft, { action, ids, category }) {
    const changed = [];
    const conflicts = [];
    for (const patch of draft.patches) {
      if (ids ? !ids.includes(patch.id) : category ? patch.category !== category : false) continue;
      if (action === 'accept' && patch.status === 'conflict') {
        conflicts.push(patch.id);
        continue;
      }
      const open = patch.status === 'pending' || patch.status === 'conflict';
      if (action === 'undo' ? open : !open) continue;
      if (action === 'accept') this.replace(draft, patch, patch.after, 'accepted');
      else if (action === 'reject') patch.status = 'rejected';
      else if (patch.status === 'accepted') this.replace(draft, patch, patch.before, 'pending');
      else patch.status = 'pending';
      changed.push(patch.id);
      this.decisions.get(draft.id).push({
        id: `decision-${this.decisions.get(draft.id).length}`, patchId: patch.id, decision: action, decidedBy: 'writer', category: patch.category,
        ruleIds: patch.ruleIds, before: patch.before, after: patch.after, revision: draft.revision, createdAt: new Date().toISOString(),
      });
    }
    draft.revision += 1;
    this.remember(draft, action === 'undo' ? 'undo' : 'accept');
    return { ...draft, changed, conflicts };
  }

  replace(draft, patch, words, status) {
    const shift = words.length - (patch.end - patch.start);
    draft.text = draft.text.slice(0, patch.start) + words + draft.text.slice(patch.end);
    for (const other of draft.patches) {
      if (other !== patch && other.start >= patch.end) {
        other.start += shift;
        other.end += shift;
      }
    }
    patch.end = patch.start + words.length;
    patch.status = status;
  }

  async revise(response, draft, { instruction, range, categories, criteriaPackIds, baseRevision }) {
    this.revisions.push({ instruction, criteriaPackIds, ...(categories ? { categories } : {}) });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const send = (part) => response.write(`data: ${JSON.stringify(part)}\n\n`);
    send({ type: 'start', messageId: 'r1', messageMetadata: { verified: 'pending' } });
    send({ type: 'data-step', id: 'generate', data: { name: 'generate', state: 'running', detail: '' } });
    if (instruction === 'ponder') await new Promise((resolve) => (this.stop = resolve));
    if (instruction === 'nothing') send({ type: 'data-step', id: 'generate', data: { name: 'generate', state: 'skipped', detail: 'no model is configured' } });
    const made = [];
    const hidden = [];
    for (const [before, after, category, reasons] of instruction === 'nothing' || instruction === 'ponder' ? [] : RULES) {
      for (let at = draft.text.indexOf(before); at >= 0; at = draft.text.indexOf(before, at + before.length)) {
        if (categories && !categories.includes(category)) continue;
        if (range && (at < range.start || at + before.length > range.end)) continue;
        const rejected = draft.patches.find((one) => one.status === 'rejected' && one.start === at && one.before === before && one.after === after);
        if (rejected) hidden.push(rejected.id);
        if (rejected || draft.patches.some((one) => one.status === 'pending' && one.start === at)) continue;
        made.push({
          id: `p${draft.revision}-${draft.patches.length + made.length}`, op: 'replace', start: at, end: at + before.length, before, after, category, reasons,
          risk: category === 'CORE' ? 0.9 : 0.1, ruleIds: category === 'DETAIL' ? ['spelling.1'] : [], baseRevision,
          gates: [{ name: 'numeral', value: category === 'CORE' ? 1 : 0, verdict: category === 'CORE' ? 'core' : 'pass' }],
          ...(category === 'CORE' ? { verdict: this.verdict } : {}), context: { before: '', after: '' },
        });
      }
    }
    for (const patch of made) {
      await new Promise((resolve) => setTimeout(resolve, this.delay * 5));
      if (this.breakAfter !== null && made.indexOf(patch) >= this.breakAfter) {
        draft.patches.push(...made.map((one) => ({ ...one, status: 'pending' })));
        this.away = true;
        return response.destroy();
      }
      const { verdict, ...proposed } = patch;
      send({ type: 'data-patch', id: patch.id, data: { ...proposed, status: 'streaming' } });
    }
    draft.patches.push(...made.map((patch) => ({ ...patch, status: 'pending' })));
    send({ type: 'message-metadata', messageMetadata: { counts: {}, suppressed: hidden.length, suppressedIds: hidden } });
    send({ type: 'finish', finishReason: 'stop' });
    response.write('data: [DONE]\n\n');
    response.end();
  }
}
