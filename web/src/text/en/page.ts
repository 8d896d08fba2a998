/** The words of a page of a source in English. */

export const page = {
  tools: 'Page and size',
  frame: 'The page',
  smaller: 'Smaller',
  larger: 'Larger',
  fit: 'Fit the width',
  words: 'As text',
  looks: 'As it looks',
  undrawn: 'This page could not be drawn: here is its text.',
  unopened: 'This file could not be drawn: here is its text.',
  tooLarge: 'This file is too large to be drawn here: here is its text.',
  lost: 'The passage was not found in the drawn file: here is its text.',
  onlyWords: 'Of this kind of file the text is shown, in its blocks; how its pages look is not.',
};
