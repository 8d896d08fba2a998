with silent as (
    -- A row that is locked is being dated or ended by another statement: to wait for it here, while holding others, would be a circle.
    select id from messages
    where id = any($1) and status = 'streaming' and writer = $3
        and updated_at < clock_timestamp() - make_interval(secs => $2)
    order by id
    for no key update skip locked
), dated as (
    update messages set updated_at = clock_timestamp() where id in (select id from silent)
)
-- A message that is gone was deleted with its conversation; one that is another's was taken from a writer that was silent.
select own.id as "id!" from unnest($1::uuid[]) as own (id)
where not exists (
    select from messages m
    where m.id = own.id and not m.stopping and m.writer = $3
)
