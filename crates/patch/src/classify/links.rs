//! Links, addresses and citation marks: where a claim points is part of it.

use std::sync::LazyLock;

use regex::Regex;

use super::unit::Change;
use super::{Finding, arrow};
use crate::GateName;

/// URLs, bare domains with a path, mail addresses, DOIs, the targets of Markdown links, numbered
/// citation marks and footnote marks.
static POINTERS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)https?://[^\s<>\])]+|www\.[^\s<>\])]+|[\w.+-]+@[\w-]+\.[\w.]+|\b10\.\d{4,}/\S+|\]\(([^)\s]*)\)|\b(?:[\w-]+\.)+(?:com|org|net|edu|gov|kr|io|dev)\b(?:/[^\s<>\])]*)?|\[\^?\d+(?:\s*[,–-]\s*\d+)*(?:\s*,\s*(?:p|pp|쪽)\.?\s*\d+)?\]|【\d+[^】]*】",
    )
    .ok()
});

#[must_use]
pub fn read(change: &Change<'_>) -> Option<Finding> {
    let (b, a) = (pointers(change.text_before), pointers(change.text_after));
    let whole = || pointers(change.unit.before.text) == pointers(change.unit.after.text);
    if b == a || whole() {
        return None;
    }
    Some(Finding::core(
        GateName::Link,
        arrow(&b.join(" "), &a.join(" ")),
        ("링크나 인용 표시가 바뀌었습니다", "A link or a citation mark changes"),
    ))
}

/// The links, addresses and marks of a text, in reading order.
pub(super) fn pointers(text: &str) -> Vec<String> {
    // A full stop inside a word: a bare domain.
    let dotted = || text.as_bytes().windows(2).any(|pair| pair[0] == b'.' && pair[1].is_ascii_lowercase());
    if !text.contains(['/', '@', '[', '【']) && !dotted() {
        return Vec::new();
    }
    let Some(pattern) = POINTERS.as_ref() else { return Vec::new() };
    pattern
        .find_iter(text)
        .map(|found| {
            found.as_str().trim_end_matches(['.', ',', ';', '"']).split_whitespace().collect::<String>()
        })
        .collect()
}
