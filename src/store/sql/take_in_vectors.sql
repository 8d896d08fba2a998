-- Gives some passages that wait for the index over vectors ($2 at most) the last batch that it covers ($1), which puts them into it.
-- Whoever changes a passage at this moment is not waited for: it waits for the next time.
update rag_chunks set vector_batch = $1
where id = any(array(
    select id from rag_chunks where vector_batch > $1 and embedding is not null
    limit $2 for update skip locked
))
