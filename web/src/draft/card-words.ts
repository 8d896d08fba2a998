/** The words of the cards, loaded with the margin. */
import { cards as en } from '../text/en/cards';
import { cards as ko } from '../text/ko/cards';

export const CARDS = { en, ko };
