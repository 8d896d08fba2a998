/** The words of comments, in Korean and English. */
const en = {
  title: 'Comments',
  comment: 'Comment',
  about: (words: string) => `Comment on “${words}”`,
  say: 'What about it?',
  answer: 'Answer',
  reply: 'Reply',
  save: 'Save',
  cancel: 'Cancel',
  edit: 'Edit',
  settle: 'Resolve',
  reopen: 'Reopen',
  remove: 'Delete',
  more: (name: string) => `${name}: this comment`,
  gone: 'These words are gone from the text.',
  changed: 'The words have changed since:',
  settled: (count: number) => (count === 1 ? '1 resolved comment' : `${count} resolved comments`),
  removed: 'The comment is deleted.',
  undo: 'Undo',
};

export type CommentMessages = typeof en;

const ko: CommentMessages = {
  title: '댓글',
  comment: '댓글',
  about: (words) => `‘${words}’에 댓글`,
  say: '하고 싶은 말',
  answer: '답글',
  reply: '답글',
  save: '저장',
  cancel: '취소',
  edit: '고치기',
  settle: '해결',
  reopen: '다시 열기',
  remove: '삭제',
  more: (name) => `이 댓글 ${name}`,
  gone: '댓글을 단 글이 지워졌습니다.',
  changed: '그 뒤로 바뀐 글:',
  settled: (count) => `해결한 댓글 ${count}개`,
  removed: '댓글을 삭제했습니다.',
  undo: '되돌리기',
};

export const COMMENTS: Record<'en' | 'ko', CommentMessages> = { en, ko };
