//! The files of `data/`: words, forms, rules and weights, apart from the code that uses them.
//!
//! Owns where they come from and the two shapes they have: tables (`.tsv`), of words in sections, and entries (`.toml`).
//! `build.rs` checks them (`check.rs`). A release has them inside; any other build reads them from the source tree when it
//! starts, so that a changed word rebuilds nothing. Leaves what a word or an entry means to the crate that asks for it. How to
//! add one: `data/README.md`.

#[cfg(test)]
mod check;
mod table;
#[cfg(any(test, not(embedded)))]
mod tree;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};

#[cfg(embedded)]
include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// What prompts put around a text that gives no orders; models copy it into what they write, where it is taken out.
pub const FENCE: &str = "<<<";
/// Its end.
pub const FENCE_END: &str = ">>>";

/// The sections of tables, and the other files, by their names.
static TEXTS: LazyLock<BTreeMap<String, &'static str>> = LazyLock::new(|| {
    let mut texts = BTreeMap::new();
    for (name, text) in load() {
        if table::ending(&name) == "tsv" {
            texts.extend(table::sections(text).map(|(section, rows)| (table::key(&name, section), rows)));
        } else {
            texts.insert(name, text);
        }
    }
    texts
});

#[cfg(embedded)]
fn load() -> impl Iterator<Item = (String, &'static str)> {
    FILES.iter().map(|&(name, text)| (name.to_owned(), text))
}

#[cfg(not(embedded))]
fn load() -> impl Iterator<Item = (String, &'static str)> {
    let files = tree::load(&tree::folder());
    debug_assert!(files.is_ok(), "{files:?}");
    files.unwrap_or_default().into_iter().map(|(name, text)| (name, &*text.leak()))
}

/// The text of a file by its name below `data/`, such as `answer-prompts.toml`, or of a section of a table by its folder and
/// its own name: `words/en/months`. Empty when there is none.
#[must_use]
pub fn text(name: &str) -> &'static str {
    let found = TEXTS.get(name);
    debug_assert!(found.is_some(), "data/{name} does not exist");
    found.copied().unwrap_or_default()
}

/// The lines of a table, without comments and blank lines.
pub fn lines(name: &str) -> impl Iterator<Item = &'static str> {
    text(name).lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// The rows of a table: its columns, without comments and blank lines.
pub fn rows(name: &str) -> impl Iterator<Item = Vec<&'static str>> {
    lines(name).map(|line| line.split('\t').collect())
}

/// The first column of a table.
#[must_use]
pub fn words(name: &str) -> FxHashSet<&'static str> {
    rows(name).filter_map(|row| row.first().copied()).collect()
}

/// The first two columns of a table: a form and what it is.
#[must_use]
pub fn pairs(name: &str) -> FxHashMap<&'static str, &'static str> {
    rows(name).filter_map(|row| Some((*row.first()?, *row.get(1)?))).collect()
}

/// The names of all files of a folder below `data/`, such as `marks`, in order.
#[must_use]
pub fn names(folder: &str) -> Vec<String> {
    let is_inside = |name: &&String| name.rsplit_once('/').is_some_and(|(own, _)| own == folder);
    TEXTS.keys().filter(is_inside).filter(|name| !table::ending(name).is_empty()).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_read_by_their_columns() {
        let months = pairs("words/en/months");
        assert_eq!((months.len(), months.get("sept")), (24, Some(&"9")));
        assert!(words("words/en/months").contains("may"));
        assert!(names("marks").iter().any(|name| name == "marks/leaks.toml"));
    }
}
