with dated as (
    update revision_runs set alive_at = clock_timestamp()
    where id = any($1) and alive_at < clock_timestamp() - make_interval(secs => $2)
)
-- A run that is gone went with its draft.
select own.id as "id!" from unnest($1::uuid[]) as own (id)
where not exists (select from revision_runs r where r.id = own.id and not r.stopping)
