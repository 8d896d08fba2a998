-- References to regulations, and names of regulations, that a person has declared to be right: they are shown as they stand,
-- whatever the store knows. `key` is the words without white space and brackets.
create table accepted_references (
    workspace_id uuid not null references workspaces (id) on delete cascade,
    key text not null check (key <> ''),
    words text not null,
    created_at timestamptz not null,
    primary key (workspace_id, key)
);
