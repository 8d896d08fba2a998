//! Numbers in the form in which somebody has written another.
//!
//! A form is found by writing the writer's number in all of them and looking for it in the writer's words; so nothing is read here, and
//! what is written is read again before it counts.

use stet_text::normalise;
use stet_text::values::{ONE, Value, in_words, values};

/// What one of a unit is in the unit in which values are kept, times ten thousand: a week is seven days, a year twelve months, a
/// minute sixty seconds, a kilometre a thousand metres, a million a million.
const SCALES: [i128; 14] = [
    10_000,
    10_i128.pow(10),
    10_i128.pow(7),
    10_i128.pow(8),
    10_i128.pow(12),
    10_i128.pow(13),
    10_i128.pow(16),
    70_000,
    120_000,
    600_000,
    36_000_000,
    100,
    10,
    1_000_000,
];

/// Forms of one word per digit from one to nine, then per ten.
const NATIVE: [&str; 10] = ["", "한", "두", "세", "네", "다섯", "여섯", "일곱", "여덟", "아홉"];
const NATIVE_TENS: [&str; 10] = ["", "열", "스물", "서른", "마흔", "쉰", "예순", "일흔", "여든", "아흔"];
const SINO: [&str; 10] = ["", "일", "이", "삼", "사", "오", "육", "칠", "팔", "구"];
const STEPS: [(i128, &str); 4] = [(1000, "천"), (100, "백"), (10, "십"), (1, "")];
const MYRIADS: [(i128, &str); 4] = [(10_i128.pow(12), "조"), (10_i128.pow(8), "억"), (10_000, "만"), (1, "")];

/// The value of `other` as `own` is written, each way in which that may be said.
pub(super) fn like(own: &str, other: &str) -> Vec<String> {
    let (Some(mine), Some(theirs)) = (only(own), only(other)) else { return Vec::new() };
    let mut found: Vec<String> = Vec::new();
    for scale in SCALES {
        let (Some(one), Some(two)) = (scaled(mine.amount, scale), scaled(theirs.amount, scale)) else {
            continue;
        };
        for (old, new) in forms(one).into_iter().zip(forms(two)) {
            let (Some(old), Some(new)) = (old, new) else { continue };
            let text = exchanged(own, &old, &new);
            if let Some(text) = text.filter(|text| is_value(text, &theirs) && !found.contains(text)) {
                found.push(text);
            }
        }
    }
    found
}

/// The only value of a few words.
pub(super) fn only(text: &str) -> Option<Value> {
    let mut own = values(&normalise(text)).into_iter().filter(|value| !value.implied);
    own.next().filter(|_| own.next().is_none())
}

fn is_value(text: &str, value: &Value) -> bool {
    only(text).is_some_and(|own| own.amount == value.amount && own.unit == value.unit)
}

/// A number in another scale, in millionths; none where that is no whole number of them.
fn scaled(amount: i128, scale: i128) -> Option<i128> {
    let wide = amount.checked_mul(10_000)?;
    (amount > 0 && wide % scale == 0).then_some(wide / scale)
}

/// The words with one number in the place of another that stands there, at a border of numbers.
fn exchanged(words: &str, old: &str, new: &str) -> Option<String> {
    let lower = words.to_lowercase();
    let at = lower.find(old).filter(|_| lower.len() == words.len())?;
    let (before, after) = (words.get(..at)?, words.get(at + old.len()..)?);
    let digit = |ch: char| ch.is_ascii_digit();
    if before.ends_with(digit) || after.starts_with(digit) {
        return None;
    }
    let capital = words.get(at..)?.starts_with(char::is_uppercase);
    let mut first = new.chars();
    let new = match first.next().filter(|_| capital) {
        Some(head) => head.to_uppercase().chain(first).collect(),
        None => new.to_owned(),
    };
    Some([before, &new, after].concat())
}

/// A number in every form, always in the same order; none in those that do not have it.
fn forms(millionths: i128) -> Vec<Option<String>> {
    let whole = (millionths % ONE == 0).then_some(millionths / ONE);
    let mut forms: Vec<Option<String>> =
        [("", "."), (",", "."), (" ", "."), (".", ",")].map(|sign| Some(digits(millionths, sign))).into();
    for apart in ["", " "] {
        let korean = |of: fn(i128) -> String| whole.and_then(|number| korean(number, apart, of));
        forms.push(korean(|number| number.to_string()));
        forms.push(korean(|number| digits(number * ONE, (",", "."))));
        forms.push(korean(|number| stepped(number, |digit, _| digit.to_string())));
        forms.push(korean(sino));
    }
    forms.push(whole.and_then(english));
    forms.push(whole.and_then(native));
    forms
}

/// A number in digits, with a sign between thousands and one before the fraction.
fn digits(millionths: i128, (apart, point): (&str, &str)) -> String {
    let whole = (millionths / ONE).to_string();
    let mut text = String::new();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
            text.push_str(apart);
        }
        text.push(digit);
    }
    let fraction = format!("{:06}", millionths % ONE);
    let fraction = fraction.trim_end_matches('0');
    if fraction.is_empty() { text } else { [&text, point, fraction].concat() }
}

/// A number by ten thousands: `1억 2천만`.
fn korean(number: i128, apart: &str, of: fn(i128) -> String) -> Option<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut rest = number;
    for (size, name) in MYRIADS {
        if rest / size > 9999 {
            return None;
        }
        if rest >= size {
            parts.push(format!("{}{name}", of(rest / size)));
            rest %= size;
        }
    }
    (number > 0).then(|| parts.join(apart))
}

/// A number below ten thousand by its thousands, hundreds and tens: `4천8백`.
fn stepped(number: i128, of: fn(i128, i128) -> String) -> String {
    let mut text = String::new();
    for (size, name) in STEPS {
        let digit = number / size % 10;
        if digit > 0 {
            text.extend([of(digit, size).as_str(), name]);
        }
    }
    text
}

/// `사천팔백`; nobody says the one of a thousand.
fn sino(number: i128) -> String {
    stepped(number, |digit, size| match usize::try_from(digit) {
        Ok(digit) if digit > 1 || size == 1 => SINO.get(digit).copied().unwrap_or_default().to_owned(),
        _ => String::new(),
    })
}

fn english(number: i128) -> Option<String> {
    let small = u32::try_from(number).ok().filter(|number| *number < 1000)?;
    in_words(small, " and ")
}

/// How things are counted: `두`, `스무`, `스물세`.
fn native(number: i128) -> Option<String> {
    let number = usize::try_from(number).ok().filter(|number| (1..100).contains(number))?;
    let (ten, one) = (number / 10, number % 10);
    let tens = if number == 20 { "스무" } else { NATIVE_TENS.get(ten)? };
    Some(format!("{tens}{}", NATIVE.get(one)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_written_as_another_is() {
        for (own, other, said) in [
            ("5천만 원", "48,000,000원", Some("4천8백만 원")),
            ("5000만원", "48,000,000원", Some("4800만원")),
            ("오천만 원", "48,000,000원", Some("사천팔백만 원")),
            ("1억 2천만 원", "95,000,000원", Some("9천5백만 원")),
            ("1억 2,000만 원", "3억5천만 원", Some("3억 5,000만 원")),
            ("EUR 250,000", "€100000", Some("EUR 100,000")),
            ("1 200 euros", "2,500 euros", Some("2 500 euros")),
            ("1.2 million euros", "800,000 euros", Some("0.8 million euros")),
            ("Two weeks", "21 days", Some("Three weeks")),
            ("twenty-five percent", "30%", Some("thirty percent")),
            ("two weeks", "20 days", None),
            ("3년", "48개월", Some("4년")),
            ("두 시간", "3 hours", Some("세 시간")),
            ("열 명", "스물한 명", Some("스물한 명")),
            ("12.5%", "9 %", Some("9%")),
            ("30 days", "half", None),
        ] {
            assert_eq!(like(own, other).first().map(String::as_str), said, "{own} {other}");
        }
    }

    #[test]
    fn what_is_written_is_the_value() {
        let numbers = [
            1,
            2,
            9,
            10,
            11,
            20,
            21,
            100,
            101,
            999,
            1000,
            4800,
            10_000,
            25_000,
            1_234_567,
            48_000_000,
            120_000_000,
        ];
        for number in numbers {
            for form in forms(number * ONE).into_iter().flatten() {
                let read = only(&format!("{form} 원")).map(|value| value.amount);
                // Of what reads otherwise nothing is made.
                let made = read.is_some() && !form.contains('.');
                assert!(read == Some(number * ONE) || !made, "{form}: {read:?}");
            }
        }
    }
}
