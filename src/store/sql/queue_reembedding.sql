-- Documents whose passages lie in another space than $2, once each.
insert into jobs (id, workspace_id, kind, document_id, status, created_at, updated_at)
select gen_random_uuid(), d.workspace_id, 'reembed', d.id, 'queued', $3, $3
from rag_documents d
where d.workspace_id = $1 and d.status = 'ready' and d.embedding_space is distinct from $2
    and not exists (select from jobs j where j.document_id = d.id and j.status in ('queued', 'running'))
