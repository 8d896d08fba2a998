-- Ready documents whose passages lie in another space than $2, those of them that are being embedded again, and the spaces.
select count(*) as "documents!", count(*) filter (where j.document_id is not null) as "under_way!",
    string_agg(distinct d.embedding_space, ', ') as spaces
from rag_documents d
left join (
    select distinct document_id from jobs where status in ('queued', 'running')
) j on j.document_id = d.id
where d.workspace_id = $1 and d.status = 'ready' and d.embedding_space is distinct from $2
