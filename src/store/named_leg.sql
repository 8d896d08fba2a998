select c.id
from rag_documents d
join rag_chunks c on c.document_id = d.id and c.ordinal < 3
where d.workspace_id = $1 and d.status = 'ready'
    and array[left(d.called[1], 3), left(d.called[2], 3)] && $10::text[]
    and exists (select from unnest(d.called) as name (plain) where length(plain) > 1 and strpos($9, plain) > 0)
    and (cardinality($2::uuid[]) = 0 or c.document_id = any($2))
    and (cardinality($3::int[]) = 0 or exists (
        select 1 from unnest($3) p where p between c.page and coalesce(c.page_end, c.page)))
    and (cardinality($4::text[]) = 0 or c.category = any($4))
    and (cardinality($5::text[]) = 0 or c.chunk_type = any($5))
    and (cardinality($6::text[]) = 0 or c.language = any($6))
    and ($7::timestamptz is null or coalesce(d.dated_at, d.created_at) >= $7)
    and ($8::timestamptz is null or coalesce(d.dated_at, d.created_at) < $8)
    and ($11::text is null or c.caption ilike $11)
    and ($12::text is null or c.entity::text ilike $12)
    and not exists (select from unnest($13::text[]) path
        where not coalesce(jsonb_path_exists(c.entity, path::jsonpath, '{}', true), false))
order by d.id, c.ordinal
limit 30
