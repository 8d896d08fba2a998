/** The graph of the scripted server: the rules on leave and what they speak of, with one name that is markup. */

export const HOSTILE = '<img src=x onerror="document.title=\'owned\'"> & <b>Board</b>';

const uuid = (number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const entity = (number, name, kind, description = '', passages = 1, chunkIds = ['c1']) => ({ id: uuid(number), name, kind, description, passages, chunkIds });
const relation = (number, source, label, target, chunkIds = ['c1']) => ({ id: uuid(number), source: uuid(source), label, target: uuid(target), chunkIds });

const ENTITIES = [
  entity(1, '학칙', 'regulation', '', 2),
  entity(2, '학칙 제25조', 'article', '휴학', 3),
  entity(3, '휴학', 'term', '학생의 신분을 가지고 학업을 중단하는 것', 4, ['c1', 'c2']),
  entity(4, '학과장', 'body'),
  entity(5, '학칙 제26조', 'article', '복학'),
  entity(6, 'Leave of absence', 'term', 'A time in which a student is enrolled and does not study', 2, ['c2']),
  entity(7, HOSTILE, 'body', '', 1, ['c2']),
  entity(8, '교육과정편성및운영에관한특별규정시행세칙 제12조의2', 'article', '수업연한의 특례에 관한 경과조치', 1),
  entity(9, 'Military Service', 'name', '', 1, ['c2']),
  entity(10, '병역법', 'regulation', '', 1),
];
const RELATIONS = [
  relation(101, 2, 'part_of', 1), relation(102, 5, 'part_of', 1), relation(103, 2, 'defines', 3), relation(104, 2, 'speaks_of', 4),
  relation(105, 5, 'refers_to', 2), relation(106, 6, 'with', 9, ['c2']), relation(107, 7, 'with', 6, ['c2']), relation(108, 8, 'refers_to', 2),
  relation(109, 2, 'refers_to', 10), relation(110, 3, 'with', 6, ['c2']),
];

/** An entity with 120 others that refer to it. */
const HUB = entity(500, '인사규정', 'regulation', '', 120);
const SPOKES = Array.from({ length: 120 }, (_, index) => entity(501 + index, `인사규정 제${index + 1}조`, 'article', '', 1));

const PLACES = { c1: { documentId: 'd1', fileName: '학칙.hwpx', page: 3 }, c2: { documentId: 'd1', fileName: 'handbook.pdf', page: 12 } };

const THEMES = [
  {
    id: uuid(901), title: `휴학 · 학칙 제25조 · ${HOSTILE}`, entities: 5, summedUp: false,
    sentences: [
      { text: '휴학은 통산 3년을 넘을 수 없다.', chunkId: 'c1', ...PLACES.c1 },
      { text: HOSTILE, chunkId: 'c2', ...PLACES.c2 },
    ],
  },
  { id: uuid(902), title: '병역', entities: 3, summedUp: true, sentences: [] },
];

export class MockGraph {
  /** Nothing was read for the graph yet. */
  empty = false;

  handle(response, url, passages, { json, problem }) {
    const path = url.pathname;
    const all = this.empty ? [] : [...ENTITIES, HUB, ...SPOKES];
    if (path === '/api/graph/neighbourhood') return json(response, 200, this.neighbourhood(url.searchParams));
    if (path === '/api/graph/entities') {
      const [query, kind] = [url.searchParams.get('query') ?? '', url.searchParams.get('kind')];
      const [limit, offset] = [Number(url.searchParams.get('limit') ?? 50), Number(url.searchParams.get('offset') ?? 0)];
      const found = (url.searchParams.get('sourceId') ? all.slice(0, 3) : all).filter((one) => one.name.toLowerCase().includes(query.toLowerCase()) && (kind === null || one.kind === kind));
      return json(response, 200, { entities: found.slice(offset, offset + limit).map(({ chunkIds: _, ...row }) => row) });
    }
    if (path === '/api/graph/themes') {
      const query = url.searchParams.get('query') ?? '';
      return json(response, 200, { themes: this.empty ? [] : THEMES.filter((one) => one.title.includes(query)) });
    }
    const found = all.find((one) => path.endsWith(one.id));
    if (!found) return problem(response, 404, 'Not Found', 'There is no such entity.');
    const evidence = found.chunkIds.map((chunkId) => ({ chunkId, ...PLACES[chunkId], text: passages[chunkId].content.slice(0, 120) }));
    return json(response, 200, { ...found, relations: [], evidence });
  }

  neighbourhood(query) {
    if (this.empty) return { entities: [], relations: [], truncated: false };
    if (query.get('messageId')) return { entities: ENTITIES, relations: RELATIONS, truncated: false };
    const id = query.get('entity');
    if (id === HUB.id) {
      const entities = [HUB, ...SPOKES.slice(0, 79)];
      return { entities, relations: entities.slice(1).map((one, index) => ({ id: uuid(900 + index), source: one.id, label: 'part_of', target: HUB.id, chunkIds: ['c1'] })), truncated: true };
    }
    const near = new Set([id]);
    for (let step = 0; step < Number(query.get('depth') ?? 1); step += 1) {
      for (const { source, target } of RELATIONS.filter((one) => near.has(one.source) || near.has(one.target))) near.add(source).add(target);
    }
    return { entities: ENTITIES.filter((one) => near.has(one.id)), relations: RELATIONS.filter((one) => near.has(one.source) && near.has(one.target)), truncated: false };
  }
}
