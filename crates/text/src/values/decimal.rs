//! Numbers written with digits.

use super::ONE;

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
        return with_points(text).filter(|_| !is_address(text));
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

/// `1.234.567`, `1.234,50`: points set the thousands apart, and a comma the fraction.
pub(super) fn with_points(text: &str) -> Option<i128> {
    let (whole, fraction) = text.split_once(',').unwrap_or((text, ""));
    let groups: Vec<&str> = whole.split('.').collect();
    let (first, rest) = groups.split_first()?;
    let thousands = (1..=3).contains(&first.len())
        && !first.starts_with('0')
        && rest.iter().all(|group| group.len() == 3);
    let certain = rest.len() > 1 || !rest.is_empty() && text.len() > whole.len();
    let number = thousands && certain && !fraction.contains(['.', ',']);
    decimal(&format!("{}.{fraction}", groups.concat())).filter(|_| number)
}

/// Whether digits with points may be an address: `192.168.100.200`.
fn is_address(text: &str) -> bool {
    let group = |group: &str| !(group.len() > 1 && group.starts_with('0')) && group.parse::<u8>().is_ok();
    text.split('.').count() == 4 && text.split('.').all(group)
}

/// `2,35`: what a comma makes of digits where it sets no thousands apart.
pub(super) fn with_comma(text: &str) -> Option<i128> {
    let (whole, fraction) = text.split_once(',')?;
    let thousands = fraction.len() == 3 && whole != "0";
    let number = !thousands && !fraction.contains(['.', ',']) && !whole.contains('.');
    decimal(&format!("{whole}.{fraction}")).filter(|_| number)
}
