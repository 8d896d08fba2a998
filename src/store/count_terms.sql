-- Counts the terms of the chunks of some documents in ($2) and of others out ($3), in the order of the terms. What was never
-- counted in is not counted out.
insert into rag_terms as r (workspace_id, term, chunks)
select $1, t.lexeme, sum(case when c.document_id = any($2) then 1 else -1 end)::int as change
from rag_chunks c
cross join lateral unnest(c.search_vector) t
where c.workspace_id = $1 and c.document_id = any($2::uuid[] || $3::uuid[])
group by t.lexeme
having sum(case when c.document_id = any($2) then 1 else -1 end) > 0 or (
    sum(case when c.document_id = any($2) then 1 else -1 end) < 0
    and exists (select from rag_terms k where k.workspace_id = $1 and k.term = t.lexeme)
)
order by t.lexeme
on conflict (workspace_id, term) do update set chunks = greatest(r.chunks + excluded.chunks, 0)
