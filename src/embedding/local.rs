//! Embeddings from a model directory, on this machine's processors.
//!
//! Owns how texts are shared out among threads; leaves the directory and the arithmetic to `encoder`.

use std::num::NonZero;
use std::sync::Arc;

use futures::FutureExt as _;
use futures::future::{self, BoxFuture};
use tokio::sync::Semaphore;

use super::{EmbedError, EmbedRole, Embedder, prefixes};
use crate::encoder::Encoder;

/// Texts that one thread embeds before it gives its place to others who wait.
const BATCH: usize = 8;

/// A sentence encoder as an embedder.
#[derive(Debug)]
pub struct LocalEmbedder {
    encoder: Arc<Encoder>,
    space: String,
    query_prefix: String,
    passage_prefix: String,
    /// One place for each processor, shared by all passages that come in. Questions do not wait behind them.
    places: Arc<Semaphore>,
}

impl LocalEmbedder {
    /// The prefixes are those that the directory names, else those of a model of its name. They are part of the space, as
    /// another prefix gives other vectors.
    #[must_use]
    pub fn new(encoder: Arc<Encoder>) -> Self {
        let [mut query_prefix, mut passage_prefix] =
            [encoder.prompts().query.clone(), encoder.prompts().passage.clone()];
        if query_prefix.is_empty() && passage_prefix.is_empty() {
            [query_prefix, passage_prefix] = prefixes(encoder.name()).map(str::to_owned);
        }
        let prefixes = if query_prefix.is_empty() && passage_prefix.is_empty() {
            String::new()
        } else {
            format!(":{query_prefix}|{passage_prefix}")
        };
        let (name, mark, width) = (encoder.name(), encoder.fingerprint(), encoder.dimensions());
        let space = format!("local:{name}:{mark}:{width}{prefixes}");
        let processors = std::thread::available_parallelism().map_or(1, NonZero::get);
        let places = Arc::new(Semaphore::new(processors));
        Self { encoder, space, query_prefix, passage_prefix, places }
    }
}

impl Embedder for LocalEmbedder {
    fn space(&self) -> &str {
        &self.space
    }

    fn dimensions(&self) -> usize {
        self.encoder.dimensions()
    }

    fn is_slow(&self) -> bool {
        self.encoder.is_slow()
    }

    fn embed<'a>(
        &'a self,
        texts: &'a [String],
        role: EmbedRole,
    ) -> BoxFuture<'a, Result<Vec<Vec<f32>>, EmbedError>> {
        let prefix = match role {
            EmbedRole::Query => &self.query_prefix,
            EmbedRole::Passage => &self.passage_prefix,
        };
        let batches = texts.chunks(BATCH).map(|batch| {
            let (encoder, places) = (Arc::clone(&self.encoder), Arc::clone(&self.places));
            let (batch, prefix) = (batch.to_vec(), prefix.clone());
            async move {
                let place = match role {
                    EmbedRole::Passage => places.acquire_owned().await.ok(),
                    EmbedRole::Query => None,
                };
                let work = tokio::task::spawn_blocking(move || {
                    let _place = place;
                    encoder.encode_all(&prefix, &batch)
                });
                match work.await {
                    Ok(vectors) => vectors.map_err(EmbedError::from),
                    Err(fault) => Err(EmbedError::Provider { message: fault.to_string() }),
                }
            }
        });
        future::try_join_all(batches).map(|batches| Ok(batches?.into_iter().flatten().collect())).boxed()
    }
}
