-- Counts the terms of the chunks of some documents in ($2) and of others out ($3), in the order of the terms. What was never
-- counted in is not counted out. Taken apart in the list of what is selected, where that is done row by row: half the work.
insert into rag_terms as r (workspace_id, term, chunks)
select $1, t.term, sum(t.by)::int as change
from (
    select unnest(tsvector_to_array(c.search_vector)) as term,
        case when c.document_id = any($2) then 1 else -1 end as by
    from rag_chunks c
    where c.workspace_id = $1 and c.document_id = any($2::uuid[] || $3::uuid[])
) as t
group by t.term
having sum(t.by) > 0 or (
    sum(t.by) < 0 and exists (select from rag_terms k where k.workspace_id = $1 and k.term = t.term)
)
order by t.term
on conflict (workspace_id, term) do update set chunks = greatest(r.chunks + excluded.chunks, 0)
