//! Use case: the works of a workspace that its drafts cite by key.
//!
//! Owns what becomes of a file of works, and which works a text cites. Leaves reading files and setting citations to the
//! crate `bibliography`.

use serde_json::Value;
use stet_bibliography::{Entry, Fault, Style, cited_keys, read};
use stet_text::Language;
use time::OffsetDateTime;

use crate::store::{Store, StoreError, Taken, Work};

/// How a text cites.
#[derive(Debug, Clone)]
pub struct Citing {
    pub entries: Vec<Entry>,
    /// `None` for the style that is usual in the language.
    pub style: Option<Style>,
    /// `None` for the language that the text is in.
    pub language: Option<Language>,
}

/// Why works could not be kept or found.
#[derive(Debug, thiserror::Error)]
pub enum BibliographyError {
    #[error("reading works ended early")]
    Lost(#[from] tokio::task::JoinError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What came in with a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Imported {
    pub taken: Taken,
    pub faults: Vec<Fault>,
}

/// Keeps the works of a file. Those that cannot be read keep out none of the others.
///
/// # Errors
/// A fault of the store.
pub async fn import(store: &Store, text: String) -> Result<Imported, BibliographyError> {
    let at = OffsetDateTime::now_utc();
    let read = tokio::task::spawn_blocking(move || read(&text)).await?;
    let works: Vec<Work> = read.entries.iter().map(|entry| work(entry, at)).collect();
    let taken = store.put_works(&works, at).await?;
    Ok(Imported { taken, faults: read.faults })
}

fn work(entry: &Entry, at: OffsetDateTime) -> Work {
    let summary = entry.summary();
    Work {
        key: entry.key().to_owned(),
        item: entry.json(),
        title: summary.title,
        authors: summary.authors,
        year: summary.year.and_then(|year| i32::try_from(year).ok()),
        container: summary.container,
        kind: summary.kind,
        updated_at: at,
    }
}

/// The works that a text cites, of those that the workspace has. A key in a sentence may have the letters of a particle
/// behind it, so that each of its beginnings is asked for.
///
/// # Errors
/// A fault of the store.
pub async fn cited(store: &Store, text: &str) -> Result<Vec<Entry>, StoreError> {
    let mut keys = Vec::new();
    for key in cited_keys(text) {
        let bare = key.trim_end_matches(|ch: char| ('가'..='힣').contains(&ch)).len();
        let ends = key.char_indices().map(|(at, _)| at).filter(|at| *at > 0 && *at >= bare);
        keys.extend(ends.filter_map(|end| key.get(..end)).map(str::to_owned));
        keys.push(key);
    }
    if keys.is_empty() {
        return Ok(Vec::new());
    }
    let items: Vec<Value> = store.works_by_key(&keys).await?;
    // What was kept had been read.
    Ok(items.iter().filter_map(|item| Entry::from_csl(item).ok()).collect())
}
