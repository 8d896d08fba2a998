//! Numbers written as words, and scale words behind digits.
//!
//! Owns the scale words of both languages; the words of each are read in a file of their own.

mod english;
mod korean;
mod numeral;

pub(super) use english::{english, may_begin, small_number};
pub(super) use korean::korean;

use crate::span::Span;
use crate::{Script, Token};

/// `1만 2천`, `4천8백만`, `12조원`, `1.2 million`, `5k`: the amount with its scale words, the
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
    let read = numeral::numeral(norm, words, at)?;
    Some((read.amount, read.next, read.tail))
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
