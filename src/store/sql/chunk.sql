select
    c.id, c.document_id, d.file_name, d.title, d.path, d.dated_at, d.created_at, c.ordinal, c.content, c.chunk_type, c.category, c.language,
    c.page, c.page_end, coalesce(d.page_labels[c.page:coalesce(c.page_end, c.page)], '{}') as "page_labels!", c.page_starts, c.headings, c.start_offset, c.end_offset, c.caption, c.entity, c.image_path, c.human_feedback,
    c.translation_text, c.translation_by, c.contextualize_text, c.regulation, c.article_number, c.article_branch, c.article_title,
    exists (select from unnest(d.recognised_pages) p where p between c.page and coalesce(c.page_end, c.page)) as "recognised!",
    exists (select from document_pictures i where i.document_id = c.document_id and i.name = c.image_path) as "pictured!",
    array(select o.path from rag_documents o where o.workspace_id = d.workspace_id and o.file_name = d.file_name
        and o.source_id <> d.source_id and o.path is not null limit 50) as "alike!: Vec<String>"
from rag_chunks c
join rag_documents d on d.id = c.document_id
where c.workspace_id = $1 and c.id = any($2)
