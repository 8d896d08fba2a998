//! Foretold: an English claim that tells as done (`went online`) what its evidence only tells is to be done (`is to go online`, `will go`,
//! `should go`).
//!
//! Owns which verbs of a claim tell what is done, and which of the evidence what is to come. Plans told by nouns and verbs of their own are
//! [`fact`](crate::force::fact)'s.

use crate::parts::roles::is_past_verb;
use crate::text::reading::{COMMA, Reading, SEMICOLON, STOP};
use crate::text::similarity::hash;
use stet_text::english_key;

/// Words between what tells of the future and its verb, with it.
const REACH: usize = 4;

/// Whether a claim tells as done what all windows only tell is to come. What they say will be may have been done since, unless the two are
/// `nearly_equal`.
pub(crate) fn tells_what_is_to_come(
    claim: &Reading<'_>,
    windows: &[Reading<'_>],
    nearly_equal: bool,
) -> bool {
    if (0..claim.tokens.len()).any(|at| is_of_the_future(claim, at)) {
        return false;
    }
    (1..claim.tokens.len()).filter(|&at| is_done(claim, at)).filter_map(|at| claim.content(at)).any(|key| {
        let mut places =
            windows.iter().flat_map(|window| window.positions(key).map(move |at| (window, at))).peekable();
        places.peek().is_some() && places.all(|(window, at)| is_to_come(window, at, nearly_equal))
    })
}

/// Whether a word may be the past of a verb: `closed`, `went`.
fn is_past(word: &str) -> bool {
    is_past_verb(word) || !word.starts_with(english_key(word))
}

/// Whether the word at a position tells what is done: `went`, `was held`, `has been sold`.
fn is_done(text: &Reading<'_>, at: usize) -> bool {
    let word = text.word(at);
    let before = (1..=2)
        .filter_map(|back| at.checked_sub(back).map(|at| text.word(at)))
        .find(|word| !word.ends_with("ly") && !matches!(*word, "not" | "also" | "now"));
    match before {
        Some("was" | "were" | "been" | "has" | "have" | "had") => is_past(word),
        // `cut` may be of any time, `the planned models` are no verb.
        Some(
            "is" | "are" | "be" | "being" | "to" | "the" | "a" | "an" | "of" | "in" | "by" | "for" | "with"
            | "its" | "their" | "and" | "or" | "all" | "may" | "can" | "must" | "could" | "might",
        )
        | None => false,
        Some(_) => is_past(word) && text.key(at) != hash(word) && text.tokens.get(at + 1).is_some(),
    }
}

fn is_of_the_future(text: &Reading<'_>, at: usize) -> bool {
    match text.word(at) {
        "will" | "would" | "shall" | "should" | "due" | "planned" | "plans" | "plan" | "expected"
        | "scheduled" | "proposed" | "agreed" | "decided" | "announced" | "said" => true,
        "to" => {
            matches!(at.checked_sub(1).map(|at| text.word(at)), Some("is" | "are" | "was" | "were" | "going"))
        }
        _ => false,
    }
}

/// Whether the verb at a position is one of what is to come.
fn is_to_come(text: &Reading<'_>, at: usize, nearly_equal: bool) -> bool {
    let first = at.saturating_sub(REACH);
    (first..at).rev().take_while(|&before| text.gap(before + 1) & (STOP | COMMA | SEMICOLON) == 0).any(
        |before| match text.word(before) {
            "will" | "would" => nearly_equal,
            "shall" | "should" => true,
            "to" => {
                matches!(
                    before.checked_sub(1).map(|at| text.word(at)),
                    Some(
                        "is" | "are"
                            | "due"
                            | "going"
                            | "planned"
                            | "plans"
                            | "expected"
                            | "scheduled"
                            | "set"
                    )
                ) || before + 1 == at && is_open(text, before)
            }
            _ => false,
        },
    )
}

/// Whether what the `to` at a position stands before is only to be tried, or may be done within a time: `has 30 days to appeal`, `tried in vain
/// to buy it back`.
fn is_open(text: &Reading<'_>, to: usize) -> bool {
    /// Words before `to`, the last at most.
    const NEAR: usize = 3;
    let word = |back: usize| to.checked_sub(back).map_or("", |at| text.word(at));
    let joined = |back: usize| (1..back).all(|back| text.gap(to - back) & (STOP | COMMA | SEMICOLON) == 0);
    let period = matches!(
        word(1),
        "days" | "weeks" | "months" | "years" | "hours" | "day" | "week" | "month" | "year"
    );
    let has = || (2..=4).any(|back| matches!(word(back), "has" | "have" | "had"));
    let option = matches!(
        word(1),
        "right" | "option" | "chance" | "opportunity" | "hopes" | "hoped" | "hope" | "wants" | "wanted"
    ) && !matches!(word(2), "used" | "took" | "seized" | "exercised");
    let tried = (1..=NEAR).any(|back| {
        let vain = || {
            (1..back).any(|back| word(back) == "vain") || word(back) == "failed" || word(back) == "refused"
        };
        matches!(word(back), "tried" | "attempted" | "sought" | "failed" | "refused" | "fought")
            && joined(back)
            && vain()
    });
    period && has() || option || tried
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn what_is_to_come_is_not_done() {
        for (claim, evidence, want) in [
            ("The shop went online in May.", "The shop is to go online in May.", true),
            ("The shop goes online in May.", "The shop is to go online in May.", false),
            ("The vote was held by post.", "It was agreed that the vote should be held by post.", true),
            ("The vote is held by post.", "It was agreed that the vote should be held by post.", false),
            ("The depot closed in June.", "The firm said that it would close the depot in June.", true),
            ("The firm said that the depot closed.", "The firm said that it would close the depot.", false),
            ("Moran has appealed.", "Moran has 30 days to appeal.", true),
            ("Harris bought it back.", "Harris tried in vain to buy it back.", true),
            ("Harris managed it.", "Harris tried to buy it and managed it.", false),
            ("The depot closed in June.", "The depot closed in June; the shop will close in July.", false),
            ("Two planned models were tested.", "Two planned models were tested.", false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(evidence));
            let found = tells_what_is_to_come(&Reading::new(&mine), &[Reading::new(&theirs)], true);
            assert_eq!(found, want, "{claim} | {evidence}");
        }
    }
}
