/** The routes of keys, workspaces, sessions and the audit log, one function each. */
import { json, request, send } from '../api';
import type { AuditPage, Key, KeyList, Scope, Session, ToldKey, Workspace, WorkspaceList } from '../generated/api';

const path = (key: string): string => `/api/keys/${encodeURIComponent(key)}`;

export const getSession = (): Promise<Session> => json('/api/session');

export const signOut = async (): Promise<void> => {
  await request('/api/session', { method: 'DELETE' });
};

export const listKeys = async (): Promise<Key[]> => (await json<KeyList>('/api/keys')).keys;

export const makeKey = (name: string, scope: Scope, days: number | null): Promise<ToldKey> =>
  send('/api/keys', 'POST', { name, scope, ...(days === null ? {} : { expiresInDays: days }) });

export const rotateKey = (key: string): Promise<ToldKey> => send(`${path(key)}/rotate`, 'POST', {});

/** `last`: although it is the key of the last administrator. */
export const revokeKey = async (key: string, last: boolean): Promise<void> => {
  await request(`${path(key)}${last ? '?confirm=last' : ''}`, { method: 'DELETE' });
};

export const audit = (before: string | null): Promise<AuditPage> =>
  json(`/api/audit?limit=50${before === null ? '' : `&before=${encodeURIComponent(before)}`}`);

/** The workspace that is there from the first, and whose administrators see to all. */
export const DEFAULT_WORKSPACE = '00000000-0000-7000-8000-000000000000';

const space = (workspace: string): string => `/api/workspaces/${encodeURIComponent(workspace)}`;

export const listWorkspaces = async (): Promise<Workspace[]> => (await json<WorkspaceList>('/api/workspaces')).workspaces;

export const makeWorkspace = async (name: string): Promise<void> => {
  await send('/api/workspaces', 'POST', { name });
};

export const renameWorkspace = async (workspace: string, name: string): Promise<void> => {
  await request(space(workspace), { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ name }) });
};

export const deleteWorkspace = async (workspace: string, force: boolean): Promise<void> => {
  await request(`${space(workspace)}${force ? '?force=true' : ''}`, { method: 'DELETE' });
};
