//! Keys that open the service; only their hashes are stored.

use time::OffsetDateTime;
use uuid::Uuid;

use super::{Result, Store, clean};

impl Store {
    /// Stores a key by its SHA-256.
    ///
    /// # Errors
    /// The statement failed, or the key exists.
    pub async fn insert_key(&self, id: Uuid, name: &str, hash: &[u8; 32], at: OffsetDateTime) -> Result<()> {
        sqlx::query!(
            "insert into api_keys (id, workspace_id, name, key_hash, created_at) values ($1, $2, $3, $4, $5)",
            id,
            self.workspace,
            &*clean(name),
            &hash[..],
            at,
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// The workspace that a key opens; `None` for unknown and revoked keys.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn workspace_of_key(&self, hash: &[u8; 32]) -> Result<Option<Uuid>> {
        let workspace = sqlx::query_scalar!(
            "select workspace_id from api_keys where key_hash = $1 and revoked_at is null",
            &hash[..],
        )
        .fetch_optional(&self.pool)
        .await?;
        Ok(workspace)
    }
}
