-- How many passages speak of an entity, counted when it changes: lists are in this order, and what is spoken of everywhere weighs less.
alter table graph_entities add column passage_count integer not null default 0;
update graph_entities e set passage_count = (select count(*) from graph_evidence g where g.entity_id = e.id);
-- What a passage says of it: goes with the passage, so what is told of an entity or a relation is what some passage says.
alter table graph_evidence add column description text;
create index graph_entities_passages on graph_entities (workspace_id, passage_count desc, key);

-- What a model found in a passage: entities and relations whose names stand in it. Read for the graph with all the rest.
alter table rag_chunks add column found jsonb;

-- What a workspace's graph falls into: entities that hang together more with one another than with others.
create table graph_themes (
    id uuid primary key,
    workspace_id uuid not null references workspaces (id) on delete cascade,
    -- A hash of its entities and their passages: a theme that stays the same is not summed up again.
    key text not null,
    -- Names of the entities that the most hangs on.
    title text not null,
    entities integer not null,
    -- The words of its title, its entities and its sentences, as they are searched.
    words text[] not null default '{}',
    -- Whether a model has summed it up.
    summed_up boolean not null default false,
    unique (workspace_id, key)
);
create index graph_themes_words on graph_themes using gin (words);

-- The passages of a theme, those that speak of the most of it first. A sentence is quoted from its passage, or a model's that the
-- gate found supported by it; it goes with the passage.
create table graph_theme_passages (
    theme_id uuid not null references graph_themes (id) on delete cascade,
    workspace_id uuid not null references workspaces (id) on delete cascade,
    chunk_id uuid not null references rag_chunks (id) on delete cascade,
    place integer not null,
    sentence text,
    primary key (theme_id, place)
);
create index graph_theme_passages_chunk on graph_theme_passages (chunk_id);

-- When the graph of a workspace changed, and up to which change themes were made of it.
create table graph_changes (
    workspace_id uuid primary key references workspaces (id) on delete cascade,
    changed_at timestamptz not null,
    themed_at timestamptz,
    -- Until when somebody is at it.
    leased_until timestamptz
);

select confine_to_workspace('graph_themes');
select confine_to_workspace('graph_theme_passages');
select confine_to_workspace('graph_changes');
