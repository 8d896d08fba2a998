//! Gaps: a part of a sentence that leaves out the verb of the clause before it.

use std::ops::Range;

use super::{Clause, is_preposition, keys};
use crate::text::reading::Reading;

/// Whether a part without a verb says of a word what the clause before says of another: `books are lent for three weeks and films for
/// one`.
pub(super) fn is_gapped(
    claim: &Reading<'_>,
    text: &Reading<'_>,
    clause: &Range<usize>,
    tail: &Clause,
    key: u32,
) -> bool {
    let words = tail.words.clone();
    let leads = words.clone().find(|&at| text.content(at).is_some());
    if leads.is_none_or(|at| text.key(at) != key) {
        return false;
    }
    let Some(mark) = words.clone().find(|&at| is_preposition(text.word(at))) else { return false };
    // `one` is no content word.
    let own: Vec<u32> = (mark + 1..words.end).map(|at| text.key(at)).collect();
    let Some(of_clause) = clause.clone().rev().find(|&at| is_preposition(text.word(at))) else {
        return false;
    };
    let others: Vec<u32> = (of_clause + 1..clause.end).map(|at| text.key(at)).collect();
    let before = keys(text, clause.start..of_clause);
    own.iter().any(|&key| !claim.has(key))
        && others.iter().any(|key| claim.has(*key) && !own.contains(key))
        && !own.iter().any(|key| claim.has(*key) && !others.contains(key))
        && before.iter().any(|&key| !claim.has(key))
}
