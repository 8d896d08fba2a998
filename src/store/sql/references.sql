select
    coalesce(sum((m.metadata -> 'references' ->> 'found')::bigint), 0)::bigint as "found!",
    coalesce(sum((m.metadata -> 'references' ->> 'put')::bigint), 0)::bigint as "put!",
    coalesce(sum((m.metadata -> 'references' ->> 'incomplete')::bigint), 0)::bigint as "incomplete!",
    coalesce(sum((m.metadata -> 'references' ->> 'unknown')::bigint), 0)::bigint as "unknown!",
    coalesce(sum((m.metadata -> 'references' ->> 'repealed')::bigint), 0)::bigint as "repealed!",
    coalesce(sum((m.metadata -> 'references' ->> 'unsupported')::bigint), 0)::bigint as "unsupported!"
from messages m
where m.workspace_id = $1 and m.role = 'assistant' and m.status <> 'streaming' and m.created_at >= $2
    and jsonb_typeof(m.metadata -> 'references') = 'object'
