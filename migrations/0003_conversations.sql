-- Conversations, their messages and the log of parts a client can be replayed.

create table conversations (
    id uuid primary key,
    workspace_id uuid not null references workspaces (id) on delete cascade,
    -- The id the client chose; it need not be a uuid.
    client_id text not null,
    title text not null default '',
    created_at timestamptz not null,
    updated_at timestamptz not null,
    unique (workspace_id, client_id)
);
create index conversations_recent on conversations (workspace_id, updated_at desc);

create table messages (
    id uuid primary key,
    workspace_id uuid not null references workspaces (id) on delete cascade,
    conversation_id uuid not null references conversations (id) on delete cascade,
    -- The id the client chose for a message of its own.
    client_id text,
    role text not null check (role in ('system', 'user', 'assistant')),
    status text not null check (
        status in ('streaming', 'complete', 'stopped', 'interrupted', 'failed')
    ),
    text text not null,
    metadata jsonb not null default '{}',
    created_at timestamptz not null,
    updated_at timestamptz not null
);
create index messages_conversation on messages (conversation_id, created_at, id);
create index messages_streaming on messages (created_at) where status = 'streaming';

create table message_events (
    message_id uuid not null references messages (id) on delete cascade,
    workspace_id uuid not null references workspaces (id) on delete cascade,
    seq bigint not null,
    part jsonb not null,
    primary key (message_id, seq)
);
