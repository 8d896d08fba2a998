-- Vectors, workspaces and keys. Every table below carries workspace_id, so that
-- row-level security can be switched on without moving data.

create extension if not exists vector;

create table workspaces (
    id uuid primary key,
    name text not null,
    created_at timestamptz not null
);

-- The workspace of everyone who did not ask for another one.
insert into workspaces (id, name, created_at)
values ('00000000-0000-7000-8000-000000000000', 'default', 'epoch');

create table api_keys (
    id uuid primary key,
    workspace_id uuid not null references workspaces (id) on delete cascade,
    name text not null,
    -- SHA-256 of the key; the key itself is never stored.
    key_hash bytea not null unique check (length(key_hash) = 32),
    created_at timestamptz not null,
    revoked_at timestamptz
);
