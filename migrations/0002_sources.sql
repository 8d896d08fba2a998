-- Sources: the files as they came, what was read from them, the passages that
-- are searched, and the jobs that turn the one into the other.

-- Bytes by content, so that stateless nodes share them. The bytes are already
-- compressed in most formats, hence no second compression.
create table document_files (
    workspace_id uuid not null references workspaces (id) on delete cascade,
    content_hash bytea not null check (length(content_hash) = 32),
    bytes bytea not null,
    primary key (workspace_id, content_hash)
);
alter table document_files alter column bytes set storage external;

create table rag_documents (
    id uuid primary key,
    workspace_id uuid not null references workspaces (id) on delete cascade,
    file_name text not null,
    title text not null,
    media_type text not null,
    content_hash bytea not null check (length(content_hash) = 32),
    size_bytes bigint not null,
    language text not null default 'en' check (language in ('ko', 'en')),
    status text not null check (
        status in ('queued', 'extracting', 'chunking', 'embedding', 'ready', 'failed')
    ),
    -- {code, ko, en} when status is failed.
    failure jsonb,
    page_count integer not null default 0,
    -- Sums over the chunks, kept here so that BM25 needs no scan of them.
    chunk_count integer not null default 0,
    term_count bigint not null default 0,
    embedding_space text,
    -- Date of the document itself where known (recency bonus), else null.
    dated_at timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    -- The same content twice is one source.
    unique (workspace_id, content_hash)
);
create index rag_documents_created on rag_documents (workspace_id, created_at desc);

create table document_pages (
    document_id uuid not null references rag_documents (id) on delete cascade,
    workspace_id uuid not null references workspaces (id) on delete cascade,
    page integer not null,
    content text not null,
    primary key (document_id, page)
);

create table rag_chunks (
    id uuid primary key,
    workspace_id uuid not null references workspaces (id) on delete cascade,
    document_id uuid not null references rag_documents (id) on delete cascade,
    -- Place in the document, from 0.
    ordinal integer not null,
    content text not null,
    chunk_type text not null default 'text' check (chunk_type in ('text', 'image', 'table')),
    category text not null default 'paragraph',
    language text not null default 'en' check (language in ('ko', 'en')),
    page integer,
    page_end integer,
    headings text[] not null default '{}',
    -- Bytes in the document's extracted text.
    start_offset bigint not null default 0,
    end_offset bigint not null default 0,
    caption text,
    entity jsonb,
    image_path text,
    human_feedback text,
    translation_text text,
    contextualize_text text,
    -- Regulations: name and article, for anchors; 제12조의2 is number 12, branch 2.
    regulation text,
    article_number integer,
    article_branch integer,
    article_title text,
    -- Shorter embeddings are padded with zeros, which leaves cosine as it was.
    embedding halfvec(1536),
    -- Which model made the embedding; vectors of two spaces are never compared.
    embedding_space text,
    -- Terms of domain::text::search_terms: distinct in the vector, all in the count.
    search_vector tsvector not null,
    term_count integer not null,
    created_at timestamptz not null,
    unique (document_id, ordinal)
);
create index rag_chunks_embedding on rag_chunks
    using hnsw (embedding halfvec_cosine_ops) with (m = 16, ef_construction = 64);
create index rag_chunks_search on rag_chunks using gin (search_vector);
create index rag_chunks_workspace on rag_chunks (workspace_id);

-- In how many chunks of ready documents a term occurs (BM25).
create table rag_terms (
    workspace_id uuid not null references workspaces (id) on delete cascade,
    term text not null,
    chunks integer not null,
    primary key (workspace_id, term)
) with (fillfactor = 80);

create table regulation_articles (
    id uuid primary key,
    workspace_id uuid not null references workspaces (id) on delete cascade,
    document_id uuid not null references rag_documents (id) on delete cascade,
    ordinal integer not null,
    regulation text not null,
    -- The name without white space, as it is looked up.
    regulation_key text not null,
    -- 제12조의2 is number 12, branch 2; branch 0 is the article itself.
    number integer not null,
    branch integer not null default 0,
    -- 부칙 articles start again at 1.
    supplementary boolean not null default false,
    title text,
    -- 편, 장, 절 above the article, outermost first.
    chapter_path text[] not null default '{}',
    content text not null,
    page integer,
    chunk_id uuid references rag_chunks (id) on delete set null,
    unique (document_id, ordinal)
);
create index regulation_articles_lookup on regulation_articles
    (workspace_id, regulation_key, number, branch, supplementary);

create table jobs (
    id uuid primary key,
    workspace_id uuid not null references workspaces (id) on delete cascade,
    kind text not null check (kind in ('ingest', 'reembed')),
    document_id uuid references rag_documents (id) on delete cascade,
    status text not null check (status in ('queued', 'running', 'done', 'failed')),
    stage text not null default 'queued',
    -- Steps of the stage done and to do; total 0 while it is unknown.
    progress_done bigint not null default 0,
    progress_total bigint not null default 0,
    attempts integer not null default 0,
    failure jsonb,
    -- Who works on it, and until when it may be silent.
    leased_by uuid,
    leased_until timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null
);
create index jobs_open on jobs (created_at) where status in ('queued', 'running');
create index jobs_document on jobs (document_id, created_at desc);

create table graph_entities (
    id uuid primary key,
    workspace_id uuid not null references workspaces (id) on delete cascade,
    name text not null,
    kind text not null default '',
    description text not null default '',
    embedding halfvec(1536),
    embedding_space text,
    unique (workspace_id, name)
);

create table graph_relations (
    id uuid primary key,
    workspace_id uuid not null references workspaces (id) on delete cascade,
    source_id uuid not null references graph_entities (id) on delete cascade,
    target_id uuid not null references graph_entities (id) on delete cascade,
    label text not null,
    description text not null default '',
    weight real not null default 1,
    unique (workspace_id, source_id, target_id, label)
);

-- Which chunks an entity or a relation was found in.
create table graph_evidence (
    chunk_id uuid not null references rag_chunks (id) on delete cascade,
    workspace_id uuid not null references workspaces (id) on delete cascade,
    entity_id uuid references graph_entities (id) on delete cascade,
    relation_id uuid references graph_relations (id) on delete cascade,
    check (num_nonnulls(entity_id, relation_id) = 1)
);
create index graph_evidence_chunk on graph_evidence (chunk_id);
create index graph_evidence_entity on graph_evidence (entity_id);
create index graph_evidence_relation on graph_evidence (relation_id);
