/** The routes that check a text. */
import { send } from '../api';
import type { QueryRequest, QueryResult, VerifyRequest, VerifyResult } from '../generated/api';

export const verify = (body: VerifyRequest, signal: AbortSignal): Promise<VerifyResult> =>
  send('/api/verify', 'POST', body, signal);

export const queryVerified = (body: QueryRequest, signal: AbortSignal): Promise<QueryResult> =>
  send('/query/verified', 'POST', body, signal);
