insert into patches (
    id, workspace_id, draft_id, run_id, ordinal, status, category, base_revision, start_offset, end_offset,
    before, after, patch, created_at, updated_at
)
select id, $1, $2, run_id, ordinal, status, category, base_revision, start_offset, end_offset,
    before, after, patch, $4, $4
from jsonb_to_recordset($3) as p (
    id uuid, run_id uuid, ordinal integer, status text, category text, base_revision bigint,
    start_offset bigint, end_offset bigint, before text, after text, patch jsonb
)
on conflict (id) do update set
    run_id = excluded.run_id, ordinal = excluded.ordinal, status = excluded.status,
    category = excluded.category, base_revision = excluded.base_revision,
    start_offset = excluded.start_offset, end_offset = excluded.end_offset, before = excluded.before,
    after = excluded.after, patch = excluded.patch, updated_at = excluded.updated_at
