/** The words of the writing pane. */
import { draft as en } from '../text/en/draft';
import { draft as ko } from '../text/ko/draft';

export const DRAFT_MESSAGES = { en, ko };
