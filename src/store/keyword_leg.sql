-- One look into the GIN index per query; "offset 0" keeps the planner from turning that around.
select c.id
from unnest($10::text[], $11::float8[]) as q(query, weight)
cross join lateral (
    select c.id
    from (
        select h.id, h.document_id, h.page, h.page_end, h.category, h.chunk_type, h.language, h.caption, h.entity
        from rag_chunks h
        where h.search_vector @@ q.query::tsquery
        offset 0
    ) c
    join rag_documents d on d.id = c.document_id
    where d.workspace_id = $1 and d.status = 'ready'
        and (cardinality($2::uuid[]) = 0 or c.document_id = any($2))
        and (cardinality($3::int[]) = 0 or exists (
            select 1 from unnest($3) p where p between c.page and coalesce(c.page_end, c.page)))
        and (cardinality($4::text[]) = 0 or c.category = any($4))
        and (cardinality($5::text[]) = 0 or c.chunk_type = any($5))
        and (cardinality($6::text[]) = 0 or c.language = any($6))
        and ($7::timestamptz is null or coalesce(d.dated_at, d.created_at) >= $7)
        and ($8::timestamptz is null or coalesce(d.dated_at, d.created_at) < $8)
        and ($13::text is null or c.caption ilike $13)
        and ($14::text is null or c.entity::text ilike $14)
        and not exists (select from unnest($15::text[]) path
            where not coalesce(jsonb_path_exists(c.entity, path::jsonpath, '{}', true), false))
    limit $12
) c
group by c.id
order by sum(q.weight) desc, c.id
limit $9
