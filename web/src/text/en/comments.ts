/** The words of comments in English. */

export const comments = {
  title: 'Comments',
  comment: 'Comment',
  about: (words: string): string => `Comment on “${words}”`,
  say: 'What about it?',
  answer: 'Answer',
  reply: 'Reply',
  save: 'Save',
  cancel: 'Cancel',
  edit: 'Edit',
  settle: 'Resolve',
  reopen: 'Reopen',
  remove: 'Delete',
  more: (name: string): string => `${name}: this comment`,
  gone: 'These words are gone from the text.',
  changed: 'The words have changed since:',
  settled: (count: number): string => (count === 1 ? '1 resolved comment' : `${count} resolved comments`),
  removed: 'The comment is deleted.',
  undo: 'Undo',
};
