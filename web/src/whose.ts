/** Whose something is, in words. */
import type { Messages } from './i18n';

/** Who began what somebody else began; they may have no name, or it was begun before any was noted. */
export function byOf(author: string | null, t: Messages): string {
  return author === null || author === 'writer' ? t.bySomebody : author;
}
