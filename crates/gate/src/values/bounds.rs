//! Bounds: how far a value may go, and when two ways of saying it are the same bound.
//!
//! Owns the comparison, and the excess that is denied: `1년을 초과할 수 없다` and `may not exceed 5 days` deny nothing that
//! `1년 이내` and `up to 5 days` state. Which words make a bound of a value is
//! [`bounds`](stet_reading::bounds)'.

use std::sync::LazyLock;

use crate::values::number::Value;
use crate::values::rough::is_rough;
use stet_reading::bounds::{Mark, Side, bound};
use stet_reading::reading::Reading;
use stet_reading::tags::Tags;
use stet_text::Script;
use stet_text::span::Span;

/// A value that a text bounds on one side.
#[derive(Debug, Clone)]
pub(crate) struct Bound {
    value: Value,
    mark: Mark,
}

/// Words from a value to a denial that makes a bound of it, at most.
const FAR: usize = 14;

/// The bounds among the values of a text.
pub(crate) fn bounds(text: &Reading<'_>, values: &[Value]) -> Vec<Bound> {
    values.iter().filter_map(|value| Some(Bound { value: *value, mark: bound(text, value)? })).collect()
}

/// What the bounds of a claim and of its evidence say of one another.
#[derive(Debug, Clone, Default)]
pub(crate) struct Agreement {
    /// The words of equal bounds, in the claim and in the evidence.
    pub mine: Vec<usize>,
    pub theirs: Vec<usize>,
    /// One value is the most in one text and the least in the other, or within in one and not in the other.
    pub reversed: bool,
    /// One text denies of what is within a bound what the other states of what is beyond: `14세 미만은 가입할 수 없다`, `14세 이상이어야
    /// 가입할 수 있다`, `no visa for up to 90 days`, `a visa for more than 90 days`.
    pub complement: bool,
}

/// Compares the values of a claim, and the bounds among them, with those of a text.
pub(crate) fn agreement(
    claim: &Reading<'_>,
    claimed: &[Value],
    mine: &[Bound],
    text: &Reading<'_>,
) -> Agreement {
    let mut found = Agreement::default();
    if claimed.is_empty() || mine.is_empty() && !text.has_tag(Tags::DENIAL) {
        return found;
    }
    for (other, mark) in excess(text) {
        let mut same = claimed.iter().filter(|value| value.is_stated_as(&other)).peekable();
        let is_plain = |value: &Value| !mine.iter().any(|bound| bound.value.span == value.span);
        // The excess that is denied of a value of which the claim says nothing, or that is stated as the value itself: `3년을
        // 초과할 수 없다` denies nothing of `3년이다`.
        if same.peek().is_none() || !mark.strict && same.any(is_plain) {
            found.theirs.extend(mark.tokens);
        }
    }
    for Bound { value, mark } in mine {
        let stated = text.values().iter().filter(|other| value.is_stated_as(other));
        let same: Vec<Mark> = stated.filter_map(|other| bound(text, other)).collect();
        let is_like = |other: &&Mark| other.side == mark.side && other.strict == mark.strict;
        if let Some(other) = same.iter().find(is_like) {
            // `최대 9명`, `9명 이내`, `9명을 넘을 수 없다`
            found.mine.extend(&mark.tokens);
            found.theirs.extend(&other.tokens);
        } else if same.iter().any(|other| other.side == mark.side) {
            // `이상` and `초과` differ by the value itself.
            found.reversed |= mark.formal && same.iter().all(|other| other.formal);
        } else {
            let in_words = |text: &Reading<'_>, mark: &Mark| {
                let latin =
                    |&at: &usize| text.tokens.get(at).is_some_and(|token| token.script == Script::Latin);
                !mark.denied
                    && (mark.formal || (!mark.weak || mark.strict) && mark.tokens.first().is_some_and(latin))
            };
            let beyond =
                |other: &Mark| in_words(claim, mark) && in_words(text, other) && mark.strict != other.strict;
            if same.iter().any(beyond) && claim.has_tag(Tags::DENIAL) != text.has_tag(Tags::DENIAL) {
                found.complement = true;
                found.mine.extend(&mark.tokens);
            } else {
                // `5일 이상` is counted, so `5일까지` is no date.
                found.reversed |= !mark.weak && same.iter().any(|other| !other.weak || mark.formal);
            }
        }
    }
    found
}

/// The values of a text of which it denies the excess.
fn excess(text: &Reading<'_>) -> Vec<(Value, Mark)> {
    let denials: Vec<usize> = text.tagged(Tags::DENIAL).collect();
    let near = |value: &&Value| {
        let at = text.first_from(value.span.start);
        !value.implied && denials.iter().any(|&denial| denial.abs_diff(at) <= FAR)
    };
    let values = if denials.is_empty() { &[][..] } else { text.values() };
    let bounded = values.iter().filter(near).filter_map(|value| Some((*value, bound(text, value)?)));
    bounded.filter(|(_, mark)| mark.denied).collect()
}

/// The first value of a claim that only one of the two texts makes a bound of: `3년이다`, `3년을 초과할 수 없다`. Words that
/// tell a bound from afar (`the limit is 5 days`) leave it open.
pub(crate) fn unequal(
    claim: &Reading<'_>,
    claimed: &[Value],
    mine: &[Bound],
    text: &Reading<'_>,
) -> Option<Span> {
    let found = claimed.iter().find(|value| {
        // `15학점에서 18학점까지` begins a range.
        let begins = ["에서", "부터"].iter().any(|end| value.span.of(claim.norm).ends_with(end));
        if begins || value.is_ordinal() || is_year(claim, value) {
            return false;
        }
        let mut same = text.values().iter().filter(|other| value.is_stated_as(other)).peekable();
        if same.peek().is_none() || same.clone().any(|other| other.unit != value.unit) {
            return false;
        }
        // `3권까지 더 빌릴 수 있다`, `3권을 더 빌릴 수 있다`
        let permits = |text: &Reading<'_>| text.norm.contains("수 있");
        let can = claim.tokens.iter().any(|token| token.text == "can");
        let may_be_had = |mark: &Mark| mark.side == Side::Upper && (can || permits(claim) && permits(text));
        // `목표 400명을 넘어 436명`
        let is_passed = |side| {
            let beyond = |other: &&Value| {
                other.unit == value.unit
                    && other.span.start >= value.span.end
                    && if side == Side::Lower {
                        other.amount > value.amount
                    } else {
                        other.amount < value.amount
                    }
            };
            let states = |other: &Value| text.values().iter().any(|own| other.is_stated_as(own));
            claimed.iter().filter(beyond).any(states)
        };
        match mine.iter().find(|bound| bound.value.span == value.span).map(|bound| &bound.mark) {
            None => {
                let is_entry = before(claim, value) == Some(':');
                same.all(|other| bound(text, other).is_some_and(|mark| !mark.weak && !may_be_had(&mark)))
                    && !is_rough(claim, value)
                    && !is_entry
                    && !limits(claim)
            }
            Some(mark) => {
                !mark.weak
                    && !may_be_had(mark)
                    && !is_passed(mark.side)
                    && same.all(|other| bound(text, other).is_none() && !is_rough(text, other))
                    && !limits(text)
            }
        }
    });
    found.map(|value| value.span)
}

/// The last character before a value, white space apart: a colon before the entry under a heading, which says shortly what it
/// is (`통산 기간: 3년`).
fn before(text: &Reading<'_>, value: &Value) -> Option<char> {
    Span::new(0, value.span.start).of(text.norm).chars().rev().find(|ch| !ch.is_whitespace())
}

/// Whether a value is written like a year: `2019`, but not `2,019`.
fn is_year(text: &Reading<'_>, value: &Value) -> bool {
    let digits = value.span.of(text.norm).as_bytes();
    digits.len() == 4 && matches!(digits.first(), Some(b'1' | b'2')) && digits.iter().all(u8::is_ascii_digit)
}

/// Nouns of limits.
static LIMITS: LazyLock<Vec<&str>> =
    LazyLock::new(|| ["words/en/limits", "words/ko/limits"].into_iter().flat_map(stet_data::lines).collect());

/// Whether a text speaks of a limit.
fn limits(text: &Reading<'_>) -> bool {
    text.tokens.iter().any(|token| {
        let hangul = token.script == Script::Hangul;
        LIMITS.iter().any(|word| token.text == *word || hangul && token.text.starts_with(word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    /// What the bounds of two texts say of one another, and whether one has a bound where the other has the value itself.
    fn compared(claim: &str, evidence: &str) -> (Agreement, bool) {
        let (claim, evidence) = (normalise(claim), normalise(evidence));
        let (claim, text) = (Reading::new(&claim), Reading::new(&evidence));
        let mine = bounds(&claim, claim.values());
        let found = agreement(&claim, claim.values(), &mine, &text);
        (found, unequal(&claim, claim.values(), &mine, &text).is_some())
    }

    #[test]
    fn the_value_itself_is_within_or_not() {
        for (claim, evidence, want) in [
            ("5명 초과로 한다", "5명 이상으로 한다", true),
            ("5명 이하로 한다", "5명 미만으로 한다", true),
            ("5명 이상으로 한다", "5명 이상으로 한다", false),
            ("5명 이상으로 한다", "5명 이하로 한다", true),
            ("5명을 넘는다", "5명 이상이다", false),
            ("5명 이상으로 한다", "5명 미만일 수 없다", false),
            ("more than 5 members", "at least 5 members", false),
        ] {
            assert_eq!(compared(claim, evidence).0.reversed, want, "{claim} / {evidence}");
        }
    }

    #[test]
    fn a_value_is_no_bound() {
        for (claim, evidence, want) in [
            ("휴학은 3년이다", "휴학은 3년을 초과할 수 없다", true),
            ("위원은 9명 이내로 한다", "위원은 9명으로 한다", true),
            ("지원금은 500만 원이다", "지원금은 500만 원까지이다", true),
            ("휴학은 최대 3년이다", "휴학은 3년을 초과할 수 없다", false),
            ("휴학의 한도는 3년이다", "휴학은 3년을 초과할 수 없다", false),
            ("5월 3일에 마감한다", "5월 3일까지 접수한다", false),
            ("9시에 연다", "9시부터 18시까지 연다", false),
            ("휴학은 약 3년이다", "휴학은 3년을 초과할 수 없다", false),
            ("휴학은 3년이다", "휴학은 3년이며 3년을 초과할 수 없다", false),
            ("The loan lasts 5 days", "The loan lasts up to 5 days", true),
            ("The loan lasts at least 5 days", "The loan lasts 5 days", true),
            ("The limit is 5 days", "The loan lasts up to 5 days", false),
            ("통산 기간: 3년", "휴학은 3년을 초과할 수 없다", false),
            ("It opened in 2019", "It opened no later than 2019", false),
        ] {
            assert_eq!(compared(claim, evidence).1, want, "{claim} / {evidence}");
        }
    }

    #[test]
    fn a_value_bounds_one_side() {
        for (text, want) in [
            ("휴학은 1년 이내로 한다", Some((Side::Upper, false, false))),
            ("휴학은 1년을 초과할 수 없다", Some((Side::Upper, false, true))),
            ("휴학은 1년을 초과하여 신청할 수 없다", Some((Side::Upper, false, true))),
            ("휴학은 1년을 초과할 수 있다", Some((Side::Lower, true, false))),
            ("30세 미만인 사람", Some((Side::Upper, true, false))),
            ("평점은 3.0 미만일 수 없다", Some((Side::Lower, false, true))),
            // What is denied here is the application, not the excess.
            ("5명 이상은 신청할 수 없다", Some((Side::Lower, false, false))),
            ("It may not be paid for more than 5 days", Some((Side::Upper, false, true))),
            ("It lasts more than 5 days", Some((Side::Lower, true, false))),
            ("It lasts 5 days or less", Some((Side::Upper, false, false))),
            ("It is not granted if it exceeds 5 days", Some((Side::Lower, true, false))),
            ("휴학은 1년이다", None),
            ("It lasts 5 days", None),
            ("이상한 5일", None),
        ] {
            let norm = normalise(text);
            let reading = Reading::new(&norm);
            let found = reading.values().first().and_then(|value| bound(&reading, value));
            assert_eq!(found.map(|mark| (mark.side, mark.strict, mark.denied)), want, "{text}");
        }
    }

    #[test]
    fn what_is_beyond_a_bound_is_its_complement() {
        for (claim, evidence, want) in [
            ("14세 이상은 가입할 수 있다", "14세 미만은 가입할 수 없다", true),
            ("14세 이상은 가입할 수 없다", "14세 미만은 가입할 수 없다", false),
            ("14세 미만은 가입할 수 있다", "14세 미만은 가입할 수 없다", false),
        ] {
            assert_eq!(compared(claim, evidence).0.complement, want, "{claim}");
        }
    }
}
