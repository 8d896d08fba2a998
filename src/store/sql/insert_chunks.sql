insert into rag_chunks (
    id, workspace_id, document_id, ordinal, content, chunk_type, category, language, page, page_end, page_starts,
    headings, start_offset, end_offset, caption, entity, image_path, human_feedback, translation_text, contextualize_text,
    regulation, article_number, article_branch, article_title,
    embedding, embedding_translation, embedding_space, search_vector, term_count, term_counts, is_form, vector_batch, created_at
)
select
    b.id, $1, $2, b.ordinal, b.content, b.chunk_type, b.category, b.language, b.page, b.page_end,
    array(select jsonb_array_elements_text(b.page_starts)::int),
    array(select jsonb_array_elements_text(b.headings)),
    b.start_offset, b.end_offset, b.caption, b.entity, b.image_path, b.human_feedback, b.translation_text, b.contextualize_text,
    b.regulation, b.article_number, b.article_branch, b.article_title,
    b.embedding, b.embedding_translation, $3, b.terms::tsvector, b.term_count, b.term_counts, b.is_form,
    (select entering from vector_index), $4
from unnest(
    $5::uuid[], $6::int[], $7::text[], $8::text[], $9::text[], $10::text[], $11::int[], $12::int[],
    $13::jsonb[], $14::jsonb[], $15::bigint[], $16::bigint[], $17::text[], $18::jsonb[], $19::text[], $20::text[],
    $21::text[], $22::text[], $23::int[], $24::int[], $25::text[], $26::halfvec[], $27::text[], $28::int[],
    $29::bytea[], $30::boolean[], $31::text[], $32::halfvec[]
) as b(
    id, ordinal, content, chunk_type, category, language, page, page_end, page_starts,
    headings, start_offset, end_offset, caption, entity, image_path, human_feedback,
    translation_text, regulation, article_number, article_branch, article_title, embedding, terms, term_count,
    term_counts, is_form, contextualize_text, embedding_translation
)
on conflict (document_id, ordinal) do nothing
