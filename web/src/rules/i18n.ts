/** The words of the rules page, loaded with it. */
import { rules as en } from '../text/en/rules';
import { rules as ko } from '../text/ko/rules';

export const RULES_MESSAGES = { en, ko };
