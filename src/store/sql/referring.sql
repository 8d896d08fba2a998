-- Passages that say that their article refers to one of the entities $9 or to an article of one, with how many of those they refer to: the
-- most first, those of the same regulation last. Of a regulation that is asked for its own articles are none. Of what is referred to
-- everywhere only so many references ($10) are looked at.
with asked as (
    select id from unnest($9::uuid[]) a(id)
), targets as (
    select id from asked
    union
    select p.source_id
    from asked a cross join lateral (
        select source_id from graph_relations r where r.target_id = a.id and r.label = 'part_of' limit $10) p
), wholes as (
    select p.target_id as id, p.target_id in (select id from asked) as is_asked
    from asked a join graph_relations p on p.label = 'part_of' and a.id in (p.source_id, p.target_id)
), told as (
    select r.id, r.target_id, exists (
        select from graph_relations p join wholes w on w.id = p.target_id
        where p.source_id = r.source_id and p.label = 'part_of') as is_own
    from targets t cross join lateral (
        select id, source_id, target_id from graph_relations r where r.target_id = t.id and r.label = 'refers_to' limit $10) r
)
select c.id
from told
join graph_evidence g on g.relation_id = told.id
join rag_chunks c on c.id = g.chunk_id
join rag_documents d on d.id = c.document_id
where d.workspace_id = $1 and d.status = 'ready'
    and not (told.is_own and exists (select from wholes where is_asked))
    and (cardinality($2::uuid[]) = 0 or c.document_id = any($2))
    and (cardinality($3::int[]) = 0 or exists (
        select 1 from unnest($3) p where p between c.page and coalesce(c.page_end, c.page)))
    and (cardinality($4::text[]) = 0 or c.category = any($4))
    and (cardinality($5::text[]) = 0 or c.chunk_type = any($5))
    and (cardinality($6::text[]) = 0 or c.language = any($6))
    and ($7::timestamptz is null or coalesce(d.dated_at, d.created_at) >= $7)
    and ($8::timestamptz is null or coalesce(d.dated_at, d.created_at) < $8)
    and ($12::text is null or c.caption ilike $12)
    and ($13::text is null or c.entity::text ilike $13)
    and not exists (select from unnest($14::text[]) path
        where not coalesce(jsonb_path_exists(c.entity, path::jsonpath, '{}', true), false))
group by c.id
order by bool_and(told.is_own), count(distinct told.target_id) desc, min(d.created_at), min(c.document_id::text), min(c.ordinal)
limit $11
