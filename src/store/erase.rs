//! Erasing a source: with it goes what was written from it.
//!
//! [`Store::delete_source`] takes a source out and leaves the answers that cite it: they quote it, in their texts, their
//! logs and their results. Erasing deletes those answers as well, and every later answer of the same branch, which was
//! written with the earlier ones in view; the questions stay, as the writer's own words. Nobody knows yet what an answer
//! that is still being written will quote, so those go, too, and their writers stop. Of suggestions beside drafts the
//! passage that they were compared with goes; what they say is the draft's.

use uuid::Uuid;

use super::{Result, Store};

impl Store {
    /// Erases a source with all its versions and what quotes it. How many answers went; `None`: there is no such source.
    ///
    /// # Errors
    /// A statement failed; then everything is still there.
    pub async fn erase_source(&self, source: Uuid) -> Result<Option<usize>> {
        let mut work = self.pool.begin().await?;
        let versions = sqlx::query_scalar!(
            "select id from rag_documents where workspace_id = $1 and source_id = $2 order by version",
            self.workspace,
            source,
        )
        .fetch_all(&mut *work)
        .await?;
        if versions.is_empty() {
            return Ok(None);
        }
        // Before what they name is gone.
        let answers = sqlx::query_file_scalar!("sql/erased_answers.sql", self.workspace, &versions)
            .fetch_all(&mut *work)
            .await?;
        sqlx::query_file!("sql/erase_verdicts.sql", self.workspace, &versions).execute(&mut *work).await?;
        self.remove_versions(&versions, &mut work).await?;
        sqlx::query_file!("sql/take_out_messages.sql", self.workspace, &answers).execute(&mut *work).await?;
        let gone = sqlx::query!(
            "delete from messages where workspace_id = $1 and id = any($2)",
            self.workspace,
            &answers,
        )
        .execute(&mut *work)
        .await?;
        // Words that nothing has any more. One that somebody else is counting is in another document.
        sqlx::query!(
            "delete from rag_terms where workspace_id = $1 and term in (select term from rag_terms \
             where workspace_id = $1 and chunks <= 0 order by term for update skip locked)",
            self.workspace,
        )
        .execute(&mut *work)
        .await?;
        work.commit().await?;
        Ok(Some(usize::try_from(gone.rows_affected()).unwrap_or(usize::MAX)))
    }
}
