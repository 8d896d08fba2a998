// Where the program `stet` is. Knows nothing of the editor.

import { accessSync, constants, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';

const NAME = process.platform === 'win32' ? 'stet.exe' : 'stet';

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The program that a setting names, or the first that is found; null where there is none. */
export function program(setting: string, path = process.env['PATH'] ?? '', home = homedir()): string | null {
  const named = setting.trim().replace(/^~(?=[\\/])/, home);
  if (named !== '' && (isAbsolute(named) || /[\\/]/.test(named))) return isProgram(named) ? named : null;
  // An editor that was started from a menu often has a shorter PATH than a terminal.
  const folders = [...path.split(delimiter), join(home, '.local', 'bin'), join(home, '.cargo', 'bin')];
  const found = folders.filter(isAbsolute).map((folder) => join(folder, named === '' ? NAME : named));
  return found.find(isProgram) ?? null;
}
