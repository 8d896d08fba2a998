//! Times told by the day on which a source was written: `yesterday` in minutes of 12 May is 11 May.
//!
//! Owns that day, and what such a word means there. A claim that gives the day of writing where the source says `yesterday` has
//! taken it from the head of the text.

use std::sync::LazyLock;

use crate::text::prepare::Source;
use crate::values::number::{Unit, Value, values};
use stet_reading::reading::Reading;
use stet_text::span::Span;
use stet_text::values::ONE;
use stet_text::{Script, normalise};

/// Sentences of a source among which its date is looked for, and the most words of one that has it.
const HEAD: usize = 4;
const SHORT: usize = 14;
/// Words of a form.
const LONGEST: usize = 4;

/// A day of the calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Day {
    year: i64,
    month: i64,
    of_month: i64,
}

/// A word for a time, and how far it lies from the day of writing.
struct Form {
    words: Vec<&'static str>,
    unit: Unit,
    /// `None` is the number in the form, backwards.
    offset: Option<i64>,
}

static FORMS: LazyLock<Vec<Form>> = LazyLock::new(|| {
    let rows = ["words/en/relative", "words/ko/relative"].into_iter().flat_map(stet_data::rows);
    let form = |row: Vec<&'static str>| {
        let [form, unit, offset] = row[..] else { return None };
        let unit = match unit {
            "day" => Unit::Date,
            "month" => Unit::Month,
            _ => Unit::Year,
        };
        Some(Form { words: form.split(' ').collect(), unit, offset: offset.parse().ok() })
    };
    let mut forms: Vec<Form> = rows.filter_map(form).collect();
    forms.sort_by_key(|form| std::cmp::Reverse(form.words.len()));
    forms
});

/// What a sentence of a source tells by the day of writing, as values of the calendar; none where it does not, or where
/// nobody knows that day.
pub(crate) fn told(source: &Source<'_>, title: &str, sentence: usize) -> Vec<Value> {
    let text = source.reading(sentence);
    let forms = forms_in(&text);
    let Some(day) = (!forms.is_empty()).then(|| written_on(source, title)).flatten() else {
        return Vec::new();
    };
    forms.into_iter().flat_map(|(span, unit, offset)| day.moved(unit, offset).values(unit, span)).collect()
}

/// A value as one of the calendar, if it may be: `in 2027` names a year without a word for it.
fn of_calendar(value: &Value) -> Option<Value> {
    let bare = value.unit == Unit::None && (1000 * ONE..3000 * ONE).contains(&value.amount);
    match value.unit {
        Unit::Year | Unit::Month | Unit::Date => Some(*value),
        _ => bare.then_some(Value { unit: Unit::Year, ..*value }),
    }
}

/// Whether a value of a claim is among those that a sentence tells by the day of writing.
pub(crate) fn is_told(value: &Value, told: &[Value]) -> bool {
    of_calendar(value).is_some_and(|value| told.iter().any(|other| value.is_stated_as(other)))
}

/// Whether a value may be told so.
pub(crate) fn may_be_told(value: &Value) -> bool {
    of_calendar(value).is_some()
}

/// The first value of the calendar of a claim that is none of what its sentence tells so, and not in that sentence.
pub(crate) fn misdated<'v>(
    claimed: &'v [Value],
    told: &[Value],
    sentence: &Reading<'_>,
) -> Option<&'v Value> {
    // Of a day the year alone says little.
    let finest = told.iter().map(|value| value.unit).find(|unit| *unit != Unit::Year).unwrap_or(Unit::Year);
    claimed.iter().find(|value| {
        let of_unit = of_calendar(value).is_some_and(|value| value.unit == finest);
        of_unit && !is_told(value, told) && !sentence.values().iter().any(|other| value.is_stated_as(other))
    })
}

/// The times of a sentence that are told by the day of writing: where, in what, and how far from it.
fn forms_in(text: &Reading<'_>) -> Vec<(Span, Unit, i64)> {
    let mut found: Vec<(Span, Unit, i64)> = Vec::new();
    let mut at = 0;
    while at < text.tokens.len() {
        let form = FORMS.iter().find_map(|form| Some((form, number_in(text, at, form)?)));
        if let Some((form, number)) = form {
            let (first, last) = (&text.tokens[at], at + form.words.len() - 1);
            let span = Span::new(first.span.start, text.tokens[last].span.end);
            found.push((span, form.unit, form.offset.unwrap_or(-number)));
            at = last;
        }
        at += 1;
    }
    found
}

/// The number of a form that stands at a word, 0 for one without.
fn number_in(text: &Reading<'_>, at: usize, form: &Form) -> Option<i64> {
    let mut number = 0;
    for (word, place) in form.words.iter().zip(at..at + LONGEST) {
        let token = text.tokens.get(place)?;
        match token.script {
            Script::Digit if *word == "n" => {
                number = token.text.parse().ok().filter(|number| *number < 1000)?;
            }
            // `어제는`, `내년에`
            Script::Hangul if token.text.starts_with(word) => {}
            Script::Latin if token.text == *word => {}
            _ => return None,
        }
    }
    Some(number)
}

/// The day on which a source was written: in its title, else in a short sentence at its beginning.
fn written_on(source: &Source<'_>, title: &str) -> Option<Day> {
    let title = normalise(title);
    let heads = (0..source.units().len().min(HEAD)).map(|at| source.reading(at));
    let short = heads.filter(|head| head.tokens.len() <= SHORT);
    Day::of(&values(&title)).or_else(|| short.into_iter().find_map(|head| Day::of(head.values())))
}

impl Day {
    /// The first whole date among some values.
    fn of(values: &[Value]) -> Option<Self> {
        let number = |value: &Value| i64::try_from(value.amount / ONE).ok();
        values.windows(2).find_map(|pair| {
            let [year, day] = pair else { return None };
            let whole = year.span == day.span && year.is_year() && day.unit == Unit::Date;
            let (year, day) = (number(year)?, number(day)?);
            whole.then_some(Self { year, month: day / 100, of_month: day % 100 })
        })
    }

    fn moved(self, unit: Unit, by: i64) -> Self {
        match unit {
            Unit::Year => Self { year: self.year + by, ..self },
            Unit::Month => {
                let months = self.year * 12 + self.month - 1 + by;
                Self { year: months.div_euclid(12), month: months.rem_euclid(12) + 1, ..self }
            }
            _ => Self::of_number(self.number() + by),
        }
    }

    /// The days since 1 March of the year 0. Source: H. Hinnant, chrono-compatible low-level date algorithms.
    fn number(self) -> i64 {
        let (year, month) =
            if self.month > 2 { (self.year, self.month - 3) } else { (self.year - 1, self.month + 9) };
        let of_era = year.rem_euclid(400);
        let of_year = (153 * month + 2) / 5 + self.of_month - 1;
        year.div_euclid(400) * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year
    }

    fn of_number(days: i64) -> Self {
        let of_era = days.rem_euclid(146_097);
        let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year + year / 4 - year / 100);
        let month = (5 * of_year + 2) / 153;
        let of_month = of_year - (153 * month + 2) / 5 + 1;
        let year = year + days.div_euclid(146_097) * 400;
        if month < 10 {
            Self { year, month: month + 3, of_month }
        } else {
            Self { year: year + 1, month: month - 9, of_month }
        }
    }

    /// The values that a date states which is written out as far as a unit.
    fn values(self, unit: Unit, span: Span) -> Vec<Value> {
        let value = |unit, number: i64| Value {
            span,
            amount: i128::from(number) * ONE,
            unit,
            spelled: false,
            implied: false,
        };
        let mut found = vec![value(Unit::Year, self.year)];
        match unit {
            Unit::Month => found.push(value(unit, self.month)),
            Unit::Date => found.push(value(unit, self.month * 100 + self.of_month)),
            _ => {}
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GatePolicy, PreparedSources, Status, judge};
    use proptest::prelude::*;

    #[test]
    fn a_time_is_told_by_the_day_of_writing() {
        let minutes = "Minutes of 12 May 2026. The drill took place yesterday. The lease ends next year. The roof was mended 3 days ago.";
        let report =
            "업무 보고 2025. 3. 1.\n\n보일러는 어제 고쳤다. 지붕은 지난달에 고쳤다. 조사는 내년에 한다.";
        let undated = "The drill took place yesterday. It was loud on 12 May 2026.";
        for (source, claim, want) in [
            (minutes, "The drill took place on 11 May 2026.", true),
            (minutes, "The drill took place on 12 May 2026.", false),
            (minutes, "The lease ends in 2027.", true),
            (minutes, "The lease ends in 2026.", false),
            (minutes, "The roof was mended on 9 May 2026.", true),
            (report, "보일러는 2025년 2월 28일에 고쳤다.", true),
            (report, "보일러는 2025년 3월 1일에 고쳤다.", false),
            (report, "지붕은 2025년 2월에 고쳤다.", true),
            (report, "지붕은 2025년 3월에 고쳤다.", false),
            (report, "조사는 2026년에 한다.", true),
            (undated, "It was loud on 12 May 2026.", true),
        ] {
            let verdict = judge(claim, &PreparedSources::new(&[source]), &[0], &GatePolicy::default());
            let read = values(&normalise(claim));
            assert_eq!(verdict.status == Status::Supported, want, "{claim}: {read:?} {verdict:?}");
        }
    }

    proptest! {
        #[test]
        fn days_are_counted_both_ways(number in -700_000_i64..1_500_000) {
            let day = Day::of_number(number);
            prop_assert_eq!(day.number(), number);
            prop_assert_eq!(day.moved(Unit::Date, 1).number(), number + 1);
            prop_assert!((1..=12).contains(&day.month) && (1..=31).contains(&day.of_month));
        }
    }
}
