//! From files to searchable passages, as jobs that survive the process.
//!
//! Owns the order of the steps (read, cut, embed, store), their retries and their progress. Leaves reading to
//! [`stet_extract`], cutting to [`stet_sources::chunk`], vectors to [`stet_embedding`], rows and leases to
//! [`stet_store`].
//!
//! Everything between the claim of a job and its end can be repeated: reading and cutting give the same chunks
//! again, and chunks that are stored already are not embedded twice. A document is searched only once its job
//! is done, and until then the version before it is.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use sha2::{Digest, Sha256};
use time::OffsetDateTime;
use tokio::sync::{Notify, Semaphore, broadcast};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use uuid::Uuid;

use stet_config::IngestConfig;
use stet_embedding::Embedder;
use stet_extract::Limits;
use stet_llm::web::fetch::{FetchError, fetch};
use stet_sources::chunk::ChunkPolicy;
use stet_store::documents::{Document, DocumentStatus, NewDocument};
use stet_store::vectors::Tended;
use stet_store::{Chore, Failure, Inserted, Store, StoreError};
use stet_text::Language;

mod dated;
mod embed;
mod enrich;
mod fault;
mod graph;
mod job;
mod page;
pub mod pictures;
mod read;
mod run;
mod scan;
mod themes;

/// How long a job's worker may be silent before another takes the job over.
const LEASE: Duration = Duration::from_secs(20);
/// How often an idle worker looks for jobs that other nodes queued or left behind, where nobody looks for all (`store::chores`).
const POLL: Duration = Duration::from_secs(1);
/// How often the index over vectors is looked after where nobody looks for all, and the pause after that has failed.
const TEND: Duration = Duration::from_secs(2);
const TEND_AGAIN: Duration = Duration::from_mins(1);
/// The space of passages that have no vectors yet: those follow in a job of their own.
pub(crate) const LATER: &str = "none";
/// Longest file name that is kept, in characters.
const NAME_LIMIT: usize = 255;

/// Why a file was not taken in at all. What goes wrong later is a failed document, not an error.
#[derive(Debug, thiserror::Error)]
pub enum IngestError {
    #[error("the file has {bytes} bytes, the limit is {limit}")]
    TooLarge { bytes: usize, limit: usize },
    #[error(transparent)]
    Unfetched(#[from] FetchError),
    #[error("the file could not be stored: {0}")]
    Store(#[from] StoreError),
}

impl IngestError {
    /// What is wrong, for a person at the terminal.
    #[must_use]
    pub fn message(&self, language: Language) -> String {
        match (self, language) {
            (_, Language::En) => self.to_string(),
            (Self::TooLarge { bytes, limit }, Language::Ko) => {
                format!("파일이 {bytes}바이트입니다. 최대 {limit}바이트까지 받습니다")
            }
            (Self::Unfetched(fault), Language::Ko) => fault.message(language),
            (Self::Store(fault), Language::Ko) => {
                format!("파일을 저장하지 못했습니다: {}", fault.message(language))
            }
        }
    }
}

/// A file that was taken in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Enqueued {
    pub document_id: Uuid,
    /// The same bytes were there already, under this id.
    pub duplicate: bool,
    pub status: DocumentStatus,
    /// The other name under which the same bytes are there.
    pub copy_of: Option<String>,
}

/// What taking a file in would do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Foreseen {
    Added,
    Replaced,
    Unchanged,
}

/// News of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Update {
    pub document_id: Uuid,
    pub status: DocumentStatus,
    /// Steps of this status done, and to do (0 while that is unknown).
    pub done: i64,
    pub total: i64,
    pub failure: Option<Failure>,
}

/// The use case. Cheap to clone; all clones share workers and news.
#[derive(Debug, Clone)]
pub struct Ingest {
    store: Store,
    embedder: Arc<dyn Embedder>,
    limits: Limits,
    policy: ChunkPolicy,
    /// Hosts of private networks from which may be fetched.
    private_hosts: Arc<[String]>,
    /// The program that recognises text, and how many pages of a document it is given.
    scan_pages: usize,
    /// The model that adds to passages, where one is to.
    enricher: Option<enrich::Enricher>,
    /// The executable that is started to read a file; `None` for this one.
    program: Option<PathBuf>,
    /// The data folder, in which pictures wait that documents name.
    pictures: Option<PathBuf>,
    /// Pages that are drawn at once.
    reading: Arc<Semaphore>,
    updates: broadcast::Sender<Update>,
    wake: Arc<Notify>,
    cancel: CancellationToken,
    tasks: TaskTracker,
}

/// Documents that are read at the same time.
const WORKERS: usize = 2;
/// Pages of a document that are recognised.
const SCAN_PAGES: usize = 300;

/// What files are read with, and how much each may take.
#[must_use]
pub fn limits(config: &IngestConfig) -> Limits {
    Limits {
        file_bytes: config.max_file_bytes as u64,
        python_env: config.python_env.clone(),
        ..Limits::default()
    }
}

/// Whether pages that are pictures can be read here.
#[must_use]
pub fn reads_scans() -> bool {
    stet_extract::Reader::find().is_some()
}

impl Ingest {
    #[must_use]
    pub fn new(store: Store, embedder: Arc<dyn Embedder>, config: &IngestConfig) -> Self {
        Self {
            store,
            embedder,
            limits: limits(config),
            policy: ChunkPolicy::default(),
            private_hosts: config.private_hosts.as_slice().into(),
            scan_pages: SCAN_PAGES,
            reading: Arc::new(Semaphore::new(WORKERS)),
            enricher: None,
            pictures: None,
            program: None,
            updates: broadcast::channel(256).0,
            wake: Arc::new(Notify::new()),
            cancel: CancellationToken::new(),
            tasks: TaskTracker::new(),
        }
    }

    /// The same for another workspace; it shares workers and news.
    #[must_use]
    pub fn in_workspace(&self, workspace: Uuid) -> Self {
        Self { store: self.store.in_workspace(workspace), ..self.clone() }
    }

    /// Reads files with another executable than the one that runs (a test's is not `stet`).
    #[must_use]
    pub fn with_program(mut self, program: PathBuf) -> Self {
        self.program = Some(program);
        self
    }

    /// Recognises so many pages of a document that are pictures; 0 for none.
    #[must_use]
    pub const fn with_scan_pages(mut self, pages: usize) -> Self {
        self.scan_pages = pages;
        self
    }

    /// Whether PDF files can be read here.
    #[must_use]
    pub fn reads_pdf(&self) -> bool {
        stet_extract::has_engine(&self.limits)
    }

    /// Starts the workers. They take jobs of every workspace, also those that another process left behind.
    pub fn start(&self) {
        for _ in 0..WORKERS {
            self.tasks.spawn(self.clone().work());
        }
        if self.enricher.is_some() {
            self.tasks.spawn(self.clone().enrich_always());
        }
        let ingest = self.clone();
        self.tasks.spawn(async move {
            if let Err(fault) = ingest.take_pictures_left().await {
                tracing::warn!(%fault, "pictures that wait could not be taken in");
            }
        });
        let ingest = self.clone();
        self.tasks.spawn(async move {
            let done = ingest.cancel.clone();
            done.run_until_cancelled(ingest.tend_always()).await
        });
        let ingest = self.clone();
        self.tasks.spawn(async move {
            let done = ingest.cancel.clone();
            done.run_until_cancelled(Box::pin(ingest.graph_always())).await
        });
        let ingest = self.clone();
        self.tasks.spawn(async move {
            let done = ingest.cancel.clone();
            done.run_until_cancelled(Box::pin(ingest.themes_always())).await
        });
    }

    /// Looks after the index over vectors, for ever.
    async fn tend_always(&self) {
        loop {
            if let Err(fault) = self.index_vectors().await {
                tracing::warn!(%fault, "the index over vectors could not be brought up to date");
                tokio::time::sleep(TEND_AGAIN).await;
            }
            self.store.wait_for(Chore::Vectors, TEND).await;
        }
    }

    /// Brings the index over vectors up to date, unless documents are being read; search does not wait for it. `false`:
    /// somebody else is at it.
    ///
    /// # Errors
    /// The store failed.
    pub async fn index_vectors(&self) -> Result<bool, StoreError> {
        loop {
            match self.store.tend_vectors().await? {
                // What cannot be taken in now is being changed.
                Tended::Nothing | Tended::TakenIn(0) => return Ok(true),
                Tended::Busy => return Ok(false),
                Tended::TakenIn(_) => {}
                Tended::Built(time) => {
                    tracing::info!(seconds = time.as_secs(), "the index over vectors was built");
                }
            }
        }
    }

    /// Queues the documents that another embedding model has embedded, which cannot be compared with questions that
    /// this one embeds, in every workspace. Tells how many there are; the workers do them one after another. What a model has not added yet follows.
    ///
    /// # Errors
    /// The store failed.
    pub async fn catch_up(&self) -> Result<u64, StoreError> {
        let mut queued = 0;
        for workspace in self.store.workspaces().await? {
            let own = self.in_workspace(workspace.id);
            queued += own.store.queue_reembedding(self.embedder.space(), OffsetDateTime::now_utc()).await?;
            own.enrich(None).await?;
        }
        if queued > 0 {
            self.wake.notify_one();
        }
        Ok(queued)
    }

    /// Gives running jobs back to be claimed again, and waits for the workers to end.
    pub async fn close(&self) {
        self.cancel.cancel();
        self.tasks.close();
        self.tasks.wait().await;
    }

    /// Takes in a file of which only the name is known. The same name again is a new version of the source; the same bytes
    /// again are none, and if their job had failed, it is tried again.
    ///
    /// # Errors
    /// The file is over the limit, or cannot be stored; then nothing is.
    pub async fn enqueue(&self, file_name: &str, bytes: &[u8]) -> Result<Enqueued, IngestError> {
        self.take(&base_name(file_name), None, bytes).await
    }

    /// Takes in a file that lies at a path, which tells it from others of its name.
    ///
    /// # Errors
    /// The file is over the limit, or cannot be stored; then nothing is.
    pub async fn enqueue_at(&self, path: &Path, bytes: &[u8]) -> Result<Enqueued, IngestError> {
        let path = path.to_string_lossy();
        self.take(&base_name(&path), Some(&path), bytes).await
    }

    /// Takes in what an address of the web holds now. The same address again is the same source.
    ///
    /// # Errors
    /// It cannot be read, is over the limit, or cannot be stored; then nothing is.
    pub async fn enqueue_from(&self, address: &str) -> Result<Enqueued, IngestError> {
        let limit = usize::try_from(self.limits.file_bytes).unwrap_or(usize::MAX);
        let found = fetch(address, limit, &self.private_hosts).await?;
        self.take(&base_name(&found.name), Some(&found.url), &found.bytes).await
    }

    /// What [`Self::enqueue_at`] would do.
    ///
    /// # Errors
    /// The store failed.
    pub async fn foresee(&self, path: &Path, bytes: &[u8]) -> Result<Foreseen, IngestError> {
        let path = path.to_string_lossy();
        let would = self.store.insert_document(&new(&base_name(&path), Some(&path), bytes), false).await?;
        Ok(match would {
            Inserted::New { version: 1 } => Foreseen::Added,
            Inserted::New { .. } => Foreseen::Replaced,
            Inserted::Same { .. } | Inserted::Copy { .. } => Foreseen::Unchanged,
        })
    }

    async fn take(&self, name: &str, path: Option<&str>, bytes: &[u8]) -> Result<Enqueued, IngestError> {
        let limit = usize::try_from(self.limits.file_bytes).unwrap_or(usize::MAX);
        if bytes.len() > limit {
            return Err(IngestError::TooLarge { bytes: bytes.len(), limit });
        }
        let new = new(name, path, bytes);
        let enqueued = match self.store.insert_document(&new, true).await? {
            Inserted::New { .. } => Enqueued {
                document_id: new.id,
                duplicate: false,
                status: DocumentStatus::Queued,
                copy_of: None,
            },
            Inserted::Same { document_id, status, failed } => {
                // They were tried in vain, and the file is again what it was before them.
                for newer in failed {
                    self.store.delete_document(newer).await?;
                }
                let again = status == DocumentStatus::Failed && self.retry(document_id).await?;
                let status = if again { DocumentStatus::Queued } else { status };
                Enqueued { document_id, duplicate: true, status, copy_of: None }
            }
            Inserted::Copy { document_id, status, file_name } => {
                Enqueued { document_id, duplicate: true, status, copy_of: Some(file_name) }
            }
        };
        self.wake.notify_one();
        Ok(enqueued)
    }

    /// Queues a failed document again. `false`: there is none, it has not failed, or a newer version has come.
    ///
    /// # Errors
    /// The store failed.
    pub async fn retry(&self, document: Uuid) -> Result<bool, IngestError> {
        let (job, now) = (Uuid::now_v7(), OffsetDateTime::now_utc());
        let queued = self.store.retry_document(document, job, now).await?;
        if queued {
            self.tell(document, DocumentStatus::Queued, (0, 0), None);
            self.wake.notify_one();
        }
        Ok(queued)
    }

    /// News of all documents from now on, of this process's workers. A reader that falls behind by 256 loses
    /// the oldest; the document's row always has the latest.
    #[must_use]
    pub fn subscribe(&self) -> broadcast::Receiver<Update> {
        self.updates.subscribe()
    }

    /// Waits until a document is ready or has failed, whoever reads it. `None`: it was deleted.
    ///
    /// # Errors
    /// The store failed.
    pub async fn wait(&self, document: Uuid) -> Result<Option<Document>, IngestError> {
        let mut updates = self.subscribe();
        loop {
            let found = self.store.document(document).await?;
            if found.as_ref().is_none_or(|document| document.status.is_final()) {
                return Ok(found);
            }
            // Another node's worker sends no news here.
            let next = async {
                while let Ok(update) = updates.recv().await {
                    if update.document_id == document && update.status.is_final() {
                        return;
                    }
                }
            };
            let _ = tokio::time::timeout(Duration::from_millis(250), next).await;
        }
    }

    /// One worker: claims and does jobs until it is told to end.
    async fn work(self) {
        let worker = Uuid::now_v7();
        while !self.cancel.is_cancelled() {
            match self.store.claim_job(worker, LEASE).await {
                Ok(Some(claimed)) => {
                    // Whoever else sleeps may find more to do.
                    self.wake.notify_one();
                    self.run(claimed, worker).await;
                }
                Ok(None) => self.idle().await,
                Err(error) => {
                    tracing::warn!(%error, "jobs cannot be claimed");
                    self.idle().await;
                }
            }
        }
    }

    async fn idle(&self) {
        tokio::select! {
            () = self.cancel.cancelled() => {}
            () = self.wake.notified() => {}
            () = self.store.wait_for(Chore::Jobs, POLL) => {}
        }
    }

    fn tell(
        &self,
        document_id: Uuid,
        status: DocumentStatus,
        (done, total): (i64, i64),
        failure: Option<Failure>,
    ) {
        // Nobody listening is fine.
        let _ = self.updates.send(Update { document_id, status, done, total, failure });
    }
}

/// What tells the bytes of a document from others.
#[must_use]
pub fn hash(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

fn new<'a>(file_name: &'a str, path: Option<&'a str>, bytes: &'a [u8]) -> NewDocument<'a> {
    NewDocument {
        id: Uuid::now_v7(),
        job_id: Uuid::now_v7(),
        file_name,
        path,
        media_type: "application/octet-stream",
        content_hash: hash(bytes),
        bytes,
        at: OffsetDateTime::now_utc(),
    }
}

/// The last part of a path as a browser or a shell gives it, never empty.
fn base_name(path: &str) -> String {
    let name = path.trim_end_matches(['/', '\\']).rsplit(['/', '\\']).next().unwrap_or_default();
    let name: String = name.chars().filter(|c| !c.is_control()).take(NAME_LIMIT).collect();
    let name = name.trim();
    if name.is_empty() { "untitled".into() } else { name.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lose_their_folders() {
        for (path, name) in [
            ("a.txt", "a.txt"),
            ("/etc/규정.hwpx", "규정.hwpx"),
            ("C:\\문서\\a b.pdf", "a b.pdf"),
            ("../../x", "x"),
            ("dir/", "dir"),
            ("", "untitled"),
            ("/", "untitled"),
            ("a\u{0}b\n.txt", "ab.txt"),
        ] {
            assert_eq!(base_name(path), name, "{path}");
        }
        assert_eq!(base_name(&"가".repeat(999)).chars().count(), NAME_LIMIT);
    }
}
