-- A question in its place and the empty answer to it, or another answer to one that is there. Places are looked up as they were before this
-- statement.
with recursive known as (
    select c.id, c.head, c.project_id from conversations c where c.workspace_id = $1 and c.client_id = $3
), shown as (
    select m.id, m.parent, m.role, m.text = $8 as same, 1 as up from known join messages m on m.id = known.head
    union all
    select m.id, m.parent, m.role, m.text = $8, shown.up + 1 from shown join messages m on m.id = shown.parent
), named as (
    -- What the client names: the question itself, then the messages before it as it has them, the nearest first.
    select
        m.id, m.parent, m.role, m.created_at, m.text = $8 as same, names.nr,
        exists (select from shown where shown.id = m.id) as is_shown
    from known
    join messages m on m.conversation_id = known.id
    join unnest(array[$7::text] || $16::text[]) with ordinality as names (name, nr)
        on m.id::text = names.name or (m.role = 'user' and m.client_id = names.name)
), asked as (
    -- The question that is answered again.
    (
        select id, parent from named where $11 and nr = 1 and role = 'user'
        order by same desc, is_shown desc, created_at desc limit 1
    )
    union all
    (
        select id, parent from (select * from shown where $11 and role = 'user' order by up limit 1) as last
        where $7::text is null or same
    )
    limit 1
), place as (
    -- What the new message stands behind: where the client says, else where the question was that it edits, else at the end.
    (select id as behind from asked)
    union all
    (
        select case when n.role = 'user' then coalesce((
            select a.id from messages a where a.conversation_id = known.id and a.parent = n.id and a.role = 'assistant'
            order by exists (select from shown where shown.id = a.id) desc, a.created_at desc limit 1
        ), n.id) else n.id end
        from known, named n where n.nr > 1 order by n.nr, n.is_shown desc, n.created_at desc limit 1
    )
    union all
    (select parent from named where nr = 1 and role = 'user' order by is_shown desc, created_at desc limit 1)
    union all
    (select head from known)
    limit 1
), beside as (
    -- What was said in that place before.
    select m.id, m.client_id, m.text from known
    join messages m on m.conversation_id = known.id and m.parent is not distinct from (select behind from place)
    where m.role = case when exists (select from asked) then 'assistant' else 'user' end
), chat as (
    insert into conversations (id, workspace_id, client_id, title, created_at, updated_at, begun_by, author, head, project_id)
    values ($2, $1, $3, $4, $5, $5, $12, $13, $9, (select p.id from projects p where p.workspace_id = $1 and p.id = $18))
    on conflict (workspace_id, client_id) do update set
        updated_at = excluded.updated_at,
        head = excluded.head,
        -- It is called what it begins with.
        title = case
            when conversations.title = '' or (select behind from place) is null then excluded.title
            else conversations.title
        end
    returning id, project_id
), begun as (
    -- Behind what is there, whatever the clock of the node says that wrote it.
    select chat.id, greatest($5::timestamptz, (
        select max(m.created_at) from messages m where m.conversation_id = chat.id
    ) + interval '1 microsecond') as at
    from chat
), before as (
    -- Without the question itself. The latest turns first.
    select m.id, m.parent, m.role, left(m.text, $15) as text, 1 as up
    from messages m
    where m.workspace_id = $1 and m.id = case
        when exists (select from asked) then (select parent from asked) else (select behind from place)
    end
    union all
    select m.id, m.parent, m.role, left(m.text, $15), before.up + 1
    from before join messages m on m.id = before.parent
    where before.up < $14
), opened as (
    -- An answer that is open in the conversation keeps this one out: messages_open is unique.
    insert into messages
        (id, workspace_id, conversation_id, parent, client_id, role, status, text, metadata, created_at, updated_at,
        writer, author, author_id)
    select new.id, $1, begun.id, new.parent, new.client_id, new.role, new.status, new.text, '{}', begun.at + new.behind,
        -- The first sign of life, by the clock of all later ones (see life.rs).
        clock_timestamp(), $10, case when new.role = 'user' then $13 end, case when new.role = 'user' then $12::uuid end
    from begun, (values
        ($6::uuid, (select behind from place), $7::text, 'user', 'complete', $8::text, interval '0'),
        -- Behind the question, whose time has the same resolution.
        ($9::uuid, coalesce((select id from asked), $6), null, 'assistant', 'streaming', '', interval '1 microsecond')
    ) as new (id, parent, client_id, role, status, text, behind)
    where (select count(*) from beside) < $17 and case
        when exists (select from asked) then new.role = 'assistant'
        -- Sent twice at once, and the first has had its answer meanwhile.
        else not exists (select from beside where client_id = $7 and text = $8)
    end
    returning id
), failed as (
    -- An answer that ended before its first word is not kept beside the next.
    delete from messages m using known, asked
    where m.conversation_id = known.id and m.parent = asked.id and m.role = 'assistant' and m.text = ''
        and m.status in ('failed', 'interrupted')
        and not exists (select from messages c where c.conversation_id = known.id and c.parent = m.id)
)
select
    coalesce((select v.version from regulation_versions v where v.workspace_id = $1), 0) as "regulations!",
    done.messages > 0 as "opened!", (select chat.project_id from chat) as "project?",
    before.id as "id?", before.role as "role?: Role", before.text as "text?"
from (select count(*) as messages from opened) done
left join before on true
where done.messages > 0 or (select count(*) from beside) >= $17
order by before.up
