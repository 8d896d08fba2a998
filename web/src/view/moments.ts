/** Times as the history of a draft tells them. */
import type { Language } from '../i18n';

export function moments(language: Language): Record<'moment' | 'clock', Intl.DateTimeFormat> {
  return {
    moment: new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' }),
    clock: new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', second: '2-digit' }),
  };
}

/** What is no time is nothing. */
export function at(format: Intl.DateTimeFormat, value: string): string {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? '' : format.format(date);
}
