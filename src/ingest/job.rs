//! One job, from claim to end: a document is read, or one that is ready is embedded in another space.

use std::sync::Arc;

use futures::{FutureExt, StreamExt, TryFutureExt, TryStreamExt};
use rustc_hash::FxHashSet;
use time::OffsetDateTime;
use uuid::Uuid;

use super::embed::{self, embedded_text};
use super::fault::{Fault, MAX_ATTEMPTS};
use super::read::{Reading, cut};
use super::run::Run;
use super::{Ingest, LATER, enrich, pictures};
use stet_extract::ExtractError;
use stet_sources::chunk::Chunk;
use stet_store::chunks::StoredChunk;
use stet_store::documents::{DocumentFacts, DocumentStatus};
use stet_store::jobs::{Claimed, JobKind};
use stet_store::{NewChunk, NewRows};
use stet_text::language;

/// Batches under way at the same time, so that embedding, transport and index work overlap.
const PARALLEL: usize = 3;
impl Ingest {
    /// Does a claimed job and writes how it ended.
    pub(super) async fn run(&self, claimed: Claimed, worker: Uuid) {
        let Some(document) = claimed.document_id else { return };
        let stage = match claimed.kind {
            JobKind::Ingest => DocumentStatus::Extracting,
            JobKind::Reembed | JobKind::Enrich => DocumentStatus::Ready,
        };
        let own = self.in_workspace(claimed.workspace_id);
        let run = Run::new(&own, (claimed.id, worker, document), stage);
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
    async fn go(&self, kind: JobKind, attempts: i32) -> Result<(), Fault> {
        if attempts > MAX_ATTEMPTS {
            return Err(Fault::Crashed);
        }
        match kind {
            JobKind::Ingest => Box::pin(self.finish()).await,
            JobKind::Reembed => self.reembed().await,
            JobKind::Enrich => enrich::passages(self).await,
        }
    }

    /// Embeds in the present space what lies in another one. Meanwhile the document is found by its words, and
    /// passage by passage by its meaning again.
    async fn reembed(&self) -> Result<(), Fault> {
        embed::elsewhere(self).await?;
        let (space, now) = (self.ingest.embedder.space(), OffsetDateTime::now_utc());
        if !self.store.finish_reembedding(self.job, self.worker, space, now).await? {
            return Err(Fault::Lost);
        }
        self.ingest.enrich(Some(self.document)).await?;
        Ok(())
    }

    async fn finish(&self) -> Result<(), Fault> {
        let reading = self.extract().await?;
        self.enter(DocumentStatus::Embedding, 0, reading.chunks.len()).await?;
        let now = OffsetDateTime::now_utc();
        let facts = DocumentFacts {
            title: &reading.title,
            media_type: &reading.media_type,
            language: reading.language,
            page_count: reading.page_count,
            page_labels: &reading.page_labels,
            recognised_pages: &reading.recognised_pages,
            unread_pages: &reading.unread_pages,
            dated: reading.dated,
            author: reading.author.as_deref(),
            left_out: &reading.left_out,
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
    async fn extract(&self) -> Result<Reading, Fault> {
        self.enter(DocumentStatus::Extracting, 0, 0).await?;
        let document = self.store.document(self.document).await?.ok_or(Fault::Lost)?;
        let bytes = self.store.document_bytes(self.document).await?.ok_or(Fault::Lost)?;
        let name = &document.file_name;
        let read = self.ingest.extract(name, bytes.clone(), None).await;
        let progress = |done, total| async move {
            self.enter(DocumentStatus::Extracting, done, total).await.is_ok() || !self.is_lost()
        };
        let read = self.ingest.recognise(name, &bytes, read, progress).await.map_err(Fault::Extract)?;
        for guess in &read.extraction.guesses {
            tracing::info!(document = %self.document, guess, "read with a reservation");
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
        let batches: Vec<_> = missing
            .chunks(embed::BATCH)
            .map(|batch| self.embed_batch(chunks, batch.to_vec()).boxed())
            .collect();
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
            embed::with_translations(
                &*self.ingest.embedder,
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
        self.advance(stored).await
    }
}
