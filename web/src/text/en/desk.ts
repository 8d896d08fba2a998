/** The words of what stands around the text of a draft in English: what came in, what was found, what is copied. */
export const desk = {
  inserted: 'Inserted, and marked in the text.',
  loose: (count: number): string =>
    count === 1
      ? '1 supported sentence was left out: what it refers to is in a sentence that is not supported.'
      : `${count} supported sentences were left out: what they refer to is in sentences that are not supported.`,
  back: 'Back to the conversation',
  nothing: 'Nothing was inserted: no sentence that is supported stands by itself. “Insert all, marked” takes all of it.',
  waits: 'It goes in where you were as soon as it is checked. Press again to leave it.',
  broken: 'Nothing was inserted: the answer broke off.',
  closed: 'Nothing was inserted: the draft that it was meant for is closed.',
  findings: 'What the checks found',
  found: (count: number): string => (count === 0 ? 'Nothing found' : count === 1 ? '1 place' : `${count} places`),
  spelling: 'Spelling',
  more: (count: number): string => `and ${count} more`,
  held: (count: number): string => (count === 1 ? '1 place with an open suggestion stays as it is.' : `${count} places with open suggestions stay as they are.`),
  fixAll: (count: number): string => (count === 1 ? 'Fix it' : `Fix all ${count}`),
  closeFindings: 'Close the list',
  copyMarkdown: 'Copy as Markdown',
  copied: 'Copied as Markdown.',
};
