-- Projects: what belongs to one matter. Each source (all its versions), draft and conversation is in one of them or in none, and stays where
-- its project goes.
create table projects (
    id uuid primary key,
    workspace_id uuid not null references workspaces (id) on delete cascade,
    name text not null,
    created_at timestamptz not null,
    archived_at timestamptz
);
create unique index projects_name on projects (workspace_id, name);
select confine_to_workspace('projects');

alter table rag_documents add column project_id uuid references projects (id) on delete set null;
alter table drafts add column project_id uuid references projects (id) on delete set null;
alter table conversations add column project_id uuid references projects (id) on delete set null;
create index rag_documents_project on rag_documents (project_id, created_at desc) where project_id is not null;
create index drafts_project on drafts (project_id, updated_at desc) where project_id is not null;
create index conversations_project on conversations (project_id, updated_at desc) where project_id is not null;

-- A new version is where its source is, whichever version of the program takes it in.
create function stay_in_project() returns trigger language plpgsql as $$
begin
    new.project_id := (
        select d.project_id from rag_documents d
        where d.workspace_id = new.workspace_id and d.source_id = new.source_id order by d.version desc limit 1
    );
    return new;
end $$;
create trigger rag_documents_project before insert on rag_documents
    for each row when (new.project_id is null and new.version > 1) execute function stay_in_project();
