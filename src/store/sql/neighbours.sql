-- The most said first; articles of a regulation last: they are many.
select r.id as "relation_id!", r.label as "label!", r.source_id = $2 as "outward!", e.id, e.name, e.kind, e.description,
    array(select g.chunk_id from graph_evidence g where g.relation_id = r.id order by g.chunk_id limit 5) as "chunks!"
from (
    select id, label, source_id, target_id, target_id as other from graph_relations where source_id = $2
    union all
    select id, label, source_id, target_id, source_id from graph_relations where target_id = $2
) r
join graph_entities e on e.id = r.other
where e.workspace_id = $1
order by r.label = 'part_of', (select count(*) from graph_evidence g where g.relation_id = r.id) desc, e.key
limit $3
