/** Projects and shared links as the mock server keeps them. */
export class MockProjects {
  constructor() {
    this.projects = [];
    /** What was moved, in order. */
    this.moved = [];
    this.shares = [];
    /** What a link leads to, by its key. */
    this.shared = new Map();
  }

  /** Answers a request; false when the path is none of its own. `things`: what is found by its name. */
  handle(request, response, url, body, { json, problem, things }) {
    const path = url.pathname;
    const empty = () => response.writeHead(204).end();
    if (path === '/api/projects' && request.method === 'GET') json(response, 200, { projects: this.projects });
    else if (path === '/api/projects') {
      const { name } = JSON.parse(body.toString());
      if (this.projects.some((one) => one.name === name)) problem(response, 409, 'Conflict', 'There is a project of that name already.');
      else {
        this.projects.push({ id: `p${this.projects.length + 1}`, name, createdAt: new Date().toISOString(), archivedAt: null, sources: 0, drafts: 0, chats: 0 });
        json(response, 201, this.projects.at(-1));
      }
    } else if (path === '/api/projects/move') {
      this.moved.push(JSON.parse(body.toString()));
      json(response, 200, { sources: 1, drafts: 0, chats: 0 });
    } else if (path === '/api/projects/find') {
      const words = url.searchParams.get('query').toLowerCase();
      json(response, 200, { found: things().filter(({ title }) => title.toLowerCase().includes(words)) });
    } else if (path.startsWith('/api/projects/')) {
      const at = this.projects.findIndex(({ id }) => path.endsWith(`/${id}`));
      if (request.method === 'DELETE') this.projects.splice(at, 1);
      else Object.assign(this.projects[at], JSON.parse(body.toString()));
      empty();
    } else if (path === '/api/shares' && request.method === 'GET') json(response, 200, { shares: this.shares });
    else if (path === '/api/shares') {
      const { expiresInDays, ...what } = JSON.parse(body.toString());
      const until = expiresInDays === undefined ? null : new Date(Date.now() + expiresInDays * 86_400_000).toISOString();
      this.shares.unshift({ id: `s${this.shares.length + 1}`, draftId: null, messageId: null, ...what, author: 'kim', createdAt: new Date().toISOString(), expiresAt: until });
      json(response, 201, { ...this.shares[0], link: `/#/shared/${'ab'.repeat(32)}` });
    } else if (path.startsWith('/api/shares/')) {
      this.shares = this.shares.filter(({ id }) => !path.endsWith(`/${id}`));
      empty();
    } else if (path.startsWith('/api/shared/')) {
      const found = this.shared.get(path.split('/').at(-1));
      if (found) json(response, 200, found);
      else problem(response, 404, 'Not Found', 'There is nothing to read under this link.');
    } else return false;
    return true;
  }
}
