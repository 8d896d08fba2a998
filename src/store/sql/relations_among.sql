-- What hangs together among entities ($2), the oldest first: what the passages $3 say before the rest.
select r.id, r.source_id as source, r.target_id as target, r.label, r.description,
    array(
        (select g.chunk_id from graph_evidence g where g.relation_id = r.id and g.chunk_id = any($3) limit 5)
        union all
        (select g.chunk_id from graph_evidence g
            where g.relation_id = r.id and g.chunk_id <> all($3) order by g.chunk_id limit 5)
        limit 5
    ) as "chunks!"
from graph_relations r
where r.workspace_id = $1 and r.source_id = any($2) and r.target_id = any($2)
order by exists (select from graph_evidence g where g.relation_id = r.id and g.chunk_id = any($3)) desc, r.label = 'part_of', r.id
limit $4
