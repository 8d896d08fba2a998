//! The graph of what documents speak of, read behind their back: a document is found by its words and vectors before.
//!
//! Owns when; leaves what is read to [`stet_graph`], rows to [`stet_store`]. Which documents are still to be read stands with them
//! (`graph_version`), so a process that ends leaves the rest to the next, and other rules read all of them again.

use super::{Ingest, TEND, TEND_AGAIN};
use stet_graph::{Passage, VERSION};
use stet_store::{Chore, StoreError};

impl Ingest {
    /// Reads documents for the graph, for ever.
    pub(super) async fn graph_always(&self) {
        loop {
            if let Err(fault) = self.read_graph().await {
                tracing::warn!(%fault, "the graph could not be brought up to date");
                tokio::time::sleep(TEND_AGAIN).await;
            }
            self.store.wait_for(Chore::Graph, TEND).await;
        }
    }

    /// Reads every ready document that was not read for the graph.
    ///
    /// # Errors
    /// The store failed.
    pub async fn read_graph(&self) -> Result<(), StoreError> {
        while let Some((workspace, document)) = self.store.ungraphed(VERSION).await? {
            let store = self.store.in_workspace(workspace);
            let stored = store.graph_passages(document).await?;
            let read = tokio::task::spawn_blocking(move || {
                let passages: Vec<Passage<'_>> = stored
                    .iter()
                    .map(|passage| Passage {
                        text: &passage.content,
                        article: passage.article.as_ref().map(|(regulation, number, title)| {
                            (regulation.as_str(), *number, title.as_deref())
                        }),
                        found: passage.found.as_ref(),
                    })
                    .collect();
                let graph = stet_graph::extract(&passages);
                let ids: Vec<_> = stored.iter().map(|passage| passage.id).collect();
                (ids, graph)
            });
            let (ids, graph) =
                read.await.unwrap_or_else(|fault| std::panic::resume_unwind(fault.into_panic()));
            let (entities, relations) = (graph.entities.len(), graph.relations.len());
            if store.set_graph(document, VERSION, &ids, &graph).await? {
                tracing::info!(%document, entities, relations, "a document was read for the graph");
            }
        }
        Ok(())
    }
}
