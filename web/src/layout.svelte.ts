/** How the page is divided: the widths of its sides, which lists are folded, and whether only the text is seen. */
import { MediaQuery } from 'svelte/reactivity';
import { store, stored } from './kept';

/** A side of the text that can be made wider and narrower; pixels. */
export type SideName = 'side' | 'margin';

export const WIDTHS: Record<SideName, { least: number; most: number; usual: number }> = {
  side: { least: 208, most: 440, usual: 280 },
  margin: { least: 288, most: 560, usual: 384 },
};

/** A width within its bounds; what is no number is the usual one. Pure. */
export function within(name: SideName, width: number): number {
  const { least, most, usual } = WIDTHS[name];
  return Number.isFinite(width) ? Math.round(Math.min(most, Math.max(least, width))) : usual;
}

class Layout {
  private widths = $state<Record<SideName, number>>({ side: kept('side'), margin: kept('margin') });
  private folds = $state.raw<ReadonlySet<string>>(new Set((stored('stet.folded') ?? '').split(' ').filter((name) => name !== '')));
  /** Only the text is seen. */
  focus = $state(false);

  width(name: SideName): number {
    return this.widths[name];
  }

  setWidth(name: SideName, width: number): void {
    this.widths[name] = within(name, width);
    store(`stet.width.${name}`, String(this.widths[name]));
  }

  folded(list: string): boolean {
    return this.folds.has(list);
  }

  fold(list: string): void {
    const folds = new Set(this.folds);
    if (!folds.delete(list)) folds.add(list);
    this.folds = folds;
    store('stet.folded', [...folds].join(' '));
  }
}

function kept(name: SideName): number {
  return within(name, Number.parseInt(stored(`stet.width.${name}`) ?? '', 10));
}

export const layout = new Layout();

/** Widths below which parts of the page give way: a telephone's; too little for text and margin; too little for an answer and its passage. */
export const phone = new MediaQuery('(max-width: 50rem)');
export const tight = new MediaQuery('(max-width: 79.99rem)');
export const cramped = new MediaQuery('(max-width: 75rem)');
