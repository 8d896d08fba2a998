//! Pieces: the clauses of a Korean text, and the entries of a sentence that lists values.
//!
//! Owns where a piece ends. What two of them say crosswise is [`mixed`](super::mixed)'s.

use std::ops::Range;

use crate::text::clause::connects;
use crate::text::reading::{COMMA, Reading, SPACE, STOP};
use crate::values::number::Value;
use stet_text::Script;

/// The value in which a word stands.
pub(super) fn value_at<'r>(text: &'r Reading<'_>, at: usize) -> Option<&'r Value> {
    let token = text.tokens.get(at)?;
    text.values().iter().find(|value| !value.implied && value.span.contains(token.span))
}

/// Whether a number has a unit, or a counter right behind it: `3,026가구`.
pub(super) fn is_counted(text: &Reading<'_>, value: &Value) -> bool {
    let next = text.tokens.get(text.first_from(value.span.end));
    value.has_unit()
        || next.is_some_and(|next| next.script == Script::Hangul && next.span.start == value.span.end)
}

/// Whether two pieces stand in one sentence or in two that follow one another.
pub(super) fn are_near(text: &Reading<'_>, one: &Range<usize>, other: &Range<usize>) -> bool {
    (one.end..=other.start).filter(|&at| begins_sentence(text, at)).count() < 2
}

/// Whether a sentence begins with a word; the number of an item is none.
pub(super) fn begins_sentence(text: &Reading<'_>, at: usize) -> bool {
    let stops = |at: usize| text.gap(at) & STOP != 0 && text.gap(at) & SPACE != 0;
    let is_number = |at: usize| {
        text.tokens.get(at).is_some_and(|token| token.script == Script::Digit) && (at == 0 || stops(at))
    };
    stops(at) && !at.checked_sub(1).is_some_and(is_number)
}

/// The clauses of a text, and the entries of a sentence that lists values.
pub(super) fn pieces(text: &Reading<'_>) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let (mut first, mut content) = (0, 0);
    let end = text.tokens.len();
    for at in 0..end {
        content += usize::from(text.content(at).is_some());
        let listed = || {
            if text.gap(at + 1) & COMMA == 0 && !text.word(at).ends_with(['과', '와']) {
                return false;
            }
            let next = (at + 2..end).find(|&at| text.gap(at) & (COMMA | STOP) != 0).unwrap_or(end);
            let values =
                || (first..=at).filter_map(|at| value_at(text, at)).filter(|value| is_counted(text, value));
            let like = |other: &Value| values().any(|value| value.is_like(other));
            let mut behind = (at + 1..next).filter_map(|at| value_at(text, at));
            if text.gap(at + 1) & COMMA == 0 {
                // `실험 집단 52명과 비교 집단 50명`
                return value_at(text, at).is_some() && behind.any(like);
            }
            let case = |mut words: Range<usize>| words.any(|at| text.word(at).ends_with('면'));
            let object = |at: usize| text.word(at).ends_with(['을', '를']);
            behind.any(like)
                || case(first..at + 1) && case(at + 1..next)
                || object(at) && (at + 1..next).any(object)
        };
        let word = text.word(at);
        let quoted =
            || ["다고", "라고", "자고", "냐고", "다며", "라며"].iter().any(|end| word.ends_with(end));
        let cuts = || connects(text, at) && !quoted() || listed();
        if at + 1 == end || begins_sentence(text, at + 1) || content > 1 && cuts() {
            found.push(first..at + 1);
            (first, content) = (at + 1, 0);
        }
    }
    found
}
