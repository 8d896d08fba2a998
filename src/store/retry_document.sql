with again as (
    update rag_documents set status = 'queued', failure = null, updated_at = $4,
        file_name = coalesce($5, file_name), title = coalesce($5, title)
    where workspace_id = $1 and id = $2 and status = 'failed'
    returning id
), job as (
    insert into jobs (id, workspace_id, kind, document_id, status, created_at, updated_at)
    select $3, $1, 'ingest', id, 'queued', $4, $4 from again
)
select id from again
