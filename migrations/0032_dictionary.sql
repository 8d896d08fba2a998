-- What a writer does not want to hear of again: words that are right, and findings that were set aside.
create table dictionary_words (
    workspace_id uuid not null references workspaces (id) on delete cascade,
    word text not null check (word <> ''),
    created_at timestamptz not null,
    primary key (workspace_id, word)
);
create table ignored_findings (
    id uuid primary key,
    workspace_id uuid not null references workspaces (id) on delete cascade,
    -- Null: in every text.
    draft_id uuid references drafts (id) on delete cascade,
    rule_id text not null check (rule_id <> ''),
    -- The words that were found; null: whatever the rule finds.
    words text,
    created_at timestamptz not null,
    constraint ignored_findings_once unique nulls not distinct (workspace_id, draft_id, rule_id, words)
);
create index ignored_findings_draft on ignored_findings (draft_id);
select confine_to_workspace('dictionary_words');
select confine_to_workspace('ignored_findings');
