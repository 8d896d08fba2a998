with done as (
    update jobs set status = 'done', stage = 'ready', leased_by = null, leased_until = null, updated_at = $4
    where id = $1 and leased_by = $2 and status = 'running'
    returning document_id
), moved as (
    update rag_documents d set embedding_space = $3, updated_at = $4
    from done where d.id = done.document_id
)
select document_id from done
