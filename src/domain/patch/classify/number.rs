//! Numbers: a change of a value, its sign or its unit is a change of the claim.
//!
//! Owns reading quantities out of running text, in digits, English words and
//! Korean numerals, as values: `1,000`, `1000` and `천` are one value.

use super::unit::Change;
use super::{Finding, arrow};
use crate::domain::patch::GateName;
use crate::domain::span::Span;
use crate::domain::text::{fold, normalise};

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
    if same(old, new) {
        return None;
    }
    let here = |all: &[Quantity], offset: usize, hunk: Span| -> Vec<Quantity> {
        all.iter().filter(|quantity| quantity.span.shifted(offset).overlaps(hunk)).cloned().collect()
    };
    let b = here(old, change.unit.before.span.start, change.hunk.before);
    let a = here(new, change.unit.after.span.start, change.hunk.after);
    if same(&b, &a) {
        return None;
    }
    let show = |list: &[Quantity]| {
        list.iter()
            .map(|quantity| format!("{}{}", quantity.value, quantity.unit))
            .collect::<Vec<_>>()
            .join(", ")
    };
    Some(Finding::core(
        GateName::Number,
        arrow(&show(&b), &show(&a)),
        ("수나 단위가 바뀌었습니다", "A number or its unit changes"),
    ))
}

/// The letters of `text` with every number in one form, for comparing pieces that only write their
/// numbers differently.
#[must_use]
pub fn canonical(text: &str) -> String {
    let mut out = String::new();
    let mut at = 0;
    let letters = |part: &str| normalise(part).chars().filter(|ch| ch.is_alphanumeric()).collect::<String>();
    for quantity in quantities(text) {
        out.push_str(&letters(text.get(at..quantity.span.start).unwrap_or_default()));
        out.extend(["#", &quantity.value.to_string(), &quantity.unit, "#"]);
        at = quantity.span.end;
    }
    out.push_str(&letters(text.get(at..).unwrap_or_default()));
    out
}

fn same(one: &[Quantity], two: &[Quantity]) -> bool {
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
    let folded: Vec<(usize, char)> =
        text.char_indices().filter_map(|(at, ch)| fold(ch).map(|ch| (at, ch))).collect();
    let chars: Vec<char> = folded.iter().map(|&(_, ch)| ch).collect();
    let byte = |at: usize| folded.get(at).map_or(text.len(), |&(byte, _)| byte);
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(&ch) = chars.get(at) {
        let start = at;
        let fresh = start == 0 || chars.get(start - 1).is_none_or(|&last| !last.is_alphanumeric());
        if ch.is_ascii_digit() {
            let (value, end) = digits(&chars, at);
            let (value, end) = scaled(&chars, value, end);
            let negative = at > 0 && chars.get(at - 1) == Some(&'-') && {
                at < 2 || chars.get(at - 2).is_none_or(|ch| ch.is_whitespace() || "([=,:".contains(*ch))
            };
            let (unit, end) = unit(&chars, end);
            let span = Span::new(byte(at - usize::from(negative)), byte(end));
            out.push(Quantity { value: if negative { -value } else { value }, unit, weak: false, span });
            at = end;
        } else if fresh && ch.is_ascii_alphabetic() {
            let end = at + chars.iter().skip(at).take_while(|ch| ch.is_ascii_alphabetic()).count();
            let word: String =
                chars.get(at..end).unwrap_or_default().iter().collect::<String>().to_lowercase();
            if let Some(value) = english(&word) {
                let weak = matches!(word.as_str(), "one" | "first" | "once");
                out.push(Quantity { value, unit: String::new(), weak, span: Span::new(byte(at), byte(end)) });
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
                if quantity.unit.is_empty()
                    && last.unit.is_empty()
                    && MULTIPLIERS.contains(&quantity.value)
                    && last.value < quantity.value
                    && last.value > 0.0 =>
            {
                last.value *= quantity.value;
                last.weak = false;
                last.span.end = quantity.span.end;
            }
            _ => folded.push(quantity),
        }
    }
    folded
}

const MULTIPLIERS: [f64; 4] = [100.0, 1_000.0, 1_000_000.0, 1_000_000_000.0];

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
    let rest: String = chars.iter().skip(at).take(8).collect();
    if rest.starts_with("시오") || rest.starts_with("시기") {
        return (String::new(), start);
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

fn english(word: &str) -> Option<f64> {
    let small = [
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
        "twenty",
    ];
    let ordinal = [
        "", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
        "eleventh", "twelfth",
    ];
    if let Some(at) = small.iter().position(|&known| known == word) {
        return Some(at as f64);
    }
    if let Some(at) = ordinal.iter().skip(1).position(|&known| known == word) {
        return Some((at + 1) as f64);
    }
    Some(match word {
        "thirty" => 30.0,
        "forty" => 40.0,
        "fifty" => 50.0,
        "sixty" => 60.0,
        "seventy" => 70.0,
        "eighty" => 80.0,
        "ninety" => 90.0,
        "dozen" => 12.0,
        "hundred" | "hundreds" => 100.0,
        "thousand" | "thousands" => 1e3,
        "million" | "millions" => 1e6,
        "billion" | "billions" => 1e9,
        "half" => 0.5,
        "once" => 1.0,
        "twice" | "double" => 2.0,
        "triple" | "thrice" => 3.0,
        _ => return None,
    })
}

/// Native and Sino-Korean numerals, only before a counter or with a multiplier.
fn korean(chars: &[char], start: usize) -> Option<(f64, usize, bool)> {
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
