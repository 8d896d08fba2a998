/** The words of comments in Korean. */
import type { comments as en } from '../en/comments';

export const comments: typeof en = {
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
