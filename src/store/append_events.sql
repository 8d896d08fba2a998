with alive as (
    update messages set updated_at = $5 where id = $1 and workspace_id = $2 returning id
)
insert into message_events (message_id, workspace_id, seq, part)
select alive.id, $2, e.seq, e.part
from alive cross join unnest($3::bigint[], $4::jsonb[]) as e(seq, part)
on conflict do nothing
