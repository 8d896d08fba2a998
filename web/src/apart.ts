/** Names that tell files apart: a name with as many folders of its path in front as tell it from another file of that name. */

interface File {
  fileName: string;
  path: string | null;
}

/** The folders of a path, the innermost first. */
const folders = ({ path }: File): string[] => (path ?? '').split(/[/\\]/).filter((part) => part !== '').slice(0, -1).reverse();

/** What each of some files is called, in their order. */
export function toldApart(files: readonly File[]): string[] {
  const alike = new Map<string, File[]>();
  for (const file of files) alike.set(file.fileName, [...(alike.get(file.fileName) ?? []), file]);
  return files.map((file) => {
    const own = folders(file);
    const depth = (alike.get(file.fileName) ?? []).map((other) => {
      const theirs = folders(other);
      if (theirs.join('/') === own.join('/')) return 0;
      const differs = own.findIndex((folder, at) => folder !== theirs[at]);
      return differs < 0 ? own.length : differs + 1;
    });
    return [...own.slice(0, Math.max(0, ...depth)).reverse(), file.fileName].join('/');
  });
}
