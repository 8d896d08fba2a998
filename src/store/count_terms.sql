-- Counts the terms of a document's chunks in ($3 is 1) or out of the counts ($3 is -1), in the order of the terms. What was
-- never counted in is not counted out.
insert into rag_terms as r (workspace_id, term, chunks)
select $1, t.lexeme, $3 * count(*)::int
from rag_chunks c
cross join lateral unnest(c.search_vector) t
where c.workspace_id = $1 and c.document_id = $2
group by t.lexeme
having $3 > 0 or exists (select from rag_terms k where k.workspace_id = $1 and k.term = t.lexeme)
order by t.lexeme
on conflict (workspace_id, term) do update set chunks = greatest(r.chunks + excluded.chunks, 0)
