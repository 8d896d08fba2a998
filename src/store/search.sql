-- The candidates of a question and what ranking needs of them. Found by its words, by its vector, by the names that it says, or given.
with found as (
    -- By words: one look into the GIN index per query; "offset 0" keeps the planner from turning that around.
    (select c.id, false as near
    from unnest($12::text[], $13::float8[]) as q(query, weight)
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
            and ($9::text is null or c.caption ilike $9)
            and ($10::text is null or c.entity::text ilike $10)
            and not exists (select from unnest($11::text[]) path
                where not coalesce(jsonb_path_exists(c.entity, path::jsonpath, '{}', true), false))
        limit $14
    ) c
    group by c.id
    order by sum(q.weight) desc, c.id
    limit $15)
    union all
    -- By vectors: the nearest by their own, then by those of their translations; of the batches that the index covers, then of those
    -- that it does not, which are looked through.
    (select c.id, true
    from rag_chunks c
    join rag_documents d on d.id = c.document_id
    where d.workspace_id = $1 and c.embedding_space = $16
        and c.vector_batch >= 0 and c.vector_batch <= $19
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
        and ($9::text is null or c.caption ilike $9)
        and ($10::text is null or c.entity::text ilike $10)
        and not exists (select from unnest($11::text[]) path
            where not coalesce(jsonb_path_exists(c.entity, path::jsonpath, '{}', true), false))
    order by c.embedding <=> $17::halfvec
    limit $18)
    union all
    (select c.id, true
    from rag_chunks c
    join rag_documents d on d.id = c.document_id
    where d.workspace_id = $1 and c.embedding_space = $16
        and c.vector_batch >= 0 and c.vector_batch <= $19
        -- A passage without words has none, and is near to nothing.
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
        and ($9::text is null or c.caption ilike $9)
        and ($10::text is null or c.entity::text ilike $10)
        and not exists (select from unnest($11::text[]) path
            where not coalesce(jsonb_path_exists(c.entity, path::jsonpath, '{}', true), false))
    order by c.embedding_translation <=> $17::halfvec
    limit $18)
    union all
    (select c.id, true
    from rag_chunks c
    join rag_documents d on d.id = c.document_id
    where d.workspace_id = $1 and c.embedding_space = $16
        and c.vector_batch >= $20 and c.vector_batch <= $21
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
        and ($9::text is null or c.caption ilike $9)
        and ($10::text is null or c.entity::text ilike $10)
        and not exists (select from unnest($11::text[]) path
            where not coalesce(jsonb_path_exists(c.entity, path::jsonpath, '{}', true), false))
    order by c.embedding <=> $17::halfvec
    limit $18)
    union all
    (select c.id, true
    from rag_chunks c
    join rag_documents d on d.id = c.document_id
    where d.workspace_id = $1 and c.embedding_space = $16
        and c.vector_batch >= $20 and c.vector_batch <= $21
        -- A passage without words has none, and is near to nothing.
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
        and ($9::text is null or c.caption ilike $9)
        and ($10::text is null or c.entity::text ilike $10)
        and not exists (select from unnest($11::text[]) path
            where not coalesce(jsonb_path_exists(c.entity, path::jsonpath, '{}', true), false))
    order by c.embedding_translation <=> $17::halfvec
    limit $18)
    union all
    -- The first passages of documents whose name the question says, whether or not they hold its words.
    (select c.id, false
    from rag_documents d
    join rag_chunks c on c.document_id = d.id and c.ordinal < 3
    where d.workspace_id = $1 and d.status = 'ready'
        and array[left(d.called[1], 3), left(d.called[2], 3)] && $22::text[]
        and exists (select from unnest(d.called) as name (plain) where length(plain) > 1 and strpos($23, plain) > 0)
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
    order by d.id, c.ordinal
    limit 30)
    union all
    select given.id, false from unnest($24::uuid[]) as given (id)
), candidates as (
    select found.id, count(*) filter (where found.near) as near from found group by found.id
)
select
    c.id, candidates.near as "near!", d.file_name, d.title, c.language, c.headings, c.regulation, c.article_title,
    coalesce(d.dated_at, d.created_at) > $25::timestamptz - interval '1 year' as "recent!",
    -- By the exact vectors, also of passages that only their words have found.
    case when c.embedding_space = $16
        then greatest(1 - (c.embedding <=> $17::halfvec), 1 - (c.embedding_translation <=> $17::halfvec)) end as cosine,
    c.embedding_translation is not null as "translated!",
    c.term_count, c.term_counts, c.is_form,
    -- Their texts only where they were not counted when they were stored.
    case when c.term_counts is null then c.content end as content,
    case when c.term_counts is null then c.caption end as caption,
    case when c.term_counts is null then c.entity end as entity,
    case when c.term_counts is null then c.translation_text end as translation_text,
    case when c.term_counts is null then c.contextualize_text end as contextualize_text,
    case when c.term_counts is null then c.human_feedback end as human_feedback
from candidates
join rag_chunks c on c.id = candidates.id
join rag_documents d on d.id = c.document_id
where c.workspace_id = $1
