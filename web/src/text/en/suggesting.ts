/** The words of a citation that a sentence of a draft could have, in English. */

export const suggesting = {
  couldCite: (place: string): string => `Could cite: ${place}`,
  cite: 'Cite it',
  citeNamed: (title: string): string => `Cite it: ${title}`,
  open: 'Open the passage',
};
