-- The nearest by their own vectors, then the nearest by those of their translations.
(select c.id as "id!"
from rag_chunks c
join rag_documents d on d.id = c.document_id
where d.workspace_id = $1 and c.embedding_space = $10
    -- The index covers some batches; what is not of those is looked through.
    and c.vector_batch >= $12 and c.vector_batch <= $13
    -- A passage without words has none, and is near to nothing.
    and c.embedding is not null
    and d.status = 'ready'
    and (cardinality($2::uuid[]) = 0 or c.document_id = any($2))
    and (cardinality($3::int[]) = 0 or exists (
        select 1 from unnest($3) p where p between c.page and coalesce(c.page_end, c.page)))
    and (cardinality($4::text[]) = 0 or c.category = any($4))
    and (cardinality($5::text[]) = 0 or c.chunk_type = any($5))
    and (cardinality($6::text[]) = 0 or c.language = any($6))
    and ($7::timestamptz is null or coalesce(d.dated_at, d.created_at) >= $7)
    and ($8::timestamptz is null or coalesce(d.dated_at, d.created_at) < $8)
    and ($14::text is null or c.caption ilike $14)
    and ($15::text is null or c.entity::text ilike $15)
    and not exists (select from unnest($16::text[]) path
        where not coalesce(jsonb_path_exists(c.entity, path::jsonpath, '{}', true), false))
order by c.embedding <=> $11::halfvec
limit $9)
union all
(select c.id
from rag_chunks c
join rag_documents d on d.id = c.document_id
where d.workspace_id = $1 and c.embedding_space = $10
    and c.vector_batch >= $12 and c.vector_batch <= $13
    and c.embedding is not null and c.embedding_translation is not null
    and d.status = 'ready'
    and (cardinality($2::uuid[]) = 0 or c.document_id = any($2))
    and (cardinality($3::int[]) = 0 or exists (
        select 1 from unnest($3) p where p between c.page and coalesce(c.page_end, c.page)))
    and (cardinality($4::text[]) = 0 or c.category = any($4))
    and (cardinality($5::text[]) = 0 or c.chunk_type = any($5))
    and (cardinality($6::text[]) = 0 or c.language = any($6))
    and ($7::timestamptz is null or coalesce(d.dated_at, d.created_at) >= $7)
    and ($8::timestamptz is null or coalesce(d.dated_at, d.created_at) < $8)
    and ($14::text is null or c.caption ilike $14)
    and ($15::text is null or c.entity::text ilike $15)
    and not exists (select from unnest($16::text[]) path
        where not coalesce(jsonb_path_exists(c.entity, path::jsonpath, '{}', true), false))
order by c.embedding_translation <=> $11::halfvec
limit $9)
