/** An answer as plain text, for a clipboard: no marks of Markdown, citations as their numbers, tables by tabs. Pure. */
import type { LaidBlock, Segment } from './overlay';

export function plainOf(blocks: readonly LaidBlock[]): string {
  return blocks.map(block).filter((text) => text !== '').join('\n\n');
}

function words(segments: readonly Segment[]): string {
  return segments
    .flatMap(({ fragments }) => fragments)
    .map(({ citations, text }) => (citations === null ? text : citations.map(({ number }) => `[${number}]`).join('')))
    .join('')
    // A mark that no sentence answers for is a number, too.
    .replace(/\[†(\d{1,3})\]/g, '[$1]')
    .trim();
}

function block(one: LaidBlock): string {
  switch (one.kind) {
    case 'paragraph':
    case 'heading':
    case 'code':
      return words(one.inline);
    case 'quote':
      return plainOf(one.blocks);
    case 'table':
      return [one.head, ...one.rows].map((cells) => cells.map(words).join('\t')).join('\n');
    case 'list':
      return one.items
        .map(({ checked, blocks }, at) => {
          const mark = one.ordered ? `${one.first + at}.` : checked === null ? '-' : checked ? '☑' : '☐';
          return `${mark} ${blocks.map(block).join('\n').replace(/\n/g, '\n  ')}`;
        })
        .join('\n');
    case 'rule':
      return '';
  }
}
