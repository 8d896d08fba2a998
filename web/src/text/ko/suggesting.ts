/** The words of a citation that a sentence of a draft could have, in Korean. */
import type { suggesting as en } from '../en/suggesting';
import { particle } from './particle';

export const suggesting: typeof en = {
  couldCite: (place) => `붙일 수 있는 인용: ${place}`,
  cite: '인용하기',
  citeNamed: (title) => `${title}${particle(title, '을')} 인용하기`,
  open: '구절 보기',
};
