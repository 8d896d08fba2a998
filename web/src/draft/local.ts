/**
 * Copies of unsaved drafts in this browser, so that a closed tab, a crash or a server that is gone loses nothing.
 * A copy is taken away only when the text it holds has been saved.
 */

export interface Copy {
  title: string;
  text: string;
  /** The revision of the server that the text was written on. */
  baseRevision: number;
}

const PREFIX = 'stet.draft.';

/** Keeps a copy; false when this browser does not (storage full or forbidden). */
export function keep(draft: string, copy: Copy): boolean {
  try {
    localStorage.setItem(PREFIX + draft, JSON.stringify(copy));
    return true;
  } catch {
    return false;
  }
}

export function find(draft: string): Copy | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(PREFIX + draft) ?? 'null');
    if (typeof value !== 'object' || value === null) return null;
    const { title, text, baseRevision } = value as Partial<Copy>;
    if (typeof title !== 'string' || typeof text !== 'string' || typeof baseRevision !== 'number') return null;
    return { title, text, baseRevision };
  } catch {
    return null;
  }
}

/** Another tab may have written its own text here meanwhile: only what was saved is taken away. */
export function forget(draft: string, saved: { title: string; text: string } | null): void {
  try {
    const copy = find(draft);
    if (saved !== null && copy !== null && (copy.text !== saved.text || copy.title !== saved.title)) return;
    localStorage.removeItem(PREFIX + draft);
  } catch {
    // Nothing is kept where nothing can be taken away.
  }
}

const WITHOUT_PACKS = 'stet.draft-without-packs.';

/** The writer chose that no rules hold for a draft; the server cannot tell that from not having chosen. */
export function withoutPacks(draft: string): boolean {
  try {
    return localStorage.getItem(WITHOUT_PACKS + draft) !== null;
  } catch {
    return false;
  }
}

export function keepWithoutPacks(draft: string, without: boolean): void {
  try {
    if (without) localStorage.setItem(WITHOUT_PACKS + draft, '1');
    else localStorage.removeItem(WITHOUT_PACKS + draft);
  } catch {
    // The choice then holds for this visit only.
  }
}
