/** The bracket that a citation needs: of `[@key` it is open. `before` and `after` are the text around the citation. */
export function closing(before: string, after: string): ']' | '' {
  const open = /\[[^\][\n]*$/.test(before);
  return open && !/^[^\][\n]*\]/.test(after) ? ']' : '';
}
