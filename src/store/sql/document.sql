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
where d.workspace_id = $1 and d.id = $2
