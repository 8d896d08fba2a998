-- The passages of the themes $9, in turn from each, those of the first theme first.
select c.id
from unnest($9::uuid[]) with ordinality as t (id, rank)
join graph_theme_passages p on p.theme_id = t.id
join rag_chunks c on c.id = p.chunk_id
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
    and ($11::text is null or c.caption ilike $11)
    and ($12::text is null or c.entity::text ilike $12)
    and not exists (select from unnest($13::text[]) path
        where not coalesce(jsonb_path_exists(c.entity, path::jsonpath, '{}', true), false))
group by c.id
order by min(p.place + 5 * t.rank), c.id
limit $10
