/**
 * Markdown as plain HTML, for a clipboard and for paper: no classes, no styles, footnotes linked and listed. Text is
 * escaped; nothing of the source becomes markup that it is not.
 */
import { parseMarkdown, type Align, type Block } from './blocks';
import type { Run } from './inline';

const NOTE = /\[\^([^\]\s]{1,64})\]/g;
const DEFINITION = /^\[\^([^\]\s]{1,64})\]:[ \t]?(.*)$/;

/** The body of a text and its footnotes by label; what is set in below a footnote belongs to it. */
export function withoutNotes(source: string): { body: string; notes: Map<string, string> } {
  const notes = new Map<string, string>();
  const body: string[] = [];
  let open: string | null = null;
  let code = false;
  for (const line of source.split(/\r?\n/)) {
    if (/^ {0,3}(?:```|~~~)/.test(line)) code = !code;
    const found = code ? null : DEFINITION.exec(line);
    if (found) {
      open = found[1] ?? '';
      notes.set(open, found[2] ?? '');
    } else if (open !== null && /^(?: {4}|\t)\S/.test(line)) {
      notes.set(open, `${notes.get(open) ?? ''} ${line.trim()}`);
    } else {
      if (line.trim() !== '') open = null;
      body.push(line);
    }
  }
  return { body: body.join('\n'), notes };
}

export function htmlOf(source: string): string {
  const { body, notes } = withoutNotes(source);
  const page = new Page(notes);
  const text = page.blocks(parseMarkdown(body), false);
  return text + page.listed();
}

class Page {
  private readonly order: string[] = [];
  constructor(private readonly notes: ReadonlyMap<string, string>) {}

  /** The notes that are referred to, in the order of their marks; a note may refer to another. */
  listed(): string {
    let items = '';
    for (let at = 0; at < this.order.length; at += 1) {
      const [block] = parseMarkdown(this.notes.get(this.order[at] ?? '') ?? '');
      const words = block && 'inline' in block ? this.line(block.inline) : '';
      items += `<li id="note-${at + 1}"><p>${words} <a href="#ref-${at + 1}">↩</a></p></li>`;
    }
    return items === '' ? '' : `<hr><ol>${items}</ol>`;
  }

  blocks(all: readonly Block[], tight: boolean): string {
    return all.map((block) => this.block(block, tight)).join('\n');
  }

  private block(block: Block, tight: boolean): string {
    switch (block.kind) {
      case 'paragraph':
        return tight ? this.line(block.inline) : `<p>${this.line(block.inline)}</p>`;
      case 'heading':
        return `<h${block.level}>${this.line(block.inline)}</h${block.level}>`;
      case 'rule':
        return '<hr>';
      case 'code':
        return `<pre><code${block.language === '' ? '' : ` class="language-${escape(block.language)}"`}>${escape(block.inline.map(({ text }) => text).join(''))}</code></pre>`;
      case 'quote':
        return `<blockquote>${this.blocks(block.blocks, false)}</blockquote>`;
      case 'list': {
        const tag = block.ordered ? 'ol' : 'ul';
        const start = block.ordered && block.first !== 1 ? ` start="${block.first}"` : '';
        const items = block.items.map(({ checked, blocks }) => {
          const box = checked === null ? '' : checked ? '☑ ' : '☐ ';
          return `<li>${box}${this.blocks(blocks, blocks.filter(({ kind }) => kind === 'paragraph').length < 2)}</li>`;
        });
        return `<${tag}${start}>${items.join('')}</${tag}>`;
      }
      case 'table': {
        const row = (cells: readonly Run[][], tag: string): string =>
          `<tr>${cells.map((cell, column) => `<${tag}${aligned(block.align[column] ?? null)}>${this.line(cell)}</${tag}>`).join('')}</tr>`;
        const head = block.head.some((cell) => cell.length > 0) ? `<thead>${row(block.head, 'th')}</thead>` : '';
        return `<table>${head}<tbody>${block.rows.map((cells) => row(cells, 'td')).join('')}</tbody></table>`;
      }
    }
  }

  private line(runs: readonly Run[]): string {
    return runs.map((run) => this.run(run)).join('');
  }

  private run({ text, strong, em, strike, code, href, shift }: Run): string {
    let out = code ? `<code>${escape(text)}</code>` : this.words(text);
    if (em) out = `<em>${out}</em>`;
    if (strong) out = `<strong>${out}</strong>`;
    if (strike) out = `<s>${out}</s>`;
    if (shift) out = `<${shift}>${out}</${shift}>`;
    // Only addresses that can do no harm have one (inline.ts).
    return href === null ? out : `<a href="${escape(href)}">${out}</a>`;
  }

  private words(text: string): string {
    let out = '';
    let done = 0;
    for (const found of text.matchAll(NOTE)) {
      const label = found[1] ?? '';
      if (!this.notes.has(label)) continue;
      const known = this.order.indexOf(label);
      const number = known < 0 ? this.order.push(label) : known + 1;
      out += `${escape(text.slice(done, found.index))}<sup><a href="#note-${number}"${known < 0 ? ` id="ref-${number}"` : ''}>${number}</a></sup>`;
      done = found.index + found[0].length;
    }
    // A line ends where the page shows that it does.
    return (out + escape(text.slice(done))).replace(/&#60;br ?\/?&#62;/g, '<br>').replace(/\\?\n/g, '<br>\n');
  }
}

function aligned(align: Align): string {
  return align === null ? '' : ` align="${align}"`;
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}
