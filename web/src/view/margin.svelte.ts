/**
 * Cards beside their sentences. They stand below one another in the order of the text; each is moved down to the height
 * of its sentence where the cards before it leave the room, and makes way for the one that is looked at, which stands beside its
 * own. Where more cards belong to a stretch of the text than it is high, the lightest wait behind a line that counts them, so that
 * none drifts further than such a stretch. Of many cards only those in sight are on the page: the others keep their places.
 */
import { tick } from 'svelte';

export interface Wish {
  height: number;
  /** Pixels below the top of the column at which its sentence stands; null where it goes below the one before it. */
  wanted: number | null;
  active: boolean;
}

/** Where each card goes, and where the last one ends (pixels). Pure. */
export function spaced(cards: readonly Wish[], gap: number): { tops: number[]; end: number } {
  const wants: (number | null)[] = cards.map(({ wanted }) => wanted);
  const stack = (): { tops: number[]; end: number } => {
    let end = -gap;
    const tops = cards.map(({ height }, index) => {
      const top = Math.max(end + gap, wants[index] ?? 0);
      end = top + height;
      return top;
    });
    return { tops, end: Math.max(0, end) };
  };
  const stood = stack();
  const at = cards.findIndex(({ active, wanted }) => active && wanted !== null);
  let below = cards[at]?.wanted ?? Infinity;
  // Those before the one that is looked at make way for it upwards, as far as there is room.
  for (let index = at; index >= 0; index -= 1) {
    const top = Math.min(stood.tops[index] ?? 0, below);
    wants[index] = top;
    below = top - gap - (cards[index - 1]?.height ?? 0);
  }
  return at < 0 ? stood : stack();
}

export interface Weighed extends Wish {
  /** The lighter, the sooner it waits behind the others. */
  weight: number;
}

/** Height of a stretch of the text, and of the line that counts what waits there (pixels). */
const STRETCH = 480;
const COUNTED = 34;
/** At the head of a text the card that is looked at may stand so much below its sentence (pixels). */
const CLOSE = STRETCH / 2;

/** Which cards wait in each stretch that has more of them than room: their places in the list. Pure. */
export function waiting(cards: readonly Weighed[], gap: number, room = STRETCH): number[][] {
  const stretches = new Map<number, number[]>();
  for (const [index, { wanted }] of cards.entries()) {
    if (wanted === null) continue;
    const own = Math.floor(wanted / room);
    const others = stretches.get(own);
    if (others) others.push(index);
    else stretches.set(own, [index]);
  }
  const height = (index: number): number => (cards[index]?.height ?? 0) + gap;
  let end = 0;
  /** Height of all that stand before, one directly below the other. */
  let packed = 0;
  return [...stretches].sort(([a], [b]) => a - b).flatMap(([at, own]) => {
    const from = end;
    const waits = new Set<number>();
    const line = (): number => (waits.size > 0 ? COUNTED + gap : 0);
    /** Stacks those that do not wait; whether each is near enough to its sentence. */
    const near = (): boolean => {
      end = from;
      return own.every((index) => {
        const wanted = cards[index]?.wanted ?? 0;
        const top = Math.max(wanted, end);
        if (!waits.has(index)) end = top + height(index);
        return waits.has(index) || top - wanted <= room;
      });
    };
    const lightest = own.filter((index) => !cards[index]?.active).sort((a, b) => (cards[a]?.weight ?? 0) - (cards[b]?.weight ?? 0) || b - a);
    // What goes on into a stretch without cards of its own is near enough.
    const until = (at + (stretches.has(at + 1) ? 1 : 2)) * room;
    let left = Math.max(at * room, end) + own.reduce((sum, index) => sum + height(index), 0);
    for (const index of lightest) {
      if ((left + line() <= until && near()) || own.length - waits.size === 1) break;
      left -= height(index);
      waits.add(index);
    }
    // The one that is looked at stands close to its own: those before it wait where they have no room above it.
    const looked = own.findIndex((index) => cards[index]?.active);
    const above = own.slice(0, Math.max(0, looked));
    const fits = (): boolean => packed + above.reduce((sum, index) => sum + (waits.has(index) ? 0 : height(index)), 0) <= (cards[own[looked] ?? -1]?.wanted ?? Infinity) + CLOSE;
    for (const index of lightest.filter((one) => above.includes(one))) {
      if (fits()) break;
      waits.add(index);
    }
    near();
    end += line();
    packed += own.reduce((sum, index) => sum + (waits.has(index) ? 0 : height(index)), line());
    return waits.size > 0 ? [[...waits].sort((a, b) => a - b)] : [];
  });
}

/** Fewer cards than this are all on the page. */
const FEW = 40;
/** Height of a card that was not on the page yet, and how far beyond what is in sight cards are kept ready (pixels). */
const GUESS = 92;
const BEYOND = 800;
/** What is in sight is noted anew when it has moved so far (pixels). */
const STEP = 100;
/** What is no suggestion of a lighter kind. */
const HEAVY = 2;

/** Under which the height of a card is kept while it is looked at: it has another by itself. */
const opened = (id: string): string => `${id} opened`;

interface Card {
  id: string;
  /** What it stands beside; itself where nothing else is said. */
  at?: string;
  weight?: number;
}

/** The line that stands for cards that wait. */
export interface Rest<T> {
  id: string;
  rest: readonly T[];
}

export class Margin {
  /** Grows when a card has another height than it was thought to have, and when other cards come in sight. */
  private moved = $state(0);
  private list: HTMLElement | null = null;
  private readonly heights = new Map<string, number>();
  private sight = $state.raw({ from: 0, to: 2000 });
  private aside = $state(false);
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

  /** Whether a card at this height of the text can be seen beside it. */
  sees(top: number | undefined): boolean {
    const { from, to } = this.sight;
    return this.aside && top !== undefined && top - this.above >= from && top - this.above < to;
  }

  /** Where all cards go, and which of them are on the page. `tops` are heights in the text, by the id of what a card stands beside. */
  place<T extends Card>(all: readonly T[], tops: ReadonlyMap<string, number>, active: string | null): { cards: (T | Rest<T>)[]; tops: number[]; end: number } {
    void this.moved;
    const wish = ({ id, at, weight }: T): Weighed => {
      const top = this.aside ? tops.get(at ?? id) : undefined;
      return { height: (id === active ? this.heights.get(opened(id)) : undefined) ?? this.heights.get(id) ?? GUESS, wanted: top === undefined ? null : Math.max(0, top - this.above), active: id === active, weight: weight ?? HEAVY };
    };
    let cards: (T | Rest<T>)[] = [...all];
    let wishes: Wish[] = all.map(wish);
    if (this.aside) {
      const gone = new Set<number>();
      const behind = new Map<number, number[]>();
      for (const waits of waiting(all.map(wish), this.gap)) {
        for (const index of waits) gone.add(index);
        behind.set(waits.at(-1) ?? 0, waits);
      }
      const line = (waits: readonly number[]): Rest<T> => ({ id: `rest-${all[waits[0] ?? 0]?.id ?? ''}`, rest: waits.flatMap((index) => all[index] ?? []) });
      const left = cards.flatMap((card, index): [T | Rest<T>, Wish][] => {
        const waits = behind.get(index);
        if (waits) return [[line(waits), { height: COUNTED, wanted: null, active: false }]];
        const own = wishes[index];
        return gone.has(index) || !own ? [] : [[card, own]];
      });
      cards = left.map(([card]) => card);
      wishes = left.map(([, own]) => own);
    }
    const stood = spaced(wishes, this.gap);
    if (cards.length <= FEW) return { ...stood, cards };
    const { from, to } = this.sight;
    const shown = cards.map(({ id }, index) => id === active || ((stood.tops[index] ?? 0) < to + BEYOND && (stood.tops[index] ?? 0) > from - BEYOND));
    return { ...stood, cards: cards.filter((_card, index) => shown[index]), tops: stood.tops.filter((_top, index) => shown[index]) };
  }

  /** Moves the cards that are on the page to their places, and sees whether they are as high as was thought. */
  stand({ tops, end }: { tops: number[]; end: number }): void {
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
      if (id === '') continue;
      const name = card.classList.contains('active') ? opened(id) : id;
      const height = card.offsetHeight;
      other ||= this.heights.get(name) !== height;
      this.heights.set(name, height);
    }
    let at = 0;
    for (const [index, card] of cards.entries()) {
      const top = tops[index] ?? at;
      card.style.marginTop = `${Math.max(0, top - at)}px`;
      at = top + card.offsetHeight + gap;
    }
    list.style.minHeight = `${end}px`;
    if (this.look() || other) void tick().then(() => (this.moved += 1));
  }

  /** At the foot of a text the card that is looked at is moved to where it is seen; the text stays where it is. */
  show(id: string): void {
    const { list } = this;
    const scroller = list?.closest('.list');
    const card = list?.querySelector(['patch', 'verdict', 'comment'].map((kind) => `:scope > [data-${kind}-item="${CSS.escape(id)}"]`).join());
    if (this.aside || !list || !scroller || !card) return;
    const [frame, box] = [scroller.getBoundingClientRect(), card.getBoundingClientRect()];
    const head = list.previousElementSibling?.matches('.filters') ? list.previousElementSibling.clientHeight : 0;
    scroller.scrollTop += Math.min(box.top - frame.top - head, Math.max(0, box.bottom - frame.bottom));
  }

  /** Finds out which part of the column is in sight; true when other cards belong there now. */
  private look(): boolean {
    const { list } = this;
    const scroller = list?.closest(this.aside ? '.paper' : '.list');
    if (!list || !scroller) return false;
    const frame = scroller.getBoundingClientRect();
    const from = frame.top - list.getBoundingClientRect().top;
    const near = Math.abs(from - this.sight.from) < STEP;
    if (near && frame.height <= this.sight.to - this.sight.from) return false;
    this.sight = { from, to: from + frame.height };
    return true;
  }
}
