/**
 * Instructions that the writer keeps for later, in this browser. As a text that people can read and edit: a heading for
 * each name, the words of the instruction below it. Nothing here knows the page.
 */
export interface Instruction {
  name: string;
  text: string;
}

const KEY = 'stet.instructions';
/** What a revision accepts. */
export const LONGEST = 2000;
const LONGEST_NAME = 80;
const MOST = 100;

function usable({ name, text }: Instruction): Instruction | null {
  const words = text.trim().slice(0, LONGEST);
  const title = (name.replace(/\s+/g, ' ').trim() || words.replace(/\s+/g, ' ')).slice(0, LONGEST_NAME);
  return words === '' ? null : { name: title, text: words };
}

/** The list with these, each taking the place of the one with its name. */
export function merge(list: readonly Instruction[], added: readonly Instruction[]): Instruction[] {
  const out = [...list];
  for (const one of added) {
    const made = usable(one);
    if (made === null) continue;
    const at = out.findIndex((other) => other.name === made.name);
    if (at >= 0) out[at] = made;
    else if (out.length < MOST) out.push(made);
  }
  return out;
}

export function toText(list: readonly Instruction[]): string {
  return list.map(({ name, text }) => `# ${name}\n\n${text.replace(/^(?=\\*#)/gm, '\\')}\n`).join('\n');
}

export function fromText(text: string): Instruction[] {
  const out: Instruction[] = [];
  for (const line of text.replace(/^\ufeff/, '').split(/\r\n|\n/)) {
    const heading = /^#[ \t]+(.*)$/.exec(line);
    if (heading) out.push({ name: heading[1] ?? '', text: '' });
    else if (out.length > 0 || line.trim() !== '') {
      if (out.length === 0) out.push({ name: '', text: '' });
      const last = out.at(-1);
      if (last) last.text += `${line.replace(/^\\(?=\\*#)/, '')}\n`;
    }
  }
  return merge([], out);
}

export function load(): Instruction[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    if (!Array.isArray(value)) return [];
    return merge([], value.filter((one): one is Instruction => typeof one?.name === 'string' && typeof one?.text === 'string'));
  } catch {
    return [];
  }
}

/** False when this browser does not keep them. */
export function store(list: readonly Instruction[]): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(list));
    return true;
  } catch {
    return false;
  }
}
