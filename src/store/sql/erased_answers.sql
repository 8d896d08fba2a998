-- Answers that were written with one of the documents $2 before them, those behind them in their branches, and those that are
-- being written: what they lead to stands in their results and logs by the ids of documents, passages and articles.
with recursive named as (
    select unnest($2::uuid[]) as id
    union all select c.id from rag_chunks c where c.document_id = any($2)
    union all select a.id from regulation_articles a where a.document_id = any($2)
), written as (
    select m.id, m.conversation_id from messages m
    where m.workspace_id = $1 and m.role = 'assistant' and exists (
        select from (
            select m.metadata::text as said
            union all select e.parts::text from message_events e where e.message_id = m.id
        ) texts
        cross join lateral regexp_matches(
            texts.said, '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', 'g') as found (id)
        join named on named.id = found.id[1]::uuid
    )
), behind as (
    select w.id, w.conversation_id from written w
    union
    select m.id, m.conversation_id from behind b
    join messages m on m.conversation_id = b.conversation_id and m.parent = b.id
)
select m.id from messages m
where m.workspace_id = $1 and m.role = 'assistant' and (m.status = 'streaming' or m.id in (select b.id from behind b))
order by m.id
for update
