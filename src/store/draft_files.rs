//! The file that a draft came from, which goes with it.

use uuid::Uuid;

use super::{Result, Store, clean};

impl Store {
    /// Keeps the file that a draft came from. `false`: there is no such draft.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn put_draft_file(
        &self,
        draft: Uuid,
        name: &str,
        media_type: &str,
        bytes: &[u8],
    ) -> Result<bool> {
        let stored = sqlx::query!(
            "insert into draft_files (draft_id, workspace_id, name, media_type, bytes) \
             select id, workspace_id, $3, $4, $5 from drafts where workspace_id = $1 and id = $2",
            self.workspace,
            draft,
            &*clean(name),
            media_type,
            bytes,
        )
        .execute(&self.pool)
        .await?;
        Ok(stored.rows_affected() > 0)
    }

    /// The name and the bytes of the file that a draft came from, where one is kept.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn draft_file(&self, draft: Uuid) -> Result<Option<(String, Vec<u8>)>> {
        let row = sqlx::query!(
            "select name, bytes from draft_files where workspace_id = $1 and draft_id = $2",
            self.workspace,
            draft,
        )
        .fetch_optional(&self.pool)
        .await?;
        Ok(row.map(|row| (row.name, row.bytes)))
    }
}
