/** The words of what goes in and out. */
import { inout as en } from '../text/en/inout';
import { inout as ko } from '../text/ko/inout';

export const IN_OUT = { en, ko };
