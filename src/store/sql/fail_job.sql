-- A document that is only to be embedded again stays as ready as it was.
with failed as (
    update jobs set status = 'failed', failure = $3, leased_by = null, leased_until = null, updated_at = $4
    where id = $1 and leased_by = $2 and status = 'running'
    returning document_id, kind
), moved as (
    update rag_documents d set status = 'failed', failure = $3, updated_at = $4
    from failed where d.id = failed.document_id and failed.kind = 'ingest'
)
select document_id from failed
