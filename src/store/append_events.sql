-- What is logged is a sign of life as well (see life.rs).
with dated as (
    update messages set updated_at = clock_timestamp()
    where workspace_id = $1 and id = any($2) and status = 'streaming'
        and updated_at < clock_timestamp() - make_interval(secs => $5)
)
insert into message_events (message_id, workspace_id, seq, parts)
select e.message_id, $1, e.seq, e.parts::json
from unnest($2::uuid[], $3::bigint[], $4::text[]) as e(message_id, seq, parts)
where exists (select from messages m where m.workspace_id = $1 and m.id = e.message_id)
on conflict do nothing
