//! The themes of what sources speak of, made when the graph has changed and is still: quotations first, then, where a model finds
//! entities, its summaries.
//!
//! Owns when and what is said; leaves what a theme is to [`stet_graph`], whether a passage supports a sentence to [`stet_gate`], rows to
//! [`stet_store`]. Nothing is said of a theme but what one of its passages says.

use std::time::Duration;

use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use super::enrich::{Enricher, is_supported};
use super::{Ingest, TEND, TEND_AGAIN};
use stet_gate::PreparedSources;
use stet_store::{BareTheme, Chore, Member, NewTheme, StoreError};

/// How long a graph has to be still: while documents come, it would be done over and over.
const SETTLED: Duration = Duration::from_secs(10);
/// How long one process may take for it.
const LEASE: Duration = Duration::from_mins(2);
/// Entities in a title, and those by whose names a theme is found.
const TITLE: usize = 3;
const NAMES: usize = 20;
/// Passages among which those that are quoted are chosen, and those that a model is shown.
const QUOTED: i32 = 8;
const SHOWN: i32 = 6;
/// Sentences that are quoted, and of a model that are kept.
const QUOTATIONS: usize = 3;
const SENTENCES: usize = 4;

impl Ingest {
    /// Makes themes, for ever.
    pub(super) async fn themes_always(&self) {
        loop {
            if let Err(fault) = self.make_themes(SETTLED).await {
                tracing::warn!(%fault, "themes could not be brought up to date");
                tokio::time::sleep(TEND_AGAIN).await;
            }
            let changed = self.store.wait_for(Chore::Themes, TEND);
            let Some(enricher) = self.enricher.as_ref().filter(|enricher| enricher.wanted.entities) else {
                changed.await;
                continue;
            };
            match self.sum_up(enricher).await {
                Ok(true) => continue,
                Ok(false) => {}
                Err(fault) => tracing::info!(%fault, "the model summed up no theme"),
            }
            // A node without a model may have made some.
            let _ = tokio::time::timeout(TEND_AGAIN, changed).await;
        }
    }

    /// Makes the themes of every workspace whose graph has changed and been still since, with quotations.
    ///
    /// # Errors
    /// The store failed.
    pub async fn make_themes(&self, settled: Duration) -> Result<(), StoreError> {
        while let Some((workspace, change)) = self.store.themes_due(settled, LEASE).await? {
            let store = self.store.in_workspace(workspace);
            let (members, relations) = store.whole_graph().await?;
            let made = tokio::task::spawn_blocking(move || themes(&members, &relations));
            let made = made.await.unwrap_or_else(|fault| std::panic::resume_unwind(fault.into_panic()));
            if !store.set_themes(&made, change).await? {
                store.let_go_of_themes().await?;
                continue;
            }
            for bare in store.bare_themes(QUOTED).await? {
                let names: Vec<&str> = bare.title.split(SEPARATOR).collect();
                let mut quoted: Vec<(Uuid, String)> = Vec::new();
                for (chunk, text) in &bare.passages {
                    let fresh = stet_graph::quotation(text, &names)
                        .filter(|quotation| quoted.iter().all(|(_, known)| known != quotation));
                    quoted.extend(fresh.map(|quotation| (*chunk, quotation)));
                }
                quoted.truncate(QUOTATIONS);
                if !quoted.is_empty() {
                    store.set_sentences(bare.id, &quoted, false).await?;
                }
            }
            store.themed(change).await?;
            tracing::info!(%workspace, themes = made.len(), "themes were made of the graph");
        }
        Ok(())
    }

    /// Has the model sum up one theme; what its passages do not support is dropped. `false`: there is none.
    async fn sum_up(&self, enricher: &Enricher) -> Result<bool, String> {
        let found = self.store.unsummed_theme(SHOWN).await.map_err(|fault| fault.to_string())?;
        let Some((workspace, theme)) = found else { return Ok(false) };
        let passages: Vec<&str> = theme.passages.iter().map(|(_, text)| text.as_str()).collect();
        let Some(first) = passages.first() else { return Ok(false) };
        let language = stet_text::language(first);
        let told = enricher.theme(language, &passages).await.map_err(|trouble| trouble.message(language))?;
        let kept = supported(&theme, told);
        let store = self.store.in_workspace(workspace);
        store.set_sentences(theme.id, &kept, true).await.map_err(|fault| fault.to_string())?;
        Ok(true)
    }
}

/// Between the names of a title.
const SEPARATOR: &str = " · ";

fn themes(members: &[Member], relations: &[(usize, usize)]) -> Vec<NewTheme> {
    let found = stet_graph::themes(members.len(), relations);
    let made = found.iter().map(|places| {
        let own: Vec<&Member> = places.iter().filter_map(|&at| members.get(at)).collect();
        let names: Vec<String> = own.iter().take(NAMES).map(|member| member.name.clone()).collect();
        let mut keys: Vec<String> = own
            .iter()
            .map(|member| format!("{}\n{}\n{:?}", member.key, member.passages, member.last))
            .collect();
        keys.sort_unstable();
        NewTheme {
            key: format!("{:x}", Sha256::digest(keys.join("\n"))),
            title: names.iter().take(TITLE).map(String::as_str).collect::<Vec<_>>().join(SEPARATOR),
            names,
            entities: own.iter().map(|member| member.id).collect(),
        }
    });
    made.collect()
}

/// Of a model's sentences those that the passage which they name supports.
fn supported(theme: &BareTheme, told: Vec<(usize, String)>) -> Vec<(Uuid, String)> {
    let kept = told.into_iter().filter_map(|(place, sentence)| {
        let (chunk, text) = theme.passages.get(place)?;
        is_supported(&sentence, &PreparedSources::new(&[text])).then_some((*chunk, sentence))
    });
    kept.take(SENTENCES).collect()
}
