-- Revisions of drafts that are being written, so that every process knows of them and can stop them. The row comes with
-- the run (patches.run_id) and goes with its end; where the process was killed, its last sign of life tells.
-- No key leads to the draft: the check of one would make a run wait for whoever is changing the draft.
create table revision_runs (
    id uuid primary key,
    workspace_id uuid not null references workspaces (id) on delete cascade,
    draft_id uuid not null,
    -- How another process asks for its end.
    stopping boolean not null default false,
    -- By the clock of the database.
    alive_at timestamptz not null
);
create index revision_runs_draft on revision_runs (draft_id);
