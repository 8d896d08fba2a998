//! Listed: the values that a window states beside those of a claim: where each stands, and which states which.
//!
//! Owns the list that [`clause`](crate::text::clause) and [`exchange`](crate::sides::exchange) both compare with.

use crate::sides::exchange::{Beside, Place};
use crate::text::reading::Reading;
use crate::values::number::{Matches, Value};
use stet_text::span::Span;

/// The values that a text states explicitly, in reading order, beside those of a claim.
#[derive(Debug)]
pub(crate) struct Listed<'a, 'b> {
    pub values: Vec<Stands<'a, 'b>>,
    /// By the positions in the two lists.
    pub matches: Matches,
}

/// A value, and where it stands.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stands<'a, 'b> {
    pub value: &'b Value,
    pub place: Place<'a, 'b>,
    /// What stands beside that place.
    pub beside: Beside,
}

impl<'a, 'b> Listed<'a, 'b> {
    /// The values `stated` of a text beside those of a claim; none where the claim has none.
    pub(crate) fn new(claimed: &[Value], text: &'b Reading<'a>, stated: &'b [Value]) -> Self {
        let mut values = Vec::with_capacity(if claimed.is_empty() { 0 } else { stated.len() });
        let mut from = 0;
        for value in stated.iter().filter(|value| !claimed.is_empty() && !value.implied) {
            let place = place(text, value.span, from);
            from = place.first;
            values.push(Stands { value, place, beside: place.beside() });
        }
        let matches = Matches::new(claimed, &values.iter().map(|stands| stands.value));
        Self { values, matches }
    }
}

/// The words of a value, of which those before `from` probably are none.
fn place<'a, 'b>(text: &'b Reading<'a>, span: Span, from: usize) -> Place<'a, 'b> {
    let ends_before = |at: usize| text.tokens.get(at).is_some_and(|token| token.span.end <= span.start);
    let mut first = if from.checked_sub(1).is_none_or(ends_before) { from } else { 0 };
    while ends_before(first) {
        first += 1;
    }
    let mut next = first;
    while text.tokens.get(next).is_some_and(|token| token.span.start < span.end) {
        next += 1;
    }
    Place { text, first, next }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn a_value_stands_where_it_is_written() {
        let (mine, theirs) =
            (normalise("5일에 7명이 왔다"), normalise("3월 5일과 8월 9일에 12명과 7명이 왔다"));
        let (claim, text) = (Reading::new(&mine), Reading::new(&theirs));
        let listed = Listed::new(claim.values(), &text, text.values());
        let explicit = text.values().iter().filter(|value| !value.implied).count();
        assert_eq!(listed.values.len(), explicit);
        for stands in &listed.values {
            let span = stands.value.span;
            let words = text.tokens.iter().filter(|token| token.span.start < span.end);
            assert_eq!(stands.place.next, words.clone().count());
            assert_eq!(stands.place.first, words.filter(|token| token.span.end <= span.start).count());
        }
        assert!(Listed::new(&[], &text, text.values()).values.is_empty());
        // Not in reading order.
        let turned: Vec<Value> = text.values().iter().rev().copied().collect();
        let listed = Listed::new(claim.values(), &text, &turned);
        assert!(listed.values.iter().all(|stands| stands.place.next > stands.place.first));
    }
}
