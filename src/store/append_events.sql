with dated as (
    update messages set updated_at = $5
    where workspace_id = $1 and id = any($2) and updated_at < $6
)
insert into message_events (message_id, workspace_id, seq, parts)
select e.message_id, $1, e.seq, e.parts::json
from unnest($2::uuid[], $3::bigint[], $4::text[]) as e(message_id, seq, parts)
where exists (select from messages m where m.workspace_id = $1 and m.id = e.message_id)
on conflict do nothing
