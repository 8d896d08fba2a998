//! Dates: `2024. 1. 5.`, `1월 5일`, `January 5, 2024`.

use super::unit::{self, Unit};
use super::{ONE, Value, end_of};
use crate::span::Span;
use crate::{Script, Token, is_word_char};

/// A calendar date or a part of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Date {
    pub year: Option<i128>,
    pub month: Option<i128>,
    pub day: Option<i128>,
    /// Numbers of which nobody knows which is the day (`03/04/2026`), as they stand: such a date is equal to itself only.
    pub unsure: Option<i128>,
}

pub(super) fn push_date(date: Date, span: Span, out: &mut Vec<Value>) {
    let mut push = |amount: i128, unit, implied| {
        out.push(Value { span, amount: amount * ONE, unit, spelled: false, implied });
    };
    if let Some(year) = date.year {
        push(year, Unit::Year, false);
    }
    if let Some(numbers) = date.unsure {
        push(numbers, Unit::Date, false);
    }
    match (date.month, date.day) {
        (Some(month), Some(day)) => {
            push(month * 100 + day, Unit::Date, false);
            push(month, Unit::Month, true);
            push(day, Unit::Day, true);
        }
        (Some(month), None) => push(month, Unit::Month, false),
        (None, Some(day)) => push(day, Unit::Day, false),
        (None, None) => {}
    }
}

/// `2024. 1. 5.`, `2024.1.5`, `2024-01-05`, `2024/1/5`, `2024년 1월 5일`, `2024년 1월`, `1월 5일`.
pub(super) fn numeric_date(norm: &str, words: &[Token<'_>], at: usize) -> Option<(Date, usize)> {
    let first = words.get(at)?;
    let short = is_short_year(norm, first);
    if let Some(parts) = dotted(first.text, short) {
        return Some((parts, at + 1));
    }
    let whole = |index: usize| {
        let token =
            words.get(index).filter(|token| token.script == Script::Digit && token.text.len() <= 4)?;
        token.text.parse::<u16>().ok().map(i128::from)
    };
    let gap = |index: usize| {
        let (left, right) = (words.get(index)?, words.get(index + 1)?);
        Some(Span::new(left.span.end, right.span.start).of(norm).trim())
    };
    let starts = |index: usize, unit: &str| {
        words.get(index).is_some_and(|token| token.script == Script::Hangul && token.text.starts_with(unit))
    };
    let number = if short { century(whole(at)?) } else { whole(at)? };
    if let Some((separator, second, third)) = gap(at)
        .filter(|mark| matches!(*mark, "." | "-" | "/") && first.text.len() <= 2 && !short)
        .filter(|mark| gap(at + 1) == Some(mark))
        .and_then(|separator| Some((separator, whole(at + 1)?, whole(at + 2)?)))
    {
        // A fourth number makes an address or a list of them.
        let more = gap(at + 2) == Some(separator) && whole(at + 3).is_some();
        let date = year_last([number, second, third], separator == "/").filter(|_| !more);
        return date.map(|date| (date, at + 3));
    }
    if starts(at + 1, "학년도") && (1000..3000).contains(&number) {
        return Some((Date { year: Some(number), ..Date::default() }, at + 2));
    }
    // `90년대`
    if starts(at + 1, "년대") && (20..100).contains(&number) && number % 10 == 0 {
        return Some((Date { year: Some(1900 + number), ..Date::default() }, at + 2));
    }
    if starts(at + 1, "년") && (1000..3000).contains(&number) {
        let month = whole(at + 2)
            .filter(|_| starts(at + 3, "월") && words.get(at + 1).is_some_and(|word| word.text == "년"));
        let Some(month) = month else {
            return Some((Date { year: Some(number), ..Date::default() }, at + 2));
        };
        let day = whole(at + 4).filter(|_| starts(at + 5, "일"));
        let next = if day.is_some() { at + 6 } else { at + 4 };
        return Some((Date { year: Some(number), month: Some(month), day, ..Date::default() }, next));
    }
    if starts(at + 1, "월") && (1..=12).contains(&number) {
        let day = whole(at + 2).filter(|_| starts(at + 3, "일"));
        let next = if day.is_some() { at + 4 } else { at + 2 };
        return Some((Date { month: Some(number), day, ..Date::default() }, next));
    }
    // `the '90s`
    if short && norm.get(first.span.end..).is_some_and(|rest| rest.starts_with('s')) {
        return Some((Date { year: Some(number), ..Date::default() }, at + 2));
    }
    if (1000..3000).contains(&number) {
        let separator = gap(at).filter(|gap| matches!(*gap, "." | "-" | "/"))?;
        let (month, day) = (whole(at + 1)?, whole(at + 2)?);
        let fits = gap(at + 1) == Some(separator) && (1..=12).contains(&month) && (1..=31).contains(&day);
        let date = Date { year: Some(number), month: Some(month), day: Some(day), ..Date::default() };
        return fits.then_some((date, at + 3));
    }
    None
}

/// How many months `월` counts in the style of laws (`6월 이내`, `퇴직예정일 전 3월이 되는 날`), and the token behind.
pub(super) fn months_counted(words: &[Token<'_>], at: usize) -> Option<(i128, usize)> {
    let word = |at: usize| words.get(at).map_or("", |word| word.text);
    let begins = |at: usize, heads: &[&str]| heads.iter().any(|head| word(at).starts_with(head));
    let rest = word(at + 1).strip_prefix('월')?;
    let counts = match rest {
        "" => begins(at + 2, &["이내", "이상", "이하", "미만", "초과", "동안"]),
        "이" | "을" => begins(at + 2, &["되는", "경과", "초과"]),
        _ => ["이내", "이상", "이하", "미만", "동안"].iter().any(|end| rest.starts_with(end)) || rest == "간",
    };
    let number = words.get(at).filter(|token| token.script == Script::Digit)?.text.parse::<u16>().ok()?;
    counts.then_some((i128::from(number), at + 2))
}

/// Whether digits are the last two of a year: `'24년`, `'24. 5. 12.`
fn is_short_year(norm: &str, token: &Token<'_>) -> bool {
    let Some(before) = norm.get(..token.span.start).and_then(|before| before.strip_suffix('\'')) else {
        return false;
    };
    !before.ends_with(is_word_char) && token.text.split('.').next().is_some_and(|year| year.len() == 2)
}

/// The year of which these are the last two digits.
fn century(short: i128) -> i128 {
    short + if short < 50 { 2000 } else { 1900 }
}

/// `2024.1.5`, `5.1.2024` as one token, and `24.1.5` where the year is short.
fn dotted(text: &str, short: bool) -> Option<Date> {
    if text.len() < if short { "24.1.5".len() } else { "2024.1.5".len() } {
        return None;
    }
    let mut parts = text.split('.').map(|part| part.parse::<i128>().ok());
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    if parts.next().is_some() {
        return None;
    }
    let year = if short { century(year) } else { year };
    if year <= 31 {
        return year_last([year, month, day], false);
    }
    let fits = (1000..3000).contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&day);
    fits.then_some(Date { year: Some(year), month: Some(month), day: Some(day), ..Date::default() })
}

/// `13/04/2026`, `04/13/2026`: which is the day is told by a number beyond twelve, or by two that are the same. `short` reads
/// years of two digits, of which nobody knows where they stand.
fn year_last([one, two, year]: [i128; 3], short: bool) -> Option<Date> {
    let (month, day) = (1..=12, 1..=31);
    if !day.contains(&one) || !day.contains(&two) || !month.contains(&one) && !month.contains(&two) {
        return None;
    }
    let unsure = |numbers| Date { unsure: Some(numbers), ..Date::default() };
    if short && year < 100 {
        return Some(unsure(2_000_000 + one * 10_000 + two * 100 + year));
    }
    if !(1000..3000).contains(&year) {
        return None;
    }
    let sure = |month, day| Date { month: Some(month), day: Some(day), ..Date::default() };
    let date = match (month.contains(&one), month.contains(&two)) {
        (true, true) if one != two => unsure(1_000_000 + one * 100 + two),
        (true, _) => sure(one, two),
        (false, _) => sure(two, one),
    };
    Some(Date { year: Some(year), ..date })
}

/// `January 5, 2024`, `January 2024`, `January 5th`, `January`.
pub(super) fn month_first(
    norm: &str,
    words: &[Token<'_>],
    at: usize,
    month: i128,
    out: &mut Vec<Value>,
) -> usize {
    let Some(token) = words.get(at) else { return at + 1 };
    let day = words
        .get(at + 1)
        .filter(|next| next.script == Script::Digit && next.text.len() <= 2)
        .filter(|next| {
            Span::new(token.span.end, next.span.start).of(norm).trim().trim_matches('.').is_empty()
        })
        .and_then(|next| next.text.parse::<i128>().ok())
        .filter(|day| (1..=31).contains(day));
    let mut next = at + 1 + usize::from(day.is_some());
    if words.get(next).is_some_and(|token| matches!(token.text, "st" | "nd" | "rd" | "th")) {
        next += 1;
    }
    let (year, next) = year_at(words, next);
    // `may` and `march` alone are words, but not in `in May`, `last March`.
    let dated = at.checked_sub(1).and_then(|at| words.get(at)).is_some_and(|before| {
        matches!(
            before.text,
            "in" | "of" | "since" | "until" | "till" | "by" | "last" | "next" | "early" | "late" | "mid"
        )
    });
    if day.is_none() && year.is_none() && !dated && unit::is_common_word(token.text) {
        return at + 1;
    }
    let date = Date { year, month: Some(month), day, ..Date::default() };
    push_date(date, Span::new(token.span.start, end_of(words, next)), out);
    next
}

pub(super) fn month_after(words: &[Token<'_>], at: usize) -> Option<(i128, usize)> {
    let mut next = at + 1;
    for skip in [&["st", "nd", "rd", "th"][..], &["day"], &["of"]] {
        if words.get(next).is_some_and(|token| skip.contains(&token.text)) {
            next += 1;
        }
    }
    let month = unit::month(words.get(next)?.text)?;
    is_dated(words, at, next).then_some((month, next + 1))
}

/// Whether the month name at `month` behind a day at `day` is one: `may` is a verb more often (`children under 12 may only
/// come`), but not in `on 12 May`, `12 May 2020`, `12 May to 3 June`.
fn is_dated(words: &[Token<'_>], day: usize, month: usize) -> bool {
    let text = |at: usize| words.get(at).map_or("", |token| token.text);
    if text(month) != "may" || month > day + 1 {
        return true;
    }
    let before = day.checked_sub(1).map_or("", text);
    let behind = words.get(month + 1);
    matches!(
        before,
        "" | "on" | "by" | "until" | "till" | "from" | "since" | "before" | "after" | "to" | "dated" | "and"
    ) || behind.is_none_or(|next| {
        next.script != Script::Latin
            || matches!(
                next.text,
                "and"
                    | "or"
                    | "to"
                    | "at"
                    | "in"
                    | "until"
                    | "till"
                    | "the"
                    | "was"
                    | "is"
                    | "were"
                    | "for"
                    | "as"
                    | "with"
                    | "this"
            )
    })
}

pub(super) fn year_at(words: &[Token<'_>], at: usize) -> (Option<i128>, usize) {
    let year = words
        .get(at)
        .filter(|token| token.script == Script::Digit && token.text.len() == 4)
        .and_then(|token| token.text.parse::<i128>().ok())
        .filter(|year| (1000..3000).contains(year));
    (year, at + usize::from(year.is_some()))
}
