-- Takes the terms of a ready document, or of one chunk of it, out of the counts.
with gone as (
    select t.lexeme as term, count(*)::int as chunks
    from rag_documents d
    join rag_chunks c on c.document_id = d.id
    cross join lateral unnest(c.search_vector) t
    where d.workspace_id = $1 and d.id = $2 and d.status = 'ready' and ($3::uuid is null or c.id = $3)
    group by t.lexeme
)
update rag_terms r set chunks = greatest(r.chunks - gone.chunks, 0)
from gone where r.workspace_id = $1 and r.term = gone.term
