/** Words that leave the page: Markdown as text without its signs, and what a clipboard holds of it. */
import { parseMarkdown, type Block } from './blocks';
import { htmlOf, withoutNotes } from './html';
import type { Run } from './inline';

const MARK = /\[\^([^\]\s]{1,64})\]/g;

/** Text without signs of Markdown: tables by tabs, footnotes as numbers, with their words at the end. Pure. */
export function plainText(source: string): string {
  const { body, notes } = withoutNotes(source);
  const order: string[] = [];
  const words = (runs: readonly Run[]): string =>
    runs
      .map(({ text }) => text)
      .join('')
      .replace(MARK, (mark, label: string) => {
        if (!notes.has(label)) return mark;
        return `[${order.includes(label) ? order.indexOf(label) + 1 : order.push(label)}]`;
      })
      .replace(/<\/?(?:sub|sup|u)>/gi, '')
      .replace(/<br ?\/?>/gi, '\n')
      .trim();
  const text = blocksOf(parseMarkdown(body), words);
  const listed: string[] = [];
  // A note may refer to another.
  for (let at = 0; at < order.length; at += 1) listed.push(`[${at + 1}] ${blocksOf(parseMarkdown(notes.get(order[at] ?? '') ?? ''), words)}`);
  return listed.length === 0 ? text : `${text}\n\n${listed.join('\n')}`;
}

/** A sentence of a text without its signs: no mark of a note, no sign of the item that it begins. Pure. */
export function plainSentence(source: string): string {
  return plainText(source.replace(/\s*\[\^[^\]\s]+\]/g, '').trim()).replace(/^(?:[-☐☑]|\d{1,9}\.) /, '');
}

function blocksOf(blocks: readonly Block[], words: (runs: readonly Run[]) => string): string {
  const block = (one: Block): string => {
    switch (one.kind) {
      case 'paragraph':
      case 'heading':
        return words(one.inline);
      case 'code':
        return one.inline.map(({ text }) => text).join('');
      case 'quote':
        return blocksOf(one.blocks, words);
      case 'table':
        return [one.head, ...one.rows].map((cells) => cells.map((cell) => words(cell).replace(/\s*\n\s*/g, ' ')).join('\t')).filter((row) => row.trim() !== '').join('\n');
      case 'list':
        return one.items
          .map(({ checked, blocks: inner }, at) => {
            const mark = one.ordered ? `${one.first + at}.` : checked === null ? '-' : checked ? '☑' : '☐';
            return `${mark} ${inner.map(block).join('\n').replace(/\n/g, '\n  ')}`;
          })
          .join('\n');
      case 'rule':
        return '';
    }
  };
  return blocks.map(block).filter((text) => text !== '').join('\n\n');
}

/** A part of a text as Markdown that stands by itself: with the notes that it refers to, and half a table as a table. Pure. */
export function standing(text: string, start: number, end: number): string {
  let part = text.slice(start, end);
  const pipes = (line: string): number => line.replace(/\\./g, '').split('|').length - 1;
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const above = text.slice(0, lineStart).split('\n').slice(0, -1);
  const rows = above.length - above.findLastIndex((line) => !line.includes('|')) - 1;
  const whole = text.slice(lineStart).split('\n', 2);
  const delimits = (line = ''): boolean => /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/.test(line) && line.includes('|');
  const row = rows > 1 && above.slice(-rows).some((line, at) => at === 1 && delimits(line)) && whole[0]?.includes('|') === true;
  if (part.includes('|') && (row || delimits(whole[1]))) {
    const columns = Math.max(1, pipes((row ? above.at(-rows) : whole[0]) ?? '') - 1);
    const before = text.slice(lineStart, start);
    if (before.trim() !== '') part = `${'| '.repeat(Math.max(1, pipes(before)))}${part}`;
    if (row) part = `|${' |'.repeat(columns)}\n|${' --- |'.repeat(columns)}\n${part}`;
  }
  const missing = new Set([...part.matchAll(MARK)].map(([, label]) => label ?? ''));
  const { notes } = withoutNotes(part);
  const all = [...missing].some((label) => !notes.has(label)) ? withoutNotes(text).notes : notes;
  const added = [...missing].filter((label) => !notes.has(label) && all.has(label)).map((label) => `[^${label}]: ${all.get(label) ?? ''}`);
  return added.length === 0 ? part : `${part.trimEnd()}\n\n${added.join('\n')}\n`;
}

/** Puts Markdown into the clipboard: as it reads for fields that take text, and as it looks for those that take more. */
export async function copyRich(markdown: string): Promise<void> {
  const plain = plainText(markdown);
  if (typeof ClipboardItem === 'undefined') return navigator.clipboard.writeText(plain);
  const as = (type: string, content: string): Record<string, Blob> => ({ [type]: new Blob([content], { type }) });
  await navigator.clipboard.write([new ClipboardItem({ ...as('text/plain', plain), ...as('text/html', htmlOf(markdown)) })]);
}
