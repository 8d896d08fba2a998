/** Language, theme and how much of the checking is seen: chosen by the reader, remembered in this browser. */
import { MESSAGES, preferredLanguage, type Language, type Messages } from './i18n';
import { store, stored } from './kept';

export type Theme = 'system' | 'light' | 'dark';

const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

class Preferences {
  language = $state<Language>('en');
  theme = $state<Theme>('system');
  /** The report of an answer opens by itself when the answer is complete. */
  autoReport = $state(false);
  /** A sentence of an answer is shown only when it has been judged. */
  strict = $state(false);
  /** Of conversations and drafts only one's own are listed. */
  mine = $state(false);
  readonly t: Messages = $derived(MESSAGES[this.language]);

  load(): void {
    const language = stored('stet.language');
    this.setLanguage(language === 'ko' || language === 'en' ? language : preferredLanguage(navigator.languages), false);
    const theme = stored('stet.theme');
    this.setTheme(THEMES.find((known) => known === theme) ?? 'system');
    this.autoReport = stored('stet.auto-report') === 'yes';
    this.strict = stored('stet.strict') === 'yes';
    this.mine = stored('stet.mine') === 'yes';
  }

  setLanguage(language: Language, remember = true): void {
    this.language = language;
    document.documentElement.lang = language;
    if (remember) store('stet.language', language);
  }

  /** The day of a moment, as the reader writes days. */
  day(moment: string): string {
    return new Date(moment).toLocaleDateString(this.language, { dateStyle: 'medium' });
  }

  nextTheme(): void {
    this.setTheme(THEMES[(THEMES.indexOf(this.theme) + 1) % THEMES.length] ?? 'system');
  }

  setAutoReport(on: boolean): void {
    this.autoReport = on;
    store('stet.auto-report', on ? 'yes' : 'no');
  }

  setStrict(on: boolean): void {
    this.strict = on;
    store('stet.strict', on ? 'yes' : 'no');
  }

  setMine(on: boolean): void {
    this.mine = on;
    store('stet.mine', on ? 'yes' : 'no');
  }

  private setTheme(theme: Theme): void {
    this.theme = theme;
    document.documentElement.dataset['theme'] = theme;
    store('stet.theme', theme);
  }
}

export const preferences = new Preferences();
