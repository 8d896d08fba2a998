-- Counts the changes to what an index of a workspace's articles would hold: bumped in the transaction that makes
-- one, so that a process tells with one row whether the index it keeps is still right.
create table regulation_versions (
    workspace_id uuid primary key references workspaces (id) on delete cascade,
    version bigint not null
);
insert into regulation_versions (workspace_id, version)
select distinct workspace_id, 1 from regulation_articles;
