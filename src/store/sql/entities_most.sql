-- The most spoken of first.
select e.id, e.key, e.words, e.name, e.kind, e.description, e.passage_count as passages
from graph_entities e
where e.workspace_id = $1
    and ($2::text is null or e.kind = $2)
    and ($3::uuid is null or e.id in (
        select g.entity_id from rag_documents d
        join rag_chunks c on c.document_id = d.id
        join graph_evidence g on g.chunk_id = c.id
        where d.source_id = $3 or d.id = $3))
order by e.passage_count desc, e.key
limit $4 offset $5
