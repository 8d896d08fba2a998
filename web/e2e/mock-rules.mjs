/** Criteria packs for the scripted server: kept in versions, tried out with the patterns they have, refused rule by rule. */
const EXAMPLE = {
  id: 'en-plain', name: 'Plain English', version: 1, category: 'style', difficulty: 'basic', isActive: true, commonPitfalls: ['Long sentences'], evidenceChunkIds: [],
  criteriaDefinition: {
    rules: [
      { id: 'utilize', kind: 'must_not', text: 'Write “use” for “utilize”.', severity: 'warning', pattern: 'utilize', replacement: 'use' },
      { id: 'very', kind: 'prefer', text: 'Leave out “very”.', severity: 'suggestion', pattern: 'very ', replacement: '' },
      { id: 'guarantee', kind: 'must_not', text: 'Promise nothing. <img src=x onerror=alert(1)>', severity: 'error', pattern: 'guarantee' },
    ],
    do_examples: ['Send the form.'],
    dont_examples: ['The form is to be sent.'],
  },
};

/** A rule of a form as rules with a pattern, without the forms of words. */
function spelt(rule) {
  const { swap = [], tokens = [] } = rule.check ?? {};
  const pairs = [...(Array.isArray(swap) ? swap : Object.entries(swap)), ...tokens.map((token) => [token, null])];
  return pairs.length === 0 ? [rule] : pairs.map(([pattern, replacement]) => ({ ...rule, pattern, replacement }));
}

export class MockRules {
  constructor() {
    this.packs = new Map();
    this.versions = new Map();
    this.accepted = [];
    this.words = ['Zettel'];
    this.ignored = [];
    for (const [id, isActive] of [['pack-1', true], ['pack-2', false]]) {
      this.keep(id, { ...EXAMPLE, name: isActive ? 'House style' : '학교 문체', isActive });
    }
  }

  keep(id, content) {
    const version = (this.packs.get(id)?.version ?? 0) + 1;
    const now = new Date(Date.UTC(2026, 10, 1, 9, version)).toISOString();
    const definition = { rules: [], do_examples: [], dont_examples: [], ...content.criteriaDefinition };
    const made = {
      category: '', difficulty: '', isActive: true, commonPitfalls: [], evidenceChunkIds: [], createdAt: now, ...content, id, version, updatedAt: now, criteriaDefinition: definition,
    };
    this.packs.set(id, made);
    this.versions.set(id, [...(this.versions.get(id) ?? []), { version, criteriaDefinition: definition, createdAt: now }]);
    return made;
  }

  problemsOf({ criteriaDefinition }) {
    const problems = [];
    const seen = new Set();
    for (const rule of criteriaDefinition?.rules ?? []) {
      const wrong = (field, message) => problems.push({ ruleId: rule.id, field, message });
      if (seen.has(rule.id)) wrong('id', `two rules have the id \`${rule.id}\``);
      seen.add(rule.id);
      if (!rule.text && !rule.pattern && !rule.check) wrong('text', 'a rule needs a text or a pattern');
      try {
        new RegExp(rule.pattern ?? '', 'u');
      } catch {
        wrong('pattern', `bad pattern \`${rule.pattern}\`: unclosed group`);
      }
    }
    return problems;
  }

  /** Keys that are not read, in English only: the server says them in the language of the request. */
  warningsOf({ criteriaDefinition }) {
    const known = ['id', 'kind', 'text', 'pattern', 'replacement', 'severity', 'category', 'link', 'pinned', 'check'];
    return (criteriaDefinition?.rules ?? []).flatMap((rule) =>
      Object.keys(rule)
        .filter((key) => !known.includes(key))
        .map((key) => ({ ruleId: rule.id, field: key, message: `The key ‘${key}’ is not known and was not read.` })),
    );
  }

  handle(request, response, url, body, { json, problem }) {
    const path = url.pathname;
    const refuse = (problems) => json(response, 400, { title: 'Bad Request', status: 400, field: 'criteriaDefinition', detail: `The pack has ${problems.length} rule(s) that cannot be used.`, problems });
    if (path === '/api/dictionary') return this.dictionary(request, response, url, body, json);
    if (path.startsWith('/api/ignored')) return this.aside(request, response, url, body, json);
    if (path.startsWith('/api/references/')) return this.references(request, response, url, body, json);
    if (path === '/api/criteria-packs/examples') return json(response, 200, { packs: [EXAMPLE] });
    if (path === '/api/criteria-packs/import') {
      const name = url.searchParams.get('name');
      if (!name.endsWith('.json')) return problem(response, 400, 'Bad Request', 'The file cannot be read; send JSON, YAML, or a Vale style folder as ZIP.');
      const content = JSON.parse(body.toString());
      const problems = this.problemsOf(content);
      if (problems.length > 0) return refuse(problems);
      const warnings = this.warningsOf(content);
      const kept = this.keep(`pack-${this.packs.size + 1}`, { name, ...content });
      return json(response, 201, warnings.length > 0 ? { ...kept, warnings } : kept);
    }
    if (path === '/api/criteria-packs/lint') {
      const { text, rules } = JSON.parse(body.toString());
      return json(response, 200, { breaches: this.lint({ criteriaDefinition: { rules } }, { text }), notChecked: [] });
    }
    const match = /^\/api\/criteria-packs(?:\/([^/]+)(\/versions|\/lint)?)?$/.exec(path);
    const [, id, action] = match ?? [];
    if (id === undefined && request.method === 'GET') return json(response, 200, { packs: [...this.packs.values()] });
    const pack = id === undefined ? null : this.packs.get(id);
    if (id !== undefined && !pack) return problem(response, 404, 'Not Found', 'There is no such pack.');
    if (request.method === 'DELETE') {
      this.packs.delete(id);
      response.writeHead(204);
      return response.end();
    }
    if (action === '/versions') return json(response, 200, { versions: this.versions.get(id) });
    if (request.method === 'GET') return json(response, 200, pack);
    const sent = JSON.parse(body.toString());
    if (action === '/lint') return json(response, 200, { breaches: this.lint(pack, sent), notChecked: [] });
    if (!sent.name) return json(response, 400, { title: 'Bad Request', status: 400, field: 'name', detail: 'The pack has no name; send one in name.' });
    const problems = this.problemsOf(sent);
    if (problems.length > 0) return refuse(problems);
    return json(response, id === undefined ? 201 : 200, this.keep(id ?? `pack-${this.packs.size + 1}`, sent));
  }

  /** Two references that answers did not show, one of them twice. */
  references(request, response, url, body, json) {
    if (url.pathname.endsWith('/review')) {
      const told = [['「학칙」 제99조', 'unknown', '쉰다.'], ['Article 9 of the Rules', 'unsupported', 'Guests leave at ten.'], ['「학칙」제99조', 'unknown', '복학한다.']];
      return json(response, 200, { removed: told.map(([words, fault, statement]) => ({ words, fault, statement, reason: '', chatId: 'chat-1', at: '2026-11-01T09:00:00Z' })) });
    }
    if (request.method === 'GET') return json(response, 200, { accepted: this.accepted.map((words) => ({ words, createdAt: '2026-11-01T09:00:00Z' })) });
    if (request.method === 'POST') this.accepted.push(JSON.parse(body.toString()).words);
    else this.accepted = this.accepted.filter((words) => words !== url.searchParams.get('words'));
    response.writeHead(204);
    return response.end();
  }

  dictionary(request, response, url, body, json) {
    if (request.method === 'POST') this.words = [...new Set([...this.words, ...JSON.parse(body.toString()).words])].sort();
    if (request.method === 'DELETE') {
      this.words = this.words.filter((word) => word !== url.searchParams.get('word'));
      response.writeHead(204);
      return response.end();
    }
    return json(response, 200, { words: this.words.map((word) => ({ word, createdAt: '2026-11-01T09:00:00Z' })) });
  }

  aside(request, response, url, body, json) {
    if (request.method === 'GET') return json(response, 200, { ignored: this.ignored });
    if (request.method === 'DELETE') {
      this.ignored = this.ignored.filter((one) => !url.pathname.endsWith(`/${one.id}`));
      response.writeHead(204);
      return response.end();
    }
    const { ruleId, words = null, draftId = null } = JSON.parse(body.toString());
    const id = `ignored-${this.ignored.length + 1}`;
    this.ignored.push({ id, ruleId, words, draftId, createdAt: '2026-11-01T09:00:00Z' });
    return json(response, 201, { id });
  }

  /** Whether a finding of a draft is not to be told. */
  passes(ruleId, words, draftId) {
    const aside = (one) => one.ruleId === ruleId && (one.words === null || one.words === words) && (one.draftId === null || one.draftId === draftId);
    return this.words.includes(words) || this.ignored.some(aside);
  }

  lint(pack, { text, draftId = null }) {
    const found = [];
    for (const rule of pack.criteriaDefinition.rules.flatMap(spelt)) {
      if (!rule.pattern) continue;
      for (const match of text.matchAll(new RegExp(rule.pattern, 'gu'))) {
        if (this.passes(rule.id, match[0], draftId)) continue;
        found.push({ ruleId: rule.id, severity: rule.severity, start: match.index, end: match.index + match[0].length, message: rule.text ?? '', replacement: rule.replacement ?? null });
      }
    }
    return found.sort((a, b) => a.start - b.start);
  }
}
