/** The routes of the comments on a draft, one function each. */
import { json, request, send } from '../api';
import type { Comment, CommentList } from '../generated/api';

export type { Comment, CommentList };

const path = (draft: string, rest = ''): string => `/api/drafts/${encodeURIComponent(draft)}/comments${rest}`;

export const listComments = (draft: string): Promise<CommentList> => json(path(draft)) as Promise<CommentList>;

export const addComment = (draft: string, baseRevision: number, { start, end }: { start: number; end: number }, body: string): Promise<CommentList> =>
  send(path(draft), 'POST', { baseRevision, start, end, body }) as Promise<CommentList>;

export const replyTo = (draft: string, comment: string, body: string): Promise<CommentList> =>
  send(path(draft, `/${comment}/replies`), 'POST', { body }) as Promise<CommentList>;

export const changeComment = (draft: string, comment: string, change: { body?: string; resolved?: boolean }): Promise<CommentList> =>
  send(path(draft, `/${comment}`), 'PATCH', change) as Promise<CommentList>;

export const deleteComment = async (draft: string, comment: string): Promise<void> => {
  // It may be the last thing that the page does.
  await request(path(draft, `/${comment}`), { method: 'DELETE', keepalive: true });
};
