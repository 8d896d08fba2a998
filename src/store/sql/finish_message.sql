-- The one write that ends a message, with what its log lacks. Only its writer may, as long as the answer is its own; told
-- twice because the connection broke behind the first time, it is the same.
with ended as (
    update messages set status = $4, text = $5, metadata = $6, updated_at = $7
    where workspace_id = $1 and id = $2 and writer is not distinct from $3 and status in ('streaming', $4)
    returning id
), logged as (
    insert into message_events (message_id, workspace_id, seq, parts)
    select ended.id, $1, e.seq, e.parts::json
    from ended, unnest($8::bigint[], $9::text[]) as e(seq, parts)
    on conflict do nothing
)
select id as "id!" from ended
