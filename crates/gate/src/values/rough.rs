//! Rough values: a claim that says `more than 100` where its evidence says `116`, `약 200명` where it says `197명`.
//!
//! Owns the words that make a value rough and when a plain value of the evidence bears one out. Bounds that the evidence
//! states, too, are compared by [`bounds`](crate::values::bounds).

use std::ops::Range;

use crate::values::number::{ONE, Value};
use stet_reading::reading::Reading;
use stet_text::{Script, Token};

/// What a rough value says of the exact one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Above,
    Below,
    Near,
    /// From the value to the next round one: `5조대`, `30대`.
    Class,
    /// A percentage without the decimals of the other: `33 %` of `33.3 %`.
    Rounded,
}

fn text_at<'a>(words: &[Token<'a>], at: Option<usize>) -> &'a str {
    at.and_then(|at| words.get(at)).map_or("", |token| token.text)
}

/// The words that make a value of the claim rough, when one of the values of the evidence bears it out: of the same
/// unit, or of the same thing, not far away, and on the right side.
pub(crate) fn borne_out(
    claim: &Reading<'_>,
    value: &Value,
    text: &Reading<'_>,
    stated: &[Value],
) -> Option<Range<usize>> {
    let at = claim.first_from(value.span.start);
    if stated.iter().any(|other| !other.implied && value.lasts_as_long_as(other)) {
        return Some(at..at);
    }
    let rounded = || value.is_percent().then_some((Side::Rounded, at..at));
    let (side, marks) = side(claim, value).or_else(rounded)?;
    let is_only = |one: &Value| {
        !one.implied && stated.iter().filter(|other| other.unit == one.unit && !other.implied).count() == 1
    };
    let near = |other: &&Value| {
        let (mine, theirs) = (value.amount, other.amount);
        match side {
            // Half as much again: one says a rounder number, not another one. A bound is borne out by the one value there is,
            // however far.
            Side::Above => mine <= theirs && (theirs * 2 <= mine * 3 || is_only(other)),
            Side::Below => theirs <= mine && (mine * 2 <= theirs * 3 || is_only(other)),
            // A tenth.
            Side::Near => (mine - theirs).abs() * 10 <= mine && zeros(mine) > zeros(theirs),
            Side::Rounded => {
                let unit = 10_i128.saturating_pow(zeros(mine)).min(ONE);
                zeros(mine) > zeros(theirs) && (mine - theirs).abs() * 2 < unit
            }
            Side::Class => mine <= theirs && theirs - mine < 10_i128.saturating_pow(zeros(mine)),
        }
    };
    let found = stated.iter().filter(near).any(|other| {
        let same_thing = || {
            let (mine, theirs) = (thing(claim, value), thing(text, other));
            mine.is_some() && mine == theirs
        };
        !other.implied
            && (value.unit == other.unit || side == Side::Class && value.is_bare())
            && (value.has_unit() || side == Side::Class || same_thing())
            // What is about so many itself may be told as about a rounder number.
            && self::side(text, other).is_none_or(|(theirs, _)| theirs == Side::Near && side == Side::Near)
    });
    found.then_some(marks)
}

/// Whether a text makes a value rough.
pub(crate) fn is_rough(text: &Reading<'_>, value: &Value) -> bool {
    side(text, value).is_some()
}

/// How round an amount is: the zeros it ends in.
fn zeros(amount: i128) -> u32 {
    let mut count = 0;
    // Wide numbers are divided slowly.
    if let Ok(mut rest) = u64::try_from(amount.unsigned_abs()) {
        while rest != 0 && rest % 10 == 0 {
            rest /= 10;
            count += 1;
        }
        return count;
    }
    let mut rest = amount;
    while rest != 0 && rest % 10 == 0 {
        rest /= 10;
        count += 1;
    }
    count
}

/// The content word that follows a value: what is counted.
fn thing(text: &Reading<'_>, value: &Value) -> Option<u32> {
    let next = text.first_from(value.span.end);
    (next..next + 2).find_map(|at| text.content(at))
}

/// Which way a value is rough, if it is, and the words that say so.
fn side(text: &Reading<'_>, value: &Value) -> Option<(Side, Range<usize>)> {
    let words = &text.tokens;
    let first = words.partition_point(|token| token.span.start < value.span.start);
    let next = words.partition_point(|token| token.span.start < value.span.end);
    let at = |back: usize| text_at(words, first.checked_sub(back));
    let before = |side, words| Some((side, first - words..first));
    match at(1) {
        "over" | "above" | "exceeding" | "exceeded" | "exceeds" => return before(Side::Above, 1),
        "under" | "below" => return before(Side::Below, 1),
        "nearly" | "almost" | "about" | "around" | "approximately" | "roughly" | "circa" | "약" | "대략"
        | "거의" => return before(Side::Near, 1),
        "than" => match at(2) {
            "more" | "greater" | "higher" | "longer" | "larger" if !matches!(at(3), "no" | "not") => {
                return before(Side::Above, 2);
            }
            "less" | "fewer" | "lower" | "shorter" | "smaller" if !matches!(at(3), "no" | "not") => {
                return before(Side::Below, 2);
            }
            _ => {}
        },
        "least" if at(2) == "at" => return before(Side::Above, 2),
        _ => {}
    }
    // In the word of the counter (`200명가량`) or the next (`200명 정도`).
    (next.saturating_sub(1)..=next).filter_map(|at| Some((at, words.get(at)?))).find_map(|(at, token)| {
        if token.script != Script::Hangul {
            return None;
        }
        let has =
            |list: &[&str]| {
                list.iter().any(|part| {
                    if at < next { token.text.contains(part) } else { token.text.starts_with(part) }
                })
            };
        if has(&["가량", "정도", "쯤", "남짓", "안팎", "가까이", "육박"])
            || at < next && token.text.starts_with('여')
        {
            Some((Side::Near, at..at + 1))
        } else if has(&["넘"]) {
            Some((Side::Above, at..at + 1))
        } else if at < next && is_class(token.text) {
            Some((Side::Class, at..at + 1))
        } else {
            None
        }
    })
}

/// Whether the Hangul of a value ends in the `대` of a class: `조대의`, `대`, `%대로`, but not `대의` alone, which counts machines.
fn is_class(word: &str) -> bool {
    let Some((head, rest)) = word.split_once('대') else { return false };
    let particle =
        rest.is_empty() || ["의", "에", "로", "를", "가", "이", "인"].iter().any(|end| rest.starts_with(end));
    !head.is_empty() && head.ends_with(['조', '억', '만', '천', '백', '십', '원']) && particle
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::number::values;
    use stet_text::normalise;

    fn is_borne_out(claim: &str, evidence: &str) -> bool {
        let (claim, evidence) = (normalise(claim), normalise(evidence));
        let (mine, theirs) = (values(&claim), values(&evidence));
        let (claim, evidence) = (Reading::new(&claim), Reading::new(&evidence));
        mine.iter().all(|value| borne_out(&claim, value, &evidence, &theirs).is_some())
    }

    #[test]
    fn a_plain_value_bears_out_a_rough_one() {
        for (claim, evidence) in [
            ("More than 100 bodies were found.", "They found 116 bodies."),
            ("It cost over $200,000.", "It cost $214,500."),
            ("More than 100,000 people came.", "258,000 people came."),
            ("10만 명이 넘는 사람이 왔다.", "25만 8천 명이 왔다."),
            ("Fewer than 50 members voted.", "Only 47 members voted."),
            ("About 200 people came.", "197 people came."),
            ("About 5,000 people came.", "About 4,980 people came."),
            ("약 200명이 참석했다.", "197명이 참석했다."),
            ("회비는 3만 원가량이다.", "회비는 29,500원이다."),
            ("공사는 80일 넘게 걸렸다.", "공사는 82일 걸렸다."),
            ("예산은 5조대의 규모이다.", "예산은 5조 4000억원이다."),
            ("가격은 3만원대이다.", "가격은 32,000원이다."),
            ("Turnout was 33%.", "Turnout was 33.3%."),
            ("투표율은 48.7%였다.", "투표율은 48.72%였다."),
            ("The trip takes three days.", "The trip takes 72 hours."),
            ("운송에는 사흘이 걸린다.", "운송에는 72시간이 걸린다."),
        ] {
            assert!(is_borne_out(claim, evidence), "{claim}");
        }
    }

    #[test]
    fn other_values_do_not() {
        for (claim, evidence) in [
            ("More than 100 bodies were found.", "They found 96 bodies."),
            ("More than 100 bodies were found.", "They found 116 graves."),
            ("More than 100 bodies were found.", "They found 1,160 bodies and 40 more bodies."),
            ("No more than 100 bodies were found.", "They found 116 bodies."),
            ("100 bodies were found.", "They found 116 bodies."),
            ("About 197 people came.", "200 people came."),
            ("More than 100 people came.", "At least 110 people came."),
            ("약 200명이 참석했다.", "150명이 참석했다."),
            ("80일 이상 걸렸다.", "82일 걸렸다."),
            ("예산은 5조대의 규모이다.", "예산은 6조 4000억원이다."),
            ("가격은 3만원대이다.", "가격은 41,000원이다."),
            ("Turnout was 34%.", "Turnout was 33.3%."),
            ("Turnout was 33.3%.", "Turnout was 33%."),
            ("It costs 33 euros.", "It costs 33.30 euros."),
            ("The trip takes four days.", "The trip takes 72 hours."),
        ] {
            assert!(!is_borne_out(claim, evidence), "{claim}");
        }
    }
}
