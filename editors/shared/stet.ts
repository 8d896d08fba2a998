// A server of Stet as an editor uses it: what is asked of it, and its answers as Markdown. Knows no editor; how a request is
// sent is the editor's.

import type { Citation, Completion, Problem, SourceList, UploadResult, VerifiedSentence, VerifyResult } from '../../web/src/generated/api';

export interface Request {
  path: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string | ArrayBuffer;
}

export interface Reply {
  status: number;
  /** The body, as it came. */
  text: string;
}

/** Sends to the server's address; throws where nobody answers. */
export type Send = (request: Request) => Promise<Reply>;

const BAD = new Set(['unsupported', 'unknown_source', 'uncertain']);
/** The list that Stet sets below an answer. */
const LISTED = /\n*## (?:References|참고문헌)\n[^]*$/;

/** What the server said against a request, in words for a person. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** The address of a server as people write it. */
export const addressOf = (written: string): string => written.trim().replace(/\/+$/, '').replace(/\/v1$/, '');

/** Words with marks of footnotes, and the footnotes. */
export interface Answer {
  text: string;
  notes: string[];
}

/** A sentence that a writer has to look at, with what the nearest source says. */
export interface Finding {
  /** Where it stands in the text that was sent, in UTF-16 code units. */
  start: number;
  end: number;
  /** A warning is for what nobody could decide. */
  severity: 'error' | 'warning';
  reason: string;
  passage: { text: string; title: string; page: number | null; url: string } | null;
  /** The words of the sentence that the source has otherwise, with their place, and the source's own. */
  fix: { start: number; end: number; text: string } | null;
}

export class Stet {
  constructor(
    private readonly address: string,
    private readonly key: string,
    private readonly language: 'ko' | 'en',
    private readonly send: Send,
  ) {}

  private async ask<T>(path: string, body?: string | ArrayBuffer, type = 'application/json'): Promise<T> {
    const headers: Record<string, string> = { Accept: 'application/json', 'Accept-Language': this.language };
    if (this.key !== '') headers['Authorization'] = `Bearer ${this.key}`;
    if (body !== undefined) headers['Content-Type'] = type;
    const { status, text } = await this.send({ path, method: body === undefined ? 'GET' : 'POST', headers, ...(body === undefined ? {} : { body }) });
    if (status >= 200 && status < 300) return JSON.parse(text) as T;
    throw new Refused(status, told(text) ?? `HTTP ${status}`);
  }

  /** The address of a passage on the server's page, with words of it marked. */
  page(chunkId: string, words: string): string {
    return `${this.address}/#/p/${chunkId}?text=${encodeURIComponent(words)}`;
  }

  /** The answer to a question as Markdown, each citation a footnote with the words of its source. */
  async answer(question: string, label = stamp()): Promise<Answer> {
    const body = { model: 'stet', stream: false, messages: [{ role: 'user', content: question }] };
    return this.footnoted(await this.ask<Completion>('/v1/chat/completions', JSON.stringify(body)), label);
  }

  /** `label` begins the names of the footnotes: a note may have others. */
  footnoted(said: Completion, label: string): Answer {
    const { content, annotations } = said.choices[0]!.message;
    const stored = said.stet?.answer ?? content;
    const sentences = (said.stet?.sentences ?? []) as unknown as VerifiedSentence[];
    const urls = new Map(annotations.map(({ url_citation: cited }) => [cited.start_index, cited]));
    const notes: string[] = [];
    const note = (words: string): string => {
      const known = notes.indexOf(words);
      return `[^${label}${known < 0 ? notes.push(words) : known + 1}]`;
    };
    let [text, at] = ['', 0];
    const put = (to: number, words: string, from: number): void => {
      text += stored.slice(at, to) + words;
      at = from;
    };
    for (const { citations, end, status, reason } of [...sentences].sort((one, other) => one.start - other.start)) {
      for (const { start, end, evidence } of [...citations].sort((one, other) => one.start - other.start)) {
        const cited = urls.get(start);
        if (cited && start >= at) put(start, note(footnote(cited.title, cited.url, evidence)), end);
      }
      const stop = Math.max(at, stored.slice(0, end).trimEnd().length);
      put(stop, BAD.has(status) ? note(`⚠ ${reason}`) : '', stop);
    }
    // The list of sources says what the footnotes say; what comes behind the stored text is a warning, or the nearest passage.
    text += stored.slice(at).replace(LISTED, '') + content.slice(stored.length);
    return { text: text.trim(), notes: notes.map((words, index) => `[^${label}${index + 1}]: ${words}`) };
  }

  /** What of a text its sources do not bear out; `own` is the name under which the text itself may be a source. */
  async check(text: string, own: string): Promise<{ findings: Finding[]; checked: number; supported: number }> {
    const sourceIds = await this.others(own);
    const body = JSON.stringify({ answer: text, ...(sourceIds ? { sourceIds } : {}) });
    const result = await this.ask<VerifyResult>('/api/verify', body);
    return { findings: this.findings(text, result), checked: result.counts.claims, supported: result.counts.supported };
  }

  /** All sources but this one; null where it is none. */
  private async others(own: string): Promise<string[] | null> {
    const ids: string[] = [];
    let isThere = false;
    for (let offset: number | null = 0; offset !== null; ) {
      const page: SourceList = await this.ask(`/api/sources?offset=${offset}`);
      for (const source of page.sources) {
        if (source.fileName === own) isThere = true;
        else ids.push(source.sourceId);
      }
      offset = page.next;
    }
    return isThere ? ids : null;
  }

  findings(text: string, result: VerifyResult): Finding[] {
    const titles = new Map(result.sources.map((source) => [source.id, source.title]));
    return result.sentences.flatMap((sentence): Finding[] => {
      const { status, against, origin, reason } = sentence;
      const isError = status === 'unsupported' || status === 'unknown_source' || (status === 'uncited' && against !== undefined);
      if (!isError && status !== 'uncertain') return [];
      const words = text.slice(origin.start, origin.end);
      const start = origin.start + words.length - words.trimStart().length;
      const passage = against && {
        text: against.text.trim(),
        title: titles.get(against.sourceId) ?? '',
        page: against.page,
        // A source that the server has looked up is a passage.
        url: this.page(against.chunkId ?? against.sourceId, against.text.trim()),
      };
      const at = against?.yours === undefined ? -1 : words.indexOf(against.yours);
      const fix = at < 0 || against?.theirs === undefined || against.yours === undefined ? null : { start: origin.start + at, end: origin.start + at + against.yours.length, text: against.theirs };
      return [{ start, end: start + words.trim().length, severity: isError ? 'error' : 'warning', reason, passage: passage ?? null, fix }];
    });
  }

  /** Sends a file as a source; whether the server had these bytes already. */
  async add(name: string, bytes: ArrayBuffer): Promise<boolean> {
    const { body, type } = multipart(name, bytes);
    const { sources } = await this.ask<UploadResult>('/api/sources', body, type);
    return sources.every((source) => source.duplicate === true);
  }
}

/** Findings of a text as it was, where their words are in the text as it is now; those whose words were changed are left out. */
export function moved(findings: Finding[], before: string, now: string): Finding[] {
  if (before === now) return findings;
  return findings.flatMap((finding) => {
    const words = before.slice(finding.start, finding.end);
    const behind = now.indexOf(words, finding.start);
    const start = behind < 0 ? now.lastIndexOf(words, finding.start) : behind;
    if (start < 0) return [];
    const by = start - finding.start;
    const fix = finding.fix && { ...finding.fix, start: finding.fix.start + by, end: finding.fix.end + by };
    return [{ ...finding, start, end: finding.end + by, fix }];
  });
}

function told(text: string): string | null {
  try {
    const problem = JSON.parse(text) as Problem & { error?: { message?: string } };
    return problem.detail ?? problem.error?.message ?? problem.title ?? null;
  } catch {
    return null;
  }
}

function footnote(title: string, url: string, evidence: Citation['evidence']): string {
  const page = evidence?.page == null ? '' : `, p. ${evidence.page}`;
  const quote = evidence === null ? '' : ` — “${evidence.text.replace(/\s+/g, ' ').trim()}”`;
  // An address may hold brackets; within these it ends where they end.
  return `[${title.replace(/[[\]]/g, '\\$&')}${page}](<${url}>)${quote}`;
}

const stamp = (): string => `s${Date.now().toString(36)}-`;

/** A file as forms send it. */
export function multipart(name: string, bytes: ArrayBuffer): { body: ArrayBuffer; type: string } {
  const boundary = `stet-${crypto.randomUUID()}`;
  const quoted = name.replace(/["\r\n]/g, (sign) => encodeURIComponent(sign));
  const utf8 = new TextEncoder();
  const head = utf8.encode(`--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${quoted}"\r\nContent-Type: application/octet-stream\r\n\r\n`);
  const tail = utf8.encode(`\r\n--${boundary}--\r\n`);
  const body = new Uint8Array(head.length + bytes.byteLength + tail.length);
  body.set(head);
  body.set(new Uint8Array(bytes), head.length);
  body.set(tail, head.length + bytes.byteLength);
  return { body: body.buffer, type: `multipart/form-data; boundary=${boundary}` };
}
