-- What is called so, of every kind, and drafts that say so; of a source the newest version speaks for all.
select found.kind as "kind!", found.id as "id!", found.title as "title!", found.project_id, found.updated_at as "updated_at!"
from (
    select 'source' as kind, d.source_id::text as id, d.file_name as title, d.project_id, d.created_at as updated_at
    from rag_documents d
    where d.workspace_id = $1 and (d.file_name ilike $2 or d.title ilike $2)
        and ($3::uuid is null or d.project_id = $3) and not exists (
            select from rag_documents n where n.source_id = d.source_id and n.version > d.version
        )
    union all
    select 'draft', id::text, title, project_id, updated_at from drafts
    where workspace_id = $1 and (title ilike $2 or text ilike $2) and ($3::uuid is null or project_id = $3)
    union all
    select 'chat', client_id, title, project_id, updated_at from conversations
    where workspace_id = $1 and title ilike $2 and not starts_with(client_id, $4)
        and ($3::uuid is null or project_id = $3)
) found
order by found.updated_at desc, found.id limit $5
