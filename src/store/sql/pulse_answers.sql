with own as materialized (
    select id, stopping, status = 'streaming' and updated_at < clock_timestamp() - make_interval(secs => $2) as is_silent
    from messages where id = any($1) and writer = $3
), dated as (
    -- A row that is locked is being dated or ended by another statement: to wait for it here, while holding others, would be a circle.
    update messages set updated_at = clock_timestamp() where id in (
        select id from messages
        where id = any(array(select id from own where is_silent)) and status = 'streaming' and writer = $3
        for no key update skip locked
    )
)
-- A message that is gone was deleted with its conversation; one that is another's was taken from a writer that was silent.
select shown.id as "id!" from unnest($1::uuid[]) as shown (id)
where not exists (select from own where own.id = shown.id and not own.stopping)
