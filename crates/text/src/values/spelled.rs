//! Numbers written as words, and scale words behind digits.
//!
//! Owns the scale words of both languages; the words of each are read in a file of their own.

mod english;
mod korean;

pub(super) use english::{english, may_begin, small_number};
pub(super) use korean::korean;

use super::ONE;
use super::digits::decimal;
use crate::span::Span;
use crate::{Script, Token};

/// `1만 2천`, `3억 5000만`, `12조원`, `1.2 million`, `5k`: the amount with its scale words, the
/// token after (or inside) which it ends, and how many bytes of that token belong to it.
pub(super) fn scale(
    norm: &str,
    words: &[Token<'_>],
    at: usize,
    amount: i128,
) -> Option<(i128, usize, usize)> {
    let number = words.get(at)?;
    let token = words.get(at + 1)?;
    let gap = Span::new(number.span.end, token.span.start).of(norm);
    if !matches!(gap, "" | " " | "-") {
        return None;
    }
    if token.script == Script::Latin {
        // `5m` are metres, `$5m` millions.
        let money = || Span::new(0, number.span.start).of(norm).ends_with(['$', '€', '£', '¥', '₩']);
        let factor = match token.text {
            "m" if gap.is_empty() && money() => 1_000_000,
            "b" if gap.is_empty() && money() => 1_000_000_000,
            word => english_scale(word, gap.is_empty())?,
        };
        return Some((amount.checked_mul(factor)?, at + 2, 0));
    }
    if token.script != Script::Hangul || gap == "-" {
        return None;
    }
    let (factor, bytes) = korean_scale(words, at + 1, norm)?;
    let mut total = amount.checked_mul(factor)?;
    let (mut next, mut tail) = if bytes == token.text.len() { (at + 2, 0) } else { (at + 1, bytes) };
    let mut last = factor;
    // Further, smaller steps: `1만 2천`, `3억 5000만 원`, `2만 5000`.
    while tail == 0 {
        let Some(more) = words.get(next).filter(|token| token.script == Script::Digit) else { break };
        let Some(digits) = decimal(more.text) else { break };
        match korean_scale(words, next + 1, norm) {
            Some((factor, bytes)) if factor < last => {
                total = total.checked_add(digits.checked_mul(factor)?)?;
                last = factor;
                let whole = words.get(next + 1).is_some_and(|token| token.text.len() == bytes);
                (next, tail) = if whole { (next + 2, 0) } else { (next + 1, bytes) };
            }
            _ if digits < last.saturating_mul(ONE) && last >= 10_000 => {
                total = total.checked_add(digits)?;
                next += 1;
                break;
            }
            _ => break,
        }
    }
    Some((total, next, tail))
}

fn english_scale(word: &str, glued: bool) -> Option<i128> {
    Some(match word {
        "hundred" => 100,
        "thousand" => 1000,
        "million" | "mn" => 1_000_000,
        "billion" | "bn" => 1_000_000_000,
        "trillion" | "tn" => 1_000_000_000_000,
        "dozen" => 12,
        "k" if glued => 1000,
        _ => return None,
    })
}

/// The scale word at the head of a Hangul token, and its length in bytes.
fn korean_scale(words: &[Token<'_>], at: usize, norm: &str) -> Option<(i128, usize)> {
    let token = words.get(at).filter(|token| token.script == Script::Hangul)?;
    let mut factor = 1_i128;
    let mut bytes = 0;
    for ch in token.text.chars() {
        let step = match ch {
            '십' => 10,
            '백' => 100,
            '천' => 1000,
            '만' => 10_000,
            '억' => 100_000_000,
            '조' => 1_000_000_000_000,
            _ => break,
        };
        factor = factor.checked_mul(step)?;
        bytes += ch.len_utf8();
    }
    if bytes == 0 {
        return None;
    }
    if token.text.starts_with('조') {
        // An article unless money or a smaller step follows: `19조 원`, but `제19조 원무과장`.
        let number = at.checked_sub(1).and_then(|at| words.get(at));
        if number.is_some_and(|number| Span::new(0, number.span.start).of(norm).ends_with('제')) {
            return None;
        }
        let behind = Span::new(token.span.start + bytes, norm.len()).of(norm).trim_start();
        let digits = behind.starts_with(|ch: char| ch.is_ascii_digit());
        let money = ["원", "대", "달러", "엔", "위안", "유로"].iter().any(|unit| behind.starts_with(unit));
        let step = digits
            && behind.trim_start_matches(|ch: char| ch.is_ascii_digit() || ch == ',').starts_with('억');
        if !(money || step) {
            return None;
        }
    }
    Some((factor, bytes))
}
