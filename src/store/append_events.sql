with alive as (
    update messages set updated_at = $5
    where workspace_id = $1 and id = any($2)
    returning id
)
insert into message_events (message_id, workspace_id, seq, part)
select alive.id, $1, e.seq, e.part::jsonb
from alive join unnest($2::uuid[], $3::bigint[], $4::text[]) as e(message_id, seq, part) on e.message_id = alive.id
on conflict do nothing
