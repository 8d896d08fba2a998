/**
 * The AI SDK's chat as Svelte state. It takes the place of the `Chat` of `@ai-sdk/svelte`, which makes every message
 * deeply reactive and publishes every delta: an answer of 25,000 characters kept the page busy for minutes. Here
 * messages are plain values, published at most once per frame.
 */
import { AbstractChat, type ChatInit, type ChatState, type ChatStatus } from 'ai';
import type { AnswerMessage } from './wire';

class FrameState implements ChatState<AnswerMessage> {
  private current: AnswerMessage[];
  private published = $state.raw<AnswerMessage[]>([]);
  private scheduled = false;
  status = $state<ChatStatus>('ready');
  error = $state.raw<Error | undefined>(undefined);

  constructor(messages: AnswerMessage[]) {
    this.current = messages;
    this.published = messages;
  }

  /** The SDK sees its own latest messages, never what the screen still shows. */
  get messages(): AnswerMessage[] {
    return this.current;
  }

  set messages(messages: AnswerMessage[]) {
    this.current = messages;
    this.publish();
  }

  get shown(): AnswerMessage[] {
    return this.published;
  }

  pushMessage = (message: AnswerMessage): void => {
    this.current = [...this.current, message];
    this.publish();
  };

  popMessage = (): void => {
    this.current = this.current.slice(0, -1);
    this.publish();
  };

  replaceMessage = (index: number, message: AnswerMessage): void => {
    // The SDK goes on changing the message that it hands over; what is published must be a new value.
    this.current = this.current.with(index, { ...message, parts: [...message.parts] });
    if (this.scheduled) return;
    this.scheduled = true;
    // A page in the background gets no frames.
    if (document.hidden) setTimeout(this.publish, 100);
    else requestAnimationFrame(this.publish);
  };

  snapshot = <T>(thing: T): T => structuredClone(thing);

  private publish = (): void => {
    this.scheduled = false;
    this.published = this.current;
  };
}

export class AnswerChat extends AbstractChat<AnswerMessage> {
  private readonly frames: FrameState;

  constructor({ messages = [], ...init }: ChatInit<AnswerMessage>) {
    const frames = new FrameState(messages);
    super({ ...init, state: frames });
    this.frames = frames;
  }

  /** The messages to show; they follow {@link AbstractChat.messages} within a frame. */
  get shown(): AnswerMessage[] {
    return this.frames.shown;
  }
}
