-- A look-up by a word visits the rows of all passages that have it and needs nothing but their small columns. With the long ones
-- out of line a page of the table holds some thirty rows instead of five, and the table stays in memory. Rows that are there
-- keep their shape until they are written again.
alter table rag_chunks set (toast_tuple_target = 128);
-- Terms hardly compress, and are only read whole.
alter table rag_chunks alter column search_vector set storage external;
