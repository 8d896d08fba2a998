-- The role of one workspace's statements (migration 0026) may change nothing that is of no workspace: not which migrations were
-- applied, not how far the index over vectors is. What comes later it may use once it is confined, or where it is said.
do $$ begin
    if not exists (select from pg_roles where rolname = 'stet_app') then
        return;
    end if;
    alter default privileges in schema public revoke all on tables from stet_app;
    revoke all on vector_index from stet_app;
    -- Where another program than Stet has run the migrations there is none.
    if to_regclass('_sqlx_migrations') is not null then
        revoke all on _sqlx_migrations from stet_app;
    end if;
    grant select on vector_index to stet_app;
end $$;

create or replace function confine_to_workspace(name text) returns void language plpgsql as $$
begin
    execute format('alter table %I enable row level security', name);
    if exists (select from pg_roles where rolname = 'stet_app') then
        execute format('grant select, insert, update, delete on %I to stet_app', name);
        -- In a subquery it is read once a statement, not once a row. Unset, nothing is seen and nothing can be written.
        execute format(
            'create policy own_workspace on %I to stet_app using (workspace_id = '
            '(select nullif(current_setting(''stet.workspace'', true), '''')::uuid))', name);
    end if;
end $$;
