//! Units, and which number belongs to which.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::ONE;
use crate::span::Span;
use crate::{FIRST_SYLLABLE, SYLLABLES, Script, Token, syllable_at};

/// What is counted. Units that convert into one another share a variant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
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

/// Korean counters as they begin the Hangul that follows a number, longest first.
const KOREAN: &[(&str, Unit, Factor)] = &[
    ("퍼센트포인트", Unit::PercentPoint, Factor::ONE),
    ("퍼센트", Unit::Percent, Factor::ONE),
    ("프로", Unit::Percent, Factor::ONE),
    ("포인트", Unit::Point, Factor::ONE),
    ("와트시", Unit::WattHour, Factor::ONE),
    ("와트", Unit::Watt, Factor::ONE),
    ("킬로와트시", Unit::WattHour, Factor(1000, 1)),
    ("킬로와트", Unit::Watt, Factor(1000, 1)),
    ("메가와트시", Unit::WattHour, Factor(1_000_000, 1)),
    ("메가와트", Unit::Watt, Factor(1_000_000, 1)),
    ("기가와트시", Unit::WattHour, Factor(1_000_000_000, 1)),
    ("기가와트", Unit::Watt, Factor(1_000_000_000, 1)),
    ("럭스", Unit::Lux, Factor::ONE),
    ("데시벨", Unit::Decibel, Factor::ONE),
    ("킬로헤르츠", Unit::Hertz, Factor(1000, 1)),
    ("메가헤르츠", Unit::Hertz, Factor(1_000_000, 1)),
    ("기가헤르츠", Unit::Hertz, Factor(1_000_000_000, 1)),
    ("헤르츠", Unit::Hertz, Factor::ONE),
    ("마이크로그램", Unit::Gram, Factor(1, 1_000_000)),
    ("밀리그램", Unit::Gram, Factor(1, 1000)),
    ("밀리리터", Unit::Litre, Factor(1, 1000)),
    ("킬로미터", Unit::Metre, Factor(1000, 1)),
    ("센티미터", Unit::Metre, Factor(1, 100)),
    ("밀리미터", Unit::Metre, Factor(1, 1000)),
    ("작은술", Unit::Litre, Factor(5, 1000)),
    ("큰술", Unit::Litre, Factor(15, 1000)),
    ("제곱미터", Unit::SquareMetre, Factor::ONE),
    ("미터", Unit::Metre, Factor::ONE),
    ("킬로그램", Unit::Gram, Factor(1000, 1)),
    ("그램", Unit::Gram, Factor::ONE),
    ("리터", Unit::Litre, Factor::ONE),
    ("개월", Unit::Months, Factor::ONE),
    ("개년", Unit::Months, Factor(12, 1)),
    ("시간", Unit::Seconds, Factor(3600, 1)),
    ("달러", Unit::Dollar, Factor::ONE),
    ("센트", Unit::Dollar, Factor(1, 100)),
    ("유로", Unit::Euro, Factor::ONE),
    ("파운드", Unit::Pound, Factor::ONE),
    ("헥타르", Unit::SquareMetre, Factor(10_000, 1)),
    ("마일", Unit::Metre, Factor(1_609_344, 1000)),
    ("인치", Unit::Metre, Factor(254, 10_000)),
    ("피트", Unit::Metre, Factor(3048, 10_000)),
    ("톤", Unit::Gram, Factor(1_000_000, 1)),
    ("엔", Unit::Yen, Factor::ONE),
    ("주일", Unit::Day, Factor(7, 1)),
    ("주간", Unit::Day, Factor(7, 1)),
    ("사람", Unit::Person, Factor::ONE),
    ("학점", Unit::Point, Factor::ONE),
    ("학기", Unit::Piece, Factor::ONE),
    ("학년", Unit::Rank, Factor::ONE),
    ("과목", Unit::Piece, Factor::ONE),
    ("페이지", Unit::Piece, Factor::ONE),
    ("가지", Unit::Piece, Factor::ONE),
    ("마리", Unit::Piece, Factor::ONE),
    ("차례", Unit::Times, Factor::ONE),
    ("달", Unit::Months, Factor::ONE),
    ("명", Unit::Person, Factor::ONE),
    ("인", Unit::Person, Factor::ONE),
    ("원", Unit::Won, Factor::ONE),
    ("년", Unit::Months, Factor(12, 1)),
    ("월", Unit::Month, Factor::ONE),
    ("일", Unit::Day, Factor::ONE),
    ("주", Unit::Day, Factor(7, 1)),
    ("시", Unit::Hour, Factor(3600, 1)),
    ("분기", Unit::Rank, Factor::ONE),
    ("분", Unit::Seconds, Factor(60, 1)),
    ("초", Unit::Seconds, Factor::ONE),
    ("조", Unit::Article, Factor::ONE),
    ("항", Unit::Paragraph, Factor::ONE),
    ("호", Unit::Item, Factor::ONE),
    ("장", Unit::Chapter, Factor::ONE),
    ("회", Unit::Times, Factor::ONE),
    ("번", Unit::Times, Factor::ONE),
    ("배", Unit::Times, Factor::ONE),
    ("차", Unit::Rank, Factor::ONE),
    ("위", Unit::Rank, Factor::ONE),
    ("점", Unit::Point, Factor::ONE),
    ("개", Unit::Piece, Factor::ONE),
    ("건", Unit::Piece, Factor::ONE),
    ("곳", Unit::Piece, Factor::ONE),
    ("표", Unit::Piece, Factor::ONE),
    ("알", Unit::Piece, Factor::ONE),
    ("정", Unit::Piece, Factor::ONE),
    ("권", Unit::Piece, Factor::ONE),
    ("석", Unit::Piece, Factor::ONE),
    ("편", Unit::Piece, Factor::ONE),
    ("쪽", Unit::Piece, Factor::ONE),
    ("층", Unit::Rank, Factor::ONE),
    ("대", Unit::Piece, Factor::ONE),
    ("도", Unit::Degree, Factor::ONE),
    ("살", Unit::Months, Factor(12, 1)),
    ("세", Unit::Months, Factor(12, 1)),
];

/// For each syllable one more than the number of the first counter that begins with it, 0 for none, and for each counter
/// the same of the next that begins like it.
const BEGINNINGS: ([u8; SYLLABLES as usize], [u8; KOREAN.len()]) = {
    let (mut first, mut next) = ([0; SYLLABLES as usize], [0; KOREAN.len()]);
    let mut number = KOREAN.len();
    while number > 0 {
        let word = KOREAN[number - 1].0.as_bytes();
        let code = (word[0] as u32 & 0x0f) << 12 | (word[1] as u32 & 0x3f) << 6 | (word[2] as u32 & 0x3f);
        let place = (code - FIRST_SYLLABLE) as usize;
        next[number - 1] = first[place];
        assert!(number <= u8::MAX as usize);
        #[expect(clippy::cast_possible_truncation, reason = "asserted")]
        let one = number as u8;
        first[place] = one;
        number -= 1;
    }
    (first, next)
};
/// Kept in one place, not copied to where it is read.
static FIRSTS: [u8; SYLLABLES as usize] = BEGINNINGS.0;
static NEXTS: [u8; KOREAN.len()] = BEGINNINGS.1;

/// The counter at the head of a Hangul word.
pub(super) fn korean(word: &str) -> Option<(Unit, Factor, usize)> {
    let code = syllable_at(word.as_bytes(), 0)?;
    let mut number = FIRSTS.get(code.wrapping_sub(FIRST_SYLLABLE) as usize).copied()?;
    while let Some(at) = usize::from(number).checked_sub(1) {
        let (counter, unit, factor) = KOREAN.get(at).copied()?;
        // `1주택` is a home, `한 주식` a share.
        let other = counter == "주"
            && word.get(counter.len()..)?.starts_with(['택', '식', '거', '소', '인', '민', '차']);
        if word.starts_with(counter) && !other {
            return Some((unit, factor, counter.len()));
        }
        number = NEXTS.get(at).copied()?;
    }
    None
}

/// English units and symbols, whole words in the singular.
const ENGLISH: &[(&str, Unit, Factor)] = &[
    ("percent", Unit::Percent, Factor::ONE),
    ("pct", Unit::Percent, Factor::ONE),
    ("day", Unit::Day, Factor::ONE),
    ("week", Unit::Day, Factor(7, 1)),
    ("fortnight", Unit::Day, Factor(14, 1)),
    ("month", Unit::Months, Factor::ONE),
    ("year", Unit::Months, Factor(12, 1)),
    ("yr", Unit::Months, Factor(12, 1)),
    ("yrs", Unit::Months, Factor(12, 1)),
    ("hour", Unit::Seconds, Factor(3600, 1)),
    ("hr", Unit::Seconds, Factor(3600, 1)),
    ("hrs", Unit::Seconds, Factor(3600, 1)),
    ("h", Unit::Seconds, Factor(3600, 1)),
    ("minute", Unit::Seconds, Factor(60, 1)),
    ("min", Unit::Seconds, Factor(60, 1)),
    ("second", Unit::Seconds, Factor::ONE),
    ("sec", Unit::Seconds, Factor::ONE),
    ("people", Unit::Person, Factor::ONE),
    ("person", Unit::Person, Factor::ONE),
    ("men", Unit::Person, Factor::ONE),
    ("women", Unit::Person, Factor::ONE),
    ("student", Unit::Person, Factor::ONE),
    ("employee", Unit::Person, Factor::ONE),
    ("worker", Unit::Person, Factor::ONE),
    ("dollar", Unit::Dollar, Factor::ONE),
    ("usd", Unit::Dollar, Factor::ONE),
    ("cent", Unit::Dollar, Factor(1, 100)),
    ("won", Unit::Won, Factor::ONE),
    ("krw", Unit::Won, Factor::ONE),
    ("euro", Unit::Euro, Factor::ONE),
    ("eur", Unit::Euro, Factor::ONE),
    ("pound", Unit::Pound, Factor::ONE),
    ("gbp", Unit::Pound, Factor::ONE),
    ("lb", Unit::Pound, Factor::ONE),
    ("lbs", Unit::Pound, Factor::ONE),
    ("yen", Unit::Yen, Factor::ONE),
    ("jpy", Unit::Yen, Factor::ONE),
    ("km", Unit::Metre, Factor(1000, 1)),
    ("kilometer", Unit::Metre, Factor(1000, 1)),
    ("kilometre", Unit::Metre, Factor(1000, 1)),
    ("m", Unit::Metre, Factor::ONE),
    ("meter", Unit::Metre, Factor::ONE),
    ("metre", Unit::Metre, Factor::ONE),
    ("cm", Unit::Metre, Factor(1, 100)),
    ("centimeter", Unit::Metre, Factor(1, 100)),
    ("centimetre", Unit::Metre, Factor(1, 100)),
    ("mm", Unit::Metre, Factor(1, 1000)),
    ("millimeter", Unit::Metre, Factor(1, 1000)),
    ("millimetre", Unit::Metre, Factor(1, 1000)),
    ("kg", Unit::Gram, Factor(1000, 1)),
    ("kilogram", Unit::Gram, Factor(1000, 1)),
    ("g", Unit::Gram, Factor::ONE),
    ("gram", Unit::Gram, Factor::ONE),
    ("mile", Unit::Metre, Factor(1_609_344, 1000)),
    ("foot", Unit::Metre, Factor(3048, 10_000)),
    ("feet", Unit::Metre, Factor(3048, 10_000)),
    ("ft", Unit::Metre, Factor(3048, 10_000)),
    ("inch", Unit::Metre, Factor(254, 10_000)),
    ("inche", Unit::Metre, Factor(254, 10_000)),
    ("yard", Unit::Metre, Factor(9144, 10_000)),
    ("ton", Unit::Gram, Factor(1_000_000, 1)),
    ("tonne", Unit::Gram, Factor(1_000_000, 1)),
    ("mcg", Unit::Gram, Factor(1, 1_000_000)),
    ("microgram", Unit::Gram, Factor(1, 1_000_000)),
    ("gallon", Unit::Litre, Factor(3785, 1000)),
    ("hectare", Unit::SquareMetre, Factor(10_000, 1)),
    ("acre", Unit::SquareMetre, Factor(4047, 1)),
    ("mg", Unit::Gram, Factor(1, 1000)),
    ("milligram", Unit::Gram, Factor(1, 1000)),
    ("l", Unit::Litre, Factor::ONE),
    ("liter", Unit::Litre, Factor::ONE),
    ("litre", Unit::Litre, Factor::ONE),
    ("ml", Unit::Litre, Factor(1, 1000)),
    ("milliliter", Unit::Litre, Factor(1, 1000)),
    ("millilitre", Unit::Litre, Factor(1, 1000)),
    ("time", Unit::Times, Factor::ONE),
    ("point", Unit::Point, Factor::ONE),
    ("watt", Unit::Watt, Factor::ONE),
    ("kw", Unit::Watt, Factor(1000, 1)),
    ("kilowatt", Unit::Watt, Factor(1000, 1)),
    ("mw", Unit::Watt, Factor(1_000_000, 1)),
    ("megawatt", Unit::Watt, Factor(1_000_000, 1)),
    ("gw", Unit::Watt, Factor(1_000_000_000, 1)),
    ("gigawatt", Unit::Watt, Factor(1_000_000_000, 1)),
    ("kwh", Unit::WattHour, Factor(1000, 1)),
    ("mwh", Unit::WattHour, Factor(1_000_000, 1)),
    ("gwh", Unit::WattHour, Factor(1_000_000_000, 1)),
    ("lx", Unit::Lux, Factor::ONE),
    ("lux", Unit::Lux, Factor::ONE),
    ("db", Unit::Decibel, Factor::ONE),
    ("decibel", Unit::Decibel, Factor::ONE),
    ("hz", Unit::Hertz, Factor::ONE),
    ("hertz", Unit::Hertz, Factor::ONE),
    ("khz", Unit::Hertz, Factor(1000, 1)),
    ("mhz", Unit::Hertz, Factor(1_000_000, 1)),
    ("ghz", Unit::Hertz, Factor(1_000_000_000, 1)),
    ("kb", Unit::Byte, Factor(1000, 1)),
    ("mb", Unit::Byte, Factor(1_000_000, 1)),
    ("gb", Unit::Byte, Factor(1_000_000_000, 1)),
];

static ENGLISH_UNITS: LazyLock<FxHashMap<&str, (Unit, Factor)>> =
    LazyLock::new(|| ENGLISH.iter().map(|&(word, unit, factor)| (word, (unit, factor))).collect());

/// The unit that an English word is, in the singular or the plural.
pub(super) fn english(word: &str) -> Option<(Unit, Factor)> {
    let singular = word.strip_suffix('s').filter(|stem| stem.len() > 2).unwrap_or(word);
    ENGLISH_UNITS.get(singular).copied()
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
    let left = before.len() - run(before.bytes().rev(), b" ");
    let unit = match before.get(..left).and_then(|before| before.chars().next_back()) {
        Some('$') => Some(Unit::Dollar),
        Some('€') => Some(Unit::Euro),
        Some('£') => Some(Unit::Pound),
        Some('₩') => Some(Unit::Won),
        Some('¥') => Some(Unit::Yen),
        Some('§') => Some(Unit::Article),
        _ => None,
    };
    if let Some(unit) = unit {
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
            if let Some((unit, factor, _)) = korean(word) {
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
    // `Article 25`, `section 3`, `chapter 2`
    let before = before.get(..before.len() - run(before.bytes().rev(), b" .")).unwrap_or_default();
    let letters = before.bytes().rev().take_while(u8::is_ascii_alphabetic).count();
    let head = before.get(..before.len() - letters).unwrap_or_default();
    let whole = before.len() > head.len() && !head.ends_with(char::is_alphabetic);
    let word = before.get(head.len()..).filter(|_| whole).unwrap_or_default();
    plain(match word {
        "article" | "art" | "section" | "sec" | "rule" | "clause" => Unit::Article,
        "paragraph" | "para" => Unit::Paragraph,
        "item" => Unit::Item,
        "chapter" => Unit::Chapter,
        _ => Unit::None,
    })
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
    Some(match word {
        "january" | "jan" => 1,
        "february" | "feb" => 2,
        "march" | "mar" => 3,
        "april" | "apr" => 4,
        "may" => 5,
        "june" | "jun" => 6,
        "july" | "jul" => 7,
        "august" | "aug" => 8,
        "september" | "sep" | "sept" => 9,
        "october" | "oct" => 10,
        "november" | "nov" => 11,
        "december" | "dec" => 12,
        _ => return None,
    })
}

/// Month names that are words, too.
pub(super) fn is_common_word(month: &str) -> bool {
    matches!(month, "may" | "march" | "mar" | "jan" | "dec" | "sep" | "sept")
}
