-- What ranking needs of passages. Their texts only where they were not counted when they were stored.
select
    c.id, d.file_name, d.title, c.language, c.headings, c.regulation, c.article_title,
    coalesce(d.dated_at, d.created_at) > $3::timestamptz - interval '1 year' as "recent!",
    -- By the exact vectors, also of passages that only their words have found.
    case when c.embedding_space = $4
        then greatest(1 - (c.embedding <=> $5::halfvec), 1 - (c.embedding_translation <=> $5::halfvec)) end as cosine,
    c.embedding_translation is not null as "translated!",
    c.term_count, c.term_counts, c.is_form,
    case when c.term_counts is null then c.content end as content,
    case when c.term_counts is null then c.caption end as caption,
    case when c.term_counts is null then c.entity end as entity,
    case when c.term_counts is null then c.translation_text end as translation_text,
    case when c.term_counts is null then c.contextualize_text end as contextualize_text,
    case when c.term_counts is null then c.human_feedback end as human_feedback
from rag_chunks c
join rag_documents d on d.id = c.document_id
where c.workspace_id = $1 and c.id = any($2)
