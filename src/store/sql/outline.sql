-- The passages that a filter lets through, in the order of their documents, the newest first: where each stands and how long it is.
select c.id, c.document_id, coalesce(array_to_string(c.headings[1:2], ' › '), '') as "headings!",
    octet_length(c.content) as "bytes!"
from rag_documents d
join rag_chunks c on c.document_id = d.id
where d.workspace_id = $1 and d.status = 'ready'
    and (cardinality($2::uuid[]) = 0 or c.document_id = any($2))
    and (cardinality($3::int[]) = 0 or exists (
        select 1 from unnest($3) p where p between c.page and coalesce(c.page_end, c.page)))
    and (cardinality($4::text[]) = 0 or c.category = any($4))
    and (cardinality($5::text[]) = 0 or c.chunk_type = any($5))
    and (cardinality($6::text[]) = 0 or c.language = any($6))
    and ($7::timestamptz is null or coalesce(d.dated_at, d.created_at) >= $7)
    and ($8::timestamptz is null or coalesce(d.dated_at, d.created_at) < $8)
    and ($9::text is null or c.caption ilike $9)
    and ($10::text is null or c.entity::text ilike $10)
    and not exists (select from unnest($11::text[]) path
        where not coalesce(jsonb_path_exists(c.entity, path::jsonpath, '{}', true), false))
order by d.created_at desc, d.id, c.ordinal
limit $12
