/** Changes to a text as data: a few replaced ranges, in the order of the text, none touching another. */

export interface TextEdit {
  start: number;
  end: number;
  text: string;
}

export function applyAll(text: string, edits: readonly TextEdit[]): string {
  let out = '';
  let at = 0;
  for (const edit of edits) {
    out += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return out + text.slice(at);
}

/**
 * Edits that make `after` of `before`, line by line where the number of lines is the same, otherwise one range. They
 * leave alone what is equal, so that the cursor and what is anchored in the text stay where they are.
 */
export function difference(before: string, after: string): TextEdit[] {
  if (before === after) return [];
  const old = before.split('\n');
  const now = after.split('\n');
  if (old.length !== now.length) return [trimmed(before, after, 0)];
  const edits: TextEdit[] = [];
  let at = 0;
  old.forEach((line, index) => {
    const other = now[index] ?? '';
    if (line !== other) edits.push(trimmed(line, other, at));
    at += line.length + 1;
  });
  return edits;
}

function trimmed(before: string, after: string, at: number): TextEdit {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before.charCodeAt(head) === after.charCodeAt(head)) head += 1;
  let tail = 0;
  while (tail < most - head && before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)) {
    tail += 1;
  }
  // Never between the halves of a surrogate pair.
  if (isHigh(before, head - 1) || isHigh(after, head - 1)) head -= 1;
  if (isLow(before, before.length - tail) || isLow(after, after.length - tail)) tail -= 1;
  return { start: at + head, end: at + before.length - tail, text: after.slice(head, after.length - tail) };
}

function isHigh(text: string, index: number): boolean {
  return (text.charCodeAt(index) & 0xfc00) === 0xd800;
}

function isLow(text: string, index: number): boolean {
  return (text.charCodeAt(index) & 0xfc00) === 0xdc00;
}
