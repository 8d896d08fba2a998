-- The file that a draft came from: what nobody touched in the text goes out again as it came in.
create table draft_files (
    draft_id uuid primary key references drafts (id) on delete cascade,
    workspace_id uuid not null references workspaces (id) on delete cascade,
    -- As it was sent.
    name text not null,
    media_type text not null,
    bytes bytea not null
);
-- Such files are compressed already.
alter table draft_files alter column bytes set storage external;
create index draft_files_workspace on draft_files (workspace_id);
select confine_to_workspace('draft_files');
