/** The words of what stands around the text of a draft. */
import { desk as en } from '../text/en/desk';
import { desk as ko } from '../text/ko/desk';

export const DESK = { en, ko };
