//! A claim that stands in a source as it is, from word to word.

use crate::text::claim::Claim;
use stet_text::span::Span;
use stet_text::{Script, script};

/// Whether a normalised text has a claim.
pub(super) fn stands_in(claim: &Claim<'_>, text: &str) -> bool {
    !claim.core().is_empty() && has_words(text, claim.core())
}

/// Whether a normalised text has a passage of another one from word to word: `5 days` is not in `15 days` and `성년자` not in `미성년자`; a
/// particle or an ending behind the passage changes nothing about it.
pub(crate) fn has_words(text: &str, passage: &str) -> bool {
    let last = passage.chars().next_back();
    text.match_indices(passage).any(|(at, found)| {
        let before = Span::new(0, at).of(text).chars().next_back();
        let next = Span::new(at + found.len(), text.len()).of(text).chars().next();
        !joined(before, passage.chars().next())
            && (!joined(last, next) || last.and_then(script) == Some(Script::Hangul))
    })
}

/// Whether two neighbouring characters belong to one word or number.
fn joined(left: Option<char>, right: Option<char>) -> bool {
    let (Some(left), Some(right)) = (left.and_then(script), right.and_then(script)) else { return false };
    left == right
}
