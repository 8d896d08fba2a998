with silent as (
    select id from revision_runs
    where id = any($1) and alive_at < clock_timestamp() - make_interval(secs => $2)
    order by id
    for no key update skip locked
), dated as (
    update revision_runs set alive_at = clock_timestamp() where id in (select id from silent)
)
-- A run that is gone went with its draft.
select own.id as "id!" from unnest($1::uuid[]) as own (id)
where not exists (select from revision_runs r where r.id = own.id and not r.stopping)
