//! Criteria packs: the writers' own rules, with every version they ever had.

use serde_json::Value;
use time::OffsetDateTime;
use uuid::Uuid;

use super::{Result, Store, clean, clean_json};

/// A pack as it stands now. The definition's shape belongs to `domain::criteria`.
#[derive(Debug, Clone, PartialEq)]
pub struct CriteriaPack {
    pub id: Uuid,
    pub name: String,
    /// Counts every change, from 1.
    pub version: i32,
    pub criteria_definition: Value,
    pub common_pitfalls: Value,
    pub evidence_chunk_ids: Vec<Uuid>,
    pub category: String,
    pub difficulty: String,
    pub is_active: bool,
    pub created_at: OffsetDateTime,
    pub updated_at: OffsetDateTime,
}

impl Store {
    /// Stores a pack, or a new version of one. The pack's own `version` and `created_at` are not looked at;
    /// the version it has now is returned.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn put_criteria_pack(&self, pack: &CriteriaPack, at: OffsetDateTime) -> Result<i32> {
        let version = sqlx::query_file_scalar!(
            "sql/put_criteria_pack.sql",
            pack.id,
            self.workspace,
            &*clean(&pack.name),
            clean_json(&pack.criteria_definition),
            clean_json(&pack.common_pitfalls),
            &pack.evidence_chunk_ids,
            &*clean(&pack.category),
            &*clean(&pack.difficulty),
            pack.is_active,
            at,
        )
        .fetch_one(&self.pool)
        .await?;
        Ok(version)
    }

    /// One pack.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn criteria_pack(&self, id: Uuid) -> Result<Option<CriteriaPack>> {
        Ok(self.criteria_packs_of(&[id]).await?.pop())
    }

    /// The packs with these ids, by name.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn criteria_packs_of(&self, ids: &[Uuid]) -> Result<Vec<CriteriaPack>> {
        let packs = sqlx::query_as!(
            CriteriaPack,
            "select id, name, version, criteria_definition, common_pitfalls, evidence_chunk_ids, category, \
             difficulty, is_active, created_at, updated_at from criteria_pack \
             where workspace_id = $1 and id = any($2) order by name, id",
            self.workspace,
            ids,
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(packs)
    }

    /// Every pack, by name.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn criteria_packs(&self) -> Result<Vec<CriteriaPack>> {
        let packs = sqlx::query_as!(
            CriteriaPack,
            "select id, name, version, criteria_definition, common_pitfalls, evidence_chunk_ids, category, \
             difficulty, is_active, created_at, updated_at from criteria_pack \
             where workspace_id = $1 order by name, id",
            self.workspace,
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(packs)
    }

    /// The versions of a pack, the newest first: number, definition, time.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn criteria_pack_versions(&self, id: Uuid) -> Result<Vec<(i32, Value, OffsetDateTime)>> {
        let rows = sqlx::query!(
            "select version, criteria_definition, created_at from criteria_pack_versions \
             where workspace_id = $1 and pack_id = $2 order by version desc",
            self.workspace,
            id,
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(rows.into_iter().map(|row| (row.version, row.criteria_definition, row.created_at)).collect())
    }

    /// Deletes a pack with its versions.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn delete_criteria_pack(&self, id: Uuid) -> Result<bool> {
        let deleted =
            sqlx::query!("delete from criteria_pack where workspace_id = $1 and id = $2", self.workspace, id)
                .execute(&self.pool)
                .await?;
        Ok(deleted.rows_affected() > 0)
    }
}
