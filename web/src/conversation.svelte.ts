/**
 * One conversation: the AI SDK's chat with what it leaves open — continuing after a lost connection, stopping on the
 * server, and errors in words. What a message shows is computed by state.ts.
 */
import { ApiError, getChat, newId, showBranch, stopChat } from './api';
import { AnswerChat } from './chat.svelte';
import { plainText } from './state';
import { AnswerTransport, type StreamEnd } from './stream';
import type { AnswerMessage, Problem } from './wire';

/** Waits before each attempt to reach a server that went away, in milliseconds; about a minute in all. */
const RECONNECT_AFTER = [500, 1000, 2000, 4000, 8000, 15000, 30000];
/** A server that does not end the stream this long after a stop is no longer listened to. */
const STOP_PATIENCE = 5000;

/** What the reader has to know besides the messages: an error of the server, or that the server is gone. */
export type Trouble =
  | { kind: 'problem'; status: number; problem: Problem }
  | { kind: 'unreachable' }
  | { kind: 'lost' }
  | { kind: 'broken'; detail: string };

export class Conversation {
  readonly id: string;
  readonly chat: AnswerChat;
  trouble = $state<Trouble | null>(null);
  reconnecting = $state(false);
  stopping = $state(false);
  private readonly onChange: () => void;
  private end: StreamEnd | null = null;
  private closed = false;

  /** `onChange` is called when the list of conversations on the server may have changed. */
  constructor(id: string, messages: AnswerMessage[], onChange: () => void) {
    this.id = id;
    this.onChange = onChange;
    this.chat = new AnswerChat({
      id,
      messages,
      generateId: newId,
      transport: new AnswerTransport({ onEnd: (end) => (this.end = end) }),
    });
  }

  get busy(): boolean {
    return this.reconnecting || this.chat.status === 'submitted' || this.chat.status === 'streaming';
  }

  /** The words of the last question; empty before the first. */
  get question(): string {
    const asked = this.chat.messages.findLast((message) => message.role === 'user');
    return asked ? plainText(asked) : '';
  }

  async ask(text: string, extras: object): Promise<void> {
    await this.run(() => this.chat.sendMessage({ text }, { body: extras }));
  }

  /** Asks another question in the place of one that was asked: under its id, so that for the server it is that one, too, edited. */
  async edit(id: string, text: string, extras: object): Promise<void> {
    const at = this.chat.messages.findIndex((message) => message.id === id);
    if (at < 0) return;
    this.chat.messages = this.chat.messages.slice(0, at);
    await this.run(() => this.chat.sendMessage({ id, role: 'user', parts: [{ type: 'text', text }] }, { body: extras }));
    await this.place();
  }

  async regenerate(extras: object): Promise<void> {
    const answer = this.chat.messages.findLast((message) => message.role === 'assistant');
    if (!answer) return this.again(extras);
    await this.run(() => this.chat.regenerate({ messageId: answer.id, body: extras }));
    await this.place();
  }

  /** Shows what stands in the place of a message that is shown, with what followed it. */
  async show(message: string): Promise<void> {
    try {
      this.chat.messages = (await showBranch(this.id, message)).messages;
      this.trouble = null;
    } catch (error) {
      this.trouble = troubleOf(error instanceof Error ? error : undefined, null);
    }
    this.onChange();
  }

  /** Takes over what another tab has made of it since. */
  async look(): Promise<void> {
    await this.place();
    if (!this.closed && !this.busy) await this.resume();
  }

  /** Takes over what the server has since a question was edited or answered again: what stands beside it, and what followed words that had been asked before. */
  private async place(): Promise<void> {
    if (this.closed || this.trouble !== null) return;
    const stored = await getChat(this.id).catch(() => null);
    if (stored !== null && !this.busy) this.chat.messages = stored.messages;
  }

  /** Sends the last question once more, when the server may not have received it. */
  async again(extras: object): Promise<void> {
    const asked = this.chat.messages.findLast((message) => message.role === 'user');
    if (!asked) return;
    this.chat.messages = this.chat.messages.slice(0, this.chat.messages.indexOf(asked));
    await this.run(() =>
      this.chat.sendMessage({ id: asked.id, role: 'user', parts: [{ type: 'text', text: plainText(asked) }] }, { body: extras }),
    );
    await this.place();
  }

  /** Takes up an answer that the server is still writing; nothing happens when there is none. */
  async resume(): Promise<void> {
    await this.run(() => this.chat.resumeStream());
  }

  async stop(): Promise<void> {
    this.stopping = true;
    const patience = setTimeout(() => void this.chat.stop(), STOP_PATIENCE);
    try {
      await stopChat(this.id);
    } catch {
      await this.chat.stop();
    }
    while (this.busy) await pause(50);
    clearTimeout(patience);
    this.stopping = false;
  }

  /** The conversation leaves the screen. The server goes on writing; opening it again resumes. */
  close(): void {
    this.closed = true;
    void this.chat.stop();
  }

  private async run(action: () => Promise<void>): Promise<void> {
    this.trouble = null;
    this.end = null;
    const answered = this.answerId();
    await action();
    if (this.closed) return;
    // A question that never arrived leaves itself as the last message, and no answer began.
    const now = this.answerId();
    const started = (now !== null && now !== answered) || this.end !== null;
    if (this.interrupted(started)) await this.reconnect();
    else if (this.chat.status === 'error') this.trouble = troubleOf(this.chat.error, this.end);
    this.onChange();
  }

  private answerId(): string | null {
    const last = this.chat.lastMessage;
    return last?.role === 'assistant' ? last.id : null;
  }

  /** Whether an answer had begun and then broke off without a word of the server. */
  private interrupted(started: boolean): boolean {
    if (!started || this.stopping) return false;
    if (this.end === 'cut') return true;
    return this.end === null && this.chat.status === 'error' && !(this.chat.error instanceof ApiError);
  }

  private async reconnect(): Promise<void> {
    this.reconnecting = true;
    try {
      for (const delay of RECONNECT_AFTER) {
        await pause(delay);
        if (this.closed) return;
        this.end = null;
        this.chat.clearError();
        await this.chat.resumeStream();
        if (this.closed) return;
        const end = this.end as StreamEnd | null;
        if (end === 'finish' || end === 'abort' || end === 'error') return;
        if (end === null && this.chat.status !== 'error') {
          // Nothing to resume: the server has finished meanwhile, and holds the whole message.
          const stored = await getChat(this.id).catch(() => null);
          if (stored !== null) {
            this.chat.messages = stored.messages;
            return;
          }
        }
      }
      this.trouble = { kind: 'lost' };
    } finally {
      this.chat.clearError();
      this.reconnecting = false;
    }
  }
}

function troubleOf(error: Error | undefined, end: StreamEnd | null): Trouble {
  if (error instanceof ApiError) return { kind: 'problem', status: error.status, problem: error.problem };
  if (end === null && error instanceof TypeError) return { kind: 'unreachable' };
  return { kind: 'broken', detail: error?.message ?? '' };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
