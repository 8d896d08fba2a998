-- What a model adds to documents ($3) has workers of its own: it may take hours, and no document waits for it.
update jobs set
    status = 'running', leased_by = $1, leased_until = now() + make_interval(secs => $2),
    attempts = attempts + 1, updated_at = now()
where id = (
    select id from jobs
    where (status = 'queued' or (status = 'running' and leased_until < now())) and (kind = 'enrich') = $3
    order by created_at, id
    for update skip locked
    limit 1
)
returning id, workspace_id, kind as "kind: JobKind", document_id, attempts
