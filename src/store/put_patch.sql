insert into patches (
    id, workspace_id, draft_id, run_id, ordinal, status, category, base_revision, start_offset, end_offset,
    before, after, patch, created_at, updated_at
)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
on conflict (id) do update set
    status = excluded.status, category = excluded.category, base_revision = excluded.base_revision,
    start_offset = excluded.start_offset, end_offset = excluded.end_offset, before = excluded.before,
    after = excluded.after, patch = excluded.patch, updated_at = excluded.updated_at
