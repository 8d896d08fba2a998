//! Values: numbers, amounts, dates and article numbers, compared by what they mean.
//!
//! Owns reading `1,000`, `천`, `1.2 million`, `4천8백만`, `스물다섯 명`, `2024. 1. 5.` and
//! `제25조의2` out of a normalised text, and when two of them are the same value. What a
//! value that is missing costs is decided by who compares.

mod clock;
mod date;
mod decimal;
mod digits;
#[cfg(test)]
mod generated;
mod hours;
mod in_words;
mod joined;
mod sign;
mod spelled;
mod unit;
mod value;

use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;

use crate::span::Span;
use crate::{Script, Token, tokens};

use date::month_first;
use digits::digits;
pub use in_words::in_words;
pub use unit::Unit;

/// Amounts are whole numbers of millionths, so that `0.1 + 0.2` never decides a verdict.
pub const ONE: i128 = 1_000_000;

/// A number with its unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Value {
    /// Bytes in the normalised text, unit included.
    pub span: Span,
    /// In millionths of the unit.
    pub amount: i128,
    pub unit: Unit,
    /// Written as a word (`two`, `세 가지`): often a count the writer made, so its absence weighs less.
    pub spelled: bool,
    /// Part of a date that is already a value of its own (the month in `1월 5일`).
    pub implied: bool,
}

/// A value of a source, as much of it as a claim is compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stated {
    /// Hash of the amount.
    amount: u32,
    /// Number of the sentence it stands in.
    pub sentence: u32,
    pub unit: Unit,
    pub implied: bool,
}

impl Stated {
    #[must_use]
    pub fn new(value: &Value, sentence: u32) -> Self {
        Self { amount: hashed(value.amount), sentence, unit: value.unit, implied: value.implied }
    }

    /// Whether this is a year of the calendar.
    #[must_use]
    pub fn is_year(&self) -> bool {
        self.unit == Unit::Year
    }
}

fn hashed(amount: i128) -> u32 {
    (FxBuildHasher.hash_one(amount) >> 32) as u32
}

/// The values of a normalised text, in reading order.
#[must_use]
pub fn values(norm: &str) -> Vec<Value> {
    values_in(norm, &tokens(norm))
}

/// The values of a normalised text that has been read into `words`, in reading order.
#[must_use]
pub fn values_in(norm: &str, words: &[Token<'_>]) -> Vec<Value> {
    let digits = words.iter().filter(|token| token.script == Script::Digit).count();
    let mut out = Vec::with_capacity(digits);
    add_values(norm, words, &mut out);
    out
}

/// [`values_in`], appended to `out`.
pub fn add_values(norm: &str, words: &[Token<'_>], out: &mut Vec<Value>) {
    let mut at = 0;
    while let Some(token) = words.get(at) {
        at = match token.script {
            Script::Digit if in_word(norm, words, at) => at + 1,
            Script::Digit => digits(norm, words, at, out),
            Script::Latin if !spelled::may_begin(token.text) => at + 1,
            Script::Latin => match unit::month(token.text) {
                Some(month) => month_first(norm, words, at, month, out),
                None => spelled::english(norm, words, at, out),
            },
            Script::Hangul => spelled::korean(norm, words, at, out),
            Script::Other => at + 1,
        };
    }
}

/// Whether digits belong to the letters before them: `CO2`, `B12`, but `USD5`.
fn in_word(norm: &str, words: &[Token<'_>], at: usize) -> bool {
    let (Some(token), Some(last)) = (words.get(at), at.checked_sub(1).and_then(|last| words.get(last)))
    else {
        return false;
    };
    last.script == Script::Latin
        && last.span.end == token.span.start
        && !unit::is_currency(last.text)
        && !(last.text == "q" && matches!(token.text, "1" | "2" | "3" | "4"))
        && !(last.text == "fy" && token.text.len() == 4)
        && !norm.get(last.span.start..).is_some_and(|word| word.starts_with("us$"))
}

fn end_of(words: &[Token<'_>], next: usize) -> usize {
    words.get(next.saturating_sub(1)).map_or(0, |token| token.span.end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::normalise;

    fn same(left: &str, right: &str) -> bool {
        let (mine, theirs) = (values(&normalise(left)), values(&normalise(right)));
        let own: Vec<_> = mine.iter().filter(|value| !value.implied).collect();
        !own.is_empty()
            && own.iter().all(|value| theirs.iter().any(|other| value.is_stated_by(&Stated::new(other, 0))))
    }

    #[test]
    fn spellings_of_one_value() {
        for (left, right) in [
            ("1,000", "1000"),
            ("1,000명", "천 명"),
            ("1.2 million", "1,200,000"),
            ("$3bn", "3 billion dollars"),
            ("two hundred and fifty people", "250 people"),
            ("twenty-five", "25"),
            ("스물다섯 명", "25명"),
            ("이십오일", "25일"),
            ("1만 2천", "12000"),
            ("3억 5000만원", "350,000,000 원"),
            ("12조 원", "12,000,000,000,000원"),
            ("3분의 2", "2/3"),
            ("100분의 50", "50%"),
            ("1조 7,000억원", "1,700,000,000,000원"),
            ("2024. 1. 5.", "2024년 1월 5일"),
            ("January 5, 2024", "2024.1.5"),
            ("5th of January 2024", "2024-01-05"),
            ("1월 5일", "2024년 1월 5일"),
            ("January", "2024년 1월"),
            ("in May", "5월"),
            ("5km", "5 kilometers"),
            ("5 km", "5000m"),
            ("2 weeks", "14일"),
            ("1년", "12개월"),
            ("3%", "3 percent"),
            ("12%", "twelve per cent"),
            ("12 per cent", "12 pct"),
            ("3 per cent points", "3%p"),
            ("3,400,000 dollars", "$3.4 million"),
            ("USD 3.4 million", "$3.4m"),
            ("US$3.4 million", "3.4 million dollars"),
            ("KRW 3.4 billion", "34억 원"),
            ("백만 달러", "$1 million"),
            ("삼백만 달러", "3,000,000달러"),
            ("3%p", "3 percentage points"),
            ("제25조", "Article 25"),
            ("제25조의2", "제25조의2 제1항"),
            ("세 가지", "3개"),
            ("열흘 동안", "10일"),
            ("일주일", "7일"),
            ("한 달 동안", "1개월"),
            ("반년", "6개월"),
            ("a fortnight", "14 days"),
            ("for a week", "7 days"),
            ("half a year", "6 months"),
            ("half a dozen", "6"),
            ("the 2018-2019 season", "the 2018–19 season"),
            ("1999–00", "1999/2000"),
            ("1914–18", "1914 to 1918"),
            ("in the 19th century", "in the nineteenth century"),
            ("Chapter 4", "Chapter IV"),
            ("World War 2", "World War II"),
            ("만 오천 원", "15,000원"),
            ("15,000원이다", "만 오천 원이다"),
            ("이만 사천오백 명", "24,500명"),
            ("two thirds", "66.7%"),
            ("66.67 percent", "three of them and two thirds"),
            ("2024학년도 1학기", "2024년 1학기"),
            ("90년대", "1990년대"),
            ("1시간 30분", "90분"),
            ("90분", "1시간 30분"),
            ("1년 6개월", "18개월"),
            ("2년 반", "30개월"),
            ("8 minutes and 20 seconds", "500 seconds"),
            ("80%가", "10명 중 8명이"),
            ("from 10 million", "from 10 to 12 million"),
            ("10,000,000", "between 10 and 12 million"),
            ("10 million", "10–12 million euros"),
            ("on 12 May", "12 May 2020"),
            ("aged 12", "children under 12 may only come"),
            ("a year and a half", "18 months"),
            ("1 in 10 people", "10%"),
            ("a dozen eggs", "12 eggs"),
            ("two and a half hours", "150 minutes"),
            ("0.5", "0.50"),
            ("보름", "15일"),
            ("3 pm", "15:00"),
            ("오후 3시", "15:00"),
            ("half a year", "six months"),
            ("1.2 km", "1,200 m"),
            ("1.2킬로미터", "1,200m"),
            ("3 March 2025", "2025-03-03"),
            ("2025년 3월 3일", "2025-03-03"),
            ("50 cents", "$0.50"),
            ("50센트", "0.5달러"),
            ("넉 달", "4개월"),
            ("석 달", "3개월"),
            ("half an hour", "30 minutes"),
            ("1.5 kg", "1,500 g"),
            ("2 litres", "2,000 ml"),
            ("3-inch", "3 inches"),
            ("코로나19 위기가", "코로나19가"),
            ("1000 프로젝트는", "1000개의"),
            ("50 개의", "50개"),
        ] {
            assert!(same(left, right), "{left} / {right}: {:?} {:?}", values(left), values(right));
        }
    }

    #[test]
    fn mixed_numerals_and_open_units_are_one_value() {
        for (left, right) in [
            ("7조 6000억원", "7조 6천억 원"),
            ("4천8백만 원으로 한다", "48,000,000원"),
            ("사천팔백만 원", "4,800만 원"),
            ("3백50만 원", "350만원"),
            ("12,345백만원", "123억4천5백만 원"),
            ("3억 오천만 원", "350,000,000원"),
            ("3만~5만 원", "3만 원에서 5만 원"),
            ("10~20만 원", "10만 원에서 20만 원"),
            ("2.123.255.225 euros", "2,123,255,225 euros"),
            ("100킬로", "100 km"),
            ("100킬로", "100 kg"),
            ("3~5 km", "3 km, 5 km"),
            ("section 3(2)", "제3조제2항"),
        ] {
            assert!(same(left, right), "{left} / {right}: {:?} {:?}", values(left), values(right));
        }
    }

    #[test]
    fn different_values() {
        for (left, right) in [
            ("15일", "25일"),
            ("15일", "15개월"),
            ("3%", "3%p"),
            ("3 percent", "3 percentage points"),
            ("3 per cent", "3 percentage points"),
            ("3.4m", "3.4 million"),
            ("USD 5", "EUR 5"),
            ("백만 달러", "백만 유로"),
            ("4천 원", "4천8백만 원"),
            ("8백만 원", "4천8백만 원"),
            ("3천억 원", "2조 3천억 원"),
            ("3백 원", "3백50만 원"),
            ("10원", "10~20만 원"),
            ("제25조", "제26조"),
            ("3분의 2", "3분의 1"),
            ("제19조 원무과장", "19조 원"),
            ("제25조", "제25조의2"),
            ("제25조의2", "제25조의3"),
            ("제3항", "제3호"),
            ("67 million", "69 million"),
            ("2024. 1. 5.", "2024. 1. 6."),
            ("January 5", "February 5"),
            ("$5", "€5"),
            ("1.5", "15"),
            ("1,5", "15"),
            ("192.168.100.200", "192168100200"),
            ("100 km", "100 kg"),
            ("20 °C", "20 °F"),
            ("3분기", "3위"),
            ("in 2019 300 people", "2019300 people"),
            ("세 시 반대편", "3:30"),
            ("2018–19", "2018–20"),
            ("2011-05", "2011 and 2005"),
            ("1시간 30분", "30분"),
            ("30분", "1시간 30분"),
            ("from 2010 million", "from 2010 to 12 million"),
            ("8 minutes 20 seconds", "8 minutes"),
            ("two thirds", "66%"),
            ("2년 반", "2년"),
        ] {
            assert!(!same(left, right), "{left} / {right}: {:?} {:?}", values(left), values(right));
        }
    }

    #[test]
    fn a_date_whose_day_nobody_knows_is_equal_to_itself_only() {
        for (left, right) in [
            ("13/04/2026", "13 April 2026"),
            ("04/13/2026", "2026년 4월 13일"),
            ("25.12.2026", "2026-12-25"),
            ("05/05/2026", "5 May 2026"),
            ("03/04/2026", "3/4/2026"),
            ("2026-04-03", "3 April 2026"),
            ("12.11.2026", "12.11.2026"),
        ] {
            assert!(same(left, right) && same(right, left), "{left} / {right}: {:?}", values(left));
        }
        for (left, right) in [
            ("03/04/2026", "04/03/2026"),
            ("12.11.2026", "11.12.2026"),
            ("5-6-2026", "6-5-2026"),
            ("03/04/26", "04/03/26"),
            ("03/04/2026", "03/04/2025"),
            ("13/04/2026", "12/04/2026"),
            ("03/04/2026", "3 April 2026"),
            ("03/04/2026", "2026년 4월 3일"),
        ] {
            assert!(!same(left, right) && !same(right, left), "{left} / {right}: {:?}", values(left));
        }
    }

    #[test]
    fn amounts_below_zero() {
        for (left, right) in [("-5 °C", "−5 °C"), ("영하 5도", "-5도"), ("minus 3 points", "-3 points")]
        {
            assert!(same(left, right), "{left} / {right}");
        }
        for (left, right) in [("-5 °C", "5 °C"), ("영하 5도", "5도"), ("-0.4%", "0.4%")] {
            assert!(!same(left, right) && !same(right, left), "{left} / {right}");
        }
        for (left, right) in
            [("COVID-19", "COVID 19"), ("pages 3-5", "pages 3 to 5"), ("(2010-2015)", "2010, 2015")]
        {
            assert!(same(left, right), "{left} / {right}");
        }
    }

    #[test]
    fn per_cent_is_two_words() {
        let unit = |text: &str| values(&normalise(text)).first().map(|value| value.unit);
        assert_eq!(unit("5 per cent of all"), Some(Unit::Percent));
        assert_eq!(unit("5 per century"), Some(Unit::None));
    }

    #[test]
    fn words_are_no_numbers() {
        for text in [
            "구조와 사천시",
            "이 일은 그만 한다",
            "May I march on",
            "no one knows",
            "천만에",
            "일조권과 오만",
            "보름달과 하루빨리",
            "하루에 먹는다",
            "once a week",
            "a year later",
            "the ways in which I act",
            "Article I and Part II",
            "이리 두세요",
            "less CO2 and H2O",
            "CO2와 B12",
        ] {
            let read = values(&normalise(text));
            assert!(read.iter().all(|value| value.implied), "{text}: {read:?}");
        }
    }
}
