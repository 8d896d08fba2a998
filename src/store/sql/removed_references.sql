-- References to regulations that answers did not show, the newest first, each of its words once.
with gone as (
    select
        entry ->> 'mark' as words,
        entry ->> 'statement' as statement,
        entry ->> 'reason' as reason,
        entry ->> 'fault' as fault,
        c.client_id as chat,
        m.created_at as at
    from messages m
    join conversations c on c.id = m.conversation_id
    cross join lateral jsonb_array_elements(m.metadata -> 'removed_citations') as entry
    where m.workspace_id = $1 and m.role = 'assistant' and m.status <> 'streaming' and m.created_at >= $2
        and jsonb_typeof(m.metadata -> 'removed_citations') = 'array'
        and entry ->> 'fault' is not null
),
latest as (
    select distinct on (words, statement) words, statement, reason, fault, chat, at
    from gone
    order by words, statement, at desc
)
select words as "words!", statement as "statement!", reason as "reason!", fault as "fault!", chat as "chat!", at as "at!"
from latest
order by at desc
limit $3
