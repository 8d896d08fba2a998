//! The words around marks, of `data/words/`.

use std::sync::LazyLock;

pub(super) type Words = LazyLock<Vec<&'static str>>;

/// Phrases that carry a mark as their object: `According to [1], …`.
pub static CARRIERS: Words = LazyLock::new(|| of(&["en/carriers"], "carrier"));
/// The same behind a comma, where nothing follows the mark: `…, see [1].`
pub(super) static ASIDES: Words = LazyLock::new(|| of(&["en/carriers"], "aside"));
/// Words inside a parenthesis or in front of a mark that say nothing without it: `(see [1])`.
pub(super) static LEADS: Words = LazyLock::new(|| of(&["en/carriers", "ko/carriers"], "lead"));
/// What follows a mark, or a source, that a Korean sentence rests on; the longer ones first.
pub static RESTS: Words = LazyLock::new(|| of(&["ko/carriers"], "rest"));
/// Words before such a mark that belong to the sentence, not to the mark.
pub(super) static KOREAN_ADVERBS: Words = LazyLock::new(|| of(&["ko/carriers"], "adverb"));
/// Headings of columns that cite.
pub(super) static COLUMNS: Words = LazyLock::new(|| of(&["en/source-titles", "ko/source-titles"], "column"));
/// Titles under which models list their sources.
pub(super) static TITLES: Words = LazyLock::new(|| of(&["en/source-titles", "ko/source-titles"], "title"));
/// What stands besides before a colon and the sources of an answer, in one line: `Source: [1]`, `근거: [2]`.
pub(super) static LABELS: Words = LazyLock::new(|| of(&["en/source-titles", "ko/source-titles"], "label"));
/// What stands before a noun that needs no article.
pub(super) static DETERMINERS: Words = LazyLock::new(|| of(&["en/determiners"], "before"));
pub(super) static KOREAN_DETERMINERS: Words = LazyLock::new(|| of(&["ko/determiners"], "before"));
/// What only says that a source says so, behind `다고`.
pub(super) static SAYING_STEMS: Words = LazyLock::new(|| of(&["ko/saying"], "stem"));

/// The forms of a kind in some tables, the longest first.
fn of(tables: &[&str], kind: &str) -> Vec<&'static str> {
    let mut words: Vec<&str> = Vec::new();
    for table in tables {
        let name = format!("words/{table}");
        words.extend(
            stet_data::rows(&name)
                .filter_map(|row| row.get(1)?.split('+').any(|own| own == kind).then_some(*row.first()?)),
        );
    }
    words.sort_by_key(|word| std::cmp::Reverse(word.len()));
    words
}
