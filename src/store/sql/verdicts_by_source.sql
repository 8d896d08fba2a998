with answers as (
    select m.metadata
    from messages m
    where m.workspace_id = $1 and m.role = 'assistant' and m.status <> 'streaming' and m.created_at >= $2
        and jsonb_typeof(m.metadata -> 'verification_log') = 'array'
        and jsonb_typeof(m.metadata -> 'sources') = 'array'
),
ids as (
    select
        card ->> 'file_name' as file_name,
        case when count(distinct card ->> 'document_id') = 1 then min(card ->> 'document_id') end as document_id
    from answers cross join lateral jsonb_array_elements(answers.metadata -> 'sources') as card
    group by 1
)
select
    ids.document_id,
    entry ->> 'source_file' as "file_name!",
    count(*) filter (where entry ->> 'status' = 'accurate') as "supported!",
    count(*) filter (where entry ->> 'status' = 'inaccurate') as "unsupported!",
    count(*) filter (where entry ->> 'status' = 'uncertain') as "uncertain!"
from answers
cross join lateral jsonb_array_elements(answers.metadata -> 'verification_log') as entry
left join ids on ids.file_name = entry ->> 'source_file'
where entry ->> 'source_file' is not null
group by ids.document_id, entry ->> 'source_file'
order by count(*) desc, entry ->> 'source_file'
limit $3
