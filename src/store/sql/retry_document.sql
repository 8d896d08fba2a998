-- Of a source only the newest version is worth another attempt.
with again as (
    update rag_documents d set status = 'queued', failure = null, updated_at = $4
    where d.workspace_id = $1 and d.id = $2 and d.status = 'failed' and not exists (
        select from rag_documents n where n.source_id = d.source_id and n.version > d.version
    )
    returning d.id
), job as (
    insert into jobs (id, workspace_id, kind, document_id, status, created_at, updated_at)
    select $3, $1, 'ingest', id, 'queued', $4, $4 from again
)
select id from again
