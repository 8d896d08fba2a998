-- Who was taken for dead writes no more: the row is locked, so that an answer is either logged or taken, one behind the other.
with own as (
    select id from messages
    where workspace_id = $1 and id = any($2) and writer is not distinct from $6
    for key share
), dated as (
    -- What is logged is a sign of life as well (see life.rs).
    update messages set updated_at = clock_timestamp()
    where workspace_id = $1 and id in (select id from own) and status = 'streaming'
        and updated_at < clock_timestamp() - make_interval(secs => $5)
)
insert into message_events (message_id, workspace_id, seq, parts)
select e.message_id, $1, e.seq, e.parts::json
from unnest($2::uuid[], $3::bigint[], $4::text[]) as e(message_id, seq, parts)
where e.message_id in (select id from own)
on conflict do nothing
