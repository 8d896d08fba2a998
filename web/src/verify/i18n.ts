/** The words of the verification page, loaded with it. */
import { verify as en } from '../text/en/verify';
import { verify as ko } from '../text/ko/verify';

export type VerifyMessages = typeof en;

export const VERIFY_MESSAGES = { en, ko };
