/** The words of what goes in and out, in English. */

export const inout = {
  out: 'Save as…',
  docx: 'Word (.docx)',
  docxHint: 'open suggestions as tracked changes',
  odt: 'OpenDocument (.odt)',
  html: 'Web page (.html)',
  markdown: 'Markdown (.md)',
  print: 'Print, or save as PDF',
  open: 'Open a file as a draft (DOCX, ODT, HTML, Markdown)',
  openShort: 'Open a file',
  opening: (name: string) => `Opening “${name}”…`,
  opened: (title: string) => `“${title}” is open as a draft.`,
  changes: 'Its tracked changes wait as suggestions.',
  pictures: (count: number) => (count === 1 ? '1 picture did not come along.' : `${count} pictures did not come along.`),
  comments: (count: number) => (count === 1 ? 'Its comment stands beside the text.' : `Its ${count} comments stand beside the text.`),
  loose: (count: number) => (count === 1 ? '1 comment of the file has no words to stand at:' : `${count} comments of the file have no words to stand at:`),
  anew: 'This file is made anew, not the one that the text came from: its heads, sections and styles are not in it.',
  tooLong: 'This is too long to be pasted. Save it as a file and open that as a draft.',
  plain: 'Pasted as plain text: the server, which reads its structure, did not answer.',
};
