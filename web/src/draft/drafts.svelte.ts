/** The drafts on the server and the one that is open. A server without drafts leaves `available` false. */
import { createContext } from 'svelte';
import { decode } from '../decode';
import * as shapes from '../generated/shapes';
import { navigation } from '../navigation.svelte';
import { preferences } from '../preferences.svelte';
import { problemOf } from '../problem';
import { ApiError } from '../api';
import type { Problem } from '../wire';
import * as api from './api';
import { OpenDraft } from './draft.svelte';
import type { Excerpt } from './footnotes';
import type { Place } from './inserting';
import * as local from './local';
import { openElsewhere, tellDeleted } from './tabs';
import { readDraft, type Draft, type DraftSummary } from './wire';

const LAST = 'stet.draft-open';
/** Drafts of a page of the server's list. */
const PAGE = 100;
/** How long a deleted draft can be brought back (ms). */
const UNDO_FOR = 8000;
/** Waits before a server that did not answer is asked again (ms). */
const ASK_AGAIN = [3000, 10_000, 30_000];

export class Drafts {
  available = $state(false);
  /** The server keeps none. Until that is known a place is kept for them. */
  none = $state(false);
  list = $state.raw<DraftSummary[]>([]);
  /** There are more on the server than are listed. */
  rest = $state(false);
  current = $state.raw<OpenDraft | null>(null);
  /** The pane of the open draft is on the screen. It can be put away, and the draft stays open. */
  shown = $state(false);
  problem = $state.raw<Problem | null>(null);
  /** The draft that was asked for could not be fetched, for a reason that may pass. */
  failedToOpen = $state(false);
  /** Excerpts that wait for the editor of a draft that is being opened. */
  private waiting: { excerpt: Excerpt; own: boolean }[] = [];
  private wanted = '';
  private creating = false;
  /** Deleted, and not yet on the server. */
  removed = $state.raw<DraftSummary | null>(null);
  /** It was before the writer's eyes. */
  private wasShown = false;
  private removeTimer: ReturnType<typeof setTimeout> | undefined;
  /** The draft that was made last; its editor takes the focus. */
  fresh = '';
  /** The address names a draft that there is not. */
  missing = $state(false);

  /** The server does not answer: the list is what this browser remembers. */
  offline = $state(false);
  /** Drafts with texts that are kept here and are not on the server yet. */
  unsent = $state.raw<ReadonlySet<string>>(new Set());
  private failures = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    addEventListener('pagehide', this.removeNow);
    addEventListener('online', () => {
      if (this.offline) void this.load();
    });
  }

  async load(): Promise<void> {
    clearTimeout(this.timer);
    try {
      const list = await api.listDrafts(preferences.mine, navigation.project);
      this.available = list !== null;
      this.none = list === null;
      this.rest = (list?.length ?? 0) >= PAGE;
      this.list = list ?? [];
      this.offline = false;
      this.failures = 0;
      this.problem = null;
      local.cacheList(this.list);
      this.list = [...this.list, ...this.orphans()].filter((draft) => draft.id !== this.removed?.id);
      const last = remembered();
      if (this.current === null && this.list.some((draft) => draft.id === last)) await this.open(last);
      this.current?.saving.reach();
      void this.sendKept();
    } catch (error) {
      if (!absent(error)) {
        this.problem = problemOf(error);
        return;
      }
      this.list = local.cachedList();
      this.available = this.list.length > 0;
      this.offline = true;
      this.unsent = local.kept();
      this.timer = setTimeout(() => void this.load(), ASK_AGAIN[Math.min(this.failures, ASK_AGAIN.length - 1)]);
      this.failures += 1;
      const last = remembered();
      if (this.current === null && this.list.some((draft) => draft.id === last)) await this.open(last);
    }
  }

  /** Lists what comes behind the drafts that are listed. */
  async more(): Promise<void> {
    if (!this.rest) return;
    this.rest = false;
    const { mine } = preferences;
    try {
      const next = await api.pageOfDrafts(mine, navigation.project, this.list.filter((draft) => !mine || draft.mine !== false).length);
      this.list = [...this.list, ...next.filter((draft) => !this.list.some((other) => other.id === draft.id))];
      this.rest = next.length === PAGE;
    } catch (error) {
      this.problem = problemOf(error);
    }
  }

  async open(id: string): Promise<void> {
    this.wanted = id;
    this.failedToOpen = false;
    this.missing = false;
    if (this.current?.id === id) {
      this.shown = true;
      return;
    }
    try {
      const draft = await api.getDraft(id);
      if (this.wanted === id) this.show(this.made(draft));
    } catch (error) {
      const gone = error instanceof ApiError && error.status === 404;
      const kept = gone || absent(error) ? this.keptState(id) : null;
      if (kept && this.wanted === id) return this.show(this.made(kept, gone ? 'gone' : 'cache'));
      if (gone) this.list = this.list.filter((draft) => draft.id !== id);
      if (this.wanted !== id) return;
      // The address stays, and no other draft takes the place of the one that was meant.
      this.failedToOpen = true;
      this.missing = gone;
      this.shown = false;
      this.problem = gone ? null : problemOf(error);
    }
  }

  /** Makes a draft and opens it; while one is being made no second is. */
  async create(title = '', text = ''): Promise<void> {
    if (this.creating) return;
    this.creating = true;
    // What is typed from here on is meant for the draft, not for the button that made it.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    try {
      const draft = await api.createDraft(title, text, navigation.project);
      this.list = [draft, ...this.list];
      this.wanted = draft.id;
      this.fresh = draft.id;
      this.show(this.made(draft));
    } catch (error) {
      this.problem = problemOf(error);
    } finally {
      this.creating = false;
    }
  }

  /** Takes a draft off the list; it is deleted when the time in which that can be taken back is over. */
  remove(id: string): void {
    this.removeNow();
    const draft = this.list.find((one) => one.id === id);
    if (!draft) return;
    this.wasShown = this.shown && this.current?.id === id;
    if (this.current?.id === id) this.close();
    this.list = this.list.filter((one) => one !== draft);
    this.removed = draft;
    this.removeTimer = setTimeout(() => this.removeNow(), UNDO_FOR);
  }

  /** Puts the draft that was deleted last back on the list, and before the writer if it was there. */
  keepRemoved(): void {
    clearTimeout(this.removeTimer);
    const { removed } = this;
    this.removed = null;
    if (!removed) return;
    this.list = [removed, ...this.list];
    if (this.wasShown && this.current === null) void this.open(removed.id);
  }

  private readonly removeNow = (): void => {
    clearTimeout(this.removeTimer);
    const { removed } = this;
    this.removed = null;
    if (removed) void this.delete(removed.id);
  };

  private async delete(id: string): Promise<void> {
    try {
      await api.deleteDraft(id);
      if (this.current?.id === id) this.close();
      local.forget(id, null);
      tellDeleted(id);
      this.list = this.list.filter((draft) => draft.id !== id);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) {
        if (this.current?.id === id) this.discard(this.current);
        local.forget(id, null);
        this.list = this.list.filter((draft) => draft.id !== id);
      } else {
        this.problem = problemOf(error);
      }
    }
  }

  /** A conflict is settled by keeping both: mine becomes a draft of its own. */
  async keepBoth(draft: OpenDraft, title: string): Promise<void> {
    const text = draft.mine;
    try {
      const made = await api.createDraft(title, text, navigation.project);
      this.list = [made, ...this.list];
      draft.exchange.takeTheirs();
    } catch (error) {
      this.problem = problemOf(error);
    }
  }

  /** A draft that was deleted elsewhere becomes a new one, with what is written here. */
  async keepGone(draft: OpenDraft, title: string): Promise<void> {
    const text = draft.mine;
    await this.create(title, text);
    if (this.current !== draft) this.discard(draft);
  }

  /** A draft that was deleted elsewhere goes here too. */
  discard(draft: OpenDraft): void {
    if (this.current === draft) this.close();
    local.forget(draft.id, null);
    this.list = this.list.filter((one) => one.id !== draft.id);
  }

  /** The unsaved texts of tabs that were closed become drafts of their own. */
  async keepRecovered(draft: OpenDraft, title: (title: string) => string): Promise<void> {
    try {
      for (const copy of draft.copies.recovered) this.list = [await api.createDraft(title(copy.title), copy.text, navigation.project), ...this.list];
      draft.copies.forgetRecovered();
    } catch (error) {
      this.problem = problemOf(error);
    }
  }

  close(): void {
    this.wanted = '';
    this.show(null);
  }

  /** Puts the pane away; what is inserted next brings it back. */
  putAway(): void {
    this.shown = false;
    this.current?.settleInserted();
    this.failedToOpen = false;
    this.missing = false;
    remember(null);
  }

  /** Puts an excerpt into the open draft, or into a new one; at a place that was chosen before, the page stays as it is. */
  async insert(excerpt: Excerpt, own: boolean, place: Place | null = null): Promise<void> {
    if (this.current) {
      if (place === null) this.shown = true;
      return this.current.insert(excerpt, own, place);
    }
    this.waiting.push({ excerpt, own });
    await this.create();
  }

  /** The editor of the open draft is on the screen. */
  ready(draft: OpenDraft): void {
    for (const { excerpt, own } of this.waiting.splice(0)) void draft.insert(excerpt, own);
  }

  private made(draft: Draft, from: 'server' | 'cache' | 'gone' = 'server'): OpenDraft {
    return new OpenDraft(draft, (saved) => this.saved(saved), from);
  }

  /** What this browser remembers of a draft; null when that is nothing. */
  private keptState(id: string): Draft | null {
    const cached = local.cached(id);
    const copy = local.copies(id)[0];
    if (!cached && !copy) return null;
    const { title, text, baseRevision } = copy ?? { title: '', text: '', baseRevision: 0 };
    return cached ?? readDraft({ id, title, text, revision: baseRevision });
  }

  /** Drafts that the server does not list and of which unsaved texts are kept here: they must not get lost with it. */
  private orphans(): DraftSummary[] {
    return [...local.kept()]
      .filter((id) => !this.list.some((draft) => draft.id === id))
      .map((id) => decode(shapes.DraftSummary, { id, title: local.copies(id)[0]?.title }));
  }

  /** Sends what is kept of drafts that are not open anywhere; what was changed on both sides waits for the writer. */
  private async sendKept(): Promise<void> {
    for (const id of local.kept()) {
      const [copy, ...others] = local.copies(id);
      if (!copy || others.length > 0 || id === this.current?.id || !this.list.some((draft) => draft.id === id) || (await openElsewhere(id))) continue;
      try {
        const draft = await api.getDraft(id);
        if (draft.text !== copy.text || draft.title !== copy.title) {
          if (draft.revision !== copy.baseRevision) continue;
          local.cache(await api.saveDraft(id, copy.title, copy.text, copy.baseRevision));
        }
        local.forget(id, copy);
      } catch {
        // It stays kept, and is sent when the draft is opened.
      }
    }
    this.unsent = local.kept();
  }

  private saved(draft: OpenDraft): void {
    this.unsent = local.kept();
    if (this.offline) void this.load();
    this.list = this.list.map((one) => (one.id === draft.id ? { ...one, title: draft.title } : one));
  }

  private show(draft: OpenDraft | null): void {
    this.current?.close();
    this.unsent = local.kept();
    this.current = draft;
    this.shown = draft !== null;
    this.missing = false;
    this.problem = null;
    this.failedToOpen = false;
    remember(draft);
  }
}

/** No answer came, or one that says that the server behind is not there. */
function absent(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 502 || error.status === 503 || error.status === 504;
}

function remember(draft: OpenDraft | null): void {
  try {
    if (draft) localStorage.setItem(LAST, draft.id);
    else localStorage.removeItem(LAST);
  } catch {
    // The draft is then not opened by itself the next time.
  }
}

function remembered(): string {
  try {
    return localStorage.getItem(LAST) ?? '';
  } catch {
    return '';
  }
}

export const [useDrafts, provideDrafts] = createContext<Drafts>();
