with pack as (
    insert into criteria_pack as p (
        id, workspace_id, name, version, criteria_definition, common_pitfalls, evidence_chunk_ids,
        category, difficulty, is_active, created_at, updated_at
    )
    values ($1, $2, $3, 1, $4, $5, $6, $7, $8, $9, $10, $10)
    on conflict (id) do update set
        name = excluded.name, version = p.version + 1,
        criteria_definition = excluded.criteria_definition, common_pitfalls = excluded.common_pitfalls,
        evidence_chunk_ids = excluded.evidence_chunk_ids, category = excluded.category,
        difficulty = excluded.difficulty, is_active = excluded.is_active, updated_at = excluded.updated_at
    where p.workspace_id = excluded.workspace_id
    returning p.id, p.version, p.criteria_definition
), version as (
    insert into criteria_pack_versions (pack_id, workspace_id, version, criteria_definition, created_at)
    select id, $2, version, criteria_definition, $10 from pack
)
select version from pack
