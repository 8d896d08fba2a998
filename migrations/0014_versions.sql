-- A document is one version of a source; the versions of a source share `source_id`, the id of its first. One of them at
-- most is ready, and searched: that which a newer one takes the place of is superseded, and stays for what cites it.
alter table rag_documents
    add column source_id uuid,
    add column version integer not null default 1,
    -- Where the file lay, if that is known; a source without one is known by its file's name.
    add column path text;
update rag_documents set source_id = id;
alter table rag_documents
    alter column source_id set not null,
    add unique (source_id, version),
    -- The same content may come back, and under another name it is another source.
    drop constraint rag_documents_workspace_id_content_hash_key,
    drop constraint rag_documents_status_check,
    add constraint rag_documents_status_check check (
        status in ('queued', 'extracting', 'chunking', 'embedding', 'ready', 'failed', 'superseded')
    );
create index rag_documents_name on rag_documents (workspace_id, file_name);
create index rag_documents_content on rag_documents (workspace_id, content_hash);
