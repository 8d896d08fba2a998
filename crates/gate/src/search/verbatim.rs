//! A claim that stands in a source as it is, from word to word.

use crate::text::claim::Claim;
use stet_text::span::Span;
use stet_text::{Script, script};

/// Whether a normalised text has a claim.
pub(super) fn stands_in(claim: &Claim<'_>, text: &str) -> bool {
    let core = claim.core();
    let last = core.chars().next_back();
    // `5 days` is not in `15 days` and `성년자` not in `미성년자`; a particle or an ending behind the passage changes nothing about it.
    let ends =
        |rest: &str| !joined(last, rest.chars().next()) || last.and_then(script) == Some(Script::Hangul);
    !core.is_empty() && has(text, core, ends)
}

/// Whether a text has a passage at the beginning of a word, with the right rest behind it.
fn has(text: &str, passage: &str, ends: impl Fn(&str) -> bool) -> bool {
    text.match_indices(passage).any(|(at, found)| {
        let before = Span::new(0, at).of(text).chars().next_back();
        let rest = Span::new(at + found.len(), text.len()).of(text);
        !joined(before, passage.chars().next()) && ends(rest)
    })
}

/// Whether two neighbouring characters belong to one word or number.
fn joined(left: Option<char>, right: Option<char>) -> bool {
    let (Some(left), Some(right)) = (left.and_then(script), right.and_then(script)) else { return false };
    left == right
}
