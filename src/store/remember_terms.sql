-- Adds the terms of a ready document, or of one chunk of it, to the counts.
insert into rag_terms as r (workspace_id, term, chunks)
select $1, t.lexeme, count(*)::int
from rag_documents d
join rag_chunks c on c.document_id = d.id
cross join lateral unnest(c.search_vector) t
where d.workspace_id = $1 and d.id = $2 and d.status = 'ready' and ($3::uuid is null or c.id = $3)
group by t.lexeme
order by t.lexeme
on conflict (workspace_id, term) do update set chunks = r.chunks + excluded.chunks
