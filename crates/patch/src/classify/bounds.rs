//! Bounds: on which side of a number a claim lies, and whether the number itself is in it.
//!
//! `5명 이상` and `5명 초과`, `at least 5` and `more than 5` differ by the five. Owns the words beside a number; leaves
//! its value to [`super::number`] and signs of comparison too.

use super::number::Quantity;
use super::unit::{Change, Side, Word};
use super::{Finding, arrow};
use crate::GateName;
use stet_text::span::Span;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bound {
    /// `≥`
    From,
    /// `>`
    Above,
    /// `≤`
    UpTo,
    /// `<`
    Below,
}

/// What stands before a number; a longer form before the one that ends it.
const HEADS: [(&str, Bound); 27] = [
    ("no more than", Bound::UpTo),
    ("not more than", Bound::UpTo),
    ("no less than", Bound::From),
    ("no fewer than", Bound::From),
    ("not less than", Bound::From),
    ("at least", Bound::From),
    ("a minimum of", Bound::From),
    ("at most", Bound::UpTo),
    ("up to", Bound::UpTo),
    ("a maximum of", Bound::UpTo),
    ("more than", Bound::Above),
    ("greater than", Bound::Above),
    ("larger than", Bound::Above),
    ("higher than", Bound::Above),
    ("exceeding", Bound::Above),
    ("over", Bound::Above),
    ("above", Bound::Above),
    ("fewer than", Bound::Below),
    ("less than", Bound::Below),
    ("smaller than", Bound::Below),
    ("lower than", Bound::Below),
    ("under", Bound::Below),
    ("below", Bound::Below),
    ("최소", Bound::From),
    ("적어도", Bound::From),
    ("최대", Bound::UpTo),
    ("많아야", Bound::UpTo),
];

/// What stands behind a number and its counter.
const TAILS: [(&str, Bound); 10] = [
    ("이상", Bound::From),
    ("초과", Bound::Above),
    ("이하", Bound::UpTo),
    ("이내", Bound::UpTo),
    ("미만", Bound::Below),
    ("or more", Bound::From),
    ("or above", Bound::From),
    ("or less", Bound::UpTo),
    ("or fewer", Bound::UpTo),
    ("or below", Bound::UpTo),
];

/// Whether a number says that it is rounded, or that it is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Accuracy {
    Rounded,
    Exact,
}

/// What stands directly before a number and tells how true it is; the article of `an hour` may stand between.
const ACCURACY: [(&str, Accuracy); 18] = [
    ("about", Accuracy::Rounded),
    ("around", Accuracy::Rounded),
    ("approximately", Accuracy::Rounded),
    ("roughly", Accuracy::Rounded),
    ("nearly", Accuracy::Rounded),
    ("almost", Accuracy::Rounded),
    ("circa", Accuracy::Rounded),
    ("some", Accuracy::Rounded),
    ("exactly", Accuracy::Exact),
    ("precisely", Accuracy::Exact),
    ("약", Accuracy::Rounded),
    ("대략", Accuracy::Rounded),
    ("거의", Accuracy::Rounded),
    ("얼추", Accuracy::Rounded),
    ("정확히", Accuracy::Exact),
    ("정확하게", Accuracy::Exact),
    ("딱", Accuracy::Exact),
    ("꼭", Accuracy::Exact),
];

/// How true a number is said to be, and where that word and the number stand in the whole text.
fn accuracy(side: &Side<'_>, quantity: &Quantity) -> Option<(Accuracy, Span)> {
    let start = quantity.span.start + side.span.start;
    let place = side.words.partition_point(|word| word.span.start < start);
    let last = side.words.get(place.checked_sub(1)?)?;
    let article = matches!(last.lower.as_str(), "a" | "an" | "the" | "just");
    let word = if article { side.words.get(place.checked_sub(2)?)? } else { last };
    let (_, accuracy) = ACCURACY.iter().find(|(known, _)| word.lower == *known)?;
    Some((*accuracy, Span::new(word.span.start, quantity.span.end + side.span.start)))
}

/// Bytes behind a number in which the word of its bound stands: a counter and a blank or two.
const REACH: usize = 24;

#[must_use]
pub fn read(change: &Change<'_>) -> Option<Finding> {
    let (old, new) = (&change.unit.before, &change.unit.after);
    if old.quantities.is_empty() || old.quantities.len() != new.quantities.len() {
        return None;
    }
    let pairs = || old.quantities.iter().zip(&new.quantities);
    let rounded = pairs().find_map(|(b, a)| {
        let ((one, here), (two, there)) = (accuracy(old, b)?, accuracy(new, a)?);
        let touched = here.overlaps(change.hunk.before) || there.overlaps(change.hunk.after);
        (one != two && touched).then(|| {
            Finding::core(
                GateName::Modality,
                arrow(&shown(old, here), &shown(new, there)),
                (
                    "어림한 수가 정확한 수로, 또는 그 반대로 바뀌었습니다",
                    "A rounded number becomes an exact one, or the reverse",
                ),
            )
        })
    });
    if rounded.is_some() {
        return rounded;
    }
    pairs().find_map(|(b, a)| {
        let ((one, here), (two, there)) = (bound(old, b)?, bound(new, a)?);
        let touched = here.overlaps(change.hunk.before) || there.overlaps(change.hunk.after);
        (one != two && touched).then(|| {
            Finding::core(
                GateName::Modality,
                arrow(&shown(old, here), &shown(new, there)),
                ("한계를 정하는 말이 바뀌었습니다", "The bound of a number changes"),
            )
        })
    })
}

/// Whether all limiting words of a change belong to the bound of one number that stays what it was.
#[must_use]
pub fn kept(change: &Change<'_>) -> bool {
    let (old, new) = (&change.unit.before, &change.unit.after);
    let within = |words: &[Word<'_>], span: Span| {
        words.iter().filter(|word| word.limit.is_some()).all(|word| span.contains(word.span))
    };
    old.quantities.len() == new.quantities.len()
        && old.quantities.iter().zip(&new.quantities).any(|(b, a)| {
            let (Some((one, here)), Some((two, there))) = (bound(old, b), bound(new, a)) else {
                return false;
            };
            one == two && within(change.before, here) && within(change.after, there)
        })
}

/// The bound of a number, and where it and the number stand in the whole text.
fn bound(side: &Side<'_>, quantity: &Quantity) -> Option<(Bound, Span)> {
    let text = side.text;
    let head = text.get(..quantity.span.start)?.trim_end_matches([' ', '$', '€', '£', '₩']);
    let tail = text.get(quantity.span.end..)?;
    let before = HEADS.iter().find_map(|&(words, bound)| {
        let from = head.len().checked_sub(words.len())?;
        let found = head.get(from..)?.eq_ignore_ascii_case(words);
        let fresh = !head.get(..from)?.ends_with(char::is_alphanumeric);
        (found && fresh).then(|| (bound, Span::new(from, quantity.span.end)))
    });
    let end = (0..=tail.len().min(REACH)).rev().find(|&at| tail.is_char_boundary(at))?;
    // The next number, clause or sentence has a bound of its own.
    let near = tail.get(..end)?;
    let stop =
        near.find(|ch: char| ch.is_ascii_digit() || matches!(ch, ',' | '.' | ';' | '(')).unwrap_or(end);
    let near = near.get(..stop)?;
    let behind = TAILS.iter().filter_map(|&(words, bound)| near.find(words).map(|at| (at, words, bound)));
    // `1명 더 이상`, `5명이 이상하다`: the bound stands directly behind the counter.
    let direct = |at: usize| near.get(..at).is_some_and(|between| between.split_whitespace().count() <= 1);
    let after = behind.filter(|&(at, ..)| direct(at)).min_by_key(|&(at, ..)| at).map(|(at, words, bound)| {
        (bound, Span::new(quantity.span.start, quantity.span.end + at + words.len()))
    });
    let (bound, span) = after.or(before)?;
    Some((bound, span.shifted(side.span.start)))
}

/// The bound and its number as written.
fn shown(side: &Side<'_>, span: Span) -> String {
    let start = side.span.start;
    Span::new(span.start - start, span.end - start).of(side.text).to_owned()
}
