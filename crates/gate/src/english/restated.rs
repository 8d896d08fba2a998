//! Denials restated: what English says with one negation more or less, and means alike.
//!
//! Owns the pairs of a denial and the word that takes it back: `not … until`, `not … except`, `not … without`, `unless` beside `if
//! not`. What a negation denies is [`negation`](super::super::denial::negation)'s.

use std::ops::Range;

use crate::denial::negation::english_negations;
use crate::text::marks::DENIAL;
use crate::text::reading::{COMMA, Reading, SEMICOLON, STOP};

/// Words from a denial to what it denies.
const NEAR: usize = 4;

/// Words from a denial to the word that takes it back.
const REACH: usize = 14;

/// Whether one of two texts takes back what it denies of all, and the other states that part alone: `not until 1998` and `only in
/// 1998`, `not permitted except in the lounge` and `only permitted in the lounge`, `not without approval` and `only with
/// approval`.
pub(crate) fn says_alike(claim: &Reading<'_>, passage: &Reading<'_>) -> bool {
    takes_back(claim, passage)
        || takes_back(passage, claim)
        || denies_a_difference(claim, passage)
        || denies_a_difference(passage, claim)
}

/// Whether one of two texts denies a difference, or a change, and the other states that there is none: `did not differ`, `was the same`.
fn denies_a_difference(denying: &Reading<'_>, stating: &Reading<'_>) -> bool {
    let differs = |word: &str| {
        word.starts_with("differ") || matches!(word, "change" | "changed" | "changes" | "vary" | "varied")
    };
    let same = |word: &str| {
        matches!(
            word,
            "same" | "equal" | "equally" | "identical" | "alike" | "similar" | "unchanged" | "constant"
        )
    };
    let denied = || {
        english_negations(denying)
            .any(|at| (at + 1..denying.tokens.len().min(at + NEAR)).any(|at| differs(denying.word(at))))
    };
    denying.has_mark(DENIAL)
        && stating.tokens.iter().any(|token| same(token.text))
        && english_negations(stating).next().is_none()
        && denied()
}

fn takes_back(denying: &Reading<'_>, stating: &Reading<'_>) -> bool {
    fn denials(text: &Reading<'_>) -> impl Iterator<Item = usize> {
        english_negations(text).filter(|&at| text.word(at) != "without")
    }
    let takes = |word: &str| matches!(word, "until" | "till" | "except" | "without");
    denials(denying).any(|at| {
        let end =
            (at + 1..denying.tokens.len().min(at + REACH)).take_while(|&at| denying.gap(at) & STOP == 0);
        end.filter(|&at| takes(denying.word(at))).any(|taking| {
            let word = denying.word(taking);
            // `allowed without approval` is another thing than `not allowed without approval`.
            let only = || {
                stating.tokens.iter().any(|token| token.text == "only" || token.text.starts_with("requir"))
            };
            stating.tokens.iter().all(|token| token.text != word)
                && denials(stating).next().is_none()
                && (word != "without" || only())
                && share(denying, clause(denying, taking + 1), stating, 0..stating.tokens.len())
        })
    })
}

/// How a claim and its passage stand to one another when only one of them says `unless`, of the same condition of which the other
/// says `if`: whether they agree.
pub(crate) fn conditions_agree(claim: &Reading<'_>, passage: &Reading<'_>) -> Option<bool> {
    let find = |text: &Reading<'_>, word: &str| {
        let marked = text.tokens.iter().position(|token| token.text == word)?;
        Some(clause(text, marked + 1))
    };
    let (one, other, unless, given) = match (find(claim, "unless"), find(passage, "unless")) {
        (Some(unless), None) => (claim, passage, unless, find(passage, "if")?),
        (None, Some(unless)) => (passage, claim, unless, find(claim, "if")?),
        _ => return None,
    };
    if !share(one, unless.clone(), other, given.clone()) && !share(other, given, one, unless) {
        return None;
    }
    let odd = |text: &Reading<'_>| english_negations(text).count() % 2 == 1;
    Some(odd(one) != odd(other))
}

/// The clause that begins with a word.
fn clause(text: &Reading<'_>, first: usize) -> Range<usize> {
    let ends = |&at: &usize| text.gap(at) & (STOP | COMMA | SEMICOLON) != 0;
    first..(first + 1..text.tokens.len()).find(ends).unwrap_or(text.tokens.len())
}

/// Whether most content words of a part of one text stand in a part of another.
fn share(one: &Reading<'_>, part: Range<usize>, other: &Reading<'_>, within: Range<usize>) -> bool {
    let keys: Vec<u32> = part.filter_map(|at| one.content(at)).collect();
    let held = keys.iter().filter(|&&key| other.positions(key).any(|at| within.contains(&at))).count();
    !keys.is_empty() && held * 3 >= keys.len() * 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    fn both<T>(one: &str, other: &str, compare: impl Fn(&Reading<'_>, &Reading<'_>) -> T) -> T {
        let (one, other) = (normalise(one), normalise(other));
        compare(&Reading::new(&one), &Reading::new(&other))
    }

    #[test]
    fn a_denial_that_is_taken_back_states() {
        for (one, other, want) in [
            ("The plaque was not put up until 1998.", "Only in 1998 was the plaque put up.", true),
            ("Food is not allowed except in the lounge.", "Food is only allowed in the lounge.", true),
            ("Pets are not allowed without approval.", "Pets are allowed only with approval.", true),
            ("Do not add the cheese until it has cooled.", "Add the cheese only after it has cooled.", true),
            ("Pets are not allowed without approval.", "Pets are allowed without approval.", false),
            ("Food is not allowed except in the lounge.", "Food is allowed except in the lounge.", false),
            ("Food is not allowed except in the lounge.", "Food is allowed in the hall.", false),
            ("The shop is not open until nine.", "The shop is open until nine.", false),
            (
                "The effect did not differ between men and women.",
                "The effect was the same in men and women.",
                true,
            ),
            (
                "The effect differed between men and women.",
                "The effect was the same in men and women.",
                false,
            ),
        ] {
            assert_eq!(both(one, other, says_alike), want, "{one} | {other}");
        }
    }

    #[test]
    fn unless_is_if_not() {
        let unless = "A loan may be renewed unless another reader has reserved the book.";
        for (claim, want) in [
            ("A loan cannot be renewed if another reader has reserved the book.", Some(true)),
            ("A loan may be renewed if no other reader has reserved the book.", Some(true)),
            ("A loan may be renewed if another reader has reserved the book.", Some(false)),
            ("A loan may be renewed if it is paid for.", None),
        ] {
            assert_eq!(both(claim, unless, conditions_agree), want, "{claim}");
            assert_eq!(both(unless, claim, conditions_agree), want, "{claim}");
        }
    }
}
