-- The passages of themes $2 by their entities $3: those that speak of the most of a theme first, what is spoken of everywhere counting less.
insert into graph_theme_passages (theme_id, workspace_id, chunk_id, place)
select n.theme, $1, n.chunk_id, n.place
from (
    select m.theme, g.chunk_id,
        (row_number() over (partition by m.theme order by sum(1 / ln(2 + e.passage_count)) desc, g.chunk_id) - 1)::integer as place
    from unnest($2::uuid[], $3::uuid[]) as m (theme, entity)
    join graph_entities e on e.id = m.entity
    cross join lateral (select g.chunk_id from graph_evidence g where g.entity_id = e.id order by g.chunk_id limit 200) g
    group by m.theme, g.chunk_id
) n
where n.place < 30
on conflict do nothing
