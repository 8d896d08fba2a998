//! Times of day in figures: `3 p.m.`, `15:00`, `오후 3시 30분`.

use super::Value;
use super::hours::{Half, half_before, meridiem, minutes, small, time};
use super::spelled::numeral::numeral_before;
use crate::span::Span;
use crate::{Script, Token};

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
        if let Some((more, after)) =
            minutes(words, next, numeral_before(norm, words, next)).filter(|_| word == "시")
        {
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
