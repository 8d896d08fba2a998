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
