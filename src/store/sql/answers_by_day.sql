select
    (m.created_at at time zone $3::text)::date as "day!",
    count(*) as "answers!",
    coalesce(sum(log.supported), 0)::bigint as "supported!",
    coalesce(sum(log.unsupported), 0)::bigint as "unsupported!",
    coalesce(sum(log.uncertain), 0)::bigint as "uncertain!",
    coalesce(sum(jsonb_array_length(m.metadata -> 'removed_citations')), 0)::bigint as "removed!",
    count(*) filter (where m.metadata ->> 'badge' = 'verified') as "badge_verified!",
    count(*) filter (where m.metadata ->> 'badge' = 'partial') as "badge_partial!",
    count(*) filter (where m.metadata ->> 'badge' = 'unverified') as "badge_unverified!",
    count(*) filter (where m.metadata ->> 'badge' = 'no_sources') as "badge_no_sources!"
from messages m
cross join lateral (
    select
        count(*) filter (where entry ->> 'status' = 'accurate') as supported,
        count(*) filter (where entry ->> 'status' = 'inaccurate') as unsupported,
        count(*) filter (where entry ->> 'status' = 'uncertain') as uncertain
    from jsonb_array_elements(m.metadata -> 'verification_log') as entry
) as log
where m.workspace_id = $1 and m.role = 'assistant' and m.status <> 'streaming' and m.created_at >= $2
    and jsonb_typeof(m.metadata -> 'verification_log') = 'array'
    and jsonb_typeof(m.metadata -> 'removed_citations') = 'array'
group by 1
order by 1
