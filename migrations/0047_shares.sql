-- Links by which anybody reads one draft or one answer. The key in a link is stored as its hash; whoever takes a link back deletes its row.
create table shares (
    id uuid primary key,
    workspace_id uuid not null references workspaces (id) on delete cascade,
    -- SHA-256 of the key.
    key_hash bytea not null unique check (length(key_hash) = 32),
    draft_id uuid references drafts (id) on delete cascade,
    message_id uuid references messages (id) on delete cascade,
    -- Who gave it out, as they were called then.
    author text not null,
    created_at timestamptz not null,
    expires_at timestamptz,
    check (num_nonnulls(draft_id, message_id) = 1)
);
create index shares_workspace on shares (workspace_id);
create index shares_draft on shares (draft_id) where draft_id is not null;
create index shares_message on shares (message_id) where message_id is not null;
select confine_to_workspace('shares');
