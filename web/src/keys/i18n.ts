/** The words of the page of keys, loaded with it. */
import { keys as en } from '../text/en/keys';
import { keys as ko } from '../text/ko/keys';

export const KEYS_MESSAGES = { en, ko };
