//! Numbers written as words, and scale words behind digits.
//!
//! Owns the scale words of both languages; the words of each are read in a file of their own.

mod english;
mod korean;
pub(super) mod numeral;
pub(super) mod portion;

pub(super) use english::{english, may_begin};
pub(super) use korean::korean;

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

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

/// A number of one word, up to ninety.
fn small_number(word: &str) -> Option<i128> {
    Some(match word {
        "zero" => 0,
        "one" => 1,
        "two" | "twice" | "both" => 2,
        "three" => 3,
        "four" => 4,
        "five" => 5,
        "six" => 6,
        "seven" => 7,
        "eight" => 8,
        "nine" => 9,
        "ten" => 10,
        "eleven" => 11,
        "twelve" => 12,
        "thirteen" => 13,
        "fourteen" => 14,
        "fifteen" => 15,
        "sixteen" => 16,
        "seventeen" => 17,
        "eighteen" => 18,
        "nineteen" => 19,
        "twenty" => 20,
        "thirty" => 30,
        "forty" => 40,
        "fifty" => 50,
        "sixty" => 60,
        "seventy" => 70,
        "eighty" => 80,
        "ninety" => 90,
        _ => return None,
    })
}

fn ordinal(word: &str) -> Option<i128> {
    static ORDINALS: LazyLock<FxHashMap<&str, i128>> = LazyLock::new(|| {
        let number = |(form, number): (&'static str, &str)| Some((form, number.parse().ok()?));
        stet_data::pairs("words/en/ordinals").into_iter().filter_map(number).collect()
    });
    ORDINALS.get(word).copied()
}
