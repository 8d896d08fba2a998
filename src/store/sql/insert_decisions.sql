insert into patch_decisions (
    id, workspace_id, draft_id, patch_id, decision, decided_by, category, rule_ids, text_before, text_after,
    context_hash, revision, created_at, decided_by_id
)
select id, $1, $2, patch_id, decision, decided_by, category, rule_ids, text_before, text_after,
    convert_to(context_key, 'UTF8'), $4, $5, $6
from jsonb_to_recordset($3) as d (
    id uuid, patch_id uuid, decision text, decided_by text, category text, rule_ids text[], text_before text,
    text_after text, context_key text
)
