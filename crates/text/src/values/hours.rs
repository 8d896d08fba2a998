//! Hours: halves of the day, minutes behind an hour, and the words that tell a time alone (`noon`, `half past three`).
//!
//! Owns which half of the day a time is of, if a text says so. A time without one (`3시`, `9:30`) is any of the two. How numbers are
//! written is told by who asks.

use super::joined;
use super::unit::Unit;
use super::{ONE, Value, end_of};
use crate::span::Span;
use crate::{Script, Token};

const MINUTE: i128 = 60 * ONE;
pub(super) const HOUR: i128 = 60 * MINUTE;
pub(super) const HALF_DAY: i128 = 12 * HOUR;

/// Half of the day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Half {
    Morning,
    Afternoon,
    /// Late in the evening and early in the morning: `밤 11시`, `밤 1시`.
    Night,
}

/// The half that a Korean word before an hour tells.
fn half(word: &str) -> Option<Half> {
    Some(match word {
        "오전" | "새벽" | "아침" => Half::Morning,
        "오후" | "낮" | "저녁" => Half::Afternoon,
        "밤" => Half::Night,
        _ => return None,
    })
}

/// The half that the Korean word before the token at `at` tells, if one does.
pub(super) fn half_before(words: &[Token<'_>], at: usize) -> Option<Half> {
    let before = at.checked_sub(1).and_then(|at| words.get(at))?;
    half(before.text).filter(|_| before.script == Script::Hangul)
}

/// A time as its amount and unit.
pub(super) fn time(hour: i128, minute: i128, half: Option<Half>) -> (i128, Unit) {
    let minutes = minute * MINUTE;
    let twelve = (hour % 12) * HOUR + minutes;
    match half {
        Some(half) if half == Half::Afternoon || half == Half::Night && (6..12).contains(&hour) => {
            (twelve + HALF_DAY, Unit::Clock)
        }
        Some(_) => (twelve, Unit::Clock),
        None if hour == 0 || hour > 12 => ((hour % 24) * HOUR + minutes, Unit::Clock),
        None => (twelve, Unit::Hour),
    }
}

/// A whole number below a limit.
pub(super) fn small(text: &str, limit: i128) -> Option<i128> {
    text.parse::<u8>().ok().map(i128::from).filter(|number| *number < limit)
}

/// The minutes behind an hour at `at`, and the token after them: `30분`, `반`; `numeral` is the Korean numeral there, what follows
/// it and the token after that.
pub(super) fn minutes(
    words: &[Token<'_>],
    at: usize,
    numeral: Option<(i128, &str, usize)>,
) -> Option<(i128, usize)> {
    let token = words.get(at)?;
    if let Some((amount, rest, next)) = numeral {
        return (rest.starts_with('분') && amount < 60 * ONE).then_some((amount / ONE, next));
    }
    if token.script == Script::Digit {
        let unit = words.get(at + 1).filter(|unit| unit.text.starts_with('분'));
        return Some((small(token.text, 60).filter(|_| unit.is_some())?, at + 2));
    }
    joined::half(words, at).is_some_and(|(head, _)| head.is_empty()).then_some((30, at + 1))
}

/// `am`, `p.m.`: the half and of how many words it is.
pub(super) fn meridiem(norm: &str, words: &[Token<'_>], at: usize) -> Option<(Half, usize)> {
    let token = words.get(at)?;
    let before = at.checked_sub(1).and_then(|before| words.get(before))?;
    if !matches!(Span::new(before.span.end, token.span.start).of(norm), "" | " ") {
        return None;
    }
    let half = match token.text.as_bytes().first()? {
        b'a' | b'm' => Half::Morning,
        b'p' | b'n' => Half::Afternoon,
        _ => return None,
    };
    match token.text {
        "am" | "pm" => Some((half, 1)),
        "noon" | "midnight" if before.text == "12" => Some((half, 1)),
        "a" | "p" => {
            let dotted = norm.as_bytes().get(token.span.end) == Some(&b'.');
            let m = words.get(at + 1).is_some_and(|m| m.text == "m" && m.span.start == token.span.end + 1);
            (dotted && m).then_some((half, 2))
        }
        _ => None,
    }
}

/// `half past three`, `quarter to six p.m.`: the time, and the token after it.
pub(super) fn past(
    norm: &str,
    words: &[Token<'_>],
    at: usize,
    number: impl Fn(&Token<'_>) -> Option<i128>,
) -> Option<(Value, usize)> {
    let text = |at: usize| words.get(at).map_or("", |token| token.text);
    let minutes = match (text(at), text(at + 1)) {
        ("half", "past") => 30,
        ("quarter", "past") => 15,
        ("quarter", "to") => -15,
        _ => return None,
    };
    let hour = number(words.get(at + 2)?).filter(|hour| (1..=12).contains(hour))?;
    let (half, count) = meridiem(norm, words, at + 3).map_or((None, 0), |(half, count)| (Some(half), count));
    let (hour, minute) = if minutes < 0 { ((hour + 11) % 12, 60 + minutes) } else { (hour, minutes) };
    let (amount, unit) = time(hour, minute, half);
    let next = at + 3 + count;
    let span = Span::new(words.get(at)?.span.start, end_of(words, next));
    Some((Value { span, amount, unit, spelled: true, implied: false }, next))
}

/// `noon`, `자정에`: the time that a word alone tells.
pub(super) fn word(word: &str) -> Option<i128> {
    match word {
        "noon" | "midday" => Some(HALF_DAY),
        "midnight" => Some(0),
        _ => {
            let rest = |head: &str| word.strip_prefix(head).is_some_and(is_particle);
            if rest("정오") { Some(HALF_DAY) } else { rest("자정").then_some(0) }
        }
    }
}

fn is_particle(rest: &str) -> bool {
    rest.is_empty()
        || ["에", "부터", "까지", "이", "은", "는", "가", "를", "을", "의"]
            .iter()
            .any(|particle| rest.starts_with(particle))
}
