/** The tabs of this browser that have the same draft open, and what they tell each other. No text goes this way. */
import { TAB } from './local';

/** `hello` says that a tab is there and `who` asks, `here` answers both; `saved`, `commented` and `deleted` tell what happened on the server. */
type Kind = 'hello' | 'who' | 'here' | 'bye' | 'saved' | 'commented' | 'deleted';

export interface Ears {
  /** How many other tabs have the draft open. */
  onOthers: (count: number) => void;
  onSaved: (revision: number) => void;
  onCommented: () => void;
  onDeleted: () => void;
}

interface Message {
  kind: Kind;
  draft: string;
  tab: string;
  revision?: number | undefined;
}

const NAME = 'stet.drafts';

export class Tabs {
  private readonly channel: BroadcastChannel | null;
  private readonly others = new Set<string>();

  constructor(
    private readonly draft: string,
    private readonly ears: Ears,
    private readonly greeting: 'hello' | 'who' = 'hello',
  ) {
    this.channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel(NAME) : null;
    this.channel?.addEventListener('message', ({ data }) => this.hear(data as Message));
    this.say(greeting);
    // A tab that is left must not be taken for one that is there.
    addEventListener('pagehide', this.leave);
  }

  say(kind: Kind, revision?: number): void {
    this.channel?.postMessage({ kind, draft: this.draft, tab: TAB, revision } satisfies Message);
  }

  close(): void {
    removeEventListener('pagehide', this.leave);
    this.leave();
    this.channel?.close();
  }

  private readonly leave = (): void => {
    if (this.greeting === 'hello') this.say('bye');
  };

  private hear({ kind, draft, tab, revision = 0 }: Message): void {
    if (draft !== this.draft || tab === TAB) return;
    const before = this.others.size;
    switch (kind) {
      case 'hello':
        this.others.add(tab);
        this.say('here');
        break;
      case 'who':
        if (this.greeting === 'hello') this.say('here');
        break;
      case 'here':
        this.others.add(tab);
        break;
      case 'bye':
        this.others.delete(tab);
        break;
      case 'saved':
        this.ears.onSaved(revision);
        break;
      case 'commented':
        this.ears.onCommented();
        break;
      case 'deleted':
        this.ears.onDeleted();
        break;
    }
    if (this.others.size !== before) this.ears.onOthers(this.others.size);
  }
}

/** Tells the tabs that have a draft open that it was deleted. */
export function tellDeleted(draft: string): void {
  if (typeof BroadcastChannel !== 'function') return;
  const channel = new BroadcastChannel(NAME);
  channel.postMessage({ kind: 'deleted', draft, tab: TAB });
  channel.close();
}

/** Whether another tab has the draft open: asked, and waited for as long as an answer takes within one browser. */
export function openElsewhere(draft: string): Promise<boolean> {
  return new Promise((resolve) => {
    const tabs = new Tabs(draft, { onOthers: () => done(true), onSaved: () => undefined, onCommented: () => undefined, onDeleted: () => undefined }, 'who');
    const timer = setTimeout(() => done(false), 300);
    function done(found: boolean): void {
      clearTimeout(timer);
      tabs.close();
      resolve(found);
    }
  });
}
