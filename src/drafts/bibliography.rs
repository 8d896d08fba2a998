//! Use case: the works of a workspace that its drafts cite by key.
//!
//! Owns what becomes of a file of works, and which works a text cites. Leaves reading files and setting citations to the
//! crate `bibliography`.

use serde_json::Value;
use stet_bibliography::{Entry, Style, cited_keys};
use stet_text::Language;
use time::OffsetDateTime;

use stet_store::{Store, StoreError, Taken, Work};

/// How a text cites.
#[derive(Debug, Clone)]
pub struct Citing {
    pub entries: Vec<Entry>,
    /// `None` for the style that is usual in the language.
    pub style: Option<Style>,
    /// `None` for the language that the text is in.
    pub language: Option<Language>,
}

/// Keeps the works of a file.
///
/// # Errors
/// A fault of the store.
pub async fn keep(store: &Store, entries: &[Entry]) -> Result<Taken, StoreError> {
    let at = OffsetDateTime::now_utc();
    let works: Vec<Work> = entries.iter().map(|entry| work(entry, at)).collect();
    store.put_works(&works, at).await
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
