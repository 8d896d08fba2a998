//! One job, from claim to end: a document is read, or one that is ready is embedded in another space.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::{Duration, Instant};

use futures::{FutureExt, StreamExt, TryFutureExt, TryStreamExt};
use rustc_hash::FxHashSet;
use time::OffsetDateTime;
use uuid::Uuid;

use super::embed::{embedded_again, embedded_text};
use super::enrich::Trouble;
use super::read::{Reading, cut};
use super::{Ingest, LATER, LEASE, pictures};
use stet_embedding::EmbedError;
use stet_extract::ExtractError;
use stet_sources::chunk::Chunk;
use stet_store::chunks::StoredChunk;
use stet_store::documents::{DocumentFacts, DocumentStatus};
use stet_store::jobs::{Claimed, Failure, JobKind};
use stet_store::{NewChunk, NewRows, Store, StoreError};
use stet_text::{Language, language};

/// Chunks of one batch: one request to the embedder, one statement.
const BATCH: usize = 64;
/// Batches under way at the same time, so that embedding, transport and index work overlap.
const PARALLEL: usize = 3;
/// How often the job's row is told how far it is, at most.
const PROGRESS: Duration = Duration::from_millis(250);
/// A job that ended this many processes is not tried again by itself.
const MAX_ATTEMPTS: i32 = 3;
/// Time before a job is tried again that a fault of the database interrupted.
const PAUSE: Duration = Duration::from_secs(2);

/// Why a job ended without a ready document.
pub(super) enum Fault {
    /// Another worker has the job, or the document was deleted: say nothing.
    Lost,
    Extract(ExtractError),
    Embed(EmbedError),
    Store(StoreError),
    /// The model that adds to passages is away.
    Model(Trouble),
    /// The job's blocking part panicked or was cut off.
    Crashed,
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl Fault {
    /// Whether the database was away or busy: another attempt begins with what is stored already.
    const fn passes(&self) -> bool {
        matches!(self, Self::Store(fault) if fault.passes())
    }

    /// What the document says about it.
    fn failure(&self) -> Option<Failure> {
        let failure = |code: &str, ko: String, en: String, transient| {
            Some(Failure { code: code.into(), ko, en, transient })
        };
        match self {
            Self::Lost => None,
            Self::Extract(error) => failure(
                extract_code(error),
                error.message(Language::Ko),
                error.message(Language::En),
                error.is_transient(),
            ),
            Self::Embed(error) => {
                failure("embedding", error.message(Language::Ko), error.message(Language::En), true)
            }
            Self::Model(trouble) => Some(trouble.failure()),
            Self::Store(StoreError::Full(_)) => failure(
                "disk_full",
                "데이터베이스의 디스크가 가득 찼습니다. 공간을 비운 뒤 다시 시도해 주세요.".into(),
                "The database's disk is full; free some space and try again.".into(),
                true,
            ),
            Self::Store(_) => failure(
                "database",
                "데이터베이스에 저장하지 못했습니다. 잠시 뒤 다시 시도해 주세요.".into(),
                "The database could not store the document; try again in a moment.".into(),
                true,
            ),
            Self::Crashed => failure(
                "crashed",
                format!(
                    "{MAX_ATTEMPTS}번 시도하는 동안 문서 읽기가 끝나지 못했습니다. 다른 형식으로 저장하여 올려 주세요."
                ),
                format!(
                    "Reading the document did not come to an end in {MAX_ATTEMPTS} attempts; save it in another format."
                ),
                true,
            ),
        }
    }
}

/// Stable names of extraction faults: the variant, as it is serialised.
fn extract_code(error: &ExtractError) -> &'static str {
    match error {
        ExtractError::Empty => "empty",
        ExtractError::Wordless => "wordless",
        ExtractError::NoDraft { .. } => "no_draft",
        ExtractError::Line { .. } => "line",
        ExtractError::NoText { .. } => "no_text",
        ExtractError::Encrypted => "encrypted",
        ExtractError::Corrupt { .. } => "corrupt",
        ExtractError::ArchiveBomb { .. } => "archive_bomb",
        ExtractError::Binary => "binary",
        ExtractError::Unsupported { .. } => "unsupported",
        ExtractError::TooLarge { .. } => "too_large",
        ExtractError::Timeout { .. } => "timeout",
        ExtractError::Memory { .. } => "memory",
        ExtractError::Failed { .. } => "failed",
        ExtractError::NoEngine => "no_engine",
        ExtractError::Distribution => "distribution",
    }
}

/// A claimed job with its progress.
pub(super) struct Run<'a> {
    pub ingest: &'a Ingest,
    pub store: Store,
    pub job: Uuid,
    pub worker: Uuid,
    pub document: Uuid,
    stage: std::sync::Mutex<DocumentStatus>,
    pub done: AtomicI64,
    total: AtomicI64,
    lost: AtomicBool,
    /// When the job's row last heard how far it is.
    written: std::sync::Mutex<Instant>,
}

impl Ingest {
    /// Does a claimed job and writes how it ended.
    pub(super) async fn run(&self, claimed: Claimed, worker: Uuid) {
        let Some(document) = claimed.document_id else { return };
        let stage = match claimed.kind {
            JobKind::Ingest => DocumentStatus::Extracting,
            JobKind::Reembed | JobKind::Enrich => DocumentStatus::Ready,
        };
        let own = self.in_workspace(claimed.workspace_id);
        let run = Run {
            ingest: &own,
            store: own.store.clone(),
            job: claimed.id,
            worker,
            document,
            stage: std::sync::Mutex::new(stage),
            done: AtomicI64::new(0),
            total: AtomicI64::new(0),
            lost: AtomicBool::new(false),
            written: std::sync::Mutex::new(Instant::now()),
        };
        let result = tokio::select! {
            () = self.cancel.cancelled() => {
                if let Err(error) = run.store.release_job(claimed.id, worker).await {
                    tracing::warn!(%error, %document, "a job could not be given back; its lease will run out");
                }
                return;
            }
            () = run.heartbeat() => Err(Fault::Lost),
            result = run.go(claimed.kind, claimed.attempts) => result,
        };
        let fault = match result {
            Ok(()) => return self.tell(document, DocumentStatus::Ready, (0, 0), None),
            Err(fault) => fault,
        };
        if fault.passes() && claimed.attempts < MAX_ATTEMPTS {
            return run.postpone(&fault).await;
        }
        let Some(failure) = fault.failure() else { return };
        match run.store.fail_job(claimed.id, worker, &failure, OffsetDateTime::now_utc()).await {
            Ok(true) => {
                tracing::warn!(%document, code = failure.code, reason = failure.en, "a document failed");
                if claimed.kind == JobKind::Ingest {
                    // What was never read shows nothing; its pictures still wait in their folder.
                    if let Err(error) = run.store.clear_pictures(document).await {
                        tracing::warn!(%error, %document, "pictures of a document that failed could not be removed");
                    }
                    self.tell(document, DocumentStatus::Failed, (0, 0), Some(failure));
                }
            }
            // Another has it, or it was deleted meanwhile.
            Ok(false) => {}
            Err(error) => tracing::warn!(%error, %document, "a failure could not be stored"),
        }
    }
}

impl Run<'_> {
    /// Gives the job back for another attempt.
    async fn postpone(&self, fault: &Fault) {
        if let Fault::Store(fault) = fault {
            tracing::warn!(%fault, document = %self.document, "a document is tried again");
        }
        if let Err(fault) = self.store.postpone_job(self.job, self.worker, PAUSE).await {
            tracing::warn!(%fault, document = %self.document, "a job could not be given back; its lease will run out");
        }
    }

    /// Renews the lease until the job is no longer this worker's.
    async fn heartbeat(&self) {
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

    pub(super) async fn renew(&self) -> Result<(), Fault> {
        let (stage, progress) = self.reached();
        *self.written.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Instant::now();
        if self.lost.load(Ordering::Relaxed)
            || !self.store.renew_job(self.job, self.worker, LEASE, stage, progress).await?
        {
            self.lost.store(true, Ordering::Relaxed);
            return Err(Fault::Lost);
        }
        self.ingest.tell(self.document, stage, progress, None);
        Ok(())
    }

    /// Tells how far the job is: whoever listens here at once, the job's row from time to time.
    async fn advance(&self) -> Result<(), Fault> {
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

    async fn go(&self, kind: JobKind, attempts: i32) -> Result<(), Fault> {
        if attempts > MAX_ATTEMPTS {
            return Err(Fault::Crashed);
        }
        match kind {
            JobKind::Ingest => Box::pin(self.finish()).await,
            JobKind::Reembed => self.reembed().await,
            JobKind::Enrich => self.enrich().await,
        }
    }

    /// Embeds in the present space what lies in another one. Meanwhile the document is found by its words, and
    /// passage by passage by its meaning again.
    async fn reembed(&self) -> Result<(), Fault> {
        self.embed_elsewhere().await?;
        let (space, now) = (self.ingest.embedder.space(), OffsetDateTime::now_utc());
        if !self.store.finish_reembedding(self.job, self.worker, space, now).await? {
            return Err(Fault::Lost);
        }
        self.ingest.enrich(Some(self.document)).await?;
        Ok(())
    }

    /// Gives passages that lie in another space their vectors in the present one.
    pub(super) async fn embed_elsewhere(&self) -> Result<(), Fault> {
        let space = self.ingest.embedder.space();
        let chunks = self.store.chunks_elsewhere(self.document, space).await?;
        self.enter(DocumentStatus::Ready, 0, chunks.len()).await?;
        for batch in chunks.chunks(BATCH) {
            let texts = batch.iter().map(embedded_again).collect();
            let (vectors, translations) = self
                .with_translations(texts, batch.iter().map(|chunk| chunk.translation_text.as_deref()))
                .await?;
            let ids: Vec<Uuid> = batch.iter().map(|chunk| chunk.id).collect();
            self.store.set_embeddings(self.document, space, &ids, &vectors, &translations).await?;
            self.done.fetch_add(count(batch.len()), Ordering::Relaxed);
            self.renew().await?;
        }
        Ok(())
    }

    async fn finish(&self) -> Result<(), Fault> {
        let reading = self.read().await?;
        self.enter(DocumentStatus::Embedding, 0, reading.chunks.len()).await?;
        let now = OffsetDateTime::now_utc();
        let facts = DocumentFacts {
            title: &reading.title,
            media_type: &reading.media_type,
            language: reading.language,
            page_count: reading.page_count,
            recognised_pages: &reading.recognised_pages,
            unread_pages: &reading.unread_pages,
        };
        self.store.set_document_facts(self.document, &facts, now).await?;
        let pages = self.store.set_pages(self.document, &reading.pages);
        let ((), ids) = tokio::try_join!(pages.map_err(Fault::from), self.embed(&reading.chunks))?;
        let articles: Vec<_> = reading
            .articles
            .iter()
            .enumerate()
            .map(|(ordinal, article)| article.row(self.document, ordinal, &ids))
            .collect();
        self.store.set_articles(self.document, &articles).await?;
        // What a person has corrected is not corrected again in every version.
        for (passage, text) in self.store.corrections_before(self.document).await? {
            self.store.set_feedback(passage, Some(&text)).await?;
        }
        let pictures = reading.chunks.iter().filter_map(|chunk| chunk.image_path.as_deref());
        let taken = self.ingest.take_pictures(self.document, pictures).await?;
        let now = OffsetDateTime::now_utc();
        if !self.store.finish_document(self.document, self.job, self.worker, self.space(), now).await? {
            return Err(Fault::Lost);
        }
        let (store, document) = (self.store.clone(), self.document);
        self.ingest.tasks.spawn(async move { store.tell_planner(document).await });
        pictures::taken(&taken);
        if self.ingest.embedder.is_slow() {
            // Words serve at once; the vectors follow, now or when a process looks for such documents again.
            self.store.queue_reembedding(self.ingest.embedder.space(), now).await?;
            self.ingest.wake.notify_one();
        }
        // Not while it is embedded: then it follows that.
        self.ingest.enrich(Some(self.document)).await?;
        Ok(())
    }

    /// The space that a new document's passages are stored in.
    fn space(&self) -> &str {
        if self.ingest.embedder.is_slow() { LATER } else { self.ingest.embedder.space() }
    }

    /// Bytes to chunks.
    async fn read(&self) -> Result<Reading, Fault> {
        self.enter(DocumentStatus::Extracting, 0, 0).await?;
        let document = self.store.document(self.document).await?.ok_or(Fault::Lost)?;
        let bytes = self.store.document_bytes(self.document).await?.ok_or(Fault::Lost)?;
        let name = &document.file_name;
        let read = self.ingest.extract(name, bytes.clone(), None).await;
        let progress = |done, total| async move {
            self.enter(DocumentStatus::Extracting, done, total).await.is_ok()
                || !self.lost.load(Ordering::Relaxed)
        };
        let read = self.ingest.recognise(name, &bytes, read, progress).await.map_err(Fault::Extract)?;
        for warning in &read.extraction.warnings {
            tracing::info!(document = %self.document, warning, "read with a reservation");
        }
        self.enter(DocumentStatus::Chunking, 0, 0).await?;
        let policy = self.ingest.policy;
        let reading = tokio::task::spawn_blocking(move || cut(read, &document.file_name, policy))
            .await
            .map_err(|_| Fault::Crashed)?;
        if reading.chunks.is_empty() {
            return Err(Fault::Extract(ExtractError::Wordless));
        }
        Ok(reading)
    }

    /// Embeds and stores the chunks that are not stored yet. Gives the ids of all, in order.
    async fn embed(&self, chunks: &Arc<Vec<Chunk>>) -> Result<Vec<Uuid>, Fault> {
        let stored = self.store.stored_chunks(self.document).await?;
        let space = self.space();
        let same = |stored: &StoredChunk| {
            stored.embedding_space.as_deref() == Some(space)
                && chunks.get(stored.ordinal).is_some_and(|chunk| chunk.span == stored.span)
        };
        let mut missing: Vec<usize> = (0..chunks.len()).collect();
        if stored.iter().all(same) {
            let there: FxHashSet<usize> = stored.iter().map(|chunk| chunk.ordinal).collect();
            missing.retain(|at| !there.contains(at));
        } else {
            // Cut or embedded under other settings by the attempt before.
            self.store.clear_chunks(self.document).await?;
        }
        self.enter(DocumentStatus::Embedding, chunks.len() - missing.len(), chunks.len()).await?;
        let batches: Vec<_> =
            missing.chunks(BATCH).map(|batch| self.embed_batch(chunks, batch.to_vec()).boxed()).collect();
        futures::stream::iter(batches).buffer_unordered(PARALLEL).try_collect::<Vec<()>>().await?;
        // Read again: a batch of a worker that was cut off may have come in meanwhile, under its own ids.
        let stored = self.store.stored_chunks(self.document).await?;
        Ok(stored.into_iter().map(|chunk| chunk.id).collect())
    }

    async fn embed_batch(&self, chunks: &Arc<Vec<Chunk>>, batch: Vec<usize>) -> Result<(), Fault> {
        let each = || batch.iter().filter_map(|&at| chunks.get(at));
        let (vectors, translations) = if self.space() == LATER {
            (vec![Vec::new(); batch.len()], vec![Vec::new(); batch.len()])
        } else {
            let text = |chunk: &Chunk| {
                let (caption, context) = (chunk.caption.as_deref(), chunk.context.as_deref());
                embedded_text(&chunk.headings, &chunk.content, caption, context)
            };
            self.with_translations(
                each().map(text).collect(),
                each().map(|chunk| chunk.translation.as_deref()),
            )
            .await?
        };
        let (stored, chunks) = (batch.len(), Arc::clone(chunks));
        // Reads every word: tens of milliseconds, which nobody's tokens wait for.
        let rows = move || {
            let with_vectors = batch.iter().zip(vectors.iter().zip(&translations));
            NewRows::of(with_vectors.filter_map(|(&at, (embedding, translation))| {
                let chunk = chunks.get(at)?;
                Some(NewChunk {
                    id: Uuid::now_v7(),
                    chunk,
                    language: language(&chunk.content),
                    embedding,
                    translation_embedding: Some(translation.as_slice()).filter(|vector| !vector.is_empty()),
                })
            }))
        };
        let rows = tokio::task::spawn_blocking(rows).await.map_err(|_| Fault::Crashed)?;
        self.store.insert_chunks(self.document, self.space(), &rows, OffsetDateTime::now_utc()).await?;
        self.done.fetch_add(count(stored), Ordering::Relaxed);
        self.advance().await
    }
}

pub(super) fn count(n: usize) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}
