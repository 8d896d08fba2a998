-- Who was taken for dead writes no more: the row is locked, so that an answer is either logged or taken, one behind the other.
with own as (
    select id, workspace_id from messages
    where id = any($1) and writer is not distinct from $5
    order by id
    for key share
), silent as (
    -- A row that is locked is being dated by another statement: to wait for it here, while holding others, would be a circle.
    select id from messages
    where id in (select id from own) and status = 'streaming'
        and updated_at < clock_timestamp() - make_interval(secs => $4)
    order by id
    for no key update skip locked
), dated as (
    -- What is logged is a sign of life as well (see life.rs).
    update messages set updated_at = clock_timestamp() where id in (select id from silent)
)
insert into message_events (message_id, workspace_id, seq, parts)
select e.message_id, own.workspace_id, e.seq, e.parts::json
from unnest($1::uuid[], $2::bigint[], $3::text[]) as e(message_id, seq, parts)
join own on own.id = e.message_id
on conflict do nothing
