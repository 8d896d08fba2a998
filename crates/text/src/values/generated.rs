//! Every way in which both languages write a value, drawn at random: all spellings of one value are that value, and none is its
//! neighbour, ten times as much, or as much of something else.
//!
//! Owns the spellings: of numbers in functions, of what is counted as tables of patterns. `STET_DRAWS` sets how many are drawn.

mod calendar;
mod kinds;
mod numbers;

use std::collections::BTreeMap;

use super::{ONE, Stated, Unit, Value, values};
use crate::normalise;

/// Numbers that look random, the same ones in every run.
pub(super) struct Draw(pub u64);

impl Draw {
    pub(super) fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 ^ self.0 >> 29) >> 8) % limit
    }

    fn of<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[usize::try_from(self.below(list.len() as u64)).unwrap()]
    }

    /// A number from `least` to `most` of any size, the round ones more often.
    fn amount(&mut self, least: u64, most: u64) -> u64 {
        if most - least < 1000 {
            return least + self.below(most - least + 1);
        }
        let digits = 1 + u32::try_from(self.below(u64::from(most.ilog10()) + 1)).unwrap();
        let kept = [1, 2, 2, 3, 4, digits][usize::try_from(self.below(6)).unwrap()].min(digits);
        let head = 10_u64.pow(kept - 1) + self.below(9 * 10_u64.pow(kept - 1));
        (head * 10_u64.pow(digits - kept)).clamp(least, most)
    }
}

/// Sentences around a spelling.
const ENGLISH: [&str; 5] =
    ["{}", "It was {}.", "Some ({}), others not.", "It said {}, and left.", "{} of them"];
const KOREAN: [&str; 5] = ["{}", "모두 {}이다.", "약 {}의 것이다.", "({})", "바로 {}, 그것이다."];

fn read(text: &str) -> Vec<Value> {
    values(&normalise(text))
}

/// Whether every value of one text is stated by the other.
fn states(one: &[Value], other: &[Value]) -> bool {
    let stated: Vec<_> = other.iter().map(|value| Stated::new(value, 0)).collect();
    let own: Vec<_> = one.iter().filter(|value| !value.implied).collect();
    let as_written = |value: &&Value| other.iter().any(|other| value.is_stated_as(other));
    let shares: Vec<_> = one.iter().filter(|value| value.implied && value.is_stated_among(&stated)).collect();
    let is_stated = |value: &&Value| {
        assert_eq!(as_written(value), value.is_stated_among(&stated));
        as_written(value) || shares.iter().any(|share| share.is_share_of(value))
    };
    !own.is_empty() && own.iter().all(is_stated)
}

/// What has been read, for people.
fn brief(list: &[Value]) -> String {
    let each = |value: &Value| {
        let mark = if value.implied { "~" } else { "" };
        format!("{mark}{}/{} {:?}", value.amount, ONE, value.unit)
    };
    format!("[{}]", list.iter().map(each).collect::<Vec<_>>().join(", "))
}

/// A spelling in a sentence of its language.
fn said(draw: &mut Draw, spelling: &str) -> String {
    let hangul = spelling.chars().any(|ch| ('가'..='힣').contains(&ch));
    let carrier = draw.of(if hangul { &KOREAN } else { &ENGLISH });
    // `of them` makes a share of some.
    let carrier = if carrier.ends_with("them") && spelling.contains(['%', ':']) { "{}" } else { carrier };
    carrier.replace("{}", spelling)
}

/// How many values are drawn.
#[allow(clippy::disallowed_methods, reason = "a number for the tests, no setting of the program")]
fn draws() -> u64 {
    std::env::var("STET_DRAWS").ok().and_then(|number| number.parse().ok()).unwrap_or(100_000)
}

#[test]
fn every_spelling_is_its_value_and_no_other() {
    let kinds = kinds::all();
    let mut draw = Draw(0x9e37_79b9_7f4a_7c15);
    let mut wrong: BTreeMap<(&str, String, String), (usize, String)> = BTreeMap::new();
    for _ in 0..draws() {
        let kind = draw.of(&kinds);
        let amount = draw.amount(kind.least, kind.most);
        let own = kind.spellings(amount);
        let (mine, theirs) = (draw.of(&own).clone(), draw.of(&own).clone());
        let (one, two) = (said(&mut draw, &mine.text), said(&mut draw, &theirs.text));
        let one_read = read(&one);
        let mut note = |other: &str, pattern: &str, text: &str, other_read: &[Value]| {
            let key = (kind.name, mine.pattern.clone(), format!("{other} {pattern}"));
            let entry = wrong.entry(key).or_default();
            entry.0 += 1;
            entry.1 = format!("{one} | {text}: {} {}", brief(&one_read), brief(other_read));
        };
        let two_read = read(&two);
        if !states(&one_read, &two_read) {
            note("=", &theirs.pattern, &two, &two_read);
        }
        // Its neighbours and ten times as much, as far as there are such.
        let near = [amount.wrapping_sub(1), amount + 1, amount * 10];
        let near = *draw.of(&near);
        if (kind.least..=kind.most).contains(&near) && near != amount {
            let other = draw.of(&kind.spellings(near)).clone();
            let text = said(&mut draw, &other.text);
            let found = read(&text);
            if states(&one_read, &found) {
                note("no neighbour", &other.pattern, &text, &found);
            }
        }
        let other = draw.of(&kinds);
        let apart = other.name != kind.name && !kind.bare && !other.bare && !kind.is_like(other);
        if apart && (other.least..=other.most).contains(&amount) {
            let spelling = draw.of(&other.spellings(amount)).clone();
            let text = said(&mut draw, &spelling.text);
            let found = read(&text);
            if states(&one_read, &found) {
                note(other.name, &spelling.pattern, &text, &found);
            }
        }
    }
    let mut list: Vec<_> = wrong.iter().collect();
    list.sort_by_key(|(_, found)| std::cmp::Reverse(found.0));
    for ((kind, mine, theirs), (count, example)) in list.iter().take(45) {
        eprintln!("{count} {kind}: {mine} {theirs}: {example}");
    }
    assert!(wrong.is_empty(), "{} kinds of pairs", wrong.len());
}

/// Numerals are read as the numbers that they are, and nothing else is read beside them.
#[test]
fn every_spelling_of_a_number_is_that_number() {
    let mut draw = Draw(1);
    let numbers = (0..3000).map(|_| draw.amount(1, 900_000_000_000_000)).chain(1..120);
    for number in numbers {
        for spelling in [numbers::korean(number), numbers::digits(number)].concat() {
            for (before, behind, unit) in [
                ("계약금액은 금 ", " 원으로 한다.", Unit::Won),
                ("", "원이다", Unit::Won),
                ("참가자는 모두 ", "명이다.", Unit::Person),
                ("약 ", " 달러를", Unit::Dollar),
            ] {
                // Without money behind it, or a smaller step, 조 may be an article.
                if unit == Unit::Person && spelling.contains('조') {
                    continue;
                }
                let text = format!("{before}{spelling}{behind}");
                let found = read(&text);
                let got: Vec<_> = found.iter().filter(|value| !value.implied).collect();
                let got: Vec<_> = got.iter().map(|value| (value.amount, value.unit)).collect();
                assert_eq!(got, [(i128::from(number) * ONE, unit)], "{number}: {text}");
            }
        }
    }
}
