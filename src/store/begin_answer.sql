with chat as (
    insert into conversations (id, workspace_id, client_id, title, created_at, updated_at)
    values ($2, $1, $3, $4, $5, $5)
    on conflict (workspace_id, client_id) do update set
        updated_at = excluded.updated_at,
        title = case when conversations.title = '' then excluded.title else conversations.title end
    returning id
)
-- An answer that is open in the conversation keeps this one out: messages_open is unique.
insert into messages
    (id, workspace_id, conversation_id, client_id, role, status, text, metadata, created_at, updated_at, writer)
select new.id, $1, chat.id, new.client_id, new.role, new.status, new.text, '{}', new.at, new.at, $10
from chat, (values
    ($6::uuid, $7::text, 'user', 'complete', $8::text, $5::timestamptz),
    -- Behind the question, whose time has the same resolution.
    ($9::uuid, null, 'assistant', 'streaming', '', $5::timestamptz + interval '1 microsecond')
) as new (id, client_id, role, status, text, at)
