/** The routes of projects, one function each. */
import { json, request, send } from '../api';
import type { Project, ProjectList, Thing, ThingList } from '../generated/api';

export type Kind = 'source' | 'draft' | 'chat';

const path = (project: string): string => `/api/projects/${encodeURIComponent(project)}`;

export const listProjects = async (): Promise<Project[]> => (await json<ProjectList>('/api/projects')).projects;

export const makeProject = (name: string): Promise<Project> => send('/api/projects', 'POST', { name });

export const changeProject = async (project: string, change: { name?: string; archived?: boolean }): Promise<void> => {
  await request(path(project), { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: JSON.stringify(change) });
};

export const deleteProject = async (project: string): Promise<void> => {
  await request(path(project), { method: 'DELETE' });
};

/** Puts things into a project, or with null out of their own. */
export const moveThings = (kind: Kind, ids: readonly string[], projectId: string | null): Promise<unknown> =>
  send('/api/projects/move', 'POST', { projectId, [`${kind}Ids`]: ids });

export const findThings = async (query: string, signal: AbortSignal): Promise<Thing[]> =>
  (await json<ThingList>(`/api/projects/find?query=${encodeURIComponent(query)}`, { signal })).found;
