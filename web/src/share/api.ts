/** The routes of links by which anybody reads a draft or an answer. */
import { json, request, send } from '../api';
import type { Share, ShareList, SharedText, ToldShare } from '../generated/api';

/** What a link leads to. */
export type What = { draftId: string } | { messageId: string };

export const listShares = async (what: What): Promise<Share[]> =>
  (await json<ShareList>(`/api/shares?${'draftId' in what ? `draft=${what.draftId}` : `message=${what.messageId}`}`)).shares;

/** `days`: after which the link ends; null for never. */
export const makeShare = (what: What, days: number | null): Promise<ToldShare> =>
  send('/api/shares', 'POST', { ...what, ...(days === null ? {} : { expiresInDays: days }) });

export const deleteShare = async (share: string): Promise<void> => {
  await request(`/api/shares/${encodeURIComponent(share)}`, { method: 'DELETE' });
};

export const readShared = (key: string): Promise<SharedText> => json(`/api/shared/${encodeURIComponent(key)}`);
