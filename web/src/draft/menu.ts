/** The words of the menus of writing. */
import { menu as en } from '../text/en/menu';
import { menu as ko } from '../text/ko/menu';

export const MENU = { en, ko };
