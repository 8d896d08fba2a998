/** Keeps the address and the workspace the same: follows links and the back button, and names what the reader opens. */
import { untrack } from 'svelte';
import { chosen, movesTo, named, placeOf, type Shown } from './address';
import type { Drafts } from './draft/drafts.svelte';
import { navigation } from './navigation.svelte';
import type { Session } from './session.svelte';

export class Address {
  /** The page is on its way to an address; until it is there, what it shows is not where it is. */
  moving = $state(true);
  private moves = 0;
  private arrived = true;

  constructor(
    private readonly session: Session,
    private readonly drafts: Drafts,
  ) {}

  private get shown(): Shown {
    return { chat: this.session.chat, draft: this.drafts.current?.id ?? null, writing: this.drafts.shown };
  }

  /** What the workspace shows, as an address. */
  readonly here = $derived(placeOf(this.shown));

  /** The server did not give what the address names. The address stays: a reload or another try leads there. */
  get astray(): boolean {
    return this.session.failedToOpen || this.drafts.failedToOpen;
  }

  /** Shows what the address names. */
  async follow(starting = false): Promise<void> {
    const move = ++this.moves;
    this.moving = true;
    const { session, drafts } = this;
    try {
      const moves = movesTo(navigation.route, this.shown, starting);
      if (moves === null) return;
      if (moves.startNew) session.startNew();
      if (moves.putAway) drafts.putAway();
      const draft = moves.draft === 'any' ? (drafts.current?.id ?? drafts.list[0]?.id ?? null) : moves.draft;
      await Promise.all([moves.chat === null ? null : session.open(moves.chat), draft === null ? null : drafts.open(draft)]);
    } finally {
      if (move === this.moves) this.moving = false;
    }
  }

  /** To be run whenever something that it reads changes: names in the address what the workspace shows. */
  readonly tell = (): void => {
    const next = this.here;
    void navigation.route;
    if (this.moving || this.astray) {
      this.arrived = true;
      return;
    }
    untrack(() => {
      const told = named(navigation.route, next, this.arrived);
      if (told) navigation.tell(told.route, told.instead);
    });
    this.arrived = false;
  };

  /** A conversation or a draft was chosen at the side. */
  choose(page: 'ask' | 'write'): void {
    const route = chosen(page, navigation.route, this.shown);
    if (route) navigation.tell(route, false);
  }
}
