/**
 * The sources of the reader: the list, uploads, and the progress of what is being read in. A few sources at a time are
 * followed by events; while more are under way the list is polled, since a browser opens only six connections to a
 * server and an answer needs one of them.
 */
import { SvelteSet } from 'svelte/reactivity';
import * as api from './api';
import { navigation } from './navigation.svelte';
import { problemOf } from './problem';
import type { Problem, Source } from './wire';

const FOLLOWED_AT_ONCE = 2;
const UPLOADS_AT_ONCE = 2;
const POLL_EVERY = 1500;

export interface Upload {
  key: string;
  file: File;
  error: Problem | null;
}

export function inProgress(source: Source): boolean {
  return source.status !== 'ready' && source.status !== 'failed';
}

/** A model adds contexts or translations to it; it is searched meanwhile. */
export function enriching(source: Source): boolean {
  return source.enrichment?.status === 'queued' || source.enrichment?.status === 'running';
}

const PINS = 'stet.pinned';

function remembered(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PINS) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

function remember(pins: Iterable<string>): void {
  try {
    localStorage.setItem(PINS, JSON.stringify([...pins]));
  } catch {
    // The pins hold until the page is closed.
  }
}

/** Sources that were deleted on this page: the answers that it has loaded may still cite them. */
export const deleted = new SvelteSet<string>();

export class Library {
  sources = $state<Source[]>([]);
  uploads = $state.raw<Upload[]>([]);
  problem = $state.raw<Problem | null>(null);
  loaded = $state(false);
  /** The `sourceId`s that questions are limited to, also after a reload; empty for all. They outlive new versions. */
  readonly pinned = new SvelteSet<string>(remembered());
  /** Those that came in since the page was opened. */
  readonly fresh = new SvelteSet<string>();
  private readonly followed = new Map<string, AbortController>();
  private waiting: Upload[] = [];
  private sending = 0;
  private polling = false;

  async load(): Promise<void> {
    try {
      this.sources = await api.listSources();
      this.problem = null;
      this.forgetMissing();
      this.loaded = true;
      this.watch();
    } catch (error) {
      this.problem = problemOf(error);
    }
  }

  add(files: Iterable<File>): void {
    const added = [...files].map((file): Upload => ({ key: api.newId(), file, error: null }));
    this.uploads = [...this.uploads, ...added];
    this.waiting.push(...added);
    while (this.sending < UPLOADS_AT_ONCE && this.waiting.length > 0) void this.send();
  }

  /** An address of the web travels as a file of that name. */
  addAddress(url: string): void {
    this.add([new File([], url, { type: 'text/uri-list' })]);
  }

  retryUpload(upload: Upload): void {
    this.dismissUpload(upload);
    this.add([upload.file]);
  }

  dismissUpload(upload: Upload): void {
    this.uploads = this.uploads.filter((other) => other.key !== upload.key);
  }

  /** The sources of the project as they are listed: the pinned ones first. */
  get shown(): Source[] {
    const { project } = navigation;
    const listed = project === null ? this.sources : this.sources.filter((source) => source.projectId === project);
    return listed.toSorted((a, b) => Number(this.pinned.has(b.sourceId)) - Number(this.pinned.has(a.sourceId)));
  }

  /** How many documents questions cannot reach yet: on their way here, or being read. */
  get pending(): number {
    return this.uploads.filter((upload) => upload.error === null).length + this.sources.filter(inProgress).length;
  }

  /** There is something to answer from. */
  get askable(): boolean {
    return this.sources.some((source) => source.status === 'ready');
  }

  /** The pinned sources, as far as they are known. */
  get pinnedSources(): Source[] {
    const pinned = this.sources.filter((source) => this.pinned.has(source.sourceId));
    return pinned.filter((source) => source.status === 'ready' || source.searchedVersion === null);
  }

  /** Pins a source, or takes the pin out. */
  pin(sourceId: string): void {
    if (!this.pinned.delete(sourceId)) this.pinned.add(sourceId);
    remember(this.pinned);
  }

  unpinAll(): void {
    this.pinned.clear();
    remember(this.pinned);
  }

  /** A pin in a source that is gone would limit questions to nothing. */
  private forgetMissing(): void {
    const known = new Set(this.sources.map((source) => source.sourceId));
    for (const id of [...this.pinned]) if (!known.has(id)) this.pinned.delete(id);
    remember(this.pinned);
  }

  async retry(source: Source): Promise<void> {
    try {
      await api.retrySource(source.id);
      this.put({ ...source, status: 'queued', progress: 0, error: null });
      this.watch();
    } catch (error) {
      this.put({ ...source, error: problemOf(error) });
    }
  }

  async remove(source: Source): Promise<void> {
    try {
      await api.deleteSource(source.id);
    } catch (error) {
      if (!(error instanceof api.ApiError && error.status === 404)) {
        this.problem = problemOf(error);
        return;
      }
    }
    // What is searched goes with all its versions, another version alone.
    const whole = source.searchedVersion === null || source.searchedVersion === source.version;
    const gone = this.sources.filter((other) => (whole ? other.sourceId === source.sourceId : other.id === source.id));
    for (const { id } of gone) {
      this.followed.get(id)?.abort();
      deleted.add(id);
    }
    this.sources = this.sources.filter((other) => !gone.includes(other));
    this.forgetMissing();
  }

  private async send(): Promise<void> {
    const upload = this.waiting.shift();
    if (!upload) return;
    this.sending += 1;
    try {
      for (const source of await api.uploadSource(upload.file, navigation.project)) {
        this.fresh.add(source.id);
        this.put(source);
      }
      this.dismissUpload(upload);
      this.watch();
    } catch (error) {
      const failed = { ...upload, error: problemOf(error) };
      this.uploads = this.uploads.map((other) => (other.key === upload.key ? failed : other));
    } finally {
      this.sending -= 1;
      if (this.waiting.length > 0) void this.send();
    }
  }

  private put(source: Source): void {
    // A version that is ready takes the place of those before it; one that was overtaken has none.
    if (source.status === 'ready') {
      this.sources = this.sources.filter(
        (other) => other.id === source.id || other.sourceId !== source.sourceId || other.version > source.version,
      );
      if (source.superseded) this.sources = this.sources.filter((other) => other.id !== source.id);
      if (source.superseded) return;
    }
    const index = this.sources.findIndex((other) => other.id === source.id);
    if (index < 0) this.sources.unshift(source);
    else this.sources[index] = { ...source, ...(this.sources[index]?.duplicate ? { duplicate: true } : {}) };
  }

  private watch(): void {
    const pending = this.sources.filter(inProgress);
    if (pending.length > FOLLOWED_AT_ONCE || (pending.length === 0 && this.sources.some(enriching))) {
      void this.poll();
      return;
    }
    for (const source of pending) if (!this.followed.has(source.id)) void this.follow(source.id);
  }

  private async follow(id: string): Promise<void> {
    const controller = new AbortController();
    this.followed.set(id, controller);
    try {
      for await (const source of api.followSource(id, controller.signal)) this.put(source);
    } catch {
      // The events are a convenience; polling below finds out what became of the source.
    }
    this.followed.delete(id);
    const source = this.sources.find((other) => other.id === id);
    // Events end when it is ready, and only then does a model begin to add to it.
    if (!controller.signal.aborted && source && source.status !== 'failed') void this.poll();
  }

  private async poll(): Promise<void> {
    if (this.polling) return;
    this.polling = true;
    try {
      do {
        await new Promise((resolve) => setTimeout(resolve, POLL_EVERY));
        const known = new Set(this.sources.filter((source) => source.duplicate).map((source) => source.id));
        this.sources = (await api.listSources()).map((source) =>
          known.has(source.id) ? { ...source, duplicate: true } : source,
        );
      } while (this.sources.some((source) => inProgress(source) || enriching(source)));
    } catch (error) {
      this.problem = problemOf(error);
    } finally {
      this.polling = false;
    }
  }
}
