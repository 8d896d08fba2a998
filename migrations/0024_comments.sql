-- What was said beside a draft. The first of a thread stands at words of the draft's present text; the others answer it.
create table draft_comments (
    id uuid primary key,
    workspace_id uuid not null references workspaces (id) on delete cascade,
    draft_id uuid not null references drafts (id) on delete cascade,
    -- The comment that this one answers.
    parent_id uuid references draft_comments (id) on delete cascade,
    author text not null,
    body text not null,
    resolved_at timestamptz,
    -- The words that it was written about.
    quote text not null default '',
    -- Where they stand, in bytes of the draft's present text, or stood, when they are gone; as they were last, with what
    -- stood around them, by which they are found again when an earlier text comes back.
    start_offset bigint not null default 0,
    end_offset bigint not null default 0,
    gone boolean not null default false,
    words text not null default '',
    words_before text not null default '',
    words_after text not null default '',
    created_at timestamptz not null,
    updated_at timestamptz not null
);
create index draft_comments_draft on draft_comments (draft_id, created_at);
create index draft_comments_parent on draft_comments (parent_id);
