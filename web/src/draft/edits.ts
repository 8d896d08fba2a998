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
