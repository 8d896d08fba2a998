select
    c.id, c.document_id, d.file_name, d.title, c.ordinal, c.content, c.chunk_type, c.category, c.language,
    c.page, c.page_end, c.page_starts, c.headings, c.start_offset, c.end_offset, c.caption, c.entity, c.image_path, c.human_feedback,
    c.translation_text, c.regulation, c.article_number, c.article_branch, c.article_title,
    coalesce(d.dated_at, d.created_at) > $3::timestamptz - interval '1 year' as "recent!",
    c.embedding is not null and c.embedding_space is not distinct from $4 as "embedded!"
from rag_chunks c
join rag_documents d on d.id = c.document_id
where c.workspace_id = $1 and c.id = any($2)
