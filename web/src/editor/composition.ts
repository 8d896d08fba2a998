/** Input methods: while one composes a syllable nothing may be dispatched, because that would break the composition. */
import type { EditorView } from 'prosemirror-view';

/** ProseMirror reads the result of a composition some time after its end (ms). */
const READ_AFTER = 60;

export class Composition {
  /** An input method is at work. */
  active = false;
  private waiting: (() => void)[] = [];

  /** `onEnd` is called before those who wait. */
  constructor(private readonly onEnd: () => void) {}

  /** Resolves when no input method composes: at once, or at the end of the composition. */
  settled(): Promise<void> {
    return this.active ? new Promise((resolve) => this.waiting.push(resolve)) : Promise.resolve();
  }

  start(): void {
    this.active = true;
  }

  end(view: EditorView): void {
    setTimeout(() => {
      if (view.isDestroyed || !this.active) return;
      // The next syllable has begun, or ProseMirror has not read this one yet.
      if (view.composing) return this.end(view);
      this.active = false;
      this.onEnd();
      for (const resolve of this.waiting.splice(0)) resolve();
    }, READ_AFTER);
  }
}

/** What ProseMirror knows of what it has drawn. */
interface Drawn {
  nodeDOM?: globalThis.Node;
  dirty: number;
  markDirty: (from: number, to: number) => void;
  localCompositionInfo?: (view: EditorView, position: number) => unknown;
}
type Known = globalThis.Node & { pmViewDesc?: Drawn };
const CONTENT_DIRTY = 2;

/**
 * Words that are composed within a cell are drawn where they stand. ProseMirror would divide the elements around them for as long as
 * that lasts, and a cell that is two is no cell. Where the words are inside of one piece of text the browser has written all that there
 * is to draw; elsewhere ProseMirror does as it does.
 */
export function steady(view: EditorView): void {
  const { focusNode, focusOffset } = getSelection() ?? { focusNode: null, focusOffset: 0 };
  const text = focusNode as Known | null;
  const around = text?.parentElement as (HTMLElement & Known) | null | undefined;
  const row = (around?.closest('.md-tr') ?? null) as (Element & Known) | null;
  const line = row?.pmViewDesc;
  if (!text || !around || !line?.localCompositionInfo || text.nodeType !== Node.TEXT_NODE || !view.dom.contains(row)) return;
  const drawn = text.pmViewDesc ?? around.pmViewDesc;
  // At its end only where nothing but the style of Markdown ends there too, which then goes on (style.ts).
  const within = focusOffset > 0 && focusOffset < (text.nodeValue ?? '').length;
  const styled = text.pmViewDesc !== undefined || [...around.classList].every((name) => name.startsWith('md-'));
  if (drawn?.nodeDOM !== text || !(within || (styled && focusOffset > 0))) return;
  const mark = drawn.markDirty.bind(drawn);
  drawn.markDirty = (from, to) => {
    mark(from, to);
    if (text.pmViewDesc || around.childNodes.length === 1) drawn.dirty = Math.min(drawn.dirty, CONTENT_DIRTY);
  };
  const divide = line.localCompositionInfo.bind(line);
  line.localCompositionInfo = (...given) => (drawn.dirty <= CONTENT_DIRTY && drawn.nodeDOM?.isConnected ? null : divide(...given));
  view.dom.addEventListener(
    'compositionend',
    () => {
      Reflect.deleteProperty(line, 'localCompositionInfo');
      Reflect.deleteProperty(drawn, 'markDirty');
    },
    { once: true },
  );
}
