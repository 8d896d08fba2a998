//! Numbers: a change of a value, its sign or its unit is a change of the claim.
//!
//! Owns reading quantities out of running text, in digits, English words and
//! Korean numerals, as values: `1,000`, `1000` and `천` are one value.

use super::unit::Change;
use super::{Finding, arrow};
use crate::domain::patch::GateName;
use crate::domain::span::Span;
use crate::domain::text::{fold, is_word_char, normalise};

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
        && rest(change.text_before, &b, old.span.start, change.hunk.before)
            == rest(change.text_after, &a, new.span.start, change.hunk.after)
}

/// The numbers of a sentence at `offset` that a hunk touches.
fn here(all: &[Quantity], offset: usize, hunk: Span) -> Vec<Quantity> {
    all.iter().filter(|quantity| quantity.span.shifted(offset).overlaps(hunk)).cloned().collect()
}

/// The letters of a hunk, with a mark in place of each of its numbers.
fn rest(text: &str, numbers: &[Quantity], offset: usize, hunk: Span) -> String {
    let letters = |part: &str| normalise(part).chars().filter(|&ch| is_word_char(ch)).collect::<String>();
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
    one == two || unsaid(one, two) || unsaid(two, one)
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
        } else if ch.is_ascii_digit() {
            let (value, end) = digits(&chars, at);
            let (value, end) = scaled(&chars, value, end);
            let negative = at > 0 && chars.get(at - 1) == Some(&'-') && {
                at < 2 || chars.get(at - 2).is_none_or(|ch| ch.is_whitespace() || "([=,:".contains(*ch))
            };
            let (mut unit, end) = unit(&chars, end);
            let currency = at.checked_sub(1).and_then(|last| chars.get(last)).and_then(|&ch| currency(ch));
            if let Some(currency) = currency.filter(|_| unit.is_empty()) {
                currency.clone_into(&mut unit);
            } else if unit.is_empty() && is_version(&chars, at) {
                // `3.1` and `3.10` are two versions.
                let zeros = chars.get(at..end).unwrap_or_default();
                let places = zeros.iter().rev().take_while(|&&ch| ch != '.').count();
                unit = if zeros.contains(&'.') { format!(".{places}") } else { unit };
            }
            let lead = usize::from(negative || currency.is_some());
            let span = Span::new(byte(at - lead), byte(end));
            out.push(Quantity { value: if negative { -value } else { value }, unit, weak: false, span });
            at = end;
        } else if fresh && ch.is_ascii_alphabetic() {
            let end = at + chars.iter().skip(at).take_while(|ch| ch.is_ascii_alphabetic()).count();
            let mut end = end;
            if let Some((value, weak)) = english(chars.get(at..end).unwrap_or_default()) {
                let mut unit = String::new();
                if MULTIPLIERS.contains(&value) {
                    (unit, end) = self::unit(&chars, end);
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

const MULTIPLIERS: [f64; 4] = [100.0, 1_000.0, 1_000_000.0, 1_000_000_000.0];

/// `$`, `€` and their like before an amount.
fn currency(ch: char) -> Option<&'static str> {
    Some(match ch {
        '$' | '＄' => "달러",
        '€' => "유로",
        '£' => "파운드",
        '¥' | '￥' => "엔",
        '₩' | '￦' => "원",
        _ => return None,
    })
}

const CURRENCIES: [&str; 5] = ["달러", "유로", "파운드", "엔", "원"];

/// Whether the number at `at` stands behind a name or the word for a version: `Python 3.10`, `v2.0`, `버전 1.2`.
fn is_version(chars: &[char], at: usize) -> bool {
    let head = chars.get(..at).unwrap_or_default();
    let head = if head.last() == Some(&' ') { head.get(..at - 1).unwrap_or_default() } else { head };
    let from = head.iter().rposition(|ch| !ch.is_alphabetic()).map_or(0, |last| last + 1);
    let word: String = head.get(from..).unwrap_or_default().iter().collect();
    let lower = word.to_lowercase();
    matches!(lower.as_str(), "v" | "version" | "release" | "버전" | "판")
        || from > 0 && word.starts_with(|ch: char| ch.is_ascii_uppercase())
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

fn large(ch: char) -> Option<f64> {
    match ch {
        '십' => Some(1e1),
        '백' => Some(1e2),
        '천' => Some(1e3),
        '만' => Some(1e4),
        '억' => Some(1e8),
        '조' => Some(1e12),
        _ => None,
    }
}

/// `7조 6천억`, `44만`, `3천`: Korean multipliers after digits.
fn scaled(chars: &[char], first: f64, start: usize) -> (f64, usize) {
    let (mut total, mut part, mut current, mut at) = (0.0, 0.0, first, start);
    let mut any = false;
    loop {
        match chars.get(at).and_then(|&ch| large(ch)) {
            Some(scale) if scale < 1e4 => {
                part += current * scale;
                current = 0.0;
            }
            Some(scale) => {
                total += (part + current) * scale;
                part = 0.0;
                current = 0.0;
            }
            None => break,
        }
        any = true;
        at += 1;
        let skip = usize::from(chars.get(at) == Some(&' '));
        if chars.get(at + skip).is_some_and(char::is_ascii_digit) {
            let (value, end) = digits(chars, at + skip);
            if chars.get(end).and_then(|&ch| large(ch)).is_none() && skip == 1 {
                break;
            }
            current = value;
            at = end;
        }
    }
    if any { (total + part + current, at) } else { (first, start) }
}

/// The unit directly after a number, or after one blank.
fn unit(chars: &[char], start: usize) -> (String, usize) {
    let mut at = start;
    if chars.get(at) == Some(&' ') {
        at += 1;
    }
    let rest: String = chars.iter().skip(at).take(12).collect();
    if rest.starts_with("시오") || rest.starts_with("시기") {
        return (String::new(), start);
    }
    // Case is the unit here: milliwatt and megawatt, megabit and megabyte.
    for (written, unit) in [("mW", "milliwatt"), ("Mb", "megabit"), ("Gb", "gigabit"), ("Kb", "kilobit")] {
        let tail = rest.strip_prefix(written);
        if tail.is_some_and(|tail| !tail.starts_with(|ch: char| ch.is_ascii_alphanumeric() && ch != 'p')) {
            return (unit.to_owned(), at + written.chars().count());
        }
    }
    let lower = rest.to_lowercase();
    for (written, unit) in UNITS {
        if let Some(tail) = lower.strip_prefix(written) {
            let ascii = written.ends_with(|ch: char| ch.is_ascii_alphabetic());
            if !(ascii && tail.starts_with(|ch: char| ch.is_ascii_alphanumeric())) {
                return ((*unit).to_owned(), at + written.chars().count());
            }
        }
    }
    (String::new(), start)
}

/// Written forms of units and one form for each; longer forms first.
const UNITS: &[(&str, &str)] = &[
    ("%포인트", "%p"),
    ("% point", "%p"),
    ("%p", "%p"),
    ("퍼센트포인트", "%p"),
    ("퍼센트", "%"),
    ("percent", "%"),
    ("per cent", "%"),
    ("%", "%"),
    ("프로 ", "%"),
    ("프로가", "%"),
    ("프로는", "%"),
    ("프로를", "%"),
    ("프로의", "%"),
    ("프로에", "%"),
    ("킬로미터", "km"),
    ("센티미터", "cm"),
    ("밀리미터", "mm"),
    ("미터", "m"),
    ("킬로그램", "kg"),
    ("밀리그램", "mg"),
    ("그램", "g"),
    ("kilometers", "km"),
    ("kilometres", "km"),
    ("kilometer", "km"),
    ("kilometre", "km"),
    ("centimeters", "cm"),
    ("centimetres", "cm"),
    ("millimeters", "mm"),
    ("millimetres", "mm"),
    ("meters", "m"),
    ("metres", "m"),
    ("kilograms", "kg"),
    ("milligrams", "mg"),
    ("grams", "g"),
    ("dollars", "달러"),
    ("dollar", "달러"),
    ("euros", "유로"),
    ("euro", "유로"),
    ("a.m", "오전"),
    ("p.m", "오후"),
    ("am", "오전"),
    ("pm", "오후"),
    ("km", "km"),
    ("cm", "cm"),
    ("mm", "mm"),
    ("kg", "kg"),
    ("mg", "mg"),
    ("gb", "gb"),
    ("mb", "mb"),
    ("kb", "kb"),
    ("tb", "tb"),
    ("ms", "ms"),
    ("mw", "mw"),
    ("kw", "kw"),
    ("gw", "gw"),
    ("hz", "hz"),
    ("ghz", "ghz"),
    ("mhz", "mhz"),
    ("ml", "ml"),
    ("m", "m"),
    ("g", "g"),
    ("l", "l"),
    ("s", "s"),
    ("°c", "°c"),
    ("℃", "°c"),
    ("°f", "°f"),
    ("℉", "°f"),
    ("달러", "달러"),
    ("불", "달러"),
    ("유로", "유로"),
    ("원", "원"),
    ("엔", "엔"),
    ("개월", "개월"),
    ("달", "개월"),
    ("시간", "시간"),
    ("시", "시"),
    ("분", "분"),
    ("초", "초"),
    ("년", "년"),
    ("월", "월"),
    ("주", "주"),
    ("일", "일"),
    ("명", "명"),
    ("조", ""),
    ("배", "배"),
];

/// Letters of the longest English number word (`seventeenth` is none of them).
const LONGEST: usize = 9;

/// Value of an English number word, and whether it may be no number at all.
fn english(word: &[char]) -> Option<(f64, bool)> {
    let mut lower = [0_u8; LONGEST];
    let lower = lower.get_mut(..word.len())?;
    for (slot, ch) in lower.iter_mut().zip(word) {
        *slot = u8::try_from(*ch).ok()?.to_ascii_lowercase();
    }
    let value = match &*lower {
        b"zero" => 0.0,
        b"one" | b"first" | b"once" => return Some((1.0, true)),
        b"two" | b"second" | b"twice" | b"double" => 2.0,
        b"three" | b"third" | b"triple" | b"thrice" => 3.0,
        b"four" | b"fourth" => 4.0,
        b"five" | b"fifth" => 5.0,
        b"six" | b"sixth" => 6.0,
        b"seven" | b"seventh" => 7.0,
        b"eight" | b"eighth" => 8.0,
        b"nine" | b"ninth" => 9.0,
        b"ten" | b"tenth" => 10.0,
        b"eleven" | b"eleventh" => 11.0,
        b"twelve" | b"twelfth" | b"dozen" => 12.0,
        b"thirteen" => 13.0,
        b"fourteen" => 14.0,
        b"fifteen" => 15.0,
        b"sixteen" => 16.0,
        b"seventeen" => 17.0,
        b"eighteen" => 18.0,
        b"nineteen" => 19.0,
        b"twenty" => 20.0,
        b"thirty" => 30.0,
        b"forty" => 40.0,
        b"fifty" => 50.0,
        b"sixty" => 60.0,
        b"seventy" => 70.0,
        b"eighty" => 80.0,
        b"ninety" => 90.0,
        b"hundred" | b"hundreds" => 100.0,
        b"thousand" | b"thousands" => 1e3,
        b"million" | b"millions" => 1e6,
        b"billion" | b"billions" => 1e9,
        b"half" => 0.5,
        _ => return None,
    };
    Some((value, false))
}

/// First syllables of the numerals below; a word that opens otherwise is none.
const OPENS: &str = "하둘셋넷다여일아열스서마쉰한두세네첫넉석영이삼사오육칠팔구십백천만억조";

/// Native and Sino-Korean numerals, only before a counter or with a multiplier.
fn korean(chars: &[char], start: usize) -> Option<(f64, usize, bool)> {
    if !chars.get(start).is_some_and(|&ch| OPENS.contains(ch)) {
        return None;
    }
    let text: String = chars.iter().skip(start).take(8).collect();
    for (written, value) in NATIVE {
        let Some(rest) = text.strip_prefix(written) else { continue };
        let end = start + written.chars().count();
        let trimmed = rest.trim_start_matches(' ');
        if matches!(*written, "하나" | "둘" | "셋" | "넷" | "다섯" | "여섯" | "일곱" | "여덟" | "아홉")
            && rest.starts_with([' ', '이', '은', '을', '의', '로', '만', '도', '뿐'])
            || rest.is_empty() && written.chars().count() > 1
            || COUNTERS.iter().any(|counter| trimmed.starts_with(counter))
        {
            return Some((*value, end, *value <= 1.0));
        }
    }
    // Sino-Korean: digits and multipliers up to a counter or a large unit.
    let (mut total, mut part, mut current, mut at, mut seen) = (0.0, 0.0, 0.0, start, 0);
    while let Some(&ch) = chars.get(at) {
        if let Some(digit) = "영일이삼사오육칠팔구".chars().position(|known| known == ch) {
            current = digit as f64;
        } else if let Some(scale) = large(ch) {
            let times = if current == 0.0 { 1.0 } else { current };
            if scale < 1e4 {
                part += times * scale;
            } else {
                total += if part + current == 0.0 { scale } else { (part + current) * scale };
                part = 0.0;
            }
            current = 0.0;
        } else {
            break;
        }
        seen += 1;
        at += 1;
    }
    let rest: String = chars.iter().skip(at).take(4).collect();
    let rest = if seen > 1 { rest.trim_start_matches(' ') } else { rest.as_str() };
    let counter = SINO.iter().chain(COUNTERS).find(|counter| rest.starts_with(**counter));
    // `이번`, `일시`, `조명` look like numerals: one syllable alone needs more than a chance counter.
    let plain: String = chars.iter().skip(start).take(at - start).collect();
    let word = chars.iter().skip(start).take_while(|ch| ('가'..='힣').contains(*ch)).count();
    let chance = seen == 1
        && (plain == "조"
            || plain == "만"
            || plain == "천"
            || word > 4
            || !matches!(
                counter,
                Some(
                    &("분"
                        | "층"
                        | "년"
                        | "월"
                        | "퍼센트"
                        | "프로"
                        | "원"
                        | "인"
                        | "호"
                        | "미터"
                        | "킬로"
                        | "개월")
                )
            ));
    (seen > 0 && counter.is_some() && !chance).then_some((total + part + current, at, false))
}

/// Counters after Sino-Korean numerals.
const SINO: &[&str] = &["개월", "원", "년", "월", "퍼센트", "프로", "미터", "킬로", "층", "호"];

const NATIVE: &[(&str, f64)] = &[
    ("하나", 1.0),
    ("둘", 2.0),
    ("셋", 3.0),
    ("넷", 4.0),
    ("다섯", 5.0),
    ("여섯", 6.0),
    ("일곱", 7.0),
    ("여덟", 8.0),
    ("아홉", 9.0),
    ("열두", 12.0),
    ("열한", 11.0),
    ("열", 10.0),
    ("스무", 20.0),
    ("스물", 20.0),
    ("서른", 30.0),
    ("마흔", 40.0),
    ("쉰", 50.0),
    ("한", 1.0),
    ("두", 2.0),
    ("세", 3.0),
    ("네", 4.0),
    ("첫", 1.0),
    ("넉", 4.0),
    ("석", 3.0),
];

const COUNTERS: &[&str] = &[
    "개",
    "명",
    "가지",
    "번",
    "시간",
    "분",
    "시",
    "살",
    "마리",
    "권",
    "잔",
    "대",
    "달",
    "주",
    "곳",
    "배",
    "팀",
    "건",
    "편",
    "사람",
    "식구",
    "정거장",
    "차례",
    "쌍",
    "종",
    "회",
    "초",
    "인",
    "군데",
    "해",
    "단계",
];
