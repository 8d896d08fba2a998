-- What the index over vectors covers, and how many vectors it has not taken in, counted up to $1.
select i.covered, w.waiting as "waiting!"
from vector_index i
cross join lateral (
    select count(*) as waiting from (
        select from rag_chunks c where c.vector_batch > i.covered and c.embedding is not null limit $1
    ) as c
) as w
