//! Rates: how often, or for how long, an amount is meant (`월 5만 원`, `5 euros a day`).
//!
//! Owns the words of periods and whether a claim gives an amount for another period than its evidence. Periods that last
//! (`for a year`) are values.

use crate::text::reading::Reading;
use crate::values::number::Value;
use stet_text::{SyllableSet, syllable_at};

/// A period of a rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Period {
    Day,
    Week,
    Month,
    Quarter,
    Year,
}

/// Words that are rates by themselves: English ones and Korean ones as they stand.
const WORDS: &[(Period, &[&str])] = &[
    (Period::Day, &["daily", "매일", "하루에", "하루", "일일"]),
    (Period::Week, &["weekly", "매주", "일주일에", "주당", "주간"]),
    (Period::Month, &["monthly", "매월", "매달", "달마다", "월"]),
    (Period::Quarter, &["quarterly", "분기마다", "매분기", "분기별로"]),
    (Period::Year, &["annually", "annual", "yearly", "매년", "해마다", "연간", "연"]),
];

/// Words of periods behind `a`, `per`, `each` or `every`, and behind a Korean `한` or `1`.
const UNITS: &[(Period, &[&str])] = &[
    (Period::Day, &["day", "일에", "일당"]),
    (Period::Week, &["week", "주에", "주일에"]),
    (Period::Month, &["month", "달에", "개월에", "월에"]),
    (Period::Quarter, &["quarter", "분기에"]),
    (Period::Year, &["year", "annum", "해에", "년에"]),
];

/// Whether a word may be one of the lists, told by how it begins: most are not.
fn may_be_period(word: &str) -> bool {
    static FIRST: SyllableSet =
        SyllableSet::of(&['매', '하', '일', '주', '달', '월', '분', '해', '연', '개', '년']);
    match word.as_bytes() {
        [b'd' | b'w' | b'm' | b'q' | b'a' | b'y', ..] => true,
        bytes => syllable_at(bytes, 0).is_some_and(|first| FIRST.has(first)),
    }
}

/// The rates of a text, by the positions of their words.
fn rates(text: &Reading<'_>) -> Vec<(usize, Period)> {
    let find = |list: &[(Period, &[&str])], word: &str| {
        list.iter().find(|entry| entry.1.contains(&word)).map(|entry| entry.0)
    };
    (0..text.tokens.len())
        .filter(|&at| may_be_period(text.word(at)))
        .filter_map(|at| {
            let word = text.word(at);
            let before = at.checked_sub(1).map_or("", |before| text.word(before));
            let one = matches!(before, "a" | "per" | "each" | "every" | "한" | "1");
            // `for a year` lasts.
            let lasts = || {
                at.checked_sub(2).is_some_and(|at| matches!(text.word(at), "for" | "within" | "of" | "in"))
            };
            let unit = || if one && !lasts() { find(UNITS, word) } else { None };
            Some((at, find(WORDS, word).or_else(unit)?))
        })
        .collect()
}

/// The value of the claim that it gives for another period than the windows, which state it.
pub(crate) fn other_rate<'a>(
    claim: &Reading<'_>,
    values: &'a [Value],
    windows: &[Reading<'_>],
) -> Option<&'a Value> {
    // `1년에` is a value itself, and `한도` no degree.
    let amount =
        |value: &&Value| !value.implied && value.has_unit() && !value.is_ordinal() && !value.is_duration();
    let value = values.iter().find(amount)?;
    let mine = rates(claim);
    if mine.is_empty() {
        return None;
    }
    let theirs: Vec<Period> = windows.iter().flat_map(|window| of_value(window, value)).collect();
    let differs = !theirs.is_empty() && mine.iter().all(|(_, period)| !theirs.contains(period));
    differs.then_some(value)
}

/// The rates in the sentences of a text that state a value.
fn of_value(text: &Reading<'_>, value: &Value) -> Vec<Period> {
    let list = rates(text);
    if list.is_empty() {
        return Vec::new();
    }
    let one_sentence = |one: usize, other: usize| text.is_one_sentence(one.min(other), one.max(other));
    let places: Vec<usize> =
        (text.values().iter().filter(|other| !other.implied && value.is_stated_as(other)))
            .map(|other| text.first_from(other.span.start))
            .collect();
    let near = list.into_iter().filter(|&(at, _)| places.iter().any(|&place| one_sentence(at, place)));
    near.map(|(_, period)| period).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_text::normalise;

    #[test]
    fn an_amount_for_another_period() {
        for (claim, evidence, want) in [
            ("회비는 월 5만 원이다.", "회비는 연간 5만 원이다.", true),
            ("회비는 한 달에 5만 원이다.", "회비는 매월 5만 원이다.", false),
            ("한도는 매월 300달러이다.", "한도는 연간 300달러이다.", true),
            ("The limit is 300 euros a day.", "The limit is 300 euros a year.", true),
            ("The limit is 300 euros per day.", "The daily limit is 300 euros.", false),
            ("The limit is 300 euros.", "The daily limit is 300 euros.", false),
            ("It costs 300 euros a day.", "It costs 300 euros for a year.", false),
        ] {
            let (mine, theirs) = (normalise(claim), normalise(evidence));
            let (mine, theirs) = (Reading::new(&mine), Reading::new(&theirs));
            assert_eq!(other_rate(&mine, mine.values(), &[theirs]).is_some(), want, "{claim}");
        }
    }
}
