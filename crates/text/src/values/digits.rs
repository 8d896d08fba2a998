//! Values that begin with digits: dates, times of the day, shares, and amounts with their scale and unit behind them.

use super::clock::clock;
use super::date::{Date, month_after, months_counted, numeric_date, push_date, year_at};
use super::decimal::{decimal, with_comma, with_points};
use super::joined::{add, and_a_half};
use super::spelled::{self, portion};
use super::unit::{self, Unit};
use super::{ONE, Value, end_of};
use crate::span::Span;
use crate::{Script, Token};

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
    if let Some([first, last]) = years(norm, words, at) {
        out.extend([first, last]);
        return at + 2;
    }
    let Some(Number { mut amount, last, certain }) = number(norm, words, at) else {
        // `1,2,3` or `1.2.3`: a list, a version; each part is a value.
        parts(token.span, token.text.split([',', '.']), false, out);
        return at + 1;
    };
    // Day before month name: `5 January 2024`, `5th of January`.
    if let Some((month, next)) = month_after(words, at)
        && amount <= 31 * ONE
        && amount % ONE == 0
    {
        let (year, next) = year_at(words, next);
        let span = Span::new(token.span.start, end_of(words, next));
        let date = Date { year, month: Some(month), day: Some(amount / ONE), ..Date::default() };
        push_date(date, span, out);
        return next;
    }
    let mut next = last + 1;
    let mut tail = 0;
    // `1만 2천`, `3억 5000만`, `12조 원`, `1.2 million`
    let start = token.span.start;
    if let Some((scaled, after, rest)) = spelled::scale(norm, words, last, amount) {
        amount = scaled;
        next = after;
        tail = rest;
    } else if let Some(after) = and_a_half(words, next) {
        // `2 and a half years`
        amount += ONE / 2;
        next = after;
    } else if let Some(factor) = scale_of_range(norm, words, at) {
        amount = amount.checked_mul(factor).unwrap_or(amount);
    }
    let (unit, factor, next, end) = unit::after(norm, words, next, tail, start, amount);
    let start = unit::start_of(norm, words, unit, start);
    let amount = factor.apply(amount);
    let value = Value { span: Span::new(start, end), amount, unit, spelled: false, implied: false };
    let after = add(norm, words, (at, next), factor.apply(ONE), value, out);
    if !certain && after == last + 1 && unit == Unit::None {
        // Three numbers of a row may stand so, too.
        let row = words.get(at..=last).unwrap_or_default();
        parts(value.span, row.iter().map(|token| token.text), true, out);
    }
    after
}

/// Adds each of some numbers in digits as a value without a unit.
fn parts<'a>(span: Span, list: impl Iterator<Item = &'a str>, implied: bool, out: &mut Vec<Value>) {
    out.extend(list.filter_map(decimal).map(|amount| Value {
        span,
        amount,
        unit: Unit::None,
        spelled: false,
        implied,
    }));
}

/// A number in digits, and the last token of it.
struct Number {
    amount: i128,
    last: usize,
    /// Whether its groups can be no numbers of their own.
    certain: bool,
}

/// The number that begins with the digits at `at`: `1,234.5`, `25 000 000`, `1'234`, `2,35 %`.
fn number(norm: &str, words: &[Token<'_>], at: usize) -> Option<Number> {
    let Token { text, span, .. } = *words.get(at)?;
    let whole = |amount| Number { amount, last: at, certain: true };
    // `2½`
    let part = words.get(at + 1).filter(|part| part.script == Script::Other && part.span.start == span.end);
    let part = part.and_then(|part| ["¼", "½", "¾"].iter().zip(1..).find(|(sign, _)| **sign == part.text));
    if let Some(((_, quarters), amount)) = part.zip(decimal(text)) {
        return Some(Number { amount: amount + ONE / 4 * quarters, last: at + 1, certain: true });
    }
    grouped(norm, words, at).or_else(|| decimal(text).map(whole)).or_else(|| {
        let amount = with_comma(text).or_else(|| with_points(text))?;
        is_measured(norm, words, (at, at), amount).then_some(whole(amount))
    })
}

/// Whether the number of the tokens from `at` to `last` has a unit that measures, or a scale, right behind or before it.
fn is_measured(norm: &str, words: &[Token<'_>], (at, last): (usize, usize), amount: i128) -> bool {
    let Some(token) = words.get(at) else { return false };
    let scaled = || {
        let scale = words.get(last + 1).filter(|next| next.script == Script::Latin);
        scale.is_some() && spelled::scale(norm, words, last, amount).is_some()
    };
    unit::after(norm, words, last + 1, 0, token.span.start, amount).0.is_measured() || scaled()
}

/// `25 000 000`, `1'234'567,50`: groups of three digits that blanks or apostrophes set apart. Two of them may be two numbers (`in
/// 12 300 people`), unless no number begins like the second, or a unit tells what they are.
fn grouped(norm: &str, words: &[Token<'_>], at: usize) -> Option<Number> {
    let first = words.get(at).filter(|token| token.text.len() <= 3)?;
    let separator = norm.get(first.span.end..).and_then(|rest| rest.chars().next())?;
    if !matches!(separator, ' ' | '\'')
        || first.text.starts_with('0')
        || !first.text.bytes().all(|byte| byte.is_ascii_digit())
    {
        return None;
    }
    let mut text = first.text.to_owned();
    let (mut last, mut certain) = (at, separator == '\'');
    while let Some(next) = words.get(last + 1).filter(|next| next.script == Script::Digit) {
        let before = words.get(last)?.span.end;
        let apart = norm.get(before..next.span.start).is_some_and(|gap| gap.chars().eq([separator]));
        let (group, fraction) = next.text.split_at(next.text.find([',', '.']).unwrap_or(next.text.len()));
        if !apart || group.len() != 3 {
            break;
        }
        certain |= group.starts_with('0');
        text.push_str(group);
        last += 1;
        if let Some(fraction) = fraction.get(1..) {
            text.push('.');
            text.push_str(fraction);
            break;
        }
    }
    let groups = last - at;
    // A hyphen, or a fourth digit, makes a number of a telephone.
    let goes_on = norm.get(words.get(last)?.span.end..).is_some_and(|rest| {
        let mut rest = rest.chars();
        matches!(rest.next(), Some(' ' | '-')) && rest.next().is_some_and(|ch| ch.is_ascii_digit())
    });
    let amount = decimal(&text).filter(|_| groups > 0 && !goes_on)?;
    certain |= groups > 0 && is_measured(norm, words, (at, last), amount);
    (certain || groups > 1).then_some(Number { amount, last, certain })
}

/// The scale that the other end of a range gives its beginning: `from 10 to 12 million`, `10–12 billion`, `between 3 and 5
/// thousand`, `10~20만 원`. A year is no beginning of one.
fn scale_of_range(norm: &str, words: &[Token<'_>], at: usize) -> Option<i128> {
    let text = |at: usize| words.get(at).map_or("", |token| token.text);
    let before = at.checked_sub(1).map_or("", text);
    let (first, next) = (words.get(at)?, words.get(at + 1)?);
    let dash = || matches!(norm.get(first.span.end..next.span.start), Some("-" | "–" | "~"));
    let other = match next.text {
        "to" if before == "from" || norm.as_bytes().get(first.span.end) == Some(&b' ') => at + 2,
        "and" if before == "between" => at + 2,
        _ if next.script == Script::Digit && dash() => at + 1,
        _ => return None,
    };
    let digits = words.get(other).filter(|token| token.script == Script::Digit)?;
    let (mine, amount) = (decimal(first.text)?, decimal(digits.text)?);
    let (scaled, ..) = spelled::scale(norm, words, other, amount)?;
    let scale = words.get(other + 1).map_or("", |scale| scale.text);
    let large = matches!(scale, "thousand" | "million" | "billion" | "trillion" | "bn" | "mn");
    // `10~20만 원`, but `1~2만 5천`
    let factor = scaled / amount.max(1);
    let korean = dash() && mine < amount && [1000, 10_000, 100_000_000].contains(&factor);
    let year = (1000 * ONE..3000 * ONE).contains(&mine) && first.text.len() == 4;
    ((large || korean) && !year).then_some(factor)
}

/// `2018–19`, `1999/00`, `1914–18`: a year and the last two figures of a later one. Two figures that may be a month are a
/// year only right behind the first, as in the name of a season.
fn years(norm: &str, words: &[Token<'_>], at: usize) -> Option<[Value; 2]> {
    let figures = |at: usize, count: usize| {
        let token =
            words.get(at).filter(|token| token.script == Script::Digit && token.text.len() == count)?;
        token.text.parse::<u16>().ok().map(|number| (token.span, number))
    };
    let ((first, year), (last, short)) = (figures(at, 4)?, figures(at + 1, 2)?);
    let gap = norm.get(first.end..last.start)?;
    let bytes = norm.as_bytes();
    let goes_on = matches!(bytes.get(last.end), Some(b'-' | b'/' | b'.'))
        && bytes.get(last.end + 1).is_some_and(u8::is_ascii_digit);
    if !matches!(gap, "-" | "–" | "/" | "~") || goes_on || !(1000..3000).contains(&year) {
        return None;
    }
    let next = (year + 1) % 100 == short;
    let later = if next { year + 1 } else { year - year % 100 + short };
    let plain = short > 12 && gap != "/" && later > year;
    (next || plain).then(|| {
        [(first, year), (last, later)].map(|(span, year)| Value {
            span,
            amount: i128::from(year) * ONE,
            unit: Unit::None,
            spelled: false,
            implied: false,
        })
    })
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
        if of == 4 && norm.get(next.span.end..).is_some_and(|rest| rest.starts_with("분기")) {
            // `3/4분기`
            let span = Span::new(first.span.start, end_of(words, at + 3));
            let value =
                Value { span, amount: part * ONE, unit: Unit::Quarter, spelled: false, implied: false };
            return Some((value, at + 3));
        }
        (part, of, at + 1)
    };
    (part < of).then(|| {
        let span = Span::new(first.span.start, words.get(last).map_or(first.span.end, |last| last.span.end));
        let amount = part * 100 * ONE / of;
        (Value { span, amount, unit: Unit::Percent, spelled: false, implied: false }, last + 1)
    })
}
