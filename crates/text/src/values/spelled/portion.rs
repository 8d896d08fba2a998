//! Portions: English fractions in words and ratios (`half of`, `two thirds`, `three out of four`, `one in ten`), read as percentages.

use super::{ordinal, small_number};
use crate::span::Span;
use crate::values::unit::{Unit, month};
use crate::values::{ONE, Value};
use crate::{Script, Token};

/// The portion that begins at `at`, and the token after it. What is told in words is often the writer's own measure.
pub(super) fn portion(norm: &str, words: &[Token<'_>], at: usize) -> Option<(Value, usize)> {
    let text = |at: usize| words.get(at).map_or("", |token| token.text);
    let first = text(at);
    let (part, whole, next) = if first == "half" {
        // `half of`, `half the price`, `half off`, `pays half.`, but not `the first half`.
        let before = at.checked_sub(1).and_then(|at| words.get(at)).map_or("", |token| token.text);
        let ends = || {
            let behind = Span::new(words.get(at).map_or(0, |token| token.span.end), norm.len()).of(norm);
            let noun =
                matches!(before, "the" | "first" | "second" | "last" | "other" | "latter" | "a" | "an");
            !noun && (behind.is_empty() || behind.starts_with(['.', ',', ';']))
        };
        let of = matches!(text(at + 1), "of" | "the" | "off" | "its" | "their" | "all" | "as" | "price");
        (1, (of || ends()).then_some(2)?, at + 1)
    } else if let Some(count) = article(first).or_else(|| small_number(first)) {
        // `fell by a quarter`
        let by = at.checked_sub(1).is_some_and(|before| text(before) == "by");
        match text(at + 1) {
            "quarter" if by => (count, 4, at + 2),
            part if by && count == 1 && denominator(part).is_some() => (1, denominator(part)?, at + 2),
            // `three quarters of the land`, but not `of an hour`, and not `the last two quarters`.
            "quarter" | "quarters" if is_of_a_whole(words, at + 2) => (count, 4, at + 2),
            "half" if is_of_a_whole(words, at + 2) && count == 1 => (1, 2, at + 2),
            part if is_of_a_whole(words, at + 2) && count == 1 && denominator(part).is_some() => {
                (1, denominator(part)?, at + 2)
            }
            part if part.strip_suffix('s').and_then(denominator).is_some() => {
                (count, denominator(part.strip_suffix('s')?)?, at + 2)
            }
            "out" if text(at + 2) == "of" && article(first).is_none() => {
                (count, number(words.get(at + 3)?)?, at + 4)
            }
            "in" if article(first).is_none() => {
                let whole = number(words.get(at + 2)?)?;
                let ends = words
                    .get(at + 3)
                    .is_none_or(|next| next.script == Script::Latin && month(next.text).is_none());
                // `two in May`, `one in 2019`
                (
                    count,
                    whole,
                    if ends && (whole <= 10 || is_round(whole)) && whole > 2 { at + 3 } else { return None },
                )
            }
            _ => return None,
        }
    } else {
        return None;
    };
    if part >= whole {
        return None;
    }
    let end = words.get(next - 1)?.span.end;
    let span = Span::new(words.get(at)?.span.start, end);
    let amount = part * 100 * ONE / whole;
    Some((Value { span, amount, unit: Unit::Percent, spelled: true, implied: false }, next))
}

fn article(word: &str) -> Option<i128> {
    matches!(word, "a" | "an").then_some(1)
}

fn is_of_a_whole(words: &[Token<'_>], at: usize) -> bool {
    let text = |at: usize| words.get(at).map_or("", |token| token.text);
    text(at) == "of" && !matches!(text(at + 1), "an" | "a") && month(text(at + 1)).is_none()
}

/// How many parts a whole has of which one is `a third`.
fn denominator(word: &str) -> Option<i128> {
    ordinal(word).filter(|parts| (3..=10).contains(parts))
}

/// A whole number in words or digits.
pub(in crate::values) fn number(token: &Token<'_>) -> Option<i128> {
    match token.script {
        Script::Latin => small_number(token.text),
        Script::Digit => token.text.replace(',', "").parse().ok(),
        _ => None,
    }
}

/// Whether a number is 10, 100, 1000 and so on.
pub(in crate::values) fn is_round(number: i128) -> bool {
    let mut rest = number;
    while rest > 1 && rest % 10 == 0 {
        rest /= 10;
    }
    rest == 1 && number > 1
}

#[cfg(test)]
mod tests {
    use crate::normalise;
    use crate::values::{Stated, values};

    #[test]
    fn portions_are_percentages() {
        for (one, other, want) in [
            ("half of the land", "50% of the land", true),
            ("fell by a quarter", "fell by 25%", true),
            ("in a quarter", "25%", false),
            ("half off", "50% off", true),
            ("three quarters of the land", "75 percent of the land", true),
            ("two thirds of the seats", "two out of three seats", true),
            ("one in ten users", "10% of users", true),
            ("1 in 1,000 patients", "0.1% of patients", true),
            ("a third of the flats", "a quarter of the flats", false),
            ("the first half", "50%", false),
            ("the state pays half", "half of it", true),
            ("three quarters of an hour", "75%", false),
            ("two in 2019", "50%", false),
            ("six out of ten", "6 out of 10", true),
            ("1 out of three", "one out of three", true),
        ] {
            let (mine, theirs) = (values(&normalise(one)), values(&normalise(other)));
            let same = mine.iter().any(|value| {
                theirs
                    .iter()
                    .any(|other| value.has_unit_of(other.unit) && value.is_stated_by(&Stated::new(other, 0)))
            });
            assert_eq!(same, want, "{one} | {other}");
        }
    }
}
