-- The job is done; what it has left out stands in its failure, and the document is as ready as it was.
update jobs set status = 'done', stage = 'ready', failure = $3, leased_by = null, leased_until = null, updated_at = $4
where id = $1 and leased_by = $2 and status = 'running'
returning document_id
