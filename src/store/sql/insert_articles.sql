insert into regulation_articles (
    id, workspace_id, document_id, ordinal, regulation, regulation_key, number, branch, supplementary,
    title, chapter_path, content, page, chunk_id
)
select
    b.id, $1, $2, b.ordinal, b.regulation, b.regulation_key, b.number, b.branch, b.supplementary, b.title,
    array(select jsonb_array_elements_text(b.chapter_path)), b.content, b.page, b.chunk_id
from unnest(
    $3::uuid[], $4::int[], $5::text[], $6::text[], $7::int[], $8::int[], $9::bool[], $10::text[],
    $11::jsonb[], $12::text[], $13::int[], $14::uuid[]
) as b(
    id, ordinal, regulation, regulation_key, number, branch, supplementary, title, chapter_path, content,
    page, chunk_id
)
