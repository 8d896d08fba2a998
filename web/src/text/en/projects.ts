/** The words of projects in English. */
const several = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

export const projects = {
  project: 'Project',
  all: 'Everything',
  none: 'In no project',
  choose: 'Choose a project',
  find: 'Find by name',
  found: 'Found',
  nothing: 'Nothing is called that.',
  make: 'New project',
  name: 'Name of the project',
  create: 'Make',
  rename: 'Rename',
  save: 'Save',
  archive: 'Put away',
  unarchive: 'Take out again',
  archived: 'Put away',
  remove: 'Delete project',
  removeAsk: 'Delete it? What is in it stays.',
  counts: (sources: number, drafts: number, chats: number) => [several(sources, 'source'), several(drafts, 'draft'), several(chats, 'conversation')].join(', '),
  kinds: { source: 'Source', draft: 'Draft', chat: 'Conversation' },
  moveTo: 'Project of this',
  moveHint: 'Questions asked in a project look in its sources.',
  share: 'Share by link…',
  workspace: (name: string) => `Workspace: ${name}`,
  close: 'Close',
};
