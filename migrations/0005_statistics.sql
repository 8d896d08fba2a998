-- The planner learns nothing from sampling vectors, term lists and passages, and reading them makes
-- ANALYZE slow.
alter table rag_chunks alter column embedding set statistics 0;
alter table rag_chunks alter column search_vector set statistics 0;
alter table rag_chunks alter column content set statistics 0;

-- A workspace's chunks are found through its documents; an index that covers all rows only misleads the
-- planner away from the vector and term indexes.
drop index rag_chunks_workspace;
