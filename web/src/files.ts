/** Handing a file to the reader. */

const LONGEST_NAME = 60;

/** A title as the name of a file on every system. */
export function fileName(title: string, extension: string): string {
  const plain = title.replace(/[\u0000-\u001f\\/:*?"<>|]+/g, ' ').replace(/\s+/g, ' ').replace(/^[.\s]+/, '');
  return `${[...plain].slice(0, LONGEST_NAME).join('').trim() || 'stet'}.${extension}`;
}

export function saveFile(content: Blob, title: string, extension: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName(title, extension);
  link.click();
  // The browser has taken the content by then; at once would be too early for some.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
