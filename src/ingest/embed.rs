//! Passages of a document as vectors: which texts are embedded, in batches that fit the embedder.

use std::time::Duration;

use uuid::Uuid;

use super::fault::Fault;
use super::run::Run;
use stet_embedding::{EmbedError, EmbedRole, Embedder};
use stet_store::DocumentStatus;
use stet_store::chunks::EmbeddedText;

/// Chunks of one batch: one request to the embedder, one statement.
pub(super) const BATCH: usize = 64;
/// Requests for one batch before the embedder is given up, and the first pause; pauses double.
const EMBED_ATTEMPTS: u32 = 6;
const EMBED_PAUSE: Duration = Duration::from_millis(500);

/// Gives passages that lie in another space their vectors in the present one.
pub(super) async fn elsewhere(run: &Run<'_>) -> Result<(), Fault> {
    let embedder = &run.ingest.embedder;
    let space = embedder.space();
    let chunks = run.store.chunks_elsewhere(run.document, space).await?;
    run.enter(DocumentStatus::Ready, 0, chunks.len()).await?;
    for batch in chunks.chunks(BATCH) {
        let texts = batch.iter().map(embedded_again).collect();
        let (vectors, translations) = with_translations(
            &**embedder,
            texts,
            batch.iter().map(|chunk| chunk.translation_text.as_deref()),
        )
        .await?;
        let ids: Vec<Uuid> = batch.iter().map(|chunk| chunk.id).collect();
        run.store.set_embeddings(run.document, space, &ids, &vectors, &translations).await?;
        run.done_with(batch.len()).await?;
    }
    Ok(())
}

/// Vectors of texts, and of the translations that some of them have: an empty one where there is none.
pub(super) async fn with_translations<'t>(
    embedder: &dyn Embedder,
    mut texts: Vec<String>,
    translations: impl Iterator<Item = Option<&'t str>>,
) -> Result<(Vec<Vec<f32>>, Vec<Vec<f32>>), Fault> {
    let own = texts.len();
    let mut has = Vec::with_capacity(own);
    for translation in translations {
        has.push(translation.is_some());
        texts.extend(translation.map(str::to_owned));
    }
    let mut vectors = vectors(embedder, &texts).await?;
    let mut translated = vectors.split_off(own.min(vectors.len())).into_iter();
    let each = has.into_iter().map(|has| has.then(|| translated.next()).flatten().unwrap_or_default());
    Ok((vectors, each.collect()))
}

/// Vectors of texts. A server that is too slow for many at a time may do with fewer.
pub(super) async fn vectors(embedder: &dyn Embedder, texts: &[String]) -> Result<Vec<Vec<f32>>, Fault> {
    let mut vectors = Vec::with_capacity(texts.len());
    let (mut size, mut rest) = (texts.len(), texts);
    while !rest.is_empty() {
        let (some, after) = rest.split_at(size.min(rest.len()));
        match batch(embedder, some).await {
            Err(Fault::Embed(EmbedError::Timeout { .. })) if some.len() > 1 => size = some.len() / 2,
            done => {
                vectors.extend(done?);
                rest = after;
            }
        }
    }
    Ok(vectors)
}

/// Vectors of one batch; faults that pass by themselves are waited out.
async fn batch(embedder: &dyn Embedder, texts: &[String]) -> Result<Vec<Vec<f32>>, Fault> {
    let mut pause = EMBED_PAUSE;
    for attempt in 1.. {
        match embedder.embed(texts, EmbedRole::Passage).await {
            Ok(vectors) if vectors.len() == texts.len() => return Ok(vectors),
            Ok(vectors) => {
                return Err(Fault::Embed(EmbedError::Count { wanted: texts.len(), got: vectors.len() }));
            }
            Err(error @ EmbedError::Timeout { .. }) if texts.len() > 1 => {
                return Err(Fault::Embed(error));
            }
            Err(error) if attempt < EMBED_ATTEMPTS && passes(&error) => {
                tracing::info!(%error, attempt, "embedding again");
                tokio::time::sleep(pause).await;
                pause *= 2;
            }
            Err(error) => return Err(Fault::Embed(error)),
        }
    }
    Err(Fault::Crashed)
}

/// Whether a fault of the embedder may pass by itself.
const fn passes(error: &EmbedError) -> bool {
    matches!(
        error,
        EmbedError::Unreachable { .. }
            | EmbedError::Timeout { .. }
            | EmbedError::RateLimited
            | EmbedError::Provider { .. }
    )
}

fn embedded_again(chunk: &EmbeddedText) -> String {
    embedded_text(
        &chunk.headings,
        &chunk.content,
        chunk.caption.as_deref(),
        chunk.contextualize_text.as_deref(),
    )
}

/// A passage as it is embedded: behind its context and under the two headings nearest to it, which say what it is about.
pub(super) fn embedded_text(
    headings: &[String],
    content: &str,
    caption: Option<&str>,
    before: Option<&str>,
) -> String {
    let near = headings.len().saturating_sub(2);
    let mut text = before.map_or_else(String::new, |context| format!("{context}\n"));
    for heading in headings.iter().skip(near).filter(|heading| !content.starts_with(heading.as_str())) {
        text.push_str(heading);
        text.push('\n');
    }
    text.push_str(content);
    if let Some(caption) = caption.filter(|caption| !content.contains(caption)) {
        text.push('\n');
        text.push_str(caption);
    }
    text
}
