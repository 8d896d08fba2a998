with timings as (
    select
        (m.metadata #>> '{timings,first_token_ms}')::float8 as first_token,
        (m.metadata #>> '{timings,total_ms}')::float8 as total,
        -- 0 means that no sentence was judged.
        nullif((m.metadata #>> '{timings,slowest_verdict_us}')::float8, 0) / 1000 as verdict
    from messages m
    where m.workspace_id = $1 and m.role = 'assistant' and m.status <> 'streaming' and m.created_at >= $2
)
select
    count(first_token) as "first_count!",
    percentile_cont(0.5) within group (order by first_token) as first_p50,
    percentile_cont(0.95) within group (order by first_token) as first_p95,
    count(verdict) as "verdict_count!",
    percentile_cont(0.5) within group (order by verdict) as verdict_p50,
    percentile_cont(0.95) within group (order by verdict) as verdict_p95,
    count(total) as "total_count!",
    percentile_cont(0.5) within group (order by total) as total_p50,
    percentile_cont(0.95) within group (order by total) as total_p95
from timings
