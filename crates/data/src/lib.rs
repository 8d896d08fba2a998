//! The files of `data/`: words, forms, rules and weights, apart from the code that uses them.
//!
//! Owns where they come from and the two shapes they have: tables of words (`.tsv`) and entries (`.toml`). `build.rs` checks
//! them. A release has them inside; a debug build reads them from the source tree when it starts, so that a changed word
//! rebuilds nothing. Leaves what a word or an entry means to the crate that asks for it. How to add one: `data/README.md`.

use rustc_hash::{FxHashMap, FxHashSet};

include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// What prompts put around a text that gives no orders; models copy it into what they write, where it is taken out.
pub const FENCE: &str = "<<<";
/// Its end.
pub const FENCE_END: &str = ">>>";

/// The text of a file by its name below `data/`, such as `words/en/months.tsv`; empty when there is none. The first call
/// reads the file in a debug build: keep what is made of it in a `LazyLock`.
#[must_use]
pub fn text(name: &str) -> &'static str {
    #[cfg(debug_assertions)]
    if let Ok(text) = std::fs::read_to_string(format!("{}/../../data/{name}", env!("CARGO_MANIFEST_DIR"))) {
        return Box::leak(text.into_boxed_str());
    }
    let found = FILES.iter().find(|(known, _)| *known == name);
    debug_assert!(found.is_some(), "data/{name} does not exist");
    found.map_or("", |(_, text)| text)
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
    // A debug build sees the files that are there now, not those that were there when it was built.
    #[cfg(debug_assertions)]
    if let Ok(entries) = std::fs::read_dir(format!("{}/../../data/{folder}", env!("CARGO_MANIFEST_DIR"))) {
        let files = entries.flatten().map(|entry| entry.path()).filter(|path| path.is_file());
        let is_data = |ending: &std::ffi::OsStr| ending == "tsv" || ending == "toml";
        let data = files.filter(|path| path.extension().is_some_and(is_data));
        let name = |path: std::path::PathBuf| Some(format!("{folder}/{}", path.file_name()?.to_str()?));
        let mut names: Vec<String> = data.filter_map(name).collect();
        names.sort();
        return names;
    }
    let inside = |name: &str| {
        let rest = name.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/'));
        rest.is_some_and(|rest| !rest.contains('/'))
    };
    let names = FILES.iter().map(|(name, _)| *name).filter(|name| inside(name));
    names.map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_read_by_their_columns() {
        let months = pairs("words/en/months.tsv");
        assert_eq!((months.len(), months.get("sept")), (24, Some(&"9")));
        assert!(words("words/en/months.tsv").contains("may"));
        assert!(names("words/en").iter().any(|name| name == "words/en/months.tsv"));
    }
}
