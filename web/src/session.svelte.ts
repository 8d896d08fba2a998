/**
 * What the page works with: the server, the sources, the list of conversations and the one that is open. Leaves the
 * address, which names that one, to the page.
 */
import { createContext } from 'svelte';
import * as api from './api';
import { Conversation } from './conversation.svelte';
import type { ChatRequest } from './generated/api';
import { languageOf, type Language } from './i18n';
import { saveFile } from './files';
import { Library } from './library.svelte';
import { navigation } from './navigation.svelte';
import { preferences } from './preferences.svelte';
import { problemOf } from './problem';
import { merged } from './when';
import type { ChatSummary, Problem, ServerStatus } from './wire';

type ChatExtras = Pick<ChatRequest, 'language' | 'projectId' | 'sourceIds' | 'criteriaPackIds' | 'strict' | 'web'>;

/** Conversations of a page of the server's list. */
const PAGE = 100;
/** Waits before a server that did not answer is asked again (ms). */
const ASK_AGAIN = [3000, 10_000, 30_000];
/** Packs that one request may name. */
const MOST_PACKS = 20;

export class Session {
  readonly library = new Library();
  status = $state.raw<ServerStatus | null>(null);
  /** Keys or people tell whose something is. */
  readonly people = $derived(this.status?.auth === true);
  /** Languages in which the judge is not asked: it failed its trial. */
  readonly unfit = $derived((['ko', 'en'] as const).filter((one) => this.status?.judge?.[one].judges === false));
  chats = $state.raw<ChatSummary[]>([]);
  /** There are more on the server than are listed. */
  rest = $state(false);
  private listedOf = '';
  private again: ReturnType<typeof setTimeout> | undefined;
  private failures = 0;
  conversation = $state.raw(this.fresh());
  problem = $state.raw<Problem | null>(null);
  /** The conversation that was asked for could not be fetched, for a reason that may pass. */
  failedToOpen = $state(false);
  /** The address names a conversation that there is not. */
  missing = $state(false);
  /** The list of conversations was fetched. */
  listed = $state(false);
  /** Whether the web is searched for the next question. */
  web = $state<'off' | 'auto' | 'always'>('auto');
  /** The id of the open conversation; null while nothing was asked in it. */
  readonly chat = $derived(this.conversation.chat.shown.length === 0 ? null : this.conversation.id);
  /** The conversation that was asked for last: a slower answer to an earlier click is not shown. */
  private wanted = '';
  private readonly onSwitch: () => void;

  /** `onSwitch` is called when another conversation comes on the screen. */
  constructor(onSwitch: () => void) {
    this.onSwitch = onSwitch;
  }

  async start(): Promise<void> {
    clearTimeout(this.again);
    try {
      this.status = await api.getStatus();
      this.problem = null;
      this.failures = 0;
      await Promise.all([this.library.load(), this.refreshChats()]);
    } catch (error) {
      this.problem = problemOf(error);
      // A server that is away comes back without anybody asking.
      if (this.problem.title !== '') return;
      this.again = setTimeout(() => void this.start(), ASK_AGAIN[Math.min(this.failures, ASK_AGAIN.length - 1)]);
      this.failures += 1;
    }
  }

  async open(id: string): Promise<void> {
    this.wanted = id;
    this.failedToOpen = false;
    this.missing = false;
    if (id === this.conversation.id) return;
    try {
      const stored = await api.getChat(id);
      if (this.wanted !== id) return;
      const opened = new Conversation(id, stored.messages, () => void this.refreshChats());
      this.show(opened);
      void opened.resume();
    } catch (error) {
      if (this.wanted !== id) return;
      // The address stays, and no other conversation takes the place of the one that was meant.
      const gone = error instanceof api.ApiError && error.status === 404;
      if (gone) this.startNew();
      this.failedToOpen = true;
      this.missing = gone;
      this.problem = gone ? null : problemOf(error);
    }
  }

  startNew(): void {
    this.failedToOpen = false;
    this.missing = false;
    this.show(this.fresh());
    this.wanted = this.conversation.id;
  }

  async remove(id: string): Promise<void> {
    try {
      await api.deleteChat(id);
      this.chats = this.chats.filter((chat) => chat.id !== id);
      if (id === this.conversation.id) this.startNew();
      await this.refreshChats();
    } catch (error) {
      this.problem = problemOf(error);
    }
  }

  /** Saves the open conversation as a file. */
  async export(format: 'markdown' | 'json'): Promise<void> {
    try {
      const title = this.chats.find((chat) => chat.id === this.conversation.id)?.title ?? 'stet';
      saveFile(await api.exportChat(this.conversation.id, format), title, format === 'markdown' ? 'md' : 'json');
    } catch (error) {
      this.problem = problemOf(error);
    }
  }

  async ask(question: string): Promise<void> {
    this.failedToOpen = false;
    this.missing = false;
    await this.conversation.ask(question, await this.extras(question));
  }

  async editQuestion(id: string, question: string): Promise<void> {
    await this.conversation.edit(id, question, await this.extras(question));
  }

  async regenerate(): Promise<void> {
    await this.conversation.regenerate(await this.extras(this.conversation.question));
  }

  async askAgain(): Promise<void> {
    await this.conversation.again(await this.extras(this.conversation.question));
  }

  speak(language: Language): void {
    preferences.setLanguage(language);
    // The server states why a source failed in the language of the request.
    void this.library.load();
  }

  private fresh(): Conversation {
    return new Conversation(api.newId(), [], () => void this.refreshChats());
  }

  private show(next: Conversation): void {
    this.conversation.close();
    this.conversation = next;
    this.problem = null;
    this.failedToOpen = false;
    this.onSwitch();
  }

  async refreshChats(): Promise<void> {
    try {
      // Where nobody has a key, nothing is anybody's own.
      const first = await api.listChats(this.mine, navigation.project);
      const listed = `${this.mine} ${navigation.project}`;
      const isMore = first.length === PAGE;
      const next = isMore && listed === this.listedOf ? merged(first, this.chats) : first;
      this.rest = isMore && (next.length === first.length || this.rest);
      [this.chats, this.listedOf] = [next, listed];
      this.listed = true;
    } catch {
      // The list is shown as it was; the next answer asks for it again.
    }
  }

  private get mine(): boolean {
    return this.people && preferences.mine;
  }

  /** Lists what comes behind the conversations that are listed. */
  async more(): Promise<void> {
    if (!this.rest) return;
    this.rest = false;
    try {
      const next = await api.listChats(this.mine, navigation.project, this.chats.length);
      this.chats = [...this.chats, ...next.filter((chat) => !this.chats.some((other) => other.id === chat.id))];
      this.rest = next.length === PAGE;
    } catch {
      this.rest = true;
    }
  }

  /** Follows another tab, where the conversation went on in it. */
  async look(): Promise<void> {
    const changed = (): string | undefined => this.chats.find((chat) => chat.id === this.chat)?.updatedAt;
    const known = changed();
    if (known === undefined) return;
    await this.refreshChats();
    if (changed() !== known) await this.conversation.look();
  }

  /** Criteria packs that are switched on: they go with every question, are asked for with the first, and again once `refreshPacks` was called. */
  private packs: Promise<string[]> | null = null;

  refreshPacks(): void {
    this.packs = null;
  }

  private async loadPacks(): Promise<string[]> {
    try {
      return (await api.listPacks()).filter((pack) => pack.isActive).map((pack) => pack.id).slice(0, MOST_PACKS);
    } catch {
      // A server without packs answers without them; one that is away is asked again.
      this.packs = null;
      return [];
    }
  }

  /** What goes with every question besides its words. */
  private async extras(question: string): Promise<ChatExtras> {
    const packs = await (this.packs ??= this.loadPacks());
    const pinned = [...this.library.pinned];
    return {
      // Who asks in English on a Korean page wants to read English, and the other way round.
      language: languageOf(question) ?? preferences.language,
      ...(navigation.project === null ? {} : { projectId: navigation.project }),
      ...(pinned.length > 0 ? { sourceIds: pinned } : {}),
      ...(packs.length > 0 ? { criteriaPackIds: packs } : {}),
      ...(preferences.strict ? { strict: true } : {}),
      ...(this.web === 'auto' ? {} : { web: this.web }),
    };
  }
}

export const [useSession, provideSession] = createContext<Session>();
