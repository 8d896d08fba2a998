// The findings of a note beside it: each sentence with its reason, its passage and what can be done.

import { ItemView, type WorkspaceLeaf } from 'obsidian';

import type { Finding } from '../../shared/stet';
import { say, told } from './i18n';

export const PANEL = 'stet-findings';

export interface Shown {
  note: string;
  summary: string;
  /** With the words of the sentence. */
  findings: (Finding & { words: string })[];
  /** Goes to a finding; takes over what its source says. */
  goTo: (index: number) => void;
  mend: (index: number) => void;
}

export class Panel extends ItemView {
  private shown: Shown | null = null;

  constructor(leaf: WorkspaceLeaf) {
    super(leaf);
    this.icon = 'check-check';
  }

  getViewType = (): string => PANEL;
  getDisplayText = (): string => say('findings');

  override async onOpen(): Promise<void> {
    this.draw();
  }

  show(shown: Shown): void {
    this.shown = shown;
    this.draw();
  }

  private draw(): void {
    const { contentEl: box, shown } = this;
    box.empty();
    if (shown === null) {
      box.createEl('p', { text: say('none') });
      return;
    }
    box.createEl('h4', { text: shown.note });
    box.createEl('p', { text: shown.summary });
    shown.findings.forEach((finding, index) => {
      const entry = box.createDiv({ cls: `stet-finding is-${finding.severity}` });
      const words = entry.createEl('a', { cls: 'stet-words', text: finding.words, href: '#' });
      words.addEventListener('click', (event) => {
        event.preventDefault();
        shown.goTo(index);
      });
      entry.createEl('p', { text: finding.reason });
      const { passage, fix } = finding;
      if (passage) {
        const page = passage.page === null ? '' : `, p. ${passage.page}`;
        const quote = entry.createEl('blockquote', { text: `“${passage.text}” — ${passage.title}${page}` });
        quote.createDiv().createEl('a', { text: say('open'), href: passage.url });
      }
      if (fix) entry.createEl('button', { text: told.replace(fix.text) }).addEventListener('click', () => shown.mend(index));
    });
  }
}
