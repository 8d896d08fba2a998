-- Takes the messages $2 out of their lines: what stands behind one stands behind what that stood behind.
with recursive up as (
    select m.id, m.id as now from messages m where m.workspace_id = $1 and m.id = any($2)
    union all
    select up.id, m.parent from up join messages m on m.id = up.now where up.now = any($2)
), above as (
    -- The nearest that stays.
    select id, now from up where now is null or now <> all($2)
), moved as (
    update messages m set parent = above.now from above where m.workspace_id = $1 and m.parent = above.id
)
update conversations c set head = above.now from above where c.workspace_id = $1 and c.head = above.id
