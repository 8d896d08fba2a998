-- The one of this name ($7) first, then those with the most of its terms $2, at least half of them; of these the most spoken of.
select e.id, e.key, e.words, e.name, e.kind, e.description, e.passage_count as passages
from (
    select e.*, cardinality(array(select unnest(e.words) intersect select unnest($2::text[]))) as shared
    from graph_entities e
    where e.workspace_id = $1
        and (e.words && $2 or e.key = $7)
        and ($3::text is null or e.kind = $3)
        and ($4::uuid is null or e.id in (
            select g.entity_id from rag_documents d
            join rag_chunks c on c.document_id = d.id
            join graph_evidence g on g.chunk_id = c.id
            where d.source_id = $4 or d.id = $4))
) e
where e.key = $7 or 2 * e.shared >= cardinality($2::text[])
order by e.key = $7 desc, e.shared desc, e.passage_count desc, e.key
limit $5 offset $6
