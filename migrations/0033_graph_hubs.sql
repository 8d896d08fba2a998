-- How the graph is read where much hangs on one entity: the first of its relations and passages in the order of an index.
drop index graph_relations_source;
drop index graph_relations_target;
create index graph_relations_source on graph_relations (source_id, label, id);
create index graph_relations_target on graph_relations (target_id, label, id);
drop index graph_evidence_entity;
drop index graph_evidence_relation;
create index graph_evidence_entity on graph_evidence (entity_id, chunk_id) where entity_id is not null;
create index graph_evidence_relation on graph_evidence (relation_id, chunk_id) where relation_id is not null;
-- The whole graph is read a page at a time.
create index graph_relations_order on graph_relations (workspace_id, id);
create index graph_entities_order on graph_entities (workspace_id, id);
