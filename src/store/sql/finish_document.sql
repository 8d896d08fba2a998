update rag_documents d set
    status = 'ready', failure = null, embedding_space = $3, updated_at = $4,
    chunk_count = s.chunks, term_count = s.terms
from (
    select count(*)::int as chunks, coalesce(sum(term_count), 0)::bigint as terms
    from rag_chunks where document_id = $2
) s
where d.workspace_id = $1 and d.id = $2
