-- What is wrong with what a workspace holds, counted.
select
    (select count(*) from document_files f where f.workspace_id = $1 and not exists (
        select from rag_documents d where d.workspace_id = $1 and d.content_hash = f.content_hash)) as "files_of_nothing!",
    (select count(*) from rag_documents d where d.workspace_id = $1 and not exists (
        select from document_files f where f.workspace_id = $1 and f.content_hash = d.content_hash)) as "without_file!",
    (select count(*) from drafts d where d.workspace_id = $1 and exists (
        select from unnest(d.source_ids) named where not exists (
            select from rag_documents s where s.workspace_id = $1 and named in (s.id, s.source_id)))) as "drafts_of_gone!",
    (select count(*) from rag_chunks c join rag_documents d on d.id = c.document_id
        where d.workspace_id = $1 and d.status = 'ready' and c.embedding is null and c.term_count > 0) as "without_vector!",
    -- Older than their leases: nobody works on them.
    (select count(*) from jobs j where j.workspace_id = $1 and j.status in ('queued', 'running')
        and greatest(j.updated_at, coalesce(j.leased_until, j.updated_at)) < now() - interval '10 minutes') as "silent_jobs!",
    (select count(*) from messages m where m.workspace_id = $1 and m.status = 'streaming'
        and m.updated_at < now() - interval '1 minute') as "silent_answers!"
