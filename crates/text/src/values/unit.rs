//! Units, and which number belongs to which.

use std::cmp::Reverse;
use std::hash::Hash;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;
use serde::Deserialize;
use serde::de::value::{Error as ValueError, StrDeserializer};

use super::ONE;
use crate::span::Span;
use crate::{Script, Token, is_tail, script};

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
    Yuan,
    Franc,
    Rupee,
    Ruble,
    Peso,
    Metre,
    Gram,
    Litre,
    /// `킬로`, `밀리`: so many metres, grams or litres.
    Prefixed,
    SquareMetre,
    /// Metres in an hour.
    Speed,
    /// Of temperature, if nobody says on which scale, and of angles.
    Degree,
    Celsius,
    Fahrenheit,
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
    Volt,
    Calorie,
    Ppm,
    /// Of a year.
    Quarter,
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
                || self.leaves_open(other)
                || other.leaves_open(self)
        }
    }

    /// Whether this says less than another unit, and nothing against it.
    fn leaves_open(self, other: Self) -> bool {
        match self {
            Self::Prefixed => matches!(other, Self::Metre | Self::Gram | Self::Litre),
            Self::Degree => other.is_temperature(),
            _ => false,
        }
    }

    pub(super) fn is_temperature(self) -> bool {
        matches!(self, Self::Degree | Self::Celsius | Self::Fahrenheit)
    }

    #[must_use]
    pub fn is_money(self) -> bool {
        use Unit::{Dollar, Euro, Franc, Peso, Pound, Ruble, Rupee, Won, Yen, Yuan};
        matches!(self, Won | Dollar | Euro | Pound | Yen | Yuan | Franc | Rupee | Ruble | Peso)
    }

    /// Whether this is measured: a part of one may be counted, and a list of such numbers gives the unit of each.
    #[must_use]
    pub fn is_measured(self) -> bool {
        use Unit::{Byte, Calorie, Decibel, Gram, Hertz, Litre, Lux, Metre, Percent, PercentPoint, Ppm};
        use Unit::{Prefixed, Speed, SquareMetre, Volt, Watt, WattHour};
        self.is_money()
            || self.is_temperature()
            || matches!(self, Byte | Calorie | Decibel | Gram | Hertz | Litre | Lux | Metre | Percent)
            || matches!(self, PercentPoint | Ppm | Prefixed | Speed | SquareMetre | Volt | Watt | WattHour)
    }
}

/// Multiplies an amount: how many of the base unit one unit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Factor(i128, i128);

impl Factor {
    pub(super) const ONE: Self = Self(1, 1);

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

/// Units by what `key` says that a form begins with, the longest first.
fn by_beginning<K: Eq + Hash>(
    table: &str,
    key: impl Fn(&'static str) -> Option<K>,
) -> FxHashMap<K, Vec<Written>> {
    let mut all: FxHashMap<K, Vec<Written>> = FxHashMap::default();
    for unit in written(table) {
        if let Some(key) = key(unit.0) {
            all.entry(key).or_default().push(unit);
        }
    }
    for list in all.values_mut() {
        list.sort_by_key(|unit| Reverse(unit.0.len()));
    }
    all
}

/// Korean counters by their first syllable.
static KOREAN: LazyLock<FxHashMap<char, Vec<Written>>> =
    LazyLock::new(|| by_beginning("words/ko/units", |form| form.chars().next()));

/// English units and symbols by their first word.
static ENGLISH: LazyLock<FxHashMap<&str, Vec<Written>>> =
    LazyLock::new(|| by_beginning("words/en/units", |form| Some(first_word(form))));

/// The letters that a text begins with, or the one other character.
fn first_word(text: &str) -> &str {
    let letter = |ch: &char| script(*ch) == Some(Script::Latin);
    let bytes: usize = text.chars().take_while(letter).map(char::len_utf8).sum();
    let bytes = if bytes == 0 { text.chars().next().map_or(0, char::len_utf8) } else { bytes };
    text.get(..bytes).unwrap_or_default()
}

/// The counter at the head of a text that begins with Hangul, and how many bytes of it that is.
pub(super) fn korean(text: &str) -> Option<(Unit, Factor, usize)> {
    let list = KOREAN.get(&text.chars().next()?)?;
    let (counter, unit, factor) = list.iter().find(|(counter, unit, _)| {
        // `1주택` is a home, `한 주식` a share; `킬로` is no more than the head of many units.
        text.strip_prefix(counter).is_some_and(|rest| match (*counter, unit) {
            ("주", _) => !rest.starts_with(['택', '식', '거', '소', '인', '민', '차']),
            ("할", _) => !rest.starts_with(['인', '머', '당', '증', '아']),
            // `10위 안에`
            ("위안", _) => !rest.starts_with('에'),
            ("해", _) if rest.starts_with('당') => false,
            ("해" | "평", _) | (_, Unit::Prefixed) => is_counter(hangul(text), counter.len()),
            _ => true,
        })
    })?;
    Some((*unit, *factor, counter.len()))
}

/// The Hangul that a text begins with.
fn hangul(text: &str) -> &str {
    let end = text.find(|ch| script(ch) != Some(Script::Hangul));
    text.get(..end.unwrap_or(text.len())).unwrap_or_default()
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

/// The unit or symbol at the head of a text, in the singular or the plural, and how many bytes of it that is.
fn english(text: &str) -> Option<(Unit, Factor, usize)> {
    let word = first_word(text);
    let singular = word.strip_suffix('s').filter(|stem| stem.len() > 2);
    [Some(word), singular].into_iter().flatten().find_map(|word| {
        ENGLISH.get(word)?.iter().find_map(|(form, unit, factor)| {
            let rest = text.strip_prefix(form)?;
            let plural = rest.strip_prefix('s').filter(|_| form.len() > 2).unwrap_or(rest);
            ends(form, plural).then_some((*unit, *factor, text.len() - plural.len()))
        })
    })
}

/// Whether a unit that is followed by `rest` ends there.
fn ends(form: &str, rest: &str) -> bool {
    let next = rest.chars().next();
    match form.chars().next_back().and_then(script) {
        // `5 t-shirts`
        Some(_) if form.len() == 1 && next == Some('-') => false,
        // `3 v 2`
        Some(_) if form == "v" && rest.trim_start().starts_with(|ch: char| ch.is_ascii_digit()) => false,
        Some(_) => !matches!(next.and_then(script), Some(Script::Latin | Script::Digit)),
        // `5 €10`
        None => !next.is_some_and(|next| next.is_ascii_digit()),
    }
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
    // The token behind what ends at a byte, and where the last one before it ends.
    let past = |end: usize| {
        let inside = words.iter().skip(next).take_while(|token| token.span.start < end).count();
        let last = words.get(next + inside - 1).filter(|_| inside > 0);
        (next + inside, last.map_or(number_end, |token| token.span.end))
    };
    let plain = |unit| (unit, Factor::ONE, past(number_end).0, number_end);
    let gap = run(behind.bytes(), b" -");
    let text = behind.get(gap..).unwrap_or_default();
    // `8.6/10`
    if let Some(rest) = text.strip_prefix("/100").or_else(|| text.strip_prefix("/10"))
        && !rest.starts_with(|ch: char| ch.is_ascii_digit() || ch == '/')
    {
        return plain(Unit::Point);
    }
    if let Some(unit) = sign_before(before) {
        return plain(unit);
    }
    let is_hangul = text.chars().next().and_then(script) == Some(Script::Hangul);
    let written = if is_hangul {
        korean(text).filter(|(_, _, bytes)| gap == 0 || is_counter(hangul(text), *bytes))
    } else {
        // `3Q`, but not `5 Q&A sessions`.
        english(text).filter(|(unit, ..)| gap == 0 || *unit != Unit::Quarter)
    };
    if let Some((unit, factor, bytes)) = written {
        let (next, end) = past(number_end + gap + bytes);
        let (unit, factor) = framed(before, unit, factor);
        return if is_hangul {
            refine(norm, words, (unit, factor), next, start, end, amount)
        } else {
            (unit, factor, next, end)
        };
    }
    if let Some(unit) = currency_before(norm, words, start) {
        return plain(unit);
    }
    plain(part_before(before))
}

/// What a word before the number makes of its unit: `시속 100킬로미터`, `섭씨 영하 5도`.
fn framed(before: &str, unit: Unit, factor: Factor) -> (Unit, Factor) {
    let says = |word: &str| before.trim_end().ends_with(word);
    let often = |times: i128| (Unit::Speed, Factor(factor.0 * times, factor.1));
    match unit {
        Unit::Metre | Unit::Prefixed if says("시속") => often(1),
        Unit::Metre | Unit::Prefixed if says("분속") => often(60),
        Unit::Metre | Unit::Prefixed if says("초속") => often(3600),
        Unit::Degree if says("섭씨") || says("섭씨 영하") => (Unit::Celsius, factor),
        Unit::Degree if says("화씨") || says("화씨 영하") => (Unit::Fahrenheit, factor),
        _ => (unit, factor),
    }
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

/// What a number counts behind the name of a part: `Article 25`, `section 3(2)`, `chapter 2`.
fn part_before(before: &str) -> Unit {
    if let Some(article) =
        before.strip_suffix('(').filter(|article| article.ends_with(|ch: char| ch.is_ascii_digit()))
    {
        let of = part_before(article.trim_end_matches(|ch: char| ch.is_ascii_digit()));
        return if of == Unit::Article { Unit::Paragraph } else { Unit::None };
    }
    let before = before.get(..before.len() - run(before.bytes().rev(), b" .")).unwrap_or_default();
    let letters = before.bytes().rev().take_while(u8::is_ascii_alphabetic).count();
    let head = before.get(..before.len() - letters).unwrap_or_default();
    let whole = before.len() > head.len() && !head.ends_with(char::is_alphabetic);
    match before.get(head.len()..).filter(|_| whole).unwrap_or_default() {
        "article" | "art" | "section" | "sec" | "rule" | "clause" => Unit::Article,
        "paragraph" | "para" => Unit::Paragraph,
        "item" => Unit::Item,
        "chapter" => Unit::Chapter,
        "q" => Unit::Quarter,
        _ => Unit::None,
    }
}

/// How many of some bytes are among those given, up to the first that is not.
#[inline]
fn run(bytes: impl Iterator<Item = u8>, of: &[u8]) -> usize {
    bytes.take_while(|byte| of.contains(byte)).count()
}

/// Whether a word is the code of a currency.
pub(super) fn is_currency(word: &str) -> bool {
    currency(word).is_some()
}

fn currency(code: &str) -> Option<Unit> {
    let list = ENGLISH.get(code).filter(|_| code.len() == 3)?;
    list.iter().map(|entry| entry.1).find(|unit| unit.is_money())
}

/// The unit of a currency whose code stands right before the byte `start`: `USD 5`, `US$5`.
fn currency_before(norm: &str, words: &[Token<'_>], start: usize) -> Option<Unit> {
    // The last letters of the codes rule out nearly every other word.
    let last = norm.as_bytes().get(start.checked_sub(2)?)?;
    if !matches!(last, b'd' | b'w' | b'r' | b'p' | b'y' | b'f') {
        return None;
    }
    let at = words.partition_point(|token| token.span.start < start).checked_sub(1)?;
    let token = words.get(at).filter(|token| token.span.end + 1 == start)?;
    currency(token.text)
}

/// Where an amount begins whose number begins at `start`: with the code of its currency, if one stands there.
pub(super) fn start_of(norm: &str, words: &[Token<'_>], unit: Unit, start: usize) -> usize {
    if !unit.is_money() {
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
            ("words/en/units", ("mile", Unit::Metre, Factor(1_609_344, 1000)), english("mile")),
        ] {
            assert_eq!(written(table).count(), stet_data::rows(table).count());
            assert!(written(table).any(|unit| unit == entry));
            assert_eq!(want, Some((entry.1, entry.2, entry.0.len())));
        }
        assert_eq!((month("sept"), month("sex")), (Some(9), None));
        assert!(korean("주택").is_none() && korean("주마다").is_some());
    }
}
