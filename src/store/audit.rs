//! The log of who did what. What is in it stays: the role of the workspaces may only add.

use time::OffsetDateTime;
use uuid::Uuid;

use super::{Result, Store, clean};

/// Something that was decided, deleted, taken in or changed of keys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Of version 7: later entries have greater ones.
    pub id: Uuid,
    pub who: String,
    /// The key that it was done with, where it has a row.
    pub key_id: Option<Uuid>,
    /// `source.delete`.
    pub action: String,
    /// What it was done to.
    pub subject: String,
    pub created_at: OffsetDateTime,
}

impl Store {
    /// Adds to the log that whoever this store is for did something, with a key or as a person; the key of the settings has no row.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn note(
        &self,
        key: Option<Uuid>,
        action: &str,
        subject: &str,
        at: OffsetDateTime,
    ) -> Result<()> {
        sqlx::query!(
            "insert into audit_log (id, workspace_id, who, key_id, action, subject, created_at) \
             values ($1, $2, $3, $4, $5, $6, $7)",
            Uuid::now_v7(),
            self.workspace,
            &*self.who,
            key.filter(|key| !key.is_nil()),
            action,
            &*clean(subject),
            at,
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// The log, the latest first, at most `limit`; those before an entry where one is named.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn audit(&self, before: Option<Uuid>, limit: i64) -> Result<Vec<Entry>> {
        let entries = sqlx::query_as!(
            Entry,
            "select id, who, key_id, action, subject, created_at from audit_log \
             where workspace_id = $1 and ($2::uuid is null or id < $2) order by id desc limit $3",
            self.workspace,
            before,
            limit,
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(entries)
    }
}
