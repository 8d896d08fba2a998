-- Entities in the order of their ids in $2, with a few of the passages that speak of them: those of $3 before others.
select e.id, e.name, e.kind, e.description,
    e.passage_count as passages,
    array(
        (select g.chunk_id from graph_evidence g where g.entity_id = e.id and g.chunk_id = any($3) limit 5)
        union all
        (select g.chunk_id from graph_evidence g
            where g.entity_id = e.id and g.chunk_id <> all($3) order by g.chunk_id limit 5)
        limit 5
    ) as "chunks!"
from unnest($2::uuid[]) with ordinality as n (id, place)
join graph_entities e on e.id = n.id
where e.workspace_id = $1
order by n.place
