-- What waits to be done in any workspace. $1: the rules by which the graph is read; $2: the most vectors that are counted.
select
    exists (
        select from jobs
        where (status = 'queued' or (status = 'running' and leased_until < now())) and kind <> 'enrich'
    ) as "jobs!",
    exists (
        select from jobs
        where (status = 'queued' or (status = 'running' and leased_until < now())) and kind = 'enrich'
    ) as "enrichment!",
    exists (select from rag_documents where status = 'ready' and graph_version < $1) as "graph!",
    exists (
        select from graph_changes
        where (themed_at is null or themed_at < changed_at) and (leased_until is null or leased_until < now())
    ) as "themes!",
    exists (select from messages where status = 'streaming') or exists (select from revision_runs) as "open!",
    i.covered, w.waiting as "waiting!"
from vector_index i
cross join lateral (
    select count(*) as waiting from (
        select from rag_chunks c where c.vector_batch > i.covered and c.embedding is not null limit $2
    ) as c
) as w
