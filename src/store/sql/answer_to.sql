-- The latest answer to a question that came under this id with these words, and whether nothing was asked behind it.
select answer.id, answer.status as "status: MessageStatus", not exists (
    select from messages later where later.conversation_id = q.conversation_id and later.parent = answer.id
) as "last!"
from conversations c
join messages q on q.conversation_id = c.id and q.role = 'user' and q.client_id = $3 and q.text = $4
cross join lateral (
    select m.id, m.status
    from messages m
    where m.conversation_id = c.id and m.role = 'assistant' and m.parent = q.id
    order by m.created_at desc, m.id desc
    limit 1
) answer
where c.workspace_id = $1 and c.client_id = $2
order by q.created_at desc, q.id desc
limit 1
