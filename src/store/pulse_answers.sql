with dated as (
    update messages set updated_at = clock_timestamp()
    where workspace_id = $1 and id = any($2) and status = 'streaming' and writer = $4
        and updated_at < clock_timestamp() - make_interval(secs => $3)
)
-- A message that is gone was deleted with its conversation; one that is another's was taken from a writer that was silent.
select own.id as "id!" from unnest($2::uuid[]) as own (id)
where not exists (
    select from messages m
    where m.workspace_id = $1 and m.id = own.id and not m.stopping and m.writer = $4
)
