/** Comments on drafts for the scripted server: threads that move with the text, and say when their words are gone. */
export class MockComments {
  constructor() {
    /** Threads by the id of their draft. */
    this.threads = new Map();
    this.count = 0;
  }

  /** `path` is what the address was taken apart into: the draft, the comment, whether it is answered. */
  handle(request, response, draft, [, , id, replies], body, json) {
    const threads = this.threads.get(draft.id) ?? [];
    this.threads.set(draft.id, threads);
    const list = (status, more = {}) => json(response, status, { revision: draft.revision, comments: threads, ...more });
    if (request.method === 'GET') return list(200);
    const asked = body.length > 0 ? JSON.parse(body.toString()) : {};
    if (request.method === 'POST') {
      const made = this.said(asked.body);
      if (replies) {
        threads.find((one) => one.id === id).replies.push(made);
      } else {
        if (asked.baseRevision !== draft.revision) return json(response, 409, { status: 409, title: 'Conflict', detail: 'The draft has changed.', current: draft });
        const quote = draft.text.slice(asked.start, asked.end);
        threads.push({ ...made, resolvedAt: null, quote, present: quote, state: 'kept', start: asked.start, end: asked.end, replies: [] });
        threads.sort((one, other) => one.start - other.start);
      }
      return list(201, { made: made.id });
    }
    const [thread] = threads.filter((one) => one.id === id || one.replies.some((reply) => reply.id === id));
    const found = thread?.id === id ? thread : thread?.replies.find((reply) => reply.id === id);
    if (!found) return json(response, 404, { status: 404, title: 'Not Found', detail: 'There is no such comment.' });
    if (request.method === 'DELETE') {
      const of = found === thread ? threads : thread.replies;
      of.splice(of.indexOf(found), 1);
      response.writeHead(204);
      return response.end();
    }
    if (asked.body !== undefined) found.body = asked.body;
    if (asked.resolved !== undefined) found.resolvedAt = asked.resolved ? new Date().toISOString() : null;
    return list(200);
  }

  said(body) {
    this.count += 1;
    const now = new Date().toISOString();
    return { id: `comment-${this.count}`, author: 'writer', body, createdAt: now, updatedAt: now };
  }

  /** The text between `head` and `end` was replaced, which moves what follows by `shift`. */
  move(draft, text, head, end, shift) {
    for (const one of this.threads.get(draft.id) ?? []) {
      if (one.state === 'gone' || one.end <= head) continue;
      if (one.start >= end) one.start += shift;
      else one.start = Math.min(one.start, head);
      one.end = Math.max(one.start, one.end + shift);
      one.present = text.slice(one.start, one.end);
      one.state = one.present.trim() === '' ? 'gone' : one.present === one.quote ? 'kept' : 'changed';
      if (one.state === 'gone') Object.assign(one, { end: one.start, present: null });
    }
  }
}
