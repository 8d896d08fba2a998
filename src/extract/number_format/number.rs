//! Numbers as their format shows them: digits at their places, powers of ten, fractions.

use super::part::{Part, Section};

/// Digits that a fraction may have under its line.
const MAX_UNDER: usize = 7;

impl Section {
    /// A number without its sign.
    pub(super) fn number(&self, value: f64) -> String {
        let at = |fits: fn(&Part) -> bool| self.parts.iter().position(fits);
        let text = if let Some(at) = at(|part| matches!(part, Part::Exponent(..))) {
            self.power(at, value)
        } else if let Some(at) = at(|part| matches!(part, Part::Over(_))) {
            self.fraction(at, value)
        } else {
            filled(&self.parts, value)
        };
        text.trim().to_owned()
    }

    /// With a power of ten, which is in steps of as many digits as stand before the point.
    fn power(&self, at: usize, value: f64) -> String {
        let (mantissa, rest) = self.parts.split_at_checked(at).unwrap_or_default();
        let Some((Part::Exponent(letter, plus), rest)) = rest.split_first() else { return String::new() };
        let point = mantissa.iter().position(|part| *part == Part::Point).unwrap_or(mantissa.len());
        let before = mantissa.iter().take(point).filter(|part| part.is_digit()).count();
        let step = i32::try_from(before).unwrap_or(1).max(1);
        let decimals = mantissa.iter().skip(point).filter(|part| part.is_digit()).count();
        let text = format!("{value:.14e}");
        let (digits, own) = text.split_once('e').unwrap_or((&text, "0"));
        let own: i32 = own.parse().unwrap_or(0);
        let scaled = |power: i32| format!("{digits}e{}", own - power).parse::<f64>().unwrap_or(value);
        let mut power = own.div_euclid(step) * step;
        if decimal(scaled(power), decimals).0.len() > before.max(1) {
            power += step;
        }
        let sign = match power {
            ..0 => "-",
            _ if *plus => "+",
            _ => "",
        };
        let shown = filled(mantissa, scaled(power));
        format!("{shown}{letter}{sign}{}", at_least_zero(rest, f64::from(power.abs())))
    }

    /// As a whole number and a fraction, or as a fraction alone where the format has no place for the whole.
    fn fraction(&self, at: usize, value: f64) -> String {
        let (before, rest) = self.parts.split_at_checked(at).unwrap_or_default();
        let Some((Part::Over(under), rest)) = rest.split_first() else { return String::new() };
        let start = before.iter().rposition(|part| !part.is_digit()).map_or(0, |at| at + 1);
        let (before, over) = before.split_at_checked(start).unwrap_or_default();
        let mixed = before.iter().any(Part::is_digit);
        let (mut whole, part) = if mixed { (value.floor(), value.fract()) } else { (0.0, value) };
        // A number that is given is the one under the line.
        let given: f64 = under.replace(['#', '?'], "").parse().unwrap_or(0.0);
        let (mut top, bottom) = if given > 0.0 {
            ((part * given).round(), given)
        } else {
            let places = i32::try_from(under.len().min(MAX_UNDER)).unwrap_or(1);
            nearest(part, 10_f64.powi(places) - 1.0)
        };
        if mixed && top >= bottom {
            (whole, top) = (whole + 1.0, 0.0);
        }
        let behind = filled(rest, 0.0);
        let last = before.iter().rposition(Part::is_digit).map_or(0, |at| at + 1);
        if mixed && top == 0.0 {
            return at_least_zero(before.get(..last).unwrap_or(before), whole) + &behind;
        }
        let shown = whole > 0.0 || before.contains(&Part::Digit('0'));
        let first = before.iter().position(Part::is_digit).unwrap_or(before.len());
        let before = if shown { before } else { before.get(..first).unwrap_or(before) };
        format!("{}{}/{}{behind}", filled(before, whole), at_least_zero(over, top), decimal(bottom, 0).0)
    }
}

/// As [`filled`], where at least a zero stands.
fn at_least_zero(parts: &[Part], value: f64) -> String {
    let mut parts = parts.to_vec();
    if let Some(part) = parts.iter_mut().rfind(|part| part.is_digit()) {
        *part = Part::Digit('0');
    }
    filled(&parts, value)
}

/// The fraction nearest to a number, by its continued fraction, with at most this number under the line.
fn nearest(value: f64, most: f64) -> (f64, f64) {
    let (mut before, mut last) = ((0.0, 1.0), (1.0, 0.0));
    let mut rest = value;
    // Each step is a larger number under the line.
    for _ in 0..40 {
        let whole = rest.floor();
        let next = (whole * last.0 + before.0, whole * last.1 + before.1);
        if next.1 > most {
            break;
        }
        (before, last) = (last, next);
        if rest - whole < 5e-8 {
            break;
        }
        rest = 1.0 / (rest - whole);
    }
    last
}

/// The parts of a format with the digits of a number at their places.
fn filled(parts: &[Part], value: f64) -> String {
    let last = parts.iter().rposition(Part::is_digit);
    let point = parts.iter().position(|part| *part == Part::Point).unwrap_or(parts.len());
    let whole_end = parts.iter().take(point).rposition(Part::is_digit);
    let (mut scaled, mut grouped) = (value, false);
    for (at, part) in parts.iter().enumerate() {
        match part {
            Part::Percent => scaled *= 100.0,
            // Behind the last digit before the point, or behind the last of all.
            Part::Comma
                if whole_end.is_none_or(|end| at > end)
                    && (at < point || last.is_some_and(|last| at > last)) =>
            {
                scaled /= 1000.0;
            }
            Part::Comma => grouped = true,
            _ => {}
        }
    }
    let decimals = parts.iter().skip(point).filter(|part| part.is_digit()).count();
    let (whole, fraction) = decimal(scaled, decimals);
    let mut left: Vec<char> = whole.chars().collect();
    let mut places = parts.iter().take(point).filter(|part| part.is_digit()).count();
    let mut out: Vec<String> = Vec::new();
    let mut count = 0;
    let mut digit = |digit: char, out: &mut Vec<String>| {
        if grouped && count > 0 && count % 3 == 0 {
            out.push(",".into());
        }
        count += 1;
        out.push(digit.into());
    };
    for part in parts.iter().take(point).rev() {
        match part {
            Part::Digit(kind) => {
                places -= 1;
                match (left.pop(), kind) {
                    (Some(found), _) => digit(found, &mut out),
                    (None, '0') => digit('0', &mut out),
                    _ => {}
                }
                // The first place has all the digits that are left.
                if places == 0 {
                    left.drain(..).rev().for_each(|found| digit(found, &mut out));
                }
            }
            other => out.extend(other.literal(value)),
        }
    }
    out.reverse();
    if places == 0 && last.is_some() && whole_end.is_none() && !whole.is_empty() {
        out.push(whole);
    }
    let (mut shown, mut rest) = (false, fraction.as_str());
    for part in parts.iter().skip(point) {
        match part {
            Part::Digit(kind) => {
                let mut digits = rest.chars();
                let found = digits.next().unwrap_or('0');
                let needed = *kind == '0' || !rest.trim_end_matches('0').is_empty();
                rest = digits.as_str();
                if needed {
                    if !shown {
                        out.push(".".into());
                    }
                    shown = true;
                    out.push(found.into());
                }
            }
            Part::Point => {}
            other => out.extend(other.literal(value)),
        }
    }
    out.concat()
}

/// The digits before and behind the point, rounded half up as fifteen digits say it, which is how many are ever shown. There is
/// no zero before the point.
fn decimal(value: f64, decimals: usize) -> (String, String) {
    let text = format!("{:.14e}", value.abs());
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let mut digits: Vec<u8> = digits.bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'0').collect();
    let lead = usize::try_from(-exponent).unwrap_or(0);
    digits.splice(0..0, std::iter::repeat_n(0, lead));
    let point = usize::try_from(exponent).unwrap_or(0) + 1;
    let end = point + decimals;
    let up = digits.get(end).is_some_and(|digit| *digit >= 5);
    digits.resize(end, 0);
    digits.insert(0, 0);
    if up {
        for digit in digits.iter_mut().rev() {
            *digit = (*digit + 1) % 10;
            if *digit > 0 {
                break;
            }
        }
    }
    let text: String = digits.iter().map(|digit| char::from(b'0' + digit)).collect();
    let (whole, fraction) = text.split_at_checked(point + 1).unwrap_or((&text, ""));
    (whole.trim_start_matches('0').to_owned(), fraction.to_owned())
}
