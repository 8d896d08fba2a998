with dated as (
    update revision_runs set alive_at = clock_timestamp()
    where workspace_id = $1 and id = any($2) and alive_at < clock_timestamp() - make_interval(secs => $3)
)
-- A run that is gone went with its draft.
select own.id as "id!" from unnest($2::uuid[]) as own (id)
where not exists (select from revision_runs r where r.workspace_id = $1 and r.id = own.id and not r.stopping)
