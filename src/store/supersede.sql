-- Takes versions out of search: their rows and the indexes over their passages.
with old as (
    update rag_documents set status = 'superseded' where workspace_id = $1 and id = any($2)
)
update rag_chunks set embedding = null, embedding_space = null, search_vector = ''
where workspace_id = $1 and document_id = any($2)
