-- How often a passage has each of its terms (crates/sources, counts.rs), and whether it is a form, so that ranking it needs no second
-- reading of its text. Null for passages that were stored before: those are read.
alter table rag_chunks add column term_counts bytea;
alter table rag_chunks add column is_form boolean;
-- Hashes do not compress; and the planner learns nothing from them.
alter table rag_chunks alter column term_counts set storage external, alter column term_counts set statistics 0;
