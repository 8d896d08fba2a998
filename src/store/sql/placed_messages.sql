-- The messages of the branch of a conversation that is shown, or all of them, each with what was said in its place.
select
    m.id, m.conversation_id, m.client_id, m.role as "role: Role", m.status as "status: MessageStatus", m.text, m.metadata,
    m.author, m.author_id, m.created_at, m.updated_at, m.parent, places.siblings as "siblings!"
from messages m
join (
    select coalesce(parent, conversation_id) as place, array_agg(id order by created_at, id) as siblings
    from messages where workspace_id = $1 and conversation_id = $2
    group by place
) places on places.place = coalesce(m.parent, m.conversation_id)
where m.workspace_id = $1 and m.conversation_id = $2 and ($3 or m.id in (
    with recursive shown as (
        select l.id, l.parent from conversations c join messages l on l.id = c.head where c.workspace_id = $1 and c.id = $2
        union all
        select l.id, l.parent from shown join messages l on l.id = shown.parent
    )
    select shown.id from shown
))
order by m.created_at, m.id
