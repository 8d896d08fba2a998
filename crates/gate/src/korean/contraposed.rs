//! Contraposed: `동의한 경우에 한하여 제공할 수 있다` and `동의하지 않으면 제공할 수 없다` say the same.
//!
//! Owns telling that one of two Korean texts permits something under one condition only, and the other denies it without that.

use crate::denial::negation::korean_denials;
use crate::korean::synonyms::mean_the_same;
use crate::text::marks::DENIAL;
use crate::text::reading::{Reading, STOP};

/// Words at the end of a sentence that tell what it comes to.
const END: usize = 2;

/// Whether one of two texts says with two denials what the other says with a condition that must be met.
pub(crate) fn contraposes(claim: &Reading<'_>, passage: &Reading<'_>) -> bool {
    says_without(claim, passage) || says_without(passage, claim)
}

/// Whether `one` denies something where a condition is denied on which alone `other` permits it.
fn says_without(one: &Reading<'_>, other: &Reading<'_>) -> bool {
    let Some(last) = one.tokens.len().checked_sub(END) else { return false };
    let mut denials = korean_denials(one);
    let (Some(first), Some(second), None) = (denials.next(), denials.next(), denials.next()) else {
        return false;
    };
    if second < last || first >= last || !is_condition(one.word(first)) || !needs(other) {
        return false;
    }
    let said = |at: usize| {
        (0..other.tokens.len())
            .any(|there| one.is_same(at, other, there) || mean_the_same(one.word(at), other.word(there)))
    };
    // What is denied as the condition, and in the end.
    let before =
        |from: usize| (0..from).rev().find(|&at| one.content(at).is_some() && !one.is_marked(at, DENIAL));
    before(first).is_some_and(said) && before(second).is_some_and(|at| at > first && said(at))
}

/// Whether a word denies a condition: `않으면`, `없이는`, `못하면`.
fn is_condition(word: &str) -> bool {
    word.ends_with('면') || matches!(word, "없이" | "없이는" | "않고" | "않고는" | "않고서는")
}

/// Whether a text permits something on one condition only, and denies nothing.
fn needs(text: &Reading<'_>) -> bool {
    let last = text.tokens.len().saturating_sub(END);
    let only = |at: usize| {
        let word = text.word(at);
        ["한하", "한해", "한정"].iter().any(|head| word.starts_with(head))
            || ["에만", "야만", "때만"].iter().any(|end| word.ends_with(end))
            || word.ends_with('야') && word.chars().nth(2).is_some() && text.gap(at + 1) & STOP == 0
    };
    korean_denials(text).next().is_none() && (0..last).any(only)
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn two_denials_and_one_condition() {
        for (one, other, want) in [
            ("서명하지 않으면 자료를 볼 수 없다.", "서명한 경우에 한하여 자료를 볼 수 있다.", true),
            ("허가 없이는 자료를 볼 수 없다.", "허가를 받아야 자료를 볼 수 있다.", true),
            ("서명하지 않으면 자료를 볼 수 있다.", "서명한 경우에 한하여 자료를 볼 수 있다.", false),
            ("서명하지 않으면 자료를 볼 수 없다.", "서명한 경우에 자료를 볼 수 있다.", false),
            ("결석하지 않으면 자료를 볼 수 없다.", "서명한 경우에 한하여 자료를 볼 수 있다.", false),
        ] {
            let (one, other) = (normalise(one), normalise(other));
            assert_eq!(contraposes(&Reading::new(&one), &Reading::new(&other)), want, "{one} / {other}");
        }
    }
}
