//! What a claim denies beside its passage, and which denials of the passage are another matter.

use crate::asserted::is_in;
use stet_reading::clause::parts;
use stet_reading::polarity::{Conflict, conflict};
use stet_reading::reading::{Reading, SPACE};
use stet_reading::tags::Tags;
use stet_text::span::Span;

/// What a claim and a passage deny; what the passage denies in another clause than the one that says all it has of the claim is
/// another matter.
pub(super) fn denied_in(claim: &Reading<'_>, passage: &Reading<'_>) -> Conflict {
    let whole = conflict(claim, passage);
    let prefixed = whole.negations.0.1 + whole.negations.1.1;
    if !whole.denied && !whole.parity || prefixed > 0 {
        return whole;
    }
    let clauses = parts(passage);
    let clause =
        clauses.iter().find(|part| clauses.len() > 1 && is_in(claim, passage, part)).and_then(|part| {
            let token = |at: usize| passage.tokens.get(at).map(|token| token.span);
            let (first, last) = token(part.start).zip(token(part.end.checked_sub(1)?))?;
            let span = Span::new(first.start, last.end);
            Some(passage.part(span.start, span.of(passage.norm)))
        });
    clause.map_or(whole, |clause| conflict(claim, &clause))
}

/// Whether a claim denies of all what its source denies of some, as it begins in the midst of a noun phrase: `Interns get none` of
/// `Unpaid interns get none`.
pub(super) fn drops_limit(claim: &Reading<'_>, passage: &Reading<'_>) -> bool {
    let limited = |at: usize| {
        let same = (0..claim.tokens.len()).all(|word| passage.key(at + word) == claim.key(word));
        // A word of its own, not the end of a number or a heading: `제30조(정의) …`.
        let word = |before: usize| {
            let alone = before == 0 || passage.gap(before) & SPACE != 0;
            alone
                && passage.word(before).chars().all(char::is_alphabetic)
                && passage.content(before).is_some()
        };
        same && passage.gap(at) == SPACE && at.checked_sub(1).is_some_and(word)
    };
    let denies = || conflict(claim, &Reading::new("")).added;
    let first = claim.content(0).filter(|_| claim.has_tag(Tags::DENIAL) && denies());
    first.is_some_and(|first| passage.positions(first).any(limited))
}
