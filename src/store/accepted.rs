//! References to regulations that a person has declared to be right, and those that answers did not show.

use time::OffsetDateTime;

use super::regulations::regulation_key;
use super::{Result, Store, clean};

/// A reference, or the name of a regulation, that is right as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AcceptedReference {
    pub words: String,
    pub created_at: OffsetDateTime,
}

/// A reference that an answer did not show as the model wrote it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemovedReference {
    pub words: String,
    /// The sentence in which it stood.
    pub statement: String,
    pub reason: String,
    /// `unknown`, `repealed` or `unsupported`.
    pub fault: String,
    /// The conversation, by its client's id.
    pub chat: String,
    pub at: OffsetDateTime,
}

impl Store {
    /// Keeps words as right. False when they say nothing.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn accept_reference(&self, words: &str, at: OffsetDateTime) -> Result<bool> {
        let words = clean(words);
        let (words, key) = (words.trim(), regulation_key(&words));
        if key.is_empty() {
            return Ok(false);
        }
        let mut tx = self.pool.begin().await?;
        sqlx::query!(
            "insert into accepted_references (workspace_id, key, words, created_at) values ($1, $2, $3, $4) \
             on conflict (workspace_id, key) do update set words = excluded.words",
            self.workspace,
            key,
            words,
            at,
        )
        .execute(&mut *tx)
        .await?;
        self.bump_regulations(&mut tx).await?;
        tx.commit().await?;
        Ok(true)
    }

    /// Takes words back. False when they were not kept.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn forget_reference(&self, words: &str) -> Result<bool> {
        let mut tx = self.pool.begin().await?;
        let gone = sqlx::query!(
            "delete from accepted_references where workspace_id = $1 and key = $2",
            self.workspace,
            regulation_key(&clean(words)),
        )
        .execute(&mut *tx)
        .await?;
        self.bump_regulations(&mut tx).await?;
        tx.commit().await?;
        Ok(gone.rows_affected() > 0)
    }

    /// What is kept as right, in order.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn accepted_references(&self) -> Result<Vec<AcceptedReference>> {
        let accepted = sqlx::query_as!(
            AcceptedReference,
            "select words, created_at from accepted_references where workspace_id = $1 order by key",
            self.workspace,
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(accepted)
    }

    /// The references that answers since `from` did not show, the newest first.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn removed_references(&self, from: OffsetDateTime, most: i64) -> Result<Vec<RemovedReference>> {
        let removed =
            sqlx::query_file_as!(RemovedReference, "sql/removed_references.sql", self.workspace, from, most)
                .fetch_all(&self.pool)
                .await?;
        Ok(removed)
    }
}
