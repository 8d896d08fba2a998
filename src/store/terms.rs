//! In how many passages a term occurs, which BM25 needs, and the order in which a document is locked.
//!
//! Several processes read, change and delete documents at the same time, and the counts are shared by all of them. They
//! never wait for one another in a circle, because whoever changes a document takes its locks in one order: its job, its
//! row (those of one source by version), what hangs on it (passages, pages, articles), the counts in the order of their terms (one statement a
//! transaction: two would each begin at the first term), and last the version of the regulations. Whoever holds the row
//! knows whether the terms of the document are counted.

use sqlx::PgConnection;
use uuid::Uuid;

use super::documents::DocumentStatus;
use super::{Result, Store};

impl Store {
    /// Keeps others from changing a document until the transaction ends. `None`: there is none.
    ///
    /// # Errors
    /// The statement failed.
    pub(super) async fn lock_document(
        &self,
        document: Uuid,
        connection: &mut PgConnection,
    ) -> Result<Option<DocumentStatus>> {
        let status = sqlx::query_scalar!(
            "select status as \"status: DocumentStatus\" from rag_documents \
             where workspace_id = $1 and id = $2 for update",
            self.workspace,
            document,
        )
        .fetch_optional(connection)
        .await?;
        Ok(status)
    }

    /// Counts the terms of documents in, once they are ready, and of others out. Their rows are locked.
    ///
    /// # Errors
    /// The statement failed.
    pub(super) async fn count_terms(
        &self,
        into: &[Uuid],
        out: &[Uuid],
        connection: &mut PgConnection,
    ) -> Result<()> {
        sqlx::query_file!("src/store/count_terms.sql", self.workspace, into, out).execute(connection).await?;
        Ok(())
    }

    /// Counts what a passage of a ready document loses and gains with new terms, before it gets them. The document's row
    /// is locked.
    ///
    /// # Errors
    /// The statement failed.
    pub(super) async fn recount_terms(
        &self,
        chunk: Uuid,
        terms: &str,
        connection: &mut PgConnection,
    ) -> Result<()> {
        sqlx::query_file!("src/store/recount_terms.sql", self.workspace, chunk, terms)
            .execute(connection)
            .await?;
        Ok(())
    }
}
