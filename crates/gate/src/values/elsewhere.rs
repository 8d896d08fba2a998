//! Values from elsewhere: the claim's words stand in one sentence of the source, its value in another that speaks of something
//! else.
//!
//! Owns how much of a claim the sentence of its value holds, beside the sentence of its words.

use std::ops::Range;

use crate::text::reading::{Reading, SPACE, STOP};
use crate::values::bounds::is_year;
use crate::values::number::Value;

/// The first value of a claim that the passage, which says nearly all of the rest, states otherwise, and that the windows state
/// only where little of the rest is said.
pub(crate) fn from_elsewhere<'a>(
    claim: &Reading<'_>,
    claimed: &[Value],
    values: &'a [Value],
    passage: &Reading<'_>,
    windows: &[Reading<'_>],
) -> Option<&'a Value> {
    if values.is_empty() || passage.values().is_empty() {
        return None;
    }
    let words: Vec<u32> = (0..claim.tokens.len())
        .filter(|&at| !claim.is_in(claimed, at))
        .filter_map(|at| claim.content(at))
        .collect();
    let held = |text: &Reading<'_>, within: Range<usize>| {
        words.iter().filter(|&&word| text.positions(word).any(|at| within.contains(&at))).count()
    };
    let here = held(passage, 0..passage.tokens.len());
    // Nearly all: three of four.
    if words.len() < 2 || here * 4 < words.len() * 3 {
        return None;
    }
    values.iter().find(|value| {
        let rival = |other: &&Value| {
            (!other.implied || here == words.len())
                // `in 1998`, `4 May 1931`
                && (value.is_like(other) || is_year(claim, value) && other.is_year())
                && !claimed.iter().any(|mine| mine.is_stated_as(other))
        };
        // `7.7% 감소`, `-7.7%`
        let is_own = |other: &Value| value.is_stated_as(other) || value.mirrored().is_stated_as(other);
        if passage.values().iter().any(is_own) || !passage.values().iter().any(|other| rival(&other)) {
            return false;
        }
        let there = windows
            .iter()
            .flat_map(|window| {
                let stated = window.values().iter().filter(|other| value.is_stated_as(other));
                stated.map(|other| held(window, sentence(window, window.first_from(other.span.start))))
            })
            .max()
            .unwrap_or_default();
        // Half of the words at least are told of another value.
        here > there && (here - there) * 2 >= words.len()
    })
}

/// The sentence of a word.
fn sentence(text: &Reading<'_>, at: usize) -> Range<usize> {
    let begins = |&at: &usize| at == 0 || text.gap(at) & STOP != 0 && text.gap(at) & SPACE != 0;
    let first = (0..=at).rev().find(begins).unwrap_or_default();
    first..(at + 1..text.tokens.len()).find(begins).unwrap_or(text.tokens.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn a_value_of_another_sentence() {
        let bridge = "The bridge opened in May 1931. Only in 1998 was a plaque put up.";
        let books = "학부생은 10권을 빌릴 수 있다. 대학원생은 20권을 빌릴 수 있다.";
        for (claim, source, part, want) in [
            ("The bridge opened in 1998.", bridge, "The bridge opened in May 1931.", true),
            ("The bridge opened in 1931.", bridge, "The bridge opened in May 1931.", false),
            ("A plaque was put up in 1931.", bridge, "Only in 1998 was a plaque put up.", true),
            ("The bridge of 1931 got a plaque in 1998.", bridge, "Only in 1998 was a plaque put up.", false),
            (
                "Peas need 40 minutes.",
                "Soak for 40 minutes. Peas need only an hour.",
                "Peas need only an hour.",
                true,
            ),
            (
                "Peas need an hour.",
                "Soak for 40 minutes. Peas need only an hour.",
                "Peas need only an hour.",
                false,
            ),
            ("학부생은 20권을 빌릴 수 있다.", books, "학부생은 10권을 빌릴 수 있다.", true),
            ("대학원생은 20권을 빌릴 수 있다.", books, "대학원생은 20권을 빌릴 수 있다.", false),
        ] {
            let (claim, source, part) = (normalise(claim), normalise(source), normalise(part));
            let (claim, window) = (Reading::new(&claim), Reading::new(&source));
            let values = claim.values();
            let found = from_elsewhere(&claim, values, values, &Reading::new(&part), &[window]);
            assert_eq!(found.is_some(), want, "{}", claim.norm);
        }
    }
}
