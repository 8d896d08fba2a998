-- The index over vectors covers the passages of all batches up to a number, which stands in its definition. What comes in later is
-- of a later batch, and is searched exactly until the index has taken it in: one by one where it is little, by an index that is
-- built anew over all of it where it is much (store/vectors.rs). A new index is built beside the old one, so its name has the number.
alter table rag_chunks add column vector_batch integer not null default 0;
create index rag_chunks_vector_batch on rag_chunks (vector_batch) where embedding is not null;
drop index rag_chunks_embedding;

create table vector_index (
    -- There is one row.
    is_there boolean primary key default true check (is_there),
    -- The last batch that the index covers; -1: there is no index.
    covered integer not null default -1,
    -- The batch of what comes in now.
    entering integer not null default 0
);
insert into vector_index default values;
