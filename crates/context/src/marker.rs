//! What stands before a statement and says nothing of it: the marker of a list item, words that only lead in.

use std::borrow::Cow;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::grounds;
use super::markup::without_markup;

/// What a sentence says, as a reader sees it: without markup, and without what stands before the statement.
pub fn said(statement: &str) -> Cow<'_, str> {
    match without_markup(statement) {
        Cow::Borrowed(read) => without_marker(read).into(),
        Cow::Owned(read) => without_marker(&read).to_owned().into(),
    }
}

/// The sentence without the marker of its list item or quotation: the number of an item is no figure that a source
/// would have to show.
fn without_marker(statement: &str) -> &str {
    let bare = statement.trim_start().trim_start_matches(['>', ' ', '\t']);
    let unordered = ["- ", "* ", "+ "].iter().find_map(|marker| bare.strip_prefix(marker));
    let bare = unordered.unwrap_or(bare).trim_start();
    let task = ["[ ] ", "[x] ", "[X] "].iter().find_map(|task| bare.strip_prefix(task));
    let bare = task.unwrap_or(bare);
    let emphasis = ["**", "__", "*", "_"].iter().find(|emphasis| bare.starts_with(**emphasis)).unwrap_or(&"");
    let item = bare
        .strip_prefix(*emphasis)
        .and_then(without_ordinal)
        .and_then(|item| item.strip_prefix(*emphasis))
        .filter(|item| item.starts_with([' ', '\u{a0}']) || bare.starts_with('('));
    match item.map(str::trim_start) {
        // `3. 1. 만세 운동` is a day.
        Some(item) if !item.starts_with(|ch: char| ch.is_ascii_digit()) => without_lead_in(item),
        _ => without_lead_in(bare),
    }
}

/// Words before a comma or a colon that only tell how the sentence follows the one before, and which of the two.
static LEAD_INS: LazyLock<FxHashMap<&str, &str>> = LazyLock::new(|| {
    let mut words = stet_data::pairs("words/en/answer-leads");
    words.extend(stet_data::pairs("words/ko/answer-leads"));
    words
});

/// The longest of them, in bytes.
const MAX_LEAD_IN: usize = 30;

/// The statement without such words, when a claim is left.
fn without_lead_in(statement: &str) -> &str {
    let end = statement.bytes().take(MAX_LEAD_IN).position(|byte| matches!(byte, b',' | b':'));
    let Some((lead, rest)) = end.and_then(|end| statement.split_at_checked(end)) else { return statement };
    let joins = match LEAD_INS.get(lead.to_lowercase().as_str()) {
        // Only what asks has its answer behind a colon.
        Some(&"colon") => rest.starts_with(':') && (lead.chars().count() > 1 || !lead.starts_with('a')),
        known => known.is_some() && rest.starts_with(','),
    };
    let rest = rest.get(1..).unwrap_or_default();
    let said = rest.trim_start();
    if joins && grounds::may_be_claim(said) && said.len() < rest.len() { said } else { statement }
}

/// What follows `1.`, `1)`, `(1)` or `첫째,` at the beginning of an item.
fn without_ordinal(text: &str) -> Option<&str> {
    const KOREAN: [&str; 5] = ["첫째", "둘째", "셋째", "넷째", "다섯째"];
    if let Some(rest) = KOREAN.iter().find_map(|word| text.strip_prefix(word)) {
        return rest.strip_prefix('로').unwrap_or(rest).strip_prefix(',');
    }
    let (open, inner) = text.strip_prefix('(').map_or((false, text), |inner| (true, inner));
    let rest = inner.trim_start_matches(|ch: char| ch.is_ascii_digit());
    if !(1..=3).contains(&(inner.len() - rest.len())) {
        return None;
    }
    rest.strip_prefix(')').or_else(|| rest.strip_prefix('.').filter(|_| !open))
}
