//! The values of a claim beside those of its evidence.

use std::borrow::Cow;

use crate::search::align::Alignment;
use crate::text::claim::Claim;
use crate::values::number::{Stated, Value};
use stet_reading::reading::Reading;
use stet_text::span::Span;

/// The claim without the words that its windows say in other words, or write as other values.
pub(super) fn unstated<'a>(claim: &'a Claim<'a>, alignment: &Alignment) -> Cow<'a, Reading<'a>> {
    // `백만 달러` is compared by what it means.
    let stated: Vec<Span> = claim
        .values
        .iter()
        .zip(&alignment.window_values)
        .filter_map(|(value, stated)| stated.then_some(value.span))
        .collect();
    let is_stated = |at: &usize| {
        let token = claim.reading.tokens.get(*at);
        token.is_some_and(|token| stated.iter().any(|span| span.contains(token.span)))
    };
    let mut gone = alignment.reworded.clone();
    if !stated.is_empty() {
        gone.extend((0..claim.reading.tokens.len()).filter(is_stated));
    }
    claim.reading.without(&gone)
}

/// The values of a claim beside those of its evidence.
pub(super) struct Compared<'a> {
    /// Those that no source states.
    pub missing: Vec<&'a Value>,
    /// All but the rough ones that the first window bears out.
    pub exact: Vec<Value>,
}

impl<'a> Compared<'a> {
    pub(super) fn new(claim: &'a Claim<'_>, alignment: &Alignment) -> Self {
        let flagged = claim.values.iter().zip(&alignment.source_values);
        Self {
            missing: flagged.filter(|(_, stated)| !**stated).map(|(value, _)| value).collect(),
            exact: claim.values.iter().filter(|value| !alignment.rough.contains(value)).copied().collect(),
        }
    }
}

/// The claim's value that has taken the place of another one of a nearly equal sentence: the
/// sentence lacks it and states a value of the same unit that the claim lacks.
pub(super) fn replaced<'a>(mine: &'a [Value], theirs: &[Stated]) -> Option<&'a Value> {
    // `7.7% 감소`, `-7.7%`
    let is_stated = |value: &Value| {
        theirs.iter().any(|other| value.is_stated_by(other) || value.mirrored().is_stated_by(other))
    };
    mine.iter().filter(|value| !is_stated(value)).find(|value| {
        theirs.iter().any(|other| {
            // `넉 달`, where it says `한 달`.
            (!other.implied || value.spelled && value.is_duration_like(other))
                && (value.has_unit_of(other.unit) || value.is_duration_like(other))
                && !mine.iter().any(|value| value.is_stated_by(other))
        })
    })
}
