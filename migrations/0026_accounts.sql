-- Who may do what: keys with a scope, browser sessions, limits, a log of who did what, and tables that a workspace's own
-- statements see nothing of another's in.

-- How much a key, or a whole workspace, may do; null: what the settings say for keys, no limit for workspaces.
alter table workspaces
    add column requests_per_minute integer,
    add column streams integer,
    add column tokens_per_day bigint,
    add column cost_per_day double precision;
create unique index workspaces_name on workspaces (name);

alter table api_keys
    -- Its first letters, by which a person knows it again.
    add column prefix text not null default '',
    -- Each holds what is before it: admin, write, read.
    add column scope text not null default 'write' check (scope in ('read', 'write', 'admin')),
    add column expires_at timestamptz,
    -- Written now and then, not with every request.
    add column last_used_at timestamptz,
    -- The key that has taken the place of this one, which is good until it expires.
    add column successor uuid references api_keys (id) on delete set null,
    add column requests_per_minute integer,
    add column streams integer,
    add column tokens_per_day bigint,
    add column cost_per_day double precision;
create index api_keys_workspace on api_keys (workspace_id, created_at);
create index api_keys_successor on api_keys (successor);

-- A browser that signed in with a key, and is signed in no longer than that key is good.
create table sessions (
    -- SHA-256 of what the cookie holds.
    token_hash bytea primary key check (length(token_hash) = 32),
    -- That of the key; the key of the settings is none of the table's.
    key_hash bytea not null check (length(key_hash) = 32),
    created_at timestamptz not null,
    expires_at timestamptz not null
);
create index sessions_expired on sessions (expires_at);

-- Tokens that the model has read and written for a key on a day (UTC), whichever node asked it.
create table usage_days (
    workspace_id uuid not null references workspaces (id) on delete cascade,
    -- Nil: the key of the settings. It may be gone.
    key_id uuid not null,
    day date not null,
    tokens bigint not null,
    primary key (workspace_id, key_id, day)
);

-- What was decided, deleted, taken in and changed of keys, and by whom.
create table audit_log (
    id uuid primary key,
    workspace_id uuid not null references workspaces (id) on delete cascade,
    who text not null,
    -- Null: nobody's key (this machine without keys, the key of the settings, the command line).
    key_id uuid,
    -- `source.delete`; what it was done to, where that has an id.
    action text not null,
    subject text not null default '',
    created_at timestamptz not null
);
create index audit_log_recent on audit_log (workspace_id, id desc);

-- The role as which statements of one workspace run (store/confined.rs). It owns nothing, so that row-level security holds for
-- it whoever connects. Roles belong to the whole server: another database of it may have made this one.
do $$ begin
    create role stet_app nologin;
exception when duplicate_object or unique_violation then null;
    when insufficient_privilege then
        raise notice 'this user may not create the role stet_app: row-level security will not hold';
end $$;

-- Lets that role see of a table only what is of its workspace. Every table with a workspace_id is to be confined.
create function confine_to_workspace(name text) returns void language plpgsql as $$
begin
    execute format('alter table %I enable row level security', name);
    if exists (select from pg_roles where rolname = 'stet_app') then
        -- In a subquery it is read once a statement, not once a row. Unset, nothing is seen and nothing can be written.
        execute format(
            'create policy own_workspace on %I to stet_app using (workspace_id = '
            '(select nullif(current_setting(''stet.workspace'', true), '''')::uuid))', name);
    end if;
end $$;

do $$
declare
    name text;
begin
    if not exists (select from pg_roles where rolname = 'stet_app') then
        return;
    end if;
    begin
        execute 'grant stet_app to current_user';
    exception when insufficient_privilege then null;
    end;
    grant usage on schema public to stet_app;
    grant select, insert, update, delete on all tables in schema public to stet_app;
    alter default privileges in schema public grant select, insert, update, delete on tables to stet_app;
    -- Of keys and sessions it sees nothing, and what is in the log stays there.
    revoke all on api_keys, sessions, usage_days, workspaces, audit_log from stet_app;
    grant select, insert on audit_log to stet_app;
    for name in
        select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'workspace_id'
            and not a.attisdropped and c.relname not in ('api_keys', 'usage_days')
    loop
        perform confine_to_workspace(name);
    end loop;
end $$;
