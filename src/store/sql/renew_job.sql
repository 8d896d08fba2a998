with renewed as (
    update jobs set
        stage = $4, progress_done = $5, progress_total = $6,
        leased_until = now() + make_interval(secs => $3), updated_at = now()
    where id = $1 and leased_by = $2 and status = 'running'
    returning document_id
), moved as (
    update rag_documents d set status = $4, failure = null, updated_at = now()
    from renewed where d.id = renewed.document_id and d.status <> $4 and d.status <> 'superseded'
)
select document_id from renewed
