//! Crossed values: a claim that gives each of two things the value of the other (`결석 3회는 지각 1회`, `recovered in 1911 and stolen in
//! 1913`).
//!
//! Owns values that stand beside words of their own. A single value that belongs to another is [`elsewhere`](super::elsewhere)'s and
//! [`counted`](super::counted)'s.

use crate::text::reading::{Reading, STOP};
use crate::values::number::Value;

/// Words between a value and the word that it belongs to, at most.
const REACH: usize = 3;

/// A value of a text, and the content words before and behind it, as far as no other value stands between.
struct Beside<'a> {
    value: &'a Value,
    before: Option<u32>,
    behind: Option<u32>,
}

/// The first of two values of the claim that its evidence states of each other's words.
pub(crate) fn crossed_value<'a>(
    claim: &Reading<'_>,
    values: &'a [Value],
    windows: &[Reading<'_>],
) -> Option<&'a Value> {
    let mine = beside(claim, values);
    if mine.len() < 2 {
        return None;
    }
    let pairs = || (0..mine.len()).flat_map(|one| (one + 1..mine.len()).map(move |other| (one, other)));
    let theirs: Vec<Beside<'_>> = windows.iter().flat_map(|text| beside(text, text.values())).collect();
    let crosses = |one: &Beside<'_>, other: &Beside<'_>, side: fn(&Beside<'_>) -> Option<u32>| {
        let (Some(first), Some(second)) = (side(one), side(other)) else { return false };
        // Wherever a value stands, it stands beside the word of the other.
        let stated = |value: &Value, word: u32| {
            let mut places = theirs.iter().filter(|there| value.is_stated_as(there.value)).peekable();
            places.peek().is_some() && places.all(|there| side(there) == Some(word))
        };
        first != second && stated(one.value, second) && stated(other.value, first)
    };
    pairs().find_map(|(one, other)| {
        let (one, other) = (mine.get(one)?, mine.get(other)?);
        let apart = !one.value.is_stated_as(other.value);
        (apart && (crosses(one, other, |at| at.before) || crosses(one, other, |at| at.behind)))
            .then_some(one.value)
    })
}

fn beside<'a>(text: &Reading<'_>, values: &'a [Value]) -> Vec<Beside<'a>> {
    let list: Vec<&Value> = values.iter().filter(|value| !value.implied).collect();
    if list.len() < 2 {
        return Vec::new();
    }
    let is_value = |at: usize| {
        text.tokens.get(at).is_some_and(|token| {
            list.iter().any(|value| value.span.start < token.span.end && token.span.start < value.span.end)
        })
    };
    let beside = |value: &&'a Value| {
        let (first, next) = (text.first_from(value.span.start), text.first_from(value.span.end));
        let before = (first.saturating_sub(REACH)..first)
            .rev()
            .take_while(|&at| !is_value(at) && text.gap(at + 1) & STOP == 0)
            .find_map(|at| text.content(at));
        let behind = (next..next + REACH)
            .take_while(|&at| !is_value(at) && text.gap(at) & STOP == 0)
            .find_map(|at| text.content(at));
        Beside { value, before, behind }
    };
    list.iter().map(beside).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn each_has_the_value_of_the_other() {
        let theft = "The painting was stolen in 1911 and recovered in 1913.";
        let rule = "지각 3회는 결석 1회로 본다.";
        for (claim, source, want) in [
            ("The painting was recovered in 1911 and stolen in 1913.", theft, true),
            ("It was stolen in 1911 and recovered in 1913.", theft, false),
            ("Recovered in 1913, it had been stolen in 1911.", theft, false),
            ("결석 3회는 지각 1회로 본다.", rule, true),
            ("지각 3회는 결석 1회로 처리한다.", rule, false),
            ("결석 1회는 지각 3회와 같다.", rule, false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(source));
            let (mine, theirs) = (Reading::new(&mine), [Reading::new(&theirs)]);
            assert_eq!(crossed_value(&mine, mine.values(), &theirs).is_some(), want, "{claim}");
        }
    }
}
