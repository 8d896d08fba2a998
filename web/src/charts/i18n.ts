/** The words of the page of charts, loaded with it. */
import { charts as en } from '../text/en/charts';
import { charts as ko } from '../text/ko/charts';

export const CHARTS_MESSAGES = { en, ko };
