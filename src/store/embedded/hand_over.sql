-- Gives the database and what is in it to the role of the service. In one that an earlier version made all belongs to the administrator.
-- Processes that start at once take turns.
begin;
select pg_advisory_xact_lock(hashtext('stet_hand_over'));
create extension if not exists vector;
do $$
declare
    change text;
begin
    if (select datdba from pg_database where datname = current_database()) <> 'stet_service'::regrole then
        execute format('alter database %I owner to stet_service', current_database());
    end if;
    grant all on schema public to stet_service;
    -- A sequence of a column goes with its table, what is of an extension stays with it.
    for change in
        select format('alter %s %s owner to stet_service',
            case c.relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view' else 'table' end,
            c.oid::regclass)
        from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S')
            and c.relowner <> 'stet_service'::regrole
            and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid
                and (d.deptype = 'e' or c.relkind = 'S' and d.deptype in ('a', 'i')))
        union all
        select format('alter routine %s owner to stet_service', p.oid::regprocedure)
        from pg_proc p
        where p.pronamespace = 'public'::regnamespace and p.proowner <> 'stet_service'::regrole
            and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid
                and d.deptype = 'e')
    loop
        execute change;
    end loop;
end $$;
commit;
