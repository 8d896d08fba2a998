/** What a draft is called that its writer has not named: as its text begins. */
import { DRAFT_MESSAGES } from './i18n';

/** Characters of a title that was not chosen; more does not fit into the list. */
const MOST = 60;
/** Titles that drafts were given before their texts named them. */
const UNNAMED = new Set(['', DRAFT_MESSAGES.en.untitled, DRAFT_MESSAGES.ko.untitled]);

/** The first line with words, without its Markdown; empty where the text has none. */
export function titleFrom(text: string): string {
  const body = text.replace(/^---\r?\n[^]*?\n---(?:\r?\n|$)/, '');
  for (const [line] of body.matchAll(/[^\r\n]+/g)) {
    const words = line
      .replace(/^[\s>]*(?:#{1,6}\s+|(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?)?/, '')
      .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/\[\^[^\]]*\]:?/g, '')
      .replace(/[*`~]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '')
      .replace(/\s+/g, ' ')
      .trim();
    if (/[\p{L}\p{N}]/u.test(words)) return shorten(words);
  }
  return '';
}

/** Whether the writer chose this title for this text. */
export function isChosen(title: string, text: string): boolean {
  return !UNNAMED.has(title.trim()) && title !== titleFrom(text);
}

function shorten(words: string): string {
  const characters = [...words];
  if (characters.length <= MOST) return words;
  const start = characters.slice(0, MOST).join('');
  const space = start.lastIndexOf(' ');
  return `${space > MOST / 2 ? start.slice(0, space) : start}…`;
}
