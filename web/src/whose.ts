/** Whose something is, in words. */

/** The name of who began what is not one's own; none where it was begun before anybody had a key, or before names were noted. */
export function byOf(author: string | null | undefined): string | undefined {
  return author === null || author === 'writer' ? undefined : author;
}
