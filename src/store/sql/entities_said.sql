-- The entities that passages ($2) speak of, or say something of: what most of them speak of first, and of these what is spoken of least
-- elsewhere.
select e.id
from (
    select g.entity_id as id, g.chunk_id
    from graph_evidence g
    where g.workspace_id = $1 and g.chunk_id = any($2) and g.entity_id is not null
    union
    select unnest(array[r.source_id, r.target_id]), g.chunk_id
    from graph_evidence g
    join graph_relations r on r.id = g.relation_id
    where g.workspace_id = $1 and g.chunk_id = any($2)
) m
join graph_entities e on e.id = m.id
group by e.id
order by count(*) desc, e.passage_count, e.key
limit $3
