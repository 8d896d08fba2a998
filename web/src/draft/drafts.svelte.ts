/** The drafts on the server and the one that is open. A server without drafts leaves `available` false. */
import { createContext } from 'svelte';
import { problemOf } from '../problem';
import { ApiError } from '../api';
import type { Problem } from '../wire';
import * as api from './api';
import { OpenDraft } from './draft.svelte';
import type { Excerpt } from './footnotes';
import { forget } from './local';
import type { DraftSummary } from './wire';

const LAST = 'stet.draft-open';

export class Drafts {
  available = $state(false);
  list = $state.raw<DraftSummary[]>([]);
  current = $state.raw<OpenDraft | null>(null);
  /** The pane of the open draft is on the screen. It can be put away, and the draft stays open. */
  shown = $state(false);
  problem = $state.raw<Problem | null>(null);
  /** Excerpts that wait for the editor of a draft that is being opened. */
  private waiting: { excerpt: Excerpt; own: boolean }[] = [];
  private wanted = '';

  async load(): Promise<void> {
    try {
      const list = await api.listDrafts();
      this.available = list !== null;
      this.list = list ?? [];
      const last = remembered();
      if (this.current === null && this.list.some((draft) => draft.id === last)) await this.open(last);
    } catch (error) {
      this.problem = problemOf(error);
    }
  }

  async open(id: string): Promise<void> {
    this.wanted = id;
    if (this.current?.id === id) {
      this.shown = true;
      return;
    }
    try {
      const draft = await api.getDraft(id);
      if (this.wanted === id) this.show(new OpenDraft(draft, (saved) => this.saved(saved)));
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) this.list = this.list.filter((draft) => draft.id !== id);
      this.problem = problemOf(error);
    }
  }

  async create(title: string, text = ''): Promise<void> {
    try {
      const draft = await api.createDraft(title, text);
      this.list = [draft, ...this.list];
      this.wanted = draft.id;
      this.show(new OpenDraft(draft, (saved) => this.saved(saved)));
    } catch (error) {
      this.problem = problemOf(error);
    }
  }

  async remove(id: string): Promise<void> {
    try {
      await api.deleteDraft(id);
      if (this.current?.id === id) this.close();
      forget(id, null);
      this.list = this.list.filter((draft) => draft.id !== id);
    } catch (error) {
      this.problem = problemOf(error);
    }
  }

  /** A conflict is settled by keeping both: mine becomes a draft of its own. */
  async keepBoth(draft: OpenDraft, title: string): Promise<void> {
    const text = draft.mine;
    try {
      const made = await api.createDraft(title, text);
      this.list = [made, ...this.list];
      draft.takeTheirs();
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
    remember(null);
  }

  /** Puts an excerpt into the open draft, or into a new one. */
  async insert(excerpt: Excerpt, own: boolean, title: string): Promise<void> {
    if (this.current) {
      this.shown = true;
      this.current.insert(excerpt, own);
      return;
    }
    this.waiting.push({ excerpt, own });
    await this.create(title);
  }

  /** The editor of the open draft is on the screen. */
  ready(draft: OpenDraft): void {
    for (const { excerpt, own } of this.waiting.splice(0)) draft.insert(excerpt, own);
  }

  private saved(draft: OpenDraft): void {
    this.list = this.list.map((one) => (one.id === draft.id ? { ...one, title: draft.title } : one));
  }

  private show(draft: OpenDraft | null): void {
    this.current?.close();
    this.current = draft;
    this.shown = draft !== null;
    this.problem = null;
    remember(draft);
  }
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
