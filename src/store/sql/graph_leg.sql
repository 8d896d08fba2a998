-- Passages that speak of the entities $10 (each with a weight $11), that say how they hang together with others, or that are what
-- they refer to; the best first. Of what is spoken of everywhere only so many passages ($12) are looked at: they tell nothing apart.
with asked as (
    select a.id, a.weight from unnest($10::uuid[], $11::float8[]) a(id, weight)
), reached as (
    select g.chunk_id, a.weight as score
    from asked a cross join lateral (
        select chunk_id from graph_evidence g where g.entity_id = a.id limit $12) g
    union all
    select g.chunk_id, a.weight * 0.5
    from asked a
    cross join lateral (
        select id from graph_relations r where r.source_id = a.id and r.label <> 'part_of'
        union all
        select id from graph_relations r where r.target_id = a.id and r.label <> 'part_of'
        limit $12) r
    cross join lateral (select chunk_id from graph_evidence g where g.relation_id = r.id limit 50) g
    union all
    -- An article in its own words, and what it refers to in its own.
    select g.chunk_id, own.weight
    from (
        select a.id, a.weight from asked a
        union all
        select r.target_id, a.weight * 0.5
        from asked a cross join lateral (
            select r.target_id from graph_relations r where r.source_id = a.id and r.label = 'refers_to' limit $12) r
    ) own
    join graph_relations p on p.source_id = own.id and p.label = 'part_of'
    cross join lateral (select chunk_id from graph_evidence g where g.relation_id = p.id limit 3) g
)
select c.id, sum(reached.score)::float8 as "score!"
from reached
join rag_chunks c on c.id = reached.chunk_id
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
group by c.id
order by 2 desc, 1
limit $9
