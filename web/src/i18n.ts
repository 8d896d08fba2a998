/** The words of the interface: a table a language in `text/`. A text missing in one language does not compile. */
import { app as en } from './text/en/app';
import { app as ko } from './text/ko/app';

export type Language = 'ko' | 'en';

/** The table of English is the type of the other. */
export type Messages = typeof en;

export const MESSAGES: Record<Language, Messages> = { en, ko };

/** Words without a letter of Hangul from which on a question is in English; fewer may be a name or an abbreviation. */
const ENGLISH_WORDS = 3;

/** The language that a question is asked in, as the server tells it; null where it has too few words to tell. */
export function languageOf(question: string): Language | null {
  const hangul = question.match(/\p{Script=Hangul}/gu)?.length ?? 0;
  const others = question.match(/\p{Letter}/gu)?.length ?? 0;
  if (hangul > 0 && hangul * 4 >= others - hangul) return 'ko';
  const words = question.match(/\p{Script=Latin}+/gu)?.length ?? 0;
  return words >= ENGLISH_WORDS ? 'en' : null;
}

/** The first of the reader's languages that the interface speaks; English when none is. */
export function preferredLanguage(languages: readonly string[]): Language {
  for (const language of languages) {
    if (/^ko\b/i.test(language)) return 'ko';
    if (/^en\b/i.test(language)) return 'en';
  }
  return 'en';
}
