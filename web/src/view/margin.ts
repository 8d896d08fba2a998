/**
 * Cards beside their sentences. They stand below one another in the order of the text; each is moved down to the height
 * of its sentence where the cards before it leave the room, and the whole column moves up so far that the card that is
 * looked at stands beside its own.
 */

/** Where each card goes: how far it is moved down, and how far all of them are moved up (pixels). Pure. */
export function spaced(cards: readonly { height: number; wanted: number | null; active: boolean }[], gap: number): { down: number[]; up: number } {
  let at = 0;
  let up = 0;
  const down = cards.map(({ height, wanted, active }, index) => {
    const free = index === 0 ? at : at + gap;
    const top = Math.max(free, wanted ?? free);
    if (active && wanted !== null) up = top - wanted;
    at = top + height;
    return top - free;
  });
  return { down, up };
}

/** Moves the cards of a list; `tops` are heights in the text, by the id of the card. */
export function stand(list: HTMLElement, tops: ReadonlyMap<string, number>, active: string | null): void {
  const aside = getComputedStyle(list).getPropertyValue('--beside').trim() === '1';
  const cards = [...list.children].filter((card) => card instanceof HTMLElement);
  const gap = Number.parseFloat(getComputedStyle(list).rowGap) || 0;
  const above = list.offsetTop;
  const wishes = cards.map((card) => {
    const id = card.dataset['patchItem'] ?? card.dataset['verdictItem'] ?? card.dataset['commentItem'] ?? '';
    const top = tops.get(id);
    return { height: card.offsetHeight, wanted: aside && top !== undefined ? Math.max(0, top - above) : null, active: id === active };
  });
  const { down, up } = spaced(wishes, gap);
  for (const [index, card] of cards.entries()) card.style.marginTop = `${down[index] ?? 0}px`;
  list.style.transform = up === 0 ? '' : `translateY(${-up}px)`;
}
