-- Works that drafts cite by key, as items of CSL-JSON.
create table works (
    workspace_id uuid not null references workspaces (id) on delete cascade,
    key text not null,
    item jsonb not null,
    -- What a list shows of it.
    title text not null,
    authors text not null,
    year integer,
    container text not null,
    kind text not null,
    -- Key, authors, year, title and container in lower case: what is searched.
    words text not null,
    updated_at timestamptz not null,
    primary key (workspace_id, key)
);

-- The citation style in which a draft goes out; empty for that of its language.
alter table drafts add column citation_style text not null default '';
