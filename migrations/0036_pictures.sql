-- Pictures that a document names. Each belongs to the one version that names it, as the rows of its passages do, and goes with
-- it; no name leads to the picture of another source.
create table document_pictures (
    document_id uuid not null references rag_documents (id) on delete cascade,
    workspace_id uuid not null references workspaces (id) on delete cascade,
    -- As the document says it.
    name text not null,
    media_type text not null,
    bytes bytea not null,
    primary key (document_id, name)
);
-- Pictures are compressed already.
alter table document_pictures alter column bytes set storage external;
create index document_pictures_workspace on document_pictures (workspace_id);
create index rag_chunks_pictures on rag_chunks (document_id) where image_path is not null;
select confine_to_workspace('document_pictures');

-- The entities of a theme: with what is erased, every theme goes at once that was made of it. Of themes from before it is not
-- known; they go with the first that is erased.
alter table graph_themes add column members uuid[] not null default '{}';
