//! Times of day: `3 p.m.`, `15:00`, `오후 3시 30분`, `noon`.
//!
//! Owns which half of the day a time is of, if a text says so. A time without one (`3시`, `9:30`) is any of the two.

use super::joined;
use super::spelled::{self, portion};
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

/// The time of day that begins with the digits at `at`, and the token after it.
pub(super) fn clock(norm: &str, words: &[Token<'_>], at: usize) -> Option<(Value, usize)> {
    let token = words.get(at).filter(|token| token.text.len() <= "12.30".len())?;
    let bytes = norm.as_bytes();
    // What follows nearly every other number.
    match (bytes.get(token.span.end)?, bytes.get(token.span.end + 1)) {
        (b':' | 0xec | b'a' | b'p', _) | (b' ', Some(b'a' | b'p' | b'n' | b'm' | 0xec)) => {}
        _ => return None,
    }
    // `3.30 p.m.`
    let (hour, dotted) =
        token.text.split_once('.').map_or((token.text, None), |(hour, rest)| (hour, Some(rest)));
    if dotted.is_some_and(|rest| rest.len() != 2 || meridiem(norm, words, at + 1).is_none()) {
        return None;
    }
    let hour = small(hour, 25)?;
    let beside = |at: usize| {
        words.get(at).filter(|next| {
            words.get(at - 1).is_some_and(|before| {
                matches!(Span::new(before.span.end, next.span.start).of(norm), "" | " ")
            })
        })
    };
    let (mut minute, mut next) = (dotted.map_or(Some(0), |rest| small(rest, 60))?, at + 1);
    let written = bytes.get(token.span.end) == Some(&b':');
    let korean =
        beside(at + 1).is_some_and(|next| next.script == Script::Hangul && next.text.starts_with('시'));
    if written {
        let digits =
            words.get(at + 1).filter(|next| next.span.start == token.span.end + 1 && next.text.len() == 2)?;
        // `1:02:03` is a duration, `1:15:2` a ratio.
        let alone = bytes.get(digits.span.end) != Some(&b':')
            && token.span.start.checked_sub(1).and_then(|before| bytes.get(before)) != Some(&b':');
        minute = small(digits.text, 60).filter(|_| alone)?;
        next = at + 2;
    } else if korean {
        let word = words.get(at + 1).map_or("", |token| token.text);
        if word.starts_with("시간") {
            return None;
        }
        next = at + 2;
        if let Some((more, after)) = minutes(norm, words, next).filter(|_| word == "시") {
            (minute, next) = (more, after);
        }
    }
    let mut half = half_before(words, at);
    let first = at - usize::from(half.is_some());
    if let Some((found, count)) = meridiem(norm, words, next).filter(|_| !korean) {
        half = Some(found);
        next += count;
    } else if !written && !korean {
        return None;
    }
    // `09:00` is of a clock with 24 hours.
    let morning = written && half.is_none() && token.text.starts_with('0');
    let (amount, unit) = time(hour, minute, if morning { Some(Half::Morning) } else { half });
    let end = words.get(next - 1).map_or(token.span.end, |last| last.span.end);
    let span = Span::new(words.get(first).map_or(token.span.start, |token| token.span.start), end);
    Some((Value { span, amount, unit, spelled: false, implied: false }, next))
}

/// A whole number below a limit.
fn small(text: &str, limit: i128) -> Option<i128> {
    text.parse::<u8>().ok().map(i128::from).filter(|number| *number < limit)
}

/// The minutes behind an hour at `at`, and the token after them: `30분`, `반`.
pub(super) fn minutes(norm: &str, words: &[Token<'_>], at: usize) -> Option<(i128, usize)> {
    let token = words.get(at)?;
    if let Some((amount, rest, next)) = spelled::numeral_before(norm, words, at) {
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
pub(super) fn past(norm: &str, words: &[Token<'_>], at: usize) -> Option<(Value, usize)> {
    let text = |at: usize| words.get(at).map_or("", |token| token.text);
    let minutes = match (text(at), text(at + 1)) {
        ("half", "past") => 30,
        ("quarter", "past") => 15,
        ("quarter", "to") => -15,
        _ => return None,
    };
    let hour = portion::number(words.get(at + 2)?).filter(|hour| (1..=12).contains(hour))?;
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
