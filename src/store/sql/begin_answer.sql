with chat as (
    insert into conversations (id, workspace_id, client_id, title, created_at, updated_at, begun_by, author)
    values ($2, $1, $3, $4, $5, $5, $12, $13)
    on conflict (workspace_id, client_id) do update set
        updated_at = excluded.updated_at,
        title = case when conversations.title = '' then excluded.title else conversations.title end
    returning id
), begun as (
    -- Behind what is there, whatever the clock of the node says that wrote it.
    select chat.id, greatest($5::timestamptz, (
        select max(m.created_at) from messages m where m.conversation_id = chat.id
    ) + interval '1 microsecond') as at
    from chat
), before as (
    -- As it stood before this statement: without the question itself. The latest turns first.
    select m.role, m.client_id, left(m.text, $15) as text, m.created_at, m.id
    from begun
    join messages m on m.workspace_id = $1 and m.conversation_id = begun.id
    order by m.created_at desc, m.id desc
    limit $14
), opened as (
    -- An answer that is open in the conversation keeps this one out: messages_open is unique.
    insert into messages
        (id, workspace_id, conversation_id, client_id, role, status, text, metadata, created_at, updated_at, writer,
        author, author_id)
    select new.id, $1, begun.id, new.client_id, new.role, new.status, new.text, '{}', begun.at + new.behind,
        -- The first sign of life, by the clock of all later ones (see life.rs).
        clock_timestamp(), $10, case when new.role = 'user' then $13 end, case when new.role = 'user' then $12::uuid end
    from begun, (values
        ($6::uuid, $7::text, 'user', 'complete', $8::text, interval '0'),
        -- Behind the question, whose time has the same resolution.
        ($9::uuid, null, 'assistant', 'streaming', '', interval '1 microsecond')
    ) as new (id, client_id, role, status, text, behind)
    -- Sent twice at once, and the first has had its answer meanwhile.
    where not $11 or not exists (
        select from messages known
        where known.conversation_id = begun.id and known.role = 'user' and known.client_id = $7 and known.text = $8
    )
    returning id
)
select
    coalesce((select v.version from regulation_versions v where v.workspace_id = $1), 0) as "regulations!",
    before.role as "role?: Role", before.client_id as "client_id?", before.text as "text?"
from (select count(*) as messages from opened) done
left join before on true
where done.messages > 0
order by before.created_at desc, before.id desc
