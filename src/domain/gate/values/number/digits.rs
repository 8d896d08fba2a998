//! Values that begin with digits: dates, times of the day, shares, and amounts with their scale and unit behind them.

use super::clock::clock;
use super::date::{Date, month_after, months_counted, numeric_date, push_date, year_at};
use super::sign::is_negative;
use super::unit::{self, Unit};
use super::{ONE, Value, end_of, portion, spelled};
use crate::domain::span::Span;
use crate::domain::text::{Script, Token};

/// Reads the value that begins with the digits at `at`; returns the token after it.
pub(super) fn digits(norm: &str, words: &[Token<'_>], at: usize, out: &mut Vec<Value>) -> usize {
    let Some(token) = words.get(at) else { return at + 1 };
    if let Some((months, next)) = months_counted(words, at) {
        let span = Span::new(token.span.start, end_of(words, next));
        let amount = months * ONE;
        out.push(Value { span, amount, unit: Unit::Months, spelled: false, implied: false });
        return next;
    }
    if let Some((date, next)) = numeric_date(norm, words, at) {
        push_date(date, Span::new(token.span.start, end_of(words, next)), out);
        return next;
    }
    if let Some((time, next)) = clock(norm, words, at) {
        out.push(time);
        return next;
    }
    if let Some((share, next)) = fraction(norm, words, at) {
        out.push(share);
        return next;
    }
    let Some(mut amount) = decimal(token.text) else {
        // `1,2,3` or `1.2.3`: a list, a version; each part is a value.
        for part in token.text.split([',', '.']) {
            if let Some(amount) = decimal(part) {
                out.push(Value {
                    span: token.span,
                    amount,
                    unit: Unit::None,
                    spelled: false,
                    implied: false,
                });
            }
        }
        return at + 1;
    };
    // Day before month name: `5 January 2024`, `5th of January`.
    if let Some((month, next)) = month_after(words, at)
        && amount <= 31 * ONE
        && amount % ONE == 0
    {
        let (year, next) = year_at(words, next);
        let span = Span::new(token.span.start, end_of(words, next));
        push_date(Date { year, month: Some(month), day: Some(amount / ONE) }, span, out);
        return next;
    }
    let mut next = at + 1;
    let mut tail = 0;
    // `1만 2천`, `3억 5000만`, `12조 원`, `1.2 million`
    let start = token.span.start;
    if let Some((scaled, after, rest)) = spelled::scale(norm, words, at, amount) {
        amount = scaled;
        next = after;
        tail = rest;
    }
    let (unit, factor, next, end) = unit::after(norm, words, next, tail, start, amount);
    let amount = factor.apply(amount);
    let amount = if is_negative(norm, words, at, unit) { -amount } else { amount };
    let start = unit::start_of(norm, words, unit, start);
    out.push(Value { span: Span::new(start, end), amount, unit, spelled: false, implied: false });
    next
}

/// `3분의 2`, `2/3`, `6 out of 10`, `1 out of three`, `100분의 50` (as a percentage, as which `50%` is read, too).
fn fraction(norm: &str, words: &[Token<'_>], at: usize) -> Option<(Value, usize)> {
    /// The largest denominator that is written with a stroke: beyond it, it is a date or a ratio.
    const STROKE: i128 = 10;
    let whole = |at: usize| {
        let token = words.get(at).filter(|token| token.script == Script::Digit && token.text.len() <= 4)?;
        token.text.parse::<i128>().ok().filter(|number| *number > 0)
    };
    let (first, next) = (words.get(at)?, words.get(at + 1)?);
    let (part, of, last) = if next.text == "분의" {
        (whole(at + 2)?, whole(at)?, at + 2)
    } else if next.text == "in" {
        // `1 in 10 people`
        let people = |word: &str| {
            matches!(
                word,
                "people" | "persons" | "adults" | "women" | "men" | "children" | "patients" | "users"
            )
        };
        let who = words.get(at + 3).is_some_and(|word| people(word.text));
        let round = |number: i128| portion::is_round(number).then_some(number);
        let digits = words.get(at + 2).filter(|token| token.script == Script::Digit);
        let thousands = digits.and_then(|token| round(token.text.replace(',', "").parse().ok()?));
        (whole(at)?, thousands.or_else(|| whole(at + 2).filter(|_| who))?, at + 2)
    } else if next.text == "out" {
        // `6 out of 10`
        let of = words.get(at + 2).filter(|word| word.text == "of").and_then(|_| words.get(at + 3));
        (whole(at)?, portion::number(of?)?, at + 3)
    } else {
        let between = Span::new(first.span.end, next.span.start).of(norm);
        let around = |byte: Option<&u8>| matches!(byte, Some(b'/' | b'.' | b'-'));
        let bytes = norm.as_bytes();
        let alone = !around(first.span.start.checked_sub(1).and_then(|at| bytes.get(at)))
            && bytes.get(next.span.end) != Some(&b'/');
        let (part, of) = (whole(at)?, whole(at + 1).filter(|of| *of <= STROKE && between == "/" && alone)?);
        (part, of, at + 1)
    };
    (part < of).then(|| {
        let span = Span::new(first.span.start, words.get(last).map_or(first.span.end, |last| last.span.end));
        let amount = part * 100 * ONE / of;
        (Value { span, amount, unit: Unit::Percent, spelled: false, implied: false }, last + 1)
    })
}

/// Millionths of a number written with digits; `None` when the separators make no number.
pub(super) fn decimal(text: &str) -> Option<i128> {
    /// Digits of any number that a `u64` holds.
    const SHORT: usize = 19;
    if text.len() <= SHORT && text.bytes().all(|byte| byte.is_ascii_digit()) {
        let whole = text.bytes().fold(0, |all, digit| all * 10 + u64::from(digit - b'0'));
        return Some(i128::from(whole) * ONE);
    }
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    if fraction.contains(['.', ',']) {
        return None;
    }
    let mut groups = whole.split(',');
    let first = groups.next().unwrap_or_default();
    if whole.contains(',') && (first.len() > 3 || groups.any(|group| group.len() != 3)) {
        return None;
    }
    let mut amount = 0_i128;
    for digit in whole.bytes().filter(u8::is_ascii_digit) {
        amount = amount.checked_mul(10)?.checked_add(i128::from(digit - b'0') * ONE)?;
    }
    let mut step = ONE;
    for digit in fraction.bytes().filter(u8::is_ascii_digit) {
        step /= 10;
        amount = amount.checked_add(i128::from(digit - b'0') * step)?;
    }
    Some(amount)
}
