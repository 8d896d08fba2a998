-- People who sign in with an account of their organisation (OpenID Connect), and the browsers in which they are signed in.

create table people (
    id uuid primary key,
    -- Whom the provider vouches for: a subject is unique and lasting at its issuer.
    issuer text not null,
    subject text not null,
    -- What their groups gave them when they last signed in.
    workspace_id uuid not null references workspaces (id) on delete cascade,
    scope text not null check (scope in ('read', 'write', 'admin')),
    -- As decisions and the audit log name them.
    name text not null,
    signed_in_at timestamptz not null,
    unique (issuer, subject)
);
create index people_workspace on people (workspace_id);

create table person_sessions (
    -- SHA-256 of what the cookie holds.
    token_hash bytea primary key check (length(token_hash) = 32),
    person_id uuid not null references people (id) on delete cascade,
    created_at timestamptz not null,
    expires_at timestamptz not null
);
create index person_sessions_person on person_sessions (person_id);
create index person_sessions_expired on person_sessions (expires_at);

do $$ begin
    if exists (select from pg_roles where rolname = 'stet_app') then
        revoke all on people, person_sessions from stet_app;
    end if;
end $$;
