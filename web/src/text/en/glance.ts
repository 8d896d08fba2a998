/** The words of a source at a glance in English. */

export const glance = {
  outline: 'Outline',
  noOutline: 'This document has no headings.',
  cut: 'Only the first or outermost headings are shown.',
  says: { head: 'How it begins', model: 'What it says' },
  questions: 'Questions that it answers',
  noQuestions: 'No question was found that can be answered surely without a model. Ask one of your own.',
  summarise: 'Summarise',
  ask: 'Summarise this document.',
};
