//! Subjects in two sentences: a claim whose subject has a sentence of its own, while the clause that says the rest is another's.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use super::{Clause, Statement, Topic, is_auxiliary, is_own, keys};
use crate::english::paraphrase::{is_generic, says_or_rewords};
use crate::text::reading::Reading;
use crate::text::similarity::word_key;
use stet_text::Script;

/// Nouns that stand for whatever was named before.
const STANDS_FOR: &str = "species company firm group team band city town village country nation state film movie book novel series show game \
    song album author researcher scientist study report paper article system device machine product drug process method \
    project programme program plan building house site area region place man woman person player actor singer writer artist \
    animal plant bird fish disease condition organisation organization institution agency couple pair one former latter";

static STANDS_FOR_KEYS: LazyLock<FxHashSet<u32>> =
    LazyLock::new(|| STANDS_FOR.split_ascii_whitespace().map(|noun| word_key(noun, Script::Latin)).collect());

/// Whether a clause has the claim's subject behind `from`, `to` or the like, and another who does the same: `Coral bought it from Pine`, of
/// which the claim makes `Pine bought it`.
pub(super) fn is_taken_from(
    claim: &Reading<'_>,
    window: &Reading<'_>,
    clause: &Clause,
    statement: &Statement,
) -> bool {
    let Clause { words, verb: Some(verb), topic: Topic::Own(theirs) } = clause else { return false };
    let theirs = keys(window, theirs.clone());
    let other = !theirs.is_empty() && !theirs.iter().any(|&key| says_or_rewords(key, |key| claim.has(key)));
    // `from the Harris family`
    let behind = |at: usize| {
        let first = (*verb + 1..at).rev().find(|&before| window.content(before).is_none()).unwrap_or(at);
        let article = matches!(window.word(first), "the" | "a" | "an" | "its" | "their");
        let before = if article { first.saturating_sub(1) } else { first };
        matches!(window.word(before), "from" | "to" | "against" | "over")
    };
    let mut places = window.positions(statement.head).filter(|at| words.contains(at)).peekable();
    let passive = |text: &Reading<'_>| text.tokens.iter().any(|token| is_auxiliary(token.text));
    other
        && !is_auxiliary(window.word(*verb))
        && !passive(claim)
        && claim.has(window.key(*verb))
        && places.peek().is_some()
        && places.all(behind)
}

/// Whether the noun of the claim's subject, which is none of `theirs`, has a sentence of its own: `Its spire collapsed. The towers survived.`
pub(super) fn has_a_sentence(
    window: &Reading<'_>,
    lists: &[Vec<Clause>],
    (number, head): (usize, u32),
    theirs: &[u32],
) -> bool {
    let others = lists.iter().enumerate().filter(|(other, _)| *other != number).flat_map(|(_, list)| list);
    let vague = |key: &u32| is_generic(*key) || STANDS_FOR_KEYS.contains(key);
    !vague(&head)
        && !theirs.contains(&head)
        && theirs.last().is_some_and(|last| !vague(last))
        && others.into_iter().any(|clause| is_own(window, clause, head))
}
