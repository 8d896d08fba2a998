/**
 * Cards beside their sentences. They stand below one another in the order of the text; each is moved down to the height
 * of its sentence where the cards before it leave the room, and the whole column moves up so far that the card that is
 * looked at stands beside its own. Of many cards only those in sight are on the page: the others keep their places.
 */
import { tick } from 'svelte';

export interface Wish {
  height: number;
  /** Pixels below the top of the column at which its sentence stands; null where it goes below the one before it. */
  wanted: number | null;
  active: boolean;
}

/** Where each card goes: its top, how far it is moved up with all others, and where the last one ends (pixels). Pure. */
export function spaced(cards: readonly Wish[], gap: number): { tops: number[]; up: number; end: number } {
  let end = 0;
  let up = 0;
  const tops = cards.map(({ height, wanted, active }, index) => {
    const free = index === 0 ? 0 : end + gap;
    const top = Math.max(free, wanted ?? free);
    if (active && wanted !== null) up = top - wanted;
    end = top + height;
    return top;
  });
  return { tops, up, end };
}

/** Fewer cards than this are all on the page. */
const FEW = 40;
/** Height of a card that was not on the page yet, and how far beyond what is in sight cards are kept ready (pixels). */
const GUESS = 92;
const BEYOND = 800;

interface Card {
  id: string;
}

export class Margin {
  /** Grows when a card has another height than it was thought to have, and when other cards come in sight. */
  private moved = $state(0);
  private list: HTMLElement | null = null;
  private readonly heights = new Map<string, number>();
  private sight = { from: 0, to: 2000 };
  private aside = false;
  private gap = 0;
  private above = 0;

  constructor(private readonly onScroll: () => void) {}

  /** The list is on the page. */
  readonly attach = (list: HTMLElement): (() => void) => {
    this.list = list;
    const scrollers = [list.closest('.paper'), list.closest('.list')].filter((one) => one !== null);
    const look = (): void => {
      this.onScroll();
      if (this.look()) this.moved += 1;
    };
    const sizes = new ResizeObserver(look);
    for (const one of scrollers) {
      one.addEventListener('scroll', look, { passive: true });
      sizes.observe(one);
    }
    return () => {
      sizes.disconnect();
      for (const one of scrollers) one.removeEventListener('scroll', look);
      this.list = null;
    };
  };

  /** Where all cards go, and which of them are on the page. `tops` are heights in the text, by the id of the card. */
  place<T extends Card>(cards: readonly T[], tops: ReadonlyMap<string, number>, active: string | null): { cards: T[]; tops: number[]; up: number; end: number } {
    void this.moved;
    const stood = spaced(
      cards.map(({ id }) => {
        const top = this.aside ? tops.get(id) : undefined;
        return { height: this.heights.get(id) ?? GUESS, wanted: top === undefined ? null : Math.max(0, top - this.above), active: id === active };
      }),
      this.gap,
    );
    if (cards.length <= FEW) return { ...stood, cards: [...cards] };
    const { from, to } = this.sight;
    const shown = cards.map(({ id }, index) => id === active || ((stood.tops[index] ?? 0) < to + BEYOND && (stood.tops[index] ?? 0) > from - BEYOND));
    return { ...stood, cards: cards.filter((_card, index) => shown[index]), tops: stood.tops.filter((_top, index) => shown[index]) };
  }

  /** Moves the cards that are on the page to their places, and sees whether they are as high as was thought. */
  stand({ tops, up, end }: { tops: number[]; up: number; end: number }): void {
    const { list } = this;
    if (!list) return;
    const style = getComputedStyle(list);
    const aside = style.getPropertyValue('--beside').trim() === '1';
    const gap = Number.parseFloat(style.rowGap) || 0;
    const above = list.offsetTop;
    let other = aside !== this.aside || gap !== this.gap || above !== this.above;
    [this.aside, this.gap, this.above] = [aside, gap, above];
    const cards = [...list.children].filter((card) => card instanceof HTMLElement);
    for (const card of cards) {
      const id = card.dataset['patchItem'] ?? card.dataset['verdictItem'] ?? card.dataset['commentItem'] ?? '';
      const height = card.offsetHeight;
      other ||= this.heights.get(id) !== height;
      this.heights.set(id, height);
    }
    let at = 0;
    for (const [index, card] of cards.entries()) {
      const top = tops[index] ?? at;
      card.style.marginTop = `${Math.max(0, top - at)}px`;
      at = top + card.offsetHeight + gap;
    }
    list.style.minHeight = `${end}px`;
    list.style.transform = up === 0 ? '' : `translateY(${-up}px)`;
    if (this.look() || other) void tick().then(() => (this.moved += 1));
  }

  /** Finds out which part of the column is in sight; true when other cards belong there now. */
  private look(): boolean {
    const { list } = this;
    const scroller = list?.closest(this.aside ? '.paper' : '.list');
    if (!list || !scroller) return false;
    const frame = scroller.getBoundingClientRect();
    const from = frame.top - list.getBoundingClientRect().top;
    const near = Math.abs(from - this.sight.from) < BEYOND / 2;
    if (near && frame.height <= this.sight.to - this.sight.from) return false;
    this.sight = { from, to: from + frame.height };
    return true;
  }
}
