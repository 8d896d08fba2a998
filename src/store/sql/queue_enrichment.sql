-- Ready documents with passages that lack what is asked for: a context ($2), a translation into one of the languages $3, what they
-- speak of ($6). Once each,
-- and not while they are embedded; only the document $4 where one is given.
insert into jobs (id, workspace_id, kind, document_id, status, created_at, updated_at)
select gen_random_uuid(), d.workspace_id, 'enrich', d.id, 'queued', $5, $5
from rag_documents d
where d.workspace_id = $1 and d.status = 'ready' and ($4::uuid is null or d.id = $4)
    and not exists (select from jobs j where j.document_id = d.id and j.status in ('queued', 'running'))
    and exists (
        select from rag_chunks c where c.document_id = d.id and c.term_count > 0 and (
            $2 and c.contextualize_text is null and not c.refused ? 'context'
            or case c.language when 'ko' then 'en' else 'ko' end = any($3::text[])
                and c.translation_text is null and not c.refused ? 'translation'
            or $6 and c.found is null and not c.refused ? 'graph'
        )
    )
