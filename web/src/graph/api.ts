/** The graph of what the sources speak of, as the server gives it. */
import { json } from '../api';
import type { Entity, GraphEdge, GraphNode, Routes } from '../generated/api';

export type { Entity };
export type Kind = Entity['kind'];
export const KINDS = ['regulation', 'article', 'term', 'body', 'person', 'place', 'event', 'name'] as const satisfies readonly Kind[];

export type { GraphEdge, GraphNode };

export type Neighbourhood = Routes['GET /api/graph/neighbourhood']['response'];
export type EntityFound = Routes['GET /api/graph/entities/{id}']['response'];

/** What the picture begins with: the passages that an answer cites, or one entity. */
export type Centre = { messageId: string } | { entity: { id: string; name: string } };

/** Entities that are asked for around a centre. */
const MOST = 80;

export function getNeighbourhood(centre: Centre, depth: 1 | 2, signal: AbortSignal): Promise<Neighbourhood> {
  const query = 'messageId' in centre ? { messageId: centre.messageId } : { entity: centre.entity.id, depth: String(depth) };
  return json(`/api/graph/neighbourhood?${new URLSearchParams({ ...query, limit: String(MOST) })}`, { signal });
}

export const getEntity = (id: string, signal: AbortSignal): Promise<EntityFound> =>
  json(`/api/graph/entities/${encodeURIComponent(id)}`, { signal });

export interface Wanted {
  query: string;
  kind: Kind | null;
  sourceId: string | null;
  offset: number;
}

/** Entities of one answer of the server. */
export const PAGE = 50;

export async function listEntities({ query, kind, sourceId, offset }: Wanted, signal: AbortSignal): Promise<Entity[]> {
  const asked = new URLSearchParams({ limit: String(PAGE), offset: String(offset) });
  if (query !== '') asked.set('query', query);
  if (kind !== null) asked.set('kind', kind);
  if (sourceId !== null) asked.set('sourceId', sourceId);
  return (await json<Routes['GET /api/graph/entities']['response']>(`/api/graph/entities?${asked}`, { signal })).entities;
}

export type Theme = Routes['GET /api/graph/themes']['response']['themes'][number];
/** Themes that are shown at once. */
const THEMES = 20;

export async function listThemes(query: string, signal: AbortSignal): Promise<Theme[]> {
  const asked = new URLSearchParams({ limit: String(THEMES), ...(query === '' ? {} : { query }) });
  const { themes } = await json<Routes['GET /api/graph/themes']['response']>(`/api/graph/themes?${asked}`, { signal });
  return themes.filter((theme) => theme.sentences.length > 0);
}
