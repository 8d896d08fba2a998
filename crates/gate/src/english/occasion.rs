//! Occasions: when or in which case something holds in an English text (`after the last payment`, `until it is signed`).
//!
//! Owns telling that a claim gives what its passage says another occasion, of which the source speaks elsewhere, or the other side of the
//! same one (`after` for `until`). Conditions that are left out are [`condition`](crate::force::condition)'s, values
//! [`term`](crate::values::term)'s.

use crate::denial::negation::english_negations;
use crate::english::paraphrase::says_or_rewords;
use crate::text::reading::{COMMA, Reading, SEMICOLON, STOP};

/// What introduces an occasion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Before,
    After,
    During,
    If,
}

fn kind(word: &str) -> Option<Kind> {
    Some(match word {
        "before" | "until" | "till" => Kind::Before,
        "after" | "once" | "upon" => Kind::After,
        "during" => Kind::During,
        "if" | "when" => Kind::If,
        _ => return None,
    })
}

/// An occasion: where its words begin, and the keys of those that say something.
struct Occasion {
    at: usize,
    kind: Kind,
    keys: Vec<u32>,
}

/// The occasions of a text.
fn occasions(text: &Reading<'_>) -> Vec<Occasion> {
    let is_value = |at: usize| text.is_in(text.values(), at);
    (0..text.tokens.len())
        .filter_map(|at| {
            let kind = kind(text.word(at))?;
            let ends = |&next: &usize| {
                text.gap(next) & (STOP | COMMA | SEMICOLON) != 0
                    || self::kind(text.word(next)).is_some()
                    || matches!(text.word(next), "unless" | "except" | "but" | "and" | "or")
            };
            let end = (at + 1..text.tokens.len()).find(ends).unwrap_or(text.tokens.len());
            let keys: Vec<u32> =
                (at + 1..end).filter(|&at| !is_value(at)).filter_map(|at| text.content(at)).collect();
            (!keys.is_empty()).then_some(Occasion { at, kind, keys })
        })
        .collect()
}

/// How the claim's occasion is not the passage's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Otherwise {
    /// It is another one; where it begins.
    Another(usize),
    /// The claim is told of the other side of it.
    Turned,
}

/// Whether the claim has another occasion than its passage, which says the rest. `known` tells whether the source has a word.
pub(crate) fn other_occasion(
    claim: &Reading<'_>,
    passage: &Reading<'_>,
    known: impl Fn(u32) -> bool,
) -> Option<Otherwise> {
    let mine = occasions(claim);
    let [own] = mine.as_slice() else { return None };
    let theirs = occasions(passage);
    let says = |key: u32| says_or_rewords(key, |key| passage.has(key));
    let rest: Vec<u32> = (0..claim.tokens.len())
        .filter(|&at| kind(claim.word(at)).is_none())
        .filter_map(|at| claim.content(at))
        .filter(|key| !own.keys.contains(key))
        .collect();
    // Most of it: three of four.
    if rest.len() < 2 || rest.iter().filter(|&&key| says(key)).count() * 4 < rest.len() * 3 {
        return None;
    }
    let shared = |other: &Occasion| own.keys.iter().filter(|key| other.keys.contains(key)).count();
    let opposed = |other: &Occasion| {
        matches!((own.kind, other.kind), (Kind::Before, Kind::After) | (Kind::After, Kind::Before))
    };
    let same = theirs.iter().find(|other| shared(other) > 0);
    if let Some(same) = same {
        let alike = shared(same) * 3 >= own.keys.len() * 2;
        let odd = |text: &Reading<'_>| english_negations(text).count() % 2 == 1;
        let plain = |text: &Reading<'_>| text.word(own.at.saturating_sub(1)) != "not";
        return (alike && opposed(same) && theirs.len() == 1 && odd(claim) == odd(passage) && plain(claim))
            .then_some(Otherwise::Turned);
    }
    let lost = |other: &Occasion| {
        let told = |key: u32| says_or_rewords(key, |key| claim.has(key));
        other.kind == own.kind && !other.keys.iter().any(|&key| told(key))
    };
    let elsewhere = own.keys.iter().all(|&key| known(key)) && !own.keys.iter().any(|&key| says(key));
    (elsewhere && theirs.iter().any(lost)).then_some(Otherwise::Another(own.at + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn another_occasion_or_its_other_side() {
        let paid = "The deposit is paid back after the keys have been handed over.";
        let rules = "The rent is due on Monday. The tenant signs the lease. The deposit is paid back after the keys have been handed over.";
        for (claim, passage, want) in [
            ("The deposit is paid back after the lease is signed.", paid, Some(true)),
            ("The deposit is paid back after the keys have been handed over.", paid, None),
            ("The deposit is paid back after the handover of the keys.", paid, None),
            ("The deposit is paid back before the keys have been handed over.", paid, Some(false)),
            ("The deposit is paid back.", paid, None),
            ("Boats may be returned after sunset.", "Boats may be returned until sunset.", Some(false)),
            ("Boats may not be returned after sunset.", "Boats may be returned until sunset.", None),
        ] {
            let (mine, theirs, whole) = (normalise(claim), normalise(passage), normalise(rules));
            let whole = Reading::new(&whole);
            let found = other_occasion(&Reading::new(&mine), &Reading::new(&theirs), |key| whole.has(key));
            let found = found.map(|found| found != Otherwise::Turned);
            assert_eq!(found, want, "{claim}");
        }
    }
}
