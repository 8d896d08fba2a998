-- Branches of a conversation: a question that was edited and another answer to one stand beside what they would have replaced. `parent` is
-- the message that one stands behind, null for what a conversation begins with; `head` the last message of the branch that is shown. Neither
-- has a key: messages go with their conversation, and what is erased is taken out of its line before.
alter table messages add column parent uuid;
alter table conversations add column head uuid;

-- Puts the messages of conversations that have no head in a line, as they were said; a question under an id that was there before is that
-- question, edited. For what was written before there were branches, and for archives of it.
create function line_up_messages() returns void language sql as $$
    with line as materialized (
        select m.id, m.conversation_id, m.role, m.client_id,
            lag(m.id) over (partition by m.conversation_id order by m.created_at, m.id) as before,
            row_number() over (partition by m.conversation_id, m.role, m.client_id order by m.created_at, m.id) as nth
        from messages m join conversations c on c.id = m.conversation_id
        where c.head is null
    )
    update messages m set parent = case when first.id is null then line.before else first.before end
    from line
    left join line as first on line.nth > 1 and line.role = 'user' and line.client_id is not null
        and first.nth = 1 and first.role = 'user' and first.conversation_id = line.conversation_id
        and first.client_id = line.client_id
    where m.id = line.id and line.before is not null;

    update conversations c set head = (
        select m.id from messages m where m.conversation_id = c.id order by m.created_at desc, m.id desc limit 1
    ) where c.head is null;
$$;
select line_up_messages();
