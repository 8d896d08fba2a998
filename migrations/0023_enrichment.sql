-- What a model adds to a passage behind its back, and the vector of its translation.
--
-- Stet has two languages, so a passage has at most one translation: into the one that it is not in. Its vector stands beside that of
-- the passage (what the multimodal workflow's document calls embedding_korean and embedding_english: `language` says which is which),
-- and one batch covers both, so that both indexes are built and fed together (store/vectors.rs).
alter table rag_chunks
    add column embedding_translation halfvec(1536),
    -- The models that made the translation and the context; null: they came with the document.
    add column translation_by text,
    add column context_by text,
    -- Of each step (`context`, `translation`) that was given up why: asking again would give the same again.
    add column refused jsonb not null default '{}';

-- The batches that are covered have no translations yet, so their index is empty.
do $$
declare
    covered integer := (select v.covered from vector_index v);
begin
    if covered >= 0 then
        execute format(
            'create index rag_chunks_translations_%s on rag_chunks using hnsw (embedding_translation halfvec_cosine_ops) '
            'with (m = 16, ef_construction = 64) where vector_batch <= %s', covered, covered);
    end if;
end $$;

alter table jobs
    drop constraint jobs_kind_check,
    add constraint jobs_kind_check check (kind in ('ingest', 'reembed', 'enrich'));

-- Filters on a page or a category of a large store.
create index rag_chunks_page on rag_chunks (document_id, page);
create index rag_chunks_category on rag_chunks (workspace_id, category);

-- Translations that came with documents have no vectors yet: those documents are embedded again, as those are of which words serve first.
update rag_documents d set embedding_space = 'none' where d.status = 'ready' and exists (
    select from rag_chunks c where c.document_id = d.id and c.translation_text is not null
);
update rag_chunks set embedding_space = 'none' where translation_text is not null and embedding is not null;
