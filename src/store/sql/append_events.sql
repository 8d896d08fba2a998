-- Who was taken for dead writes no more: the row is locked, so that an answer is either logged or taken, one behind the other.
-- No lock on it is waited for: an answer that is being taken or deleted at the moment is passed over, and told. So this cannot be
-- in a circle of those that wait. The key of the log locks the same row once more, which is ours by then; and a row of the log that
-- another connection of the same writer is storing is met in the order in which that goes, too.
with own as (
    select id, workspace_id, updated_at < clock_timestamp() - make_interval(secs => $4) as is_silent from messages
    where id = any($1) and writer is not distinct from $5
    for key share skip locked
), dated as (
    -- What is logged is a sign of life as well (see life.rs). As a rule there is one that is young enough.
    update messages set updated_at = clock_timestamp() where id in (
        select id from messages
        where id = any(array(select id from own where is_silent)) and status = 'streaming'
        for no key update skip locked
    )
), logged as (
    insert into message_events (message_id, workspace_id, seq, parts)
    select e.message_id, own.workspace_id, e.seq, e.parts::json
    from own
    join unnest($1::uuid[], $2::bigint[], $3::text[]) as e(message_id, seq, parts) on e.message_id = own.id
    order by e.message_id, e.seq
    on conflict do nothing
)
-- Those that were passed over, are gone or are another's.
select e.id as "id!" from unnest($1::uuid[]) as e(id)
where not exists (select from own where own.id = e.id)
