//! Numbers: a change of a value, its sign or its unit is a change of the claim.
//!
//! Owns reading quantities out of running text, in digits, English words and
//! Korean numerals, as values: `1,000`, `1000` and `천` are one value. How each kind is written stands in the files beside.

mod english;
mod korean;
mod units;

use self::english::english;
use self::korean::{korean, scaled};
use self::units::{CURRENCIES, currency, unit};
use super::unit::{Change, Side};
use super::{Finding, arrow};
use crate::GateName;
use stet_text::span::Span;
use stet_text::{fold, is_word_char, normalise};

/// A number with its unit.
#[derive(Debug, Clone, PartialEq)]
pub struct Quantity {
    pub value: f64,
    /// `%`, `%p`, `km`, `원`, or empty.
    pub unit: String,
    /// The word `one` or `한`, which may be no number at all.
    pub weak: bool,
    /// Bytes in the text that was read.
    pub span: Span,
}

#[must_use]
pub fn read(change: &Change<'_>) -> Option<Finding> {
    let (old, new) = (&change.unit.before.quantities, &change.unit.after.quantities);
    if old.is_empty() && new.is_empty() {
        return None;
    }
    if signs(change.unit.before.text) != signs(change.unit.after.text)
        && [change.text_before, change.text_after].iter().any(|text| text.contains(SIGNS))
        && same(old, new)
    {
        return Some(Finding::core(
            GateName::Number,
            arrow(change.text_before, change.text_after),
            ("비교 기호가 바뀌었습니다", "A sign of comparison changes"),
        ));
    }
    if same(old, new) {
        return None;
    }
    let b = here(old, change.unit.before.span.start, change.hunk.before);
    let a = here(new, change.unit.after.span.start, change.hunk.after);
    if same(&b, &a) {
        return None;
    }
    // As written: the units here are Stet's own names for them.
    let show = |list: &[Quantity], text: &str| {
        list.iter().map(|quantity| quantity.span.of(text).trim()).collect::<Vec<_>>().join(", ")
    };
    Some(Finding::core(
        GateName::Number,
        arrow(&show(&b, change.unit.before.text), &show(&a, change.unit.after.text)),
        ("수나 단위가 바뀌었습니다", "A number or its unit changes"),
    ))
}

/// Whether two pieces, whose letters differ, only write their numbers and units differently.
#[must_use]
pub fn alike(change: &Change<'_>) -> bool {
    let (old, new) = (&change.unit.before, &change.unit.after);
    let b = here(&old.quantities, old.span.start, change.hunk.before);
    let a = here(&new.quantities, new.span.start, change.hunk.after);
    // Without a number on either side the letters decide, which the caller has compared.
    !b.is_empty()
        && !a.is_empty()
        && same(&b, &a)
        && b.iter()
            .zip(&a)
            .all(|(x, y)| is_ordinal(x) == is_ordinal(y) && (x.unit == "명") == (y.unit == "명"))
        && rest(change.text_before, &b, old.span.start, change.hunk.before)
            == rest(change.text_after, &a, new.span.start, change.hunk.after)
}

/// Whether a number gains zeros behind its point: `4 m` may be 4.3, `4.00 m` is not.
#[must_use]
pub fn more_exact(change: &Change<'_>) -> bool {
    let zeros = |side: &Side<'_>, hunk: Span| -> Vec<usize> {
        let fraction = |quantity: &Quantity| {
            let text = quantity.span.of(side.text);
            let fraction = text.split_once('.').map_or("", |(_, fraction)| fraction);
            let end = fraction.find(|ch: char| !ch.is_ascii_digit()).unwrap_or(fraction.len());
            fraction.get(..end).unwrap_or_default().bytes().rev().take_while(|&byte| byte == b'0').count()
        };
        here(&side.quantities, side.span.start, hunk).iter().map(fraction).collect()
    };
    let old = zeros(&change.unit.before, change.hunk.before);
    let new = zeros(&change.unit.after, change.hunk.after);
    old.iter().zip(&new).any(|(old, new)| old < new)
}

/// The numbers of a sentence at `offset` that a hunk touches.
fn here(all: &[Quantity], offset: usize, hunk: Span) -> Vec<Quantity> {
    all.iter().filter(|quantity| quantity.span.shifted(offset).overlaps(hunk)).cloned().collect()
}

/// The letters of a hunk, with a mark in place of each of its numbers, and a blank before an English word that had white space
/// before it: `had two` is not `Jonhad 2`.
fn rest(text: &str, numbers: &[Quantity], offset: usize, hunk: Span) -> String {
    let letters = |part: &str| {
        let mut out = String::new();
        let mut apart = false;
        for ch in normalise(part).chars() {
            if is_word_char(ch) {
                if apart && ch.is_ascii_alphabetic() {
                    out.push(' ');
                }
                out.push(ch);
            }
            apart = ch.is_whitespace();
        }
        out
    };
    let mut out = String::new();
    let mut at = 0;
    for number in numbers {
        let span = number.span.shifted(offset);
        let from = span.start.saturating_sub(hunk.start);
        out.push_str(&letters(text.get(at..from).unwrap_or_default()));
        out.push('#');
        at = span.end.saturating_sub(hunk.start).min(text.len());
    }
    out.push_str(&letters(text.get(at..).unwrap_or_default()));
    out
}

/// Whether two texts have the same quantities in the same order; `one` and `한` alone may be none.
pub(super) fn same(one: &[Quantity], two: &[Quantity]) -> bool {
    let strong = |list: &[Quantity]| list.iter().any(|quantity| !quantity.weak);
    if !strong(one) && !strong(two) && (one.is_empty() || two.is_empty()) {
        return true;
    }
    one.len() == two.len()
        && one
            .iter()
            .zip(two)
            .all(|(x, y)| (x.value - y.value).abs() <= x.value.abs() * 1e-9 && units(&x.unit, &y.unit))
}

/// Equal units; a unit of the calendar or a head count may be left unsaid (`5·18`, `5월 18일`).
fn units(one: &str, two: &str) -> bool {
    let unsaid = |one: &str, two: &str| one.is_empty() && matches!(two, "년" | "월" | "일" | "명");
    let ordinal = |one: &str, two: &str| one == ORDINAL_DIGITS && matches!(two, "" | "일" | ORDINAL);
    one == two || unsaid(one, two) || unsaid(two, one) || ordinal(one, two) || ordinal(two, one)
}

/// The place of ordinals among the units: `third` is not `three`; `3rd May` is `3 May`.
const ORDINAL: &str = "th";
const ORDINAL_DIGITS: &str = "1st";

fn is_ordinal(quantity: &Quantity) -> bool {
    matches!(quantity.unit.as_str(), ORDINAL | ORDINAL_DIGITS)
}

/// Every quantity of `text`, in reading order.
#[must_use]
pub fn quantities(text: &str) -> Vec<Quantity> {
    if text.is_empty() {
        return Vec::new();
    }
    let folded: Vec<(usize, char)> =
        text.char_indices().filter_map(|(at, ch)| fold(ch).map(|ch| (at, ch))).collect();
    let chars: Vec<char> = folded.iter().map(|&(_, ch)| ch).collect();
    let byte = |at: usize| folded.get(at).map_or(text.len(), |&(byte, _)| byte);
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(&ch) = chars.get(at) {
        let start = at;
        let fresh = start == 0 || chars.get(start - 1).is_none_or(|&last| !is_word_char(last));
        if let Some((parts, end)) = date(&chars, at).filter(|_| fresh) {
            for (value, unit, from, to) in parts {
                let span = Span::new(byte(from), byte(to));
                out.push(Quantity { value, unit: unit.to_owned(), weak: false, span });
            }
            at = end;
        } else if ch.is_ascii_digit()
            || ch == '.' && fresh && chars.get(at + 1).is_some_and(char::is_ascii_digit)
        {
            let (value, end) = digits(&chars, at);
            let (value, end) = powered(&chars, value, end);
            let (value, end) = scaled(&chars, value, end);
            let negative = at > 0 && chars.get(at - 1) == Some(&'-') && {
                at < 2 || chars.get(at - 2).is_none_or(|ch| ch.is_whitespace() || "([=,:".contains(*ch))
            };
            let (mut unit, mut end) = unit(&chars, end);
            // `$5`, `$ 5`
            let near = |back: usize| at.checked_sub(back).and_then(|last| chars.get(last)).copied();
            let blank = usize::from(near(1) == Some(' ') && near(2).and_then(currency).is_some());
            let currency = near(1 + blank).and_then(currency);
            if let Some(currency) = currency.filter(|_| unit.is_empty()) {
                currency.clone_into(&mut unit);
            } else if unit.is_empty() && suffixed(&chars, end) {
                ORDINAL_DIGITS.clone_into(&mut unit);
                end += 2;
            } else if unit.is_empty()
                && let Some(places) = code(chars.get(at..end).unwrap_or_default())
            {
                unit = places;
            } else if unit.is_empty() && is_version(&chars, at) {
                // `3.1` and `3.10` are two versions.
                let zeros = chars.get(at..end).unwrap_or_default();
                let places = zeros.iter().rev().take_while(|&&ch| ch != '.').count();
                unit = if zeros.contains(&'.') { format!(".{places}") } else { unit };
            }
            let lead = usize::from(negative || currency.is_some()) + blank;
            let span = Span::new(byte(at - lead), byte(end));
            out.push(Quantity { value: if negative { -value } else { value }, unit, weak: false, span });
            at = end;
        } else if fresh && ch.is_ascii_alphabetic() {
            let end = at + chars.iter().skip(at).take_while(|ch| ch.is_ascii_alphabetic()).count();
            let mut end = end;
            if let Some((value, kind, weak)) = english(chars.get(at..end).unwrap_or_default()) {
                let mut unit = kind.to_owned();
                if MULTIPLIERS.contains(&value) && kind.is_empty() {
                    (unit, end) = units::unit(&chars, end);
                }
                out.push(Quantity { value, unit, weak, span: Span::new(byte(at), byte(end)) });
            }
            at = end;
        } else if fresh && ('가'..='힣').contains(&ch) {
            if let Some((value, end, weak)) = korean(&chars, at) {
                let (unit, end) = unit(&chars, end);
                out.push(Quantity { value, unit, weak, span: Span::new(byte(at), byte(end)) });
                at = end;
            } else {
                at += chars.iter().skip(at).take_while(|ch| ('가'..='힣').contains(*ch)).count();
            }
        } else {
            at += 1;
        }
    }
    // `two hundred`, `three million`: a multiplier takes up the number before it.
    let mut folded: Vec<Quantity> = Vec::new();
    for quantity in out {
        match folded.last_mut() {
            Some(last)
                if is_one_number(text, last.span, quantity.span)
                    && (quantity.unit.is_empty() || last.unit.is_empty())
                    && (last.unit.is_empty() || CURRENCIES.contains(&last.unit.as_str()))
                    && MULTIPLIERS.contains(&quantity.value)
                    && last.value < quantity.value
                    && last.value > 0.0 =>
            {
                last.value *= quantity.value;
                last.weak = false;
                last.unit.push_str(&quantity.unit);
                last.span.end = quantity.span.end;
            }
            _ => folded.push(quantity),
        }
    }
    folded
}

/// Whether a word of number follows what stands before it as its multiplier: nothing but a blank or a hyphen lies between
/// them, and it is no number in digits, which counts something else (`2 of 100`, `5 of them, 1000 of these`).
fn is_one_number(text: &str, before: Span, behind: Span) -> bool {
    let gap = text.get(before.end..behind.start).unwrap_or_default();
    gap.chars().all(|ch| ch.is_whitespace() || ch == '-' || ch == '\u{2011}')
        && !behind.of(text).starts_with(|ch: char| ch.is_ascii_digit())
}

/// `1e-5`
fn powered(chars: &[char], value: f64, end: usize) -> (f64, usize) {
    let signed = usize::from(matches!(chars.get(end + 1), Some('-' | '+')));
    let from = end + 1 + signed;
    let count = chars.iter().skip(from).take(4).take_while(|ch| ch.is_ascii_digit()).count();
    let ends = chars.get(from + count).is_none_or(|&ch| !is_word_char(ch));
    if !matches!(chars.get(end), Some('e' | 'E')) || !(1..=3).contains(&count) || !ends {
        return (value, end);
    }
    let text: String = chars.get(end + 1..from + count).unwrap_or_default().iter().collect();
    (text.parse::<i32>().map_or(value, |power| value * 10_f64.powi(power)), from + count)
}

/// `3rd`
fn suffixed(chars: &[char], end: usize) -> bool {
    let suffix: String = chars.iter().skip(end).take(2).map(char::to_ascii_lowercase).collect();
    matches!(suffix.as_str(), "st" | "nd" | "rd" | "th")
        && chars.get(end + 2).is_none_or(|&ch| !is_word_char(ch))
}

/// `0012` is a code, whose places count; `05` is five, in a date or on a clock.
fn code(digits: &[char]) -> Option<String> {
    (digits.len() > 2 && digits.first() == Some(&'0') && digits.iter().all(char::is_ascii_digit))
        .then(|| format!("0{}", digits.len()))
}

/// Whether a Korean word opens as a numeral does.
pub(super) fn opens(word: &str) -> bool {
    word.chars().all(|ch| korean::OPENS.contains(ch))
}

/// Whether a Korean word opens with a counter.
pub(super) fn counts(word: &str) -> bool {
    korean::COUNTERS.iter().chain(korean::SINO).any(|counter| word.starts_with(counter))
}

const MULTIPLIERS: [f64; 4] = [100.0, 1_000.0, 1_000_000.0, 1_000_000_000.0];

/// Whether the number at `at` stands behind a name or the word for a version: `Python 3.10`, `v2.0`, `버전 1.2`.
fn is_version(chars: &[char], at: usize) -> bool {
    let head = chars.get(..at).unwrap_or_default();
    let head = if head.last() == Some(&' ') { head.get(..at - 1).unwrap_or_default() } else { head };
    let from = head.iter().rposition(|ch| !ch.is_alphabetic()).map_or(0, |last| last + 1);
    let word: String = head.get(from..).unwrap_or_default().iter().collect();
    let lower = word.to_lowercase();
    matches!(
        lower.as_str(),
        "v" | "ver"
            | "rev"
            | "version"
            | "release"
            | "section"
            | "chapter"
            | "clause"
            | "item"
            | "step"
            | "버전"
            | "판"
    ) || from > 0 && word.starts_with(|ch: char| ch.is_ascii_uppercase())
        || PROGRAMS.contains(&lower.as_str())
}

/// Programs whose versions are spoken of most.
const PROGRAMS: [&str; 10] =
    ["python", "java", "node", "ruby", "perl", "rust", "django", "postgresql", "ubuntu", "android"];

type Part = (f64, &'static str, usize, usize);

/// `2024-01-05`, `2024.1.5`, `2024. 1. 5`, `2024/1/5` as year, month and day; and the place behind it.
fn date(chars: &[char], start: usize) -> Option<([Part; 3], usize)> {
    let number = |at: usize, most: usize| {
        let count = chars.iter().skip(at).take(most + 1).take_while(|ch| ch.is_ascii_digit()).count();
        let text: String = chars.iter().skip(at).take(count).collect();
        (1..=most)
            .contains(&count)
            .then(|| text.parse::<f64>().ok())
            .flatten()
            .map(|value| (value, at + count))
    };
    let (year, year_end) = number(start, 4).filter(|year| (1000.0..3000.0).contains(&year.0))?;
    let mark = *chars.get(year_end).filter(|ch| matches!(ch, '.' | '-' | '/'))?;
    let skip = |at: usize| at + usize::from(mark == '.' && chars.get(at) == Some(&' '));
    let month_start = skip(year_end + 1);
    let (month, month_end) = number(month_start, 2).filter(|month| (1.0..=12.0).contains(&month.0))?;
    let day_start = skip(month_end + 1);
    (chars.get(month_end) == Some(&mark)).then_some(())?;
    let (day, day_end) = number(day_start, 2).filter(|day| (1.0..=31.0).contains(&day.0))?;
    let parts = [
        (year, "년", start, year_end),
        (month, "월", month_start, month_end),
        (day, "일", day_start, day_end),
    ];
    Some((parts, day_end))
}

const SIGNS: [char; 8] = ['<', '>', '≤', '≥', '≠', '≈', '±', '×'];

/// Signs of comparison, which change a claim as a number does: `p < 0.05`.
fn signs(text: &str) -> Vec<char> {
    let mut out = Vec::new();
    for (at, ch) in text.char_indices() {
        let counts = match ch {
            '≤' | '≥' | '≠' | '≈' | '±' | '×' => true,
            // Elsewhere they are marks of a quotation or of markup.
            '<' | '>' => text
                .get(at + 1..)
                .unwrap_or_default()
                .trim_start_matches(['=', ' '])
                .starts_with(|next: char| next.is_ascii_digit() || matches!(next, '-' | '−' | '.' | '$')),
            _ => false,
        };
        if counts {
            out.push(ch);
        }
    }
    out
}

/// `1,234.5`; a comma groups only before three digits.
fn digits(chars: &[char], start: usize) -> (f64, usize) {
    let digit = |at: usize| chars.get(at).is_some_and(char::is_ascii_digit);
    let mut at = start;
    let mut text = String::new();
    while let Some(&ch) = chars.get(at) {
        match ch {
            '0'..='9' => text.push(ch),
            ',' if digit(at + 1) && digit(at + 2) && digit(at + 3) && !digit(at + 4) => {}
            '.' if digit(at + 1) && !text.contains('.') => text.push('.'),
            _ => break,
        }
        at += 1;
    }
    (text.parse().unwrap_or(0.0), at)
}
