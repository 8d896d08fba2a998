-- Counts what a chunk of a ready document loses and gains when its terms become $3, in the order of the terms.
insert into rag_terms as r (workspace_id, term, chunks)
select $1, change.term, sum(change.by)::int
from (
    select t.lexeme as term, -1 as by
    from rag_chunks c cross join lateral unnest(c.search_vector) t
    where c.workspace_id = $1 and c.id = $2
    union all
    select t.lexeme, 1 from unnest($3::text::tsvector) t
) as change
group by change.term
having sum(change.by) <> 0
order by change.term
on conflict (workspace_id, term) do update set chunks = greatest(r.chunks + excluded.chunks, 0)
