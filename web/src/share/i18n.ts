/** The words of sharing, and of what is shared. */
import { share as en } from '../text/en/share';
import { share as ko } from '../text/ko/share';

export const SHARE = { en, ko };
