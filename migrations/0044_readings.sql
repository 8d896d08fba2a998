-- What a model has chosen of a long document when it was read section by section, so that it is not read again: passages, those
-- that say the most of each section first. It goes with its version.
create table document_readings (
    document_id uuid not null references rag_documents (id) on delete cascade,
    workspace_id uuid not null references workspaces (id) on delete cascade,
    -- What was looked for (`obligations`); empty for all of it.
    focus text not null,
    language text not null,
    model text not null,
    -- Sections that were read.
    sections integer not null,
    passages uuid[] not null,
    primary key (document_id, focus, language, model)
);
create index document_readings_workspace on document_readings (workspace_id);
select confine_to_workspace('document_readings');
