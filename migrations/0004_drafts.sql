-- Criteria packs, drafts with their history, staged patches and decisions.

create table criteria_pack (
    id uuid primary key,
    workspace_id uuid not null references workspaces (id) on delete cascade,
    name text not null,
    version integer not null,
    criteria_definition jsonb not null,
    common_pitfalls jsonb not null default '[]',
    evidence_chunk_ids uuid[] not null default '{}',
    category text not null default '',
    difficulty text not null default '',
    is_active boolean not null default true,
    created_at timestamptz not null,
    updated_at timestamptz not null
);
create index criteria_pack_workspace on criteria_pack (workspace_id, name);

-- Every version a pack ever had, the present one included.
create table criteria_pack_versions (
    pack_id uuid not null references criteria_pack (id) on delete cascade,
    workspace_id uuid not null references workspaces (id) on delete cascade,
    version integer not null,
    criteria_definition jsonb not null,
    created_at timestamptz not null,
    primary key (pack_id, version)
);

create table drafts (
    id uuid primary key,
    workspace_id uuid not null references workspaces (id) on delete cascade,
    title text not null,
    text text not null,
    -- Counts every change of the text, from 1; a writer says which one it saw.
    revision bigint not null,
    source_ids uuid[] not null default '{}',
    criteria_pack_ids uuid[] not null default '{}',
    created_at timestamptz not null,
    updated_at timestamptz not null
);
create index drafts_recent on drafts (workspace_id, updated_at desc);

create table draft_revisions (
    draft_id uuid not null references drafts (id) on delete cascade,
    workspace_id uuid not null references workspaces (id) on delete cascade,
    revision bigint not null,
    text text not null,
    -- 'edit', 'accept', 'undo', 'create'.
    cause text not null,
    created_at timestamptz not null,
    primary key (draft_id, revision)
);

create table patches (
    id uuid primary key,
    workspace_id uuid not null references workspaces (id) on delete cascade,
    draft_id uuid not null references drafts (id) on delete cascade,
    -- One asking for a revision.
    run_id uuid not null,
    ordinal integer not null,
    status text not null check (
        status in ('pending', 'accepted', 'rejected', 'conflict', 'superseded')
    ),
    category text not null check (category in ('CORE', 'EXPRESSION', 'DETAIL')),
    base_revision bigint not null,
    -- Bytes of the draft's present text.
    start_offset bigint not null,
    end_offset bigint not null,
    before text not null,
    after text not null,
    -- The whole patch as the domain describes it (op, context, risk, gates, reasons, rules, verdict).
    patch jsonb not null,
    created_at timestamptz not null,
    updated_at timestamptz not null
);
create index patches_draft on patches (draft_id, status, start_offset);

create table patch_decisions (
    id uuid primary key,
    workspace_id uuid not null references workspaces (id) on delete cascade,
    draft_id uuid not null references drafts (id) on delete cascade,
    patch_id uuid not null references patches (id) on delete cascade,
    decision text not null check (decision in ('accept', 'reject', 'undo')),
    decided_by text not null,
    category text not null,
    rule_ids text[] not null default '{}',
    text_before text not null,
    text_after text not null,
    -- Hash of the sentence and its neighbours: a rejected suggestion stays away while they stay the same.
    context_hash bytea,
    revision bigint not null,
    created_at timestamptz not null
);
create index patch_decisions_draft on patch_decisions (draft_id, created_at);
