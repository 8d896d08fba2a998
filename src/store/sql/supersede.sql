-- Takes versions out of search: their rows and the indexes over their passages.
with old as (
    update rag_documents set status = 'superseded' where workspace_id = $1 and id = any($2)
)
update rag_chunks set embedding = null, embedding_translation = null, embedding_space = null, search_vector = '',
    -- What a model made is made anew for the new version.
    translation_text = case when translation_by is null then translation_text end, translation_by = null,
    contextualize_text = case when context_by is null then contextualize_text end, context_by = null, found = null
where workspace_id = $1 and document_id = any($2)
