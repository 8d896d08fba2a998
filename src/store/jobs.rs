//! Jobs: work that must survive the process, shared by every node.
//!
//! A worker claims the oldest open job under a lease and renews it with each sign of progress. A job whose
//! lease has run out belongs to whoever claims it next. Leases are measured by the database's clock, the one
//! clock that all nodes share; everything else is dated by the use cases.

use std::time::Duration;

use time::OffsetDateTime;
use uuid::Uuid;

use super::documents::{DocumentStatus, Failure};
use super::{Result, Store};

/// What a job does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub enum JobKind {
    /// Reads a document that was not read before.
    Ingest,
    /// Embeds the chunks of a document again, in another space.
    Reembed,
    /// Has a model add to the passages of a document.
    Enrich,
}

/// Ready documents that are embedded in another space than the present one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Elsewhere {
    pub documents: i64,
    /// Those of them for which a job is queued or running.
    pub under_way: i64,
    /// The names of those spaces.
    pub spaces: Option<String>,
}

/// A job that this worker holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claimed {
    pub id: Uuid,
    pub workspace_id: Uuid,
    pub kind: JobKind,
    pub document_id: Option<Uuid>,
    /// How often the job was claimed, this time included.
    pub attempts: i32,
}

impl Store {
    /// Takes the oldest open job of any workspace that is no model's, and sets its document on its way.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn claim_job(&self, worker: Uuid, lease: Duration) -> Result<Option<Claimed>> {
        self.claim(worker, lease, false).await
    }

    /// Takes the oldest open job of any workspace for which a model is needed.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn claim_enrichment(&self, worker: Uuid, lease: Duration) -> Result<Option<Claimed>> {
        self.claim(worker, lease, true).await
    }

    async fn claim(&self, worker: Uuid, lease: Duration, model: bool) -> Result<Option<Claimed>> {
        let claimed = sqlx::query_file_as!(Claimed, "sql/claim_job.sql", worker, lease.as_secs_f64(), model)
            .fetch_optional(&self.owner)
            .await?;
        Ok(claimed)
    }

    /// Writes progress and renews the lease. `false`: the job is not this worker's any more (it took too long
    /// and another took it, or the document was deleted), so the work must stop.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn renew_job(
        &self,
        job: Uuid,
        worker: Uuid,
        lease: Duration,
        stage: DocumentStatus,
        (done, total): (i64, i64),
    ) -> Result<bool> {
        let updated = sqlx::query_file!(
            "sql/renew_job.sql",
            job,
            worker,
            lease.as_secs_f64(),
            stage as DocumentStatus,
            done,
            total,
        )
        .fetch_optional(&self.pool)
        .await?;
        Ok(updated.is_some())
    }

    /// Ends a job and its document as failed. `false`: it was not this worker's any more.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn fail_job(
        &self,
        job: Uuid,
        worker: Uuid,
        failure: &Failure,
        at: OffsetDateTime,
    ) -> Result<bool> {
        let failure = serde_json::to_value(failure).unwrap_or_default();
        let failed = sqlx::query_file!("sql/fail_job.sql", job, worker, failure, at)
            .fetch_optional(&self.pool)
            .await?;
        Ok(failed.is_some())
    }

    /// Gives a job back, to be claimed again (the process is about to stop).
    ///
    /// # Errors
    /// The statement failed.
    pub async fn release_job(&self, job: Uuid, worker: Uuid) -> Result<()> {
        sqlx::query!(
            "update jobs set status = 'queued', attempts = attempts - 1, leased_by = null, leased_until = null \
             where id = $1 and leased_by = $2 and status = 'running'",
            job,
            worker,
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// Lets go of a job that anyone may claim again after a pause: what kept it from its end passes by itself.
    ///
    /// # Errors
    /// The statement failed; then the lease runs out.
    pub async fn postpone_job(&self, job: Uuid, worker: Uuid, pause: Duration) -> Result<()> {
        sqlx::query!(
            "update jobs set leased_by = null, leased_until = now() + make_interval(secs => $3) \
             where id = $1 and leased_by = $2 and status = 'running'",
            job,
            worker,
            pause.as_secs_f64(),
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// Queues a failed document once more. `false`: there is no such document, it has not failed, or a newer version of
    /// its source has come.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn retry_document(&self, document: Uuid, job: Uuid, at: OffsetDateTime) -> Result<bool> {
        let queued = sqlx::query_file!("sql/retry_document.sql", self.workspace, document, job, at)
            .fetch_optional(&self.pool)
            .await?;
        Ok(queued.is_some())
    }

    /// Queues the documents that were embedded in another space, to be embedded again. Tells how many.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn queue_reembedding(&self, space: &str, at: OffsetDateTime) -> Result<u64> {
        let queued = sqlx::query_file!("sql/queue_reembedding.sql", self.workspace, space, at)
            .execute(&self.pool)
            .await?;
        Ok(queued.rows_affected())
    }

    /// How many ready documents are embedded in another space, and for how many of them a job is under way.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn embedded_elsewhere(&self, space: &str) -> Result<Elsewhere> {
        let found = sqlx::query_file_as!(Elsewhere, "sql/embedded_elsewhere.sql", self.workspace, space)
            .fetch_one(&self.pool)
            .await?;
        Ok(found)
    }

    /// Ends a job that embedded a document again. `false`: it was not this worker's any more.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn finish_reembedding(
        &self,
        job: Uuid,
        worker: Uuid,
        space: &str,
        at: OffsetDateTime,
    ) -> Result<bool> {
        let done = sqlx::query_file!("sql/finish_reembedding.sql", job, worker, space, at)
            .fetch_optional(&self.pool)
            .await?;
        Ok(done.is_some())
    }

    /// How many jobs of this workspace are queued or running.
    ///
    /// # Errors
    /// The statement failed.
    pub async fn open_jobs(&self) -> Result<i64> {
        let count = sqlx::query_scalar!(
            "select count(*) as \"count!\" from jobs where workspace_id = $1 and status in ('queued', 'running')",
            self.workspace
        )
        .fetch_one(&self.pool)
        .await?;
        Ok(count)
    }
}
