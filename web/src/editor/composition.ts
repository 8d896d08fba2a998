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
