//! Units, and which number belongs to which.

use std::cmp::Reverse;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;
use serde::Deserialize;
use serde::de::value::{Error as ValueError, StrDeserializer};

use super::ONE;
use crate::span::Span;
use crate::{Script, Token, is_tail};

/// What is counted. Units that convert into one another share a variant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// No unit was written.
    None,
    Percent,
    PercentPoint,
    /// A calendar year.
    Year,
    /// Month × 100 + day of the calendar.
    Date,
    /// A month of the calendar.
    Month,
    /// Days of the calendar or of a duration; a week is seven.
    Day,
    /// Months of a duration; a year is twelve.
    Months,
    /// Seconds of a duration.
    Seconds,
    /// Seconds since midnight, and since midnight or noon.
    Clock,
    Hour,
    Article,
    Paragraph,
    Item,
    Chapter,
    Person,
    Won,
    Dollar,
    Euro,
    Pound,
    Yen,
    Metre,
    Gram,
    Litre,
    SquareMetre,
    Degree,
    Times,
    Rank,
    Point,
    Piece,
    Byte,
    Watt,
    WattHour,
    Lux,
    Decibel,
    Hertz,
}

impl Unit {
    /// Whether a value without a unit, or with this one, may be the same value.
    pub(super) fn accepts(self, other: Self) -> bool {
        let part_of_law = matches!(self, Self::Article | Self::Paragraph | Self::Item | Self::Chapter);
        let points = self == Self::PercentPoint || other == Self::PercentPoint;
        if self == other {
            true
        } else if part_of_law || points {
            // A part of a law is only that part; percentage points are never left out silently.
            false
        } else {
            self == Self::None
                || other == Self::None
                // Things are counted with one counter or another: 개, 건, 회, 명.
                || matches!((self, other), (Self::Piece | Self::Times, Self::Piece | Self::Times | Self::Person))
                || (self, other) == (Self::Person, Self::Piece)
        }
    }
}

/// Multiplies an amount: how many of the base unit one unit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Factor(i128, i128);

impl Factor {
    const ONE: Self = Self(1, 1);

    pub(super) fn apply(self, amount: i128) -> i128 {
        if self == Self::ONE {
            return amount;
        }
        amount.checked_mul(self.0).map_or(amount, |product| product / self.1)
    }
}

/// A unit as it is written, what it counts, and how many of it one is.
type Written = (&'static str, Unit, Factor);

/// The units of a table of words.
fn written(table: &str) -> impl Iterator<Item = Written> {
    stet_data::rows(table).filter_map(|row| {
        let [word, unit, factor] = row[..] else { return None };
        let (of, part) = factor.split_once('/').unwrap_or((factor, "1"));
        let unit = Unit::deserialize(StrDeserializer::<ValueError>::new(unit)).ok()?;
        Some((word, unit, Factor(of.parse().ok()?, part.parse().ok()?)))
    })
}

/// Korean counters by their first syllable, the longest first.
static KOREAN: LazyLock<FxHashMap<char, Vec<Written>>> = LazyLock::new(|| {
    let mut all: FxHashMap<char, Vec<Written>> = FxHashMap::default();
    for counter in written("words/ko/units") {
        all.entry(counter.0.chars().next().unwrap_or_default()).or_default().push(counter);
    }
    for list in all.values_mut() {
        list.sort_by_key(|counter| Reverse(counter.0.len()));
    }
    all
});

/// English units and symbols, whole words in the singular.
static ENGLISH: LazyLock<FxHashMap<&str, Written>> =
    LazyLock::new(|| written("words/en/units").map(|unit| (unit.0, unit)).collect());

/// The counter at the head of a Hangul word.
pub(super) fn korean(word: &str) -> Option<(Unit, Factor, usize)> {
    let list = KOREAN.get(&word.chars().next()?)?;
    let (counter, unit, factor) = list.iter().find(|(counter, ..)| {
        // `1주택` is a home, `한 주식` a share.
        word.strip_prefix(counter).is_some_and(|rest| {
            *counter != "주" || !rest.starts_with(['택', '식', '거', '소', '인', '민', '차'])
        })
    })?;
    Some((*unit, *factor, counter.len()))
}

/// Whether a word that stands apart from its number is the counter it begins with: `19 대`, but not `19 대응`.
pub(super) fn is_counter(word: &str, bytes: usize) -> bool {
    /// What may stand behind a counter beside a particle.
    const TAILS: [&str; 14] =
        ["간", "씩", "째", "쯤", "당", "여", "가량", "짜리", "정도", "까지", "부터", "이다", "이었", "입니"];
    let rest = word.get(bytes..).unwrap_or_default();
    rest.is_empty()
        || TAILS.iter().any(|tail| rest.starts_with(tail))
        || word.get(..bytes).and_then(|head| head.chars().next_back()).is_some_and(|last| is_tail(last, rest))
        || crate::korean_stem(word).len() <= bytes
}

/// The unit that an English word is, in the singular or the plural.
pub(super) fn english(word: &str) -> Option<(Unit, Factor)> {
    let singular = word.strip_suffix('s').filter(|stem| stem.len() > 2).unwrap_or(word);
    ENGLISH.get(singular).map(|(_, unit, factor)| (*unit, *factor))
}

/// The unit of a number that ends before token `next` (or `tail` bytes into it): its unit, the
/// factor to the base unit, the token after both, and where both end.
pub(super) fn after(
    norm: &str,
    words: &[Token<'_>],
    next: usize,
    tail: usize,
    start: usize,
    amount: i128,
) -> (Unit, Factor, usize, usize) {
    let number_end = match tail {
        0 => words.get(next.saturating_sub(1)).map_or(start, |token| token.span.end),
        _ => words.get(next).map_or(start, |token| token.span.start + tail),
    };
    let before = Span::new(0, start).of(norm);
    let behind = Span::new(number_end, norm.len()).of(norm);
    let plain = |unit| (unit, Factor::ONE, next + usize::from(tail > 0), number_end);
    let spaced = behind.get(run(behind.bytes(), b" ")..).unwrap_or_default();
    // What the symbols and words below begin with.
    let symbols = match spaced.as_bytes().first() {
        Some(b'%' | b'p' | b'/' | 0xc2 | 0xe2) => spaced,
        _ => "",
    };
    if let Some(rest) = symbols.strip_prefix('%') {
        let point = rest.starts_with('p')
            || rest.trim_start().starts_with("포인트")
            || rest.trim_start().starts_with("point");
        return plain(if point { Unit::PercentPoint } else { Unit::Percent });
    }
    if let Some((unit, count)) = per_cent(symbols) {
        let end = words.get(next + count - 1).map_or(number_end, |token| token.span.end);
        return (unit, Factor::ONE, next + count, end);
    }
    // `8.6/10`
    if let Some(rest) = symbols.strip_prefix("/100").or_else(|| symbols.strip_prefix("/10"))
        && !rest.starts_with(|ch: char| ch.is_ascii_digit() || ch == '/')
    {
        return plain(Unit::Point);
    }
    if symbols.starts_with(['°', '℃', '℉']) {
        return plain(Unit::Degree);
    }
    if let Some(unit) = sign_before(before) {
        return plain(unit);
    }
    let head = words.get(next).filter(|token| {
        let gap = || norm.as_bytes().get(number_end..token.span.start);
        tail > 0 || gap().is_some_and(|gap| gap.iter().all(|byte| matches!(byte, b' ' | b'-')))
    });
    if let Some(token) = head {
        let word = token.text.get(tail..).unwrap_or_default();
        let (word, token_end) = if tail > 0 && word.is_empty() {
            // `3천 명`: the counter is the next word.
            match words.get(next + 1).filter(|token| token.script == Script::Hangul) {
                Some(token) => (token.text, token.span.end),
                None => (word, token.span.end),
            }
        } else {
            (word, token.span.end)
        };
        if token.script == Script::Hangul {
            let apart = token.span.start > number_end;
            let counts = |bytes: usize| !apart || is_counter(word, bytes);
            if let Some((unit, factor, _)) = korean(word).filter(|(_, _, bytes)| counts(*bytes)) {
                let skip = usize::from(tail > 0 && token.text.len() == tail);
                return refine(norm, words, (unit, factor), next + 1 + skip, start, token_end, amount);
            }
        } else if let Some((unit, factor)) = english(word) {
            return (unit, factor, next + 1, token_end);
        }
    }
    if let Some(unit) = currency_before(norm, words, start) {
        return plain(unit);
    }
    plain(part_before(before))
}

/// The unit of a sign that stands before a number.
fn sign_before(before: &str) -> Option<Unit> {
    let left = before.len() - run(before.bytes().rev(), b" ");
    Some(match before.get(..left)?.chars().next_back()? {
        '$' => Unit::Dollar,
        '€' => Unit::Euro,
        '£' => Unit::Pound,
        '₩' => Unit::Won,
        '¥' => Unit::Yen,
        '§' => Unit::Article,
        _ => return None,
    })
}

/// What a number counts behind the name of a part: `Article 25`, `section 3`, `chapter 2`.
fn part_before(before: &str) -> Unit {
    let before = before.get(..before.len() - run(before.bytes().rev(), b" .")).unwrap_or_default();
    let letters = before.bytes().rev().take_while(u8::is_ascii_alphabetic).count();
    let head = before.get(..before.len() - letters).unwrap_or_default();
    let whole = before.len() > head.len() && !head.ends_with(char::is_alphabetic);
    match before.get(head.len()..).filter(|_| whole).unwrap_or_default() {
        "article" | "art" | "section" | "sec" | "rule" | "clause" => Unit::Article,
        "paragraph" | "para" => Unit::Paragraph,
        "item" => Unit::Item,
        "chapter" => Unit::Chapter,
        _ => Unit::None,
    }
}

/// How many of some bytes are among those given, up to the first that is not.
#[inline]
fn run(bytes: impl Iterator<Item = u8>, of: &[u8]) -> usize {
    bytes.take_while(|byte| of.contains(byte)).count()
}

/// `per cent`, `percentage points`: the unit a text begins with, and of how many words it is.
fn per_cent(text: &str) -> Option<(Unit, usize)> {
    const SPELLINGS: [(&str, Unit, usize); 6] = [
        ("percentage point", Unit::PercentPoint, 2),
        ("percent point", Unit::PercentPoint, 2),
        ("per cent point", Unit::PercentPoint, 3),
        ("per cent", Unit::Percent, 2),
        ("per-cent", Unit::Percent, 2),
        ("pct point", Unit::PercentPoint, 2),
    ];
    if !text.starts_with('p') {
        return None;
    }
    // `per century` is no percentage.
    let ends = |rest: &str| !rest.strip_prefix('s').unwrap_or(rest).starts_with(char::is_alphabetic);
    SPELLINGS
        .iter()
        .find(|entry| text.strip_prefix(entry.0).is_some_and(ends))
        .map(|entry| (entry.1, entry.2))
}

/// Whether a word is the code of a currency.
pub(super) fn is_currency(word: &str) -> bool {
    currency(word).is_some()
}

fn currency(code: &str) -> Option<Unit> {
    match code {
        "usd" => Some(Unit::Dollar),
        "krw" => Some(Unit::Won),
        "eur" => Some(Unit::Euro),
        "gbp" => Some(Unit::Pound),
        "jpy" => Some(Unit::Yen),
        _ => None,
    }
}

/// The unit of a currency whose code stands right before the byte `start`: `USD 5`, `US$5`.
fn currency_before(norm: &str, words: &[Token<'_>], start: usize) -> Option<Unit> {
    // The last letters of the codes rule out nearly every other word.
    let last = norm.as_bytes().get(start.checked_sub(2)?)?;
    if !matches!(last, b'd' | b'w' | b'r' | b'p' | b'y') {
        return None;
    }
    let at = words.partition_point(|token| token.span.start < start).checked_sub(1)?;
    let token = words.get(at).filter(|token| token.span.end + 1 == start)?;
    currency(token.text)
}

/// Where an amount begins whose number begins at `start`: with the code of its currency, if one stands there.
pub(super) fn start_of(norm: &str, words: &[Token<'_>], unit: Unit, start: usize) -> usize {
    if !matches!(unit, Unit::Won | Unit::Dollar | Unit::Euro | Unit::Pound | Unit::Yen) {
        return start;
    }
    match currency_before(norm, words, start) {
        Some(before) if before == unit => {
            let at = words.partition_point(|token| token.span.start < start);
            words.get(at.saturating_sub(1)).map_or(start, |token| token.span.start)
        }
        _ => start,
    }
}

/// Counters that mean two things: `12조` is an article after `제`, `3년` of a calendar or a duration.
fn refine(
    norm: &str,
    words: &[Token<'_>],
    (unit, factor): (Unit, Factor),
    next: usize,
    start: usize,
    end: usize,
    amount: i128,
) -> (Unit, Factor, usize, usize) {
    let ordinal = Span::new(0, start).of(norm).ends_with('제');
    match unit {
        Unit::Months if factor.0 == 12 && (1000 * ONE..3000 * ONE).contains(&amount) => {
            (Unit::Year, Factor::ONE, next, end)
        }
        Unit::Article => {
            // `제25조의2` is article 25.002, an article of its own.
            let branch = words
                .get(next.saturating_sub(1))
                .filter(|token| token.text == "조의")
                .and_then(|token| words.get(next).filter(|digits| digits.span.start == token.span.end))
                .and_then(|digits| digits.text.parse::<i128>().ok())
                .filter(|branch| *branch < 1000);
            match branch {
                Some(branch) => {
                    let whole = amount.max(1);
                    // amount × f = amount + branch / 1000
                    (Unit::Article, Factor(whole + branch * ONE / 1000, whole), next + 1, end)
                }
                None => (Unit::Article, factor, next, end),
            }
        }
        Unit::Chapter | Unit::Item if !ordinal => (Unit::Piece, factor, next, end),
        Unit::Day | Unit::Months | Unit::Seconds | Unit::Person if ordinal => {
            (Unit::Rank, Factor::ONE, next, end)
        }
        _ => (unit, factor, next, end),
    }
}

/// The number of a month name, full or shortened.
pub(super) fn month(word: &str) -> Option<i128> {
    static MONTHS: LazyLock<FxHashMap<&str, &str>> = LazyLock::new(|| stet_data::pairs("words/en/months"));
    MONTHS.get(word)?.parse().ok()
}

/// Month names that are words, too.
pub(super) fn is_common_word(month: &str) -> bool {
    matches!(month, "may" | "march" | "mar" | "jan" | "dec" | "sep" | "sept")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_written_unit_is_known() {
        for (table, entry, want) in [
            ("words/ko/units", ("킬로미터", Unit::Metre, Factor(1000, 1)), korean("킬로미터는")),
            (
                "words/en/units",
                ("mile", Unit::Metre, Factor(1_609_344, 1000)),
                english("miles").map(|(unit, factor)| (unit, factor, 4)),
            ),
        ] {
            assert_eq!(written(table).count(), stet_data::rows(table).count());
            assert!(written(table).any(|unit| unit == entry));
            assert_eq!(want, Some((entry.1, entry.2, entry.0.len())));
        }
        assert_eq!((month("sept"), month("sex")), (Some(9), None));
        assert!(korean("주택").is_none() && korean("주마다").is_some());
    }
}
