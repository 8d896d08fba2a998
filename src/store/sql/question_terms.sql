-- How many searched passages there are, with how many terms, and in how many of them each of the terms $2 is.
select all_of.chunks as "chunks!", all_of.terms as "terms!", known.term as "term?", known.chunks as "frequency?"
from (
    select coalesce(sum(d.chunk_count), 0)::bigint as chunks, coalesce(sum(d.term_count), 0)::bigint as terms
    from rag_documents d where d.workspace_id = $1 and d.status = 'ready'
) all_of
left join rag_terms known on known.workspace_id = $1 and known.term = any($2::text[]) and known.chunks > 0
