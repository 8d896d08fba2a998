-- The passages of a document that lack a context ($3), a translation into one of the languages $4 or what they speak of ($5), in order. What a person has
-- verified stands for the passage here, too.
select
    c.id, c.ordinal, coalesce(nullif(c.human_feedback, ''), c.content) as "text!", c.headings, c.language, c.caption,
    $3 and c.contextualize_text is null and not c.refused ? 'context' as "context!",
    case c.language when 'ko' then 'en' else 'ko' end = any($4::text[])
        and c.translation_text is null and not c.refused ? 'translation' as "translation!",
    $5 and c.found is null and not c.refused ? 'graph' as "entities!"
from rag_chunks c
where c.workspace_id = $1 and c.document_id = $2 and c.term_count > 0 and (
    $3 and c.contextualize_text is null and not c.refused ? 'context'
    or case c.language when 'ko' then 'en' else 'ko' end = any($4::text[])
        and c.translation_text is null and not c.refused ? 'translation'
    or $5 and c.found is null and not c.refused ? 'graph'
)
order by c.ordinal
