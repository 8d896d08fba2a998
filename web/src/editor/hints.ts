/**
 * What is explained beside the text: a broken rule, a footnote, the address of a link. Shown where the mouse rests or,
 * on a key, where the cursor stands. Finds out what stands at a place; how it is shown is the page's business.
 */
import type { EditorView } from 'prosemirror-view';
import type { Breach } from '../draft/linting.svelte';
import { lintsKey, type PlacedBreach } from './lints';

/** Where the hint belongs, in pixels of the window. */
interface At {
  left: number;
  top: number;
  bottom: number;
  /** Opened by a key: the hint takes the focus. */
  focus: boolean;
}

export type Hint = At & ({ kind: 'breach'; id: string; breach: Breach } | { kind: 'note'; label: string; text: string | null } | { kind: 'link'; href: string });

/** How long the mouse rests before a hint comes, and how long it stays away before it goes (ms). */
const REST = 180;
const LEAVE = 350;

export class Hints {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private shownFor: Element | null = null;

  constructor(
    private readonly view: EditorView,
    private readonly show: (hint: Hint | null) => void,
  ) {}

  /** The mouse is over this. */
  over(target: EventTarget | null): void {
    const element = target instanceof Element ? target.closest('[data-lint], [data-note], [data-href]') : null;
    clearTimeout(this.timer);
    if (element === null) {
      if (this.shownFor) this.timer = setTimeout(() => this.hide(), LEAVE);
    } else if (element !== this.shownFor) {
      this.timer = setTimeout(() => this.open(element, false), REST);
    }
  }

  /** The mouse is over the hint itself. */
  hold(): void {
    clearTimeout(this.timer);
  }

  leave(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.hide(), LEAVE);
  }

  /** Explains what stands at the cursor; false when there is nothing to explain. */
  atCursor(): boolean {
    const { node } = this.view.domAtPos(this.view.state.selection.from, 1);
    const element = (node instanceof Element ? node : node.parentElement)?.closest('[data-lint], [data-note], [data-href]') ?? null;
    if (element && this.view.dom.contains(element)) return this.open(element, true);
    const from = this.view.state.selection.from;
    const placed = lintsKey.getState(this.view.state)?.placed.find((one) => one.from <= from && from <= one.to);
    const mark = placed ? this.view.dom.querySelector(`[data-lint="${CSS.escape(placed.id)}"]`) : null;
    return mark !== null && this.open(mark, true);
  }

  /** Explains a broken rule where it stands, also where others stand in the same words. */
  about({ id, from, breach }: PlacedBreach): void {
    const mark = this.view.dom.querySelector(`[data-lint="${CSS.escape(id)}"]`);
    const { left, top, bottom } = mark?.getClientRects()[0] ?? this.view.coordsAtPos(from);
    this.shownFor = mark ?? this.view.dom;
    this.show({ left, top, bottom, focus: true, kind: 'breach', id, breach });
  }

  hide(): void {
    clearTimeout(this.timer);
    if (!this.shownFor) return;
    this.shownFor = null;
    this.show(null);
  }

  private open(element: Element, focus: boolean): boolean {
    if (!element.isConnected) return false;
    const { left, top, bottom } = element.getClientRects()[0] ?? element.getBoundingClientRect();
    const at = { left, top, bottom, focus };
    const id = element.getAttribute('data-lint');
    const placed = lintsKey.getState(this.view.state)?.placed.find((one) => one.id === id);
    const label = element.getAttribute('data-note');
    const href = element.getAttribute('data-href');
    this.shownFor = element;
    if (placed) this.show({ ...at, kind: 'breach', id: placed.id, breach: placed.breach });
    else if (label !== null) this.show({ ...at, kind: 'note', label, text: this.definition(label) });
    else if (href !== null) this.show({ ...at, kind: 'link', href });
    else return false;
    return true;
  }

  private definition(label: string): string | null {
    let found: string | null = null;
    this.view.state.doc.forEach((line) => {
      const text = line.textContent;
      if (found === null && text.startsWith(`[^${label}]:`)) found = text.slice(label.length + 4).trim();
    });
    return found;
  }
}
