-- The graph of what passages speak of (crates/graph). Until here nothing wrote it.
alter table graph_entities
    drop constraint graph_entities_workspace_id_name_key,
    -- The form in which names are the same.
    add column key text not null,
    -- Keys of its other names.
    add column aliases text[] not null default '{}',
    -- The words of its name and description, as they are searched.
    add column words text[] not null default '{}',
    add constraint graph_entities_key unique (workspace_id, key);
create index graph_entities_aliases on graph_entities using gin (aliases);
create index graph_entities_words on graph_entities using gin (words);
create index graph_relations_source on graph_relations (source_id);
create index graph_relations_target on graph_relations (target_id);
-- The rules that have read the document for the graph; 0: none yet. What is still to be read is looked for every few seconds.
alter table rag_documents add column graph_version integer not null default 0;
create index rag_documents_graph on rag_documents (graph_version) where status = 'ready';
