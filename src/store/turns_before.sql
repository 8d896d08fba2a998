-- What was said in a conversation before an answer and the question to it, the latest first.
select earlier.role as "role: Role", earlier.client_id, left(earlier.text, $4) as "text!"
from messages own
cross join lateral (
    select m.role, m.client_id, m.text
    from messages m
    where m.workspace_id = $1 and m.conversation_id = own.conversation_id
        and (m.created_at, m.id) < (own.created_at, own.id)
    order by m.created_at desc, m.id desc
    -- The question itself.
    offset 1
    limit $3
) earlier
where own.workspace_id = $1 and own.id = $2
