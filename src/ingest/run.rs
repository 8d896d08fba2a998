//! A claimed job while it is worked on: whether it is still this worker's, and how far it has come.

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::{Duration, Instant};

use uuid::Uuid;

use super::fault::Fault;
use super::{Ingest, LEASE};
use stet_store::Store;
use stet_store::documents::DocumentStatus;

/// How often the job's row is told how far it is, at most.
const PROGRESS: Duration = Duration::from_millis(250);
/// Time before a job is tried again that a fault of the database interrupted.
const PAUSE: Duration = Duration::from_secs(2);

/// A claimed job with its progress.
pub(super) struct Run<'a> {
    pub ingest: &'a Ingest,
    pub store: Store,
    pub job: Uuid,
    pub worker: Uuid,
    pub document: Uuid,
    stage: std::sync::Mutex<DocumentStatus>,
    done: AtomicI64,
    total: AtomicI64,
    lost: AtomicBool,
    /// When the job's row last heard how far it is.
    written: std::sync::Mutex<Instant>,
}

impl<'a> Run<'a> {
    pub(super) fn new(
        ingest: &'a Ingest,
        (job, worker, document): (Uuid, Uuid, Uuid),
        stage: DocumentStatus,
    ) -> Self {
        Self {
            ingest,
            store: ingest.store.clone(),
            job,
            worker,
            document,
            stage: std::sync::Mutex::new(stage),
            done: AtomicI64::new(0),
            total: AtomicI64::new(0),
            lost: AtomicBool::new(false),
            written: std::sync::Mutex::new(Instant::now()),
        }
    }

    /// Gives the job back for another attempt.
    pub(super) async fn postpone(&self, fault: &Fault) {
        if let Fault::Store(fault) = fault {
            tracing::warn!(%fault, document = %self.document, "a document is tried again");
        }
        if let Err(fault) = self.store.postpone_job(self.job, self.worker, PAUSE).await {
            tracing::warn!(%fault, document = %self.document, "a job could not be given back; its lease will run out");
        }
    }

    /// Renews the lease until the job is no longer this worker's.
    pub(super) async fn heartbeat(&self) {
        loop {
            tokio::time::sleep(LEASE / 4).await;
            // A database that is away for a moment costs nothing as long as the lease holds.
            if matches!(self.renew().await, Err(Fault::Lost)) {
                return;
            }
        }
    }

    /// The stage, and how many of how many are done in it.
    fn reached(&self) -> (DocumentStatus, (i64, i64)) {
        let stage = *self.stage.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        (stage, (self.done.load(Ordering::Relaxed), self.total.load(Ordering::Relaxed)))
    }

    /// Renews the lease and tells how far the job is.
    async fn renew(&self) -> Result<(), Fault> {
        let (stage, progress) = self.reached();
        *self.written.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Instant::now();
        if self.is_lost() || !self.store.renew_job(self.job, self.worker, LEASE, stage, progress).await? {
            self.lost.store(true, Ordering::Relaxed);
            return Err(Fault::Lost);
        }
        self.ingest.tell(self.document, stage, progress, None);
        Ok(())
    }

    /// Whether the job is known to be another's.
    pub(super) fn is_lost(&self) -> bool {
        self.lost.load(Ordering::Relaxed)
    }

    /// So many more are done: whoever listens here is told at once, the job's row from time to time.
    pub(super) async fn advance(&self, by: usize) -> Result<(), Fault> {
        self.done.fetch_add(count(by), Ordering::Relaxed);
        let since = self.written.lock().unwrap_or_else(std::sync::PoisonError::into_inner).elapsed();
        if since >= PROGRESS {
            return self.renew().await;
        }
        let (stage, progress) = self.reached();
        self.ingest.tell(self.document, stage, progress, None);
        Ok(())
    }

    pub(super) async fn enter(&self, stage: DocumentStatus, done: usize, total: usize) -> Result<(), Fault> {
        *self.stage.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = stage;
        self.done.store(count(done), Ordering::Relaxed);
        self.total.store(count(total), Ordering::Relaxed);
        self.renew().await
    }

    /// So many more are done, which everybody is told.
    pub(super) async fn done_with(&self, passages: usize) -> Result<(), Fault> {
        self.done.fetch_add(count(passages), Ordering::Relaxed);
        self.renew().await
    }
}

fn count(n: usize) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}
