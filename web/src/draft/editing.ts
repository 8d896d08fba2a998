/** The tools of the text by name and key, in both languages, and how they are found by typing. */
import type { Tool } from '../editor/commands';
import { editing as en } from '../text/en/editing';
import { editing as ko } from '../text/ko/editing';

export const EDITING = { en, ko };

const apple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);

const KEYS: Partial<Record<Tool | 'undo' | 'redo', string>> = {
  bold: 'Mod+B',
  italic: 'Mod+I',
  strike: 'Mod+Shift+X',
  code: 'Mod+E',
  heading: 'Mod+Alt+1',
  heading1: 'Mod+Alt+1',
  heading2: 'Mod+Alt+2',
  heading3: 'Mod+Alt+3',
  bullet: 'Mod+Shift+8',
  ordered: 'Mod+Shift+7',
  task: 'Mod+Shift+9',
  quote: 'Mod+Shift+.',
  link: 'Mod+Shift+K',
  footnote: 'Mod+Alt+F',
  sub: 'Mod+,',
  sup: 'Mod+Shift+,',
  undo: 'Mod+Z',
  redo: 'Mod+Y',
};

/** The key of a tool as this machine calls it; empty where it has none. */
export const keyOf = (tool: Tool | 'undo' | 'redo'): string => (KEYS[tool] ?? '').replace('Mod', apple ? '⌘' : 'Ctrl');

export const TABLE_TOOLS = ['rowAbove', 'rowBelow', 'columnBefore', 'columnAfter', 'alignLeft', 'alignCenter', 'alignRight', 'rowDelete', 'columnDelete', 'tableText', 'tableDelete'] as const;
const INSERTED = ['heading1', 'heading2', 'heading3', 'bullet', 'ordered', 'task', 'quote', 'table', 'link', 'footnote', 'sub', 'sup'] as const;
const IN_CELL = [...TABLE_TOOLS, 'link', 'footnote', 'sub', 'sup'] as const;

const INITIALS = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ';
const FINALS = ['', 'ㄱ', 'ㄲ', 'ㄱㅅ', 'ㄴ', 'ㄴㅈ', 'ㄴㅎ', 'ㄷ', 'ㄹ', 'ㄹㄱ', 'ㄹㅁ', 'ㄹㅂ', 'ㄹㅅ', 'ㄹㅌ', 'ㄹㅍ', 'ㄹㅎ', 'ㅁ', 'ㅂ', 'ㅂㅅ', 'ㅅ', 'ㅆ', 'ㅇ', 'ㅈ', 'ㅊ', 'ㅋ', 'ㅌ', 'ㅍ', 'ㅎ'];

/** Letter by letter, as it is typed: a syllable that is not done yet is the beginning of those that it may become. */
function letters(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s/g, '').replace(/[가-힣]/g, (syllable) => {
    const at = syllable.charCodeAt(0) - 0xac00;
    return `${INITIALS.charAt(Math.floor(at / 588))}${String.fromCharCode(0x314f + Math.floor((at % 588) / 28))}${FINALS[at % 28] ?? ''}`;
  });
}

/** The tools that a slash offers for these words, the names of either language; those that begin with them first. */
export function toolsFor(words: string, table: boolean): Tool[] {
  const typed = letters(words);
  const place = (tool: Tool): number => {
    const found = [en.name[tool], ko.name[tool]].map((name) => letters(name).indexOf(typed)).filter((at) => at >= 0);
    return found.length === 0 ? -1 : Math.min(1, ...found);
  };
  return (table ? IN_CELL : INSERTED).filter((tool) => place(tool) >= 0).toSorted((a, b) => place(a) - place(b));
}
