with own as materialized (
    select id, stopping, alive_at < clock_timestamp() - make_interval(secs => $2) as is_silent
    from revision_runs where id = any($1)
), dated as (
    update revision_runs set alive_at = clock_timestamp() where id in (
        select id from revision_runs where id = any(array(select id from own where is_silent))
        for no key update skip locked
    )
)
-- A run that is gone went with its draft.
select shown.id as "id!" from unnest($1::uuid[]) as shown (id)
where not exists (select from own where own.id = shown.id and not own.stopping)
