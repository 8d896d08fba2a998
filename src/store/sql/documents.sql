-- The versions of the source $2; without one, of every source, or of those of the project $5, the version that is searched and the newest. $3 of them behind
-- the first $4; all when $3 is null.
select
    d.id, d.source_id, d.version, d.path, d.file_name, d.title, d.author, d.media_type, d.content_hash, d.size_bytes, d.language,
    d.status as "status: DocumentStatus", d.failure, d.page_count, d.recognised_pages, d.unread_pages, d.chunk_count,
    d.left_out as without, d.embedding_space, d.project_id, d.created_at, d.updated_at,
    j.progress_done as "progress_done?", j.progress_total as "progress_total?", j.id as "job_id?",
    e.status as "enrichment?", e.progress_done as "enriched?", e.progress_total as "to_enrich?", e.failure as "left_out?",
    s.versions as "versions!", s.searched
from rag_documents d
left join lateral (
    select id, progress_done, progress_total from jobs
    where document_id = d.id and kind <> 'enrich' order by created_at desc limit 1
) j on true
left join lateral (
    select status, progress_done, progress_total, failure from jobs
    where document_id = d.id and kind = 'enrich' order by created_at desc limit 1
) e on true
cross join lateral (
    select count(*) as versions, max(v.version) filter (where v.status = 'ready') as searched
    from rag_documents v where v.source_id = d.source_id
) s
where d.workspace_id = $1
    and case when $2::uuid is not null then d.source_id = $2 else d.status = 'ready' or not exists (
        select from rag_documents n where n.source_id = d.source_id and n.version > d.version
    ) end
    and ($5::uuid is null or d.project_id = $5)
order by case when $2::uuid is not null then d.version end desc, d.created_at desc, d.id desc
limit $3 offset $4
