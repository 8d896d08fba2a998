/** Copies of one open draft that this browser keeps, and the other tabs that have it open. */
import type { Desk } from './desk.svelte';
import * as local from './local';
import { Tabs, type Ears } from './tabs';

/** Wait for the answers of other tabs before their copies are taken for texts of closed ones (ms). */
const OTHERS_AFTER = 400;

export class Copies {
  /** This browser cannot keep what is not saved. */
  unkept = $state(false);
  /** How many other tabs of this browser have the draft open. */
  others = $state(0);
  /** Unsaved texts of other tabs that were closed; none of them is what stands here. */
  recovered = $state.raw<local.Copy[]>([]);
  private readonly tabs: Tabs;

  constructor(
    private readonly desk: Desk,
    ears: Omit<Ears, 'onOthers'>,
  ) {
    this.tabs = new Tabs(desk.id, { ...ears, onOthers: (others) => (this.others = others) });
    // The texts of tabs that are open are their own business.
    setTimeout(() => {
      if (this.others === 0) this.recovered = local.copies(desk.id, 'others').filter((one) => one.text !== desk.mine && one.text !== desk.saved.text);
    }, OTHERS_AFTER);
  }

  attach(): void {
    addEventListener('pagehide', this.keep);
  }

  close(): void {
    this.keep();
    this.tabs.close();
    removeEventListener('pagehide', this.keep);
  }

  /** Keeps what is not saved. */
  readonly keep = (): void => {
    const { editor, state, saved, title, revision } = this.desk;
    if (!editor || state === 'saved') return;
    const { text } = editor;
    if (text === saved.text && title === saved.title) return;
    this.unkept = !local.keep(this.desk.id, { title, text, baseRevision: revision });
  };

  /** The server has what stands here. */
  done(): void {
    this.unkept = false;
    local.forget(this.desk.id, this.desk.saved);
  }

  /** Tells the other tabs what the server has now. */
  tell(): void {
    this.tabs.say('saved', this.desk.revision);
  }

  /** Tells the other tabs that something was said about the draft. */
  readonly tellComment = (): void => this.tabs.say('commented', this.desk.revision);

  /** The writer has decided what becomes of the texts of closed tabs. */
  forgetRecovered(): void {
    for (const { title, text } of this.recovered) local.forget(this.desk.id, { title, text });
    this.recovered = [];
    this.keep();
  }
}
