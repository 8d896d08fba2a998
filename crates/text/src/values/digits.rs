//! Values that begin with digits: dates, times of the day, shares, and amounts with their scale and unit behind them.

use super::clock::clock;
use super::date::{Date, month_after, months_counted, numeric_date, push_date, year_at};
use super::decimal::decimal;
use super::sign::is_negative;
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
        let date = Date { year, month: Some(month), day: Some(amount / ONE), ..Date::default() };
        push_date(date, span, out);
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
    if next == at + 1
        && let Some(factor) = scale_of_range(norm, words, at)
    {
        amount = amount.checked_mul(factor).unwrap_or(amount);
    }
    let (unit, factor, next, end) = unit::after(norm, words, next, tail, start, amount);
    let (half, next, end) = half_more(words, unit, factor.apply(ONE), next, end);
    let amount = factor.apply(amount) + half;
    let amount = if is_negative(norm, words, at, unit) { -amount } else { amount };
    let start = unit::start_of(norm, words, unit, start);
    out.push(Value { span: Span::new(start, end), amount, unit, spelled: false, implied: false });
    join_durations(norm, out);
    if let Some(share) = share_of_those(words, at, out) {
        out.push(share);
    }
    next
}

/// `10명 중 8명`, `20곳 가운데 5곳`: the share that the second is, beside the two counts.
fn share_of_those(words: &[Token<'_>], at: usize, out: &[Value]) -> Option<Value> {
    let [.., whole, part] = out else { return None };
    let among = words.get(at.checked_sub(1)?)?;
    let of_them = matches!(among.text, "중" | "가운데")
        && whole.unit == part.unit
        && matches!(part.unit, Unit::Person | Unit::Piece)
        && whole.span.end + 1 == among.span.start
        && (1..whole.amount).contains(&part.amount);
    let amount = part.amount.checked_mul(100 * ONE)?.checked_div(whole.amount)?;
    let span = Span::new(whole.span.start, part.span.end);
    of_them.then_some(Value { span, amount, unit: Unit::Percent, spelled: true, implied: true })
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

/// `2년 반`, `1시간 반이 걸린다`: half a unit more, the token behind it, and where it ends.
fn half_more(words: &[Token<'_>], unit: Unit, one: i128, next: usize, end: usize) -> (i128, usize, usize) {
    const BEHIND: [&str; 9] = ["", "이", "을", "은", "만", "의", "에", "간", "이다"];
    let longer = match unit {
        Unit::Months | Unit::Day => one > ONE,
        Unit::Seconds => one > 60 * ONE,
        _ => false,
    };
    let half = words.get(next).filter(|token| longer && token.script == Script::Hangul);
    match half.and_then(|token| Some((token, token.text.strip_prefix('반')?))) {
        // Half a week is no number of days.
        Some((token, rest)) if BEHIND.contains(&rest) && one % (2 * ONE) == 0 => {
            (one / 2, next + 1, token.span.start + '반'.len_utf8())
        }
        _ => (0, next, end),
    }
}

/// `1시간 30분`, `8 minutes and 20 seconds`, `1년 6개월`: the last two durations of `out` as one, if they are two parts of
/// one. What lasts so long does not last as long as a part of it.
fn join_durations(norm: &str, out: &mut Vec<Value>) {
    let [.., long, short] = out.as_slice() else { return };
    let (long, short) = (*long, *short);
    let larger = match long.unit {
        Unit::Months => 12 * ONE,
        Unit::Seconds if long.amount % (3600 * ONE) == 0 => 3600 * ONE,
        Unit::Seconds => 60 * ONE,
        _ => return,
    };
    let parts = short.unit == long.unit
        && !long.implied
        && long.amount > 0
        && long.amount % larger == 0
        && (1..larger).contains(&short.amount)
        && norm
            .get(long.span.end..short.span.start)
            .is_some_and(|gap| matches!(gap, "" | " " | " and " | ", and " | "-"));
    if !parts {
        return;
    }
    out.truncate(out.len() - 2);
    let span = Span::new(long.span.start, short.span.end);
    out.push(Value { span, amount: long.amount + short.amount, ..long });
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
        (part, of, at + 1)
    };
    (part < of).then(|| {
        let span = Span::new(first.span.start, words.get(last).map_or(first.span.end, |last| last.span.end));
        let amount = part * 100 * ONE / of;
        (Value { span, amount, unit: Unit::Percent, spelled: false, implied: false }, last + 1)
    })
}
