//! Times told by the day on which a source was written: `yesterday` in minutes of 12 May is 11 May.
//!
//! Owns that day, and what such a word means there. A claim that gives the day of writing where the source says `yesterday` has
//! taken it from the head of the text.

use std::sync::LazyLock;

use time::{Date, Duration, Month};

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
    forms.into_iter().flat_map(|(span, unit, offset)| told_from(day, unit, offset, span)).collect()
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
fn written_on(source: &Source<'_>, title: &str) -> Option<Date> {
    let title = normalise(title);
    let heads = (0..source.units().len().min(HEAD)).map(|at| source.reading(at));
    let short = heads.filter(|head| head.tokens.len() <= SHORT);
    whole_date(&values(&title)).or_else(|| short.into_iter().find_map(|head| whole_date(head.values())))
}

/// The first whole date among some values.
fn whole_date(values: &[Value]) -> Option<Date> {
    let number = |value: &Value| i32::try_from(value.amount / ONE).ok();
    values.windows(2).find_map(|pair| {
        let [year, day] = pair else { return None };
        let whole = year.span == day.span && year.is_year() && day.unit == Unit::Date;
        let (year, day) = (number(year).filter(|_| whole)?, u16::try_from(number(day)?).ok()?);
        let (month, day) = (u8::try_from(day / 100).ok()?, u8::try_from(day % 100).ok()?);
        Date::from_calendar_date(year, Month::try_from(month).ok()?, day).ok()
    })
}

/// The values of what lies so many days, months or years from a day, as far as the unit tells it; none beyond the calendar.
fn told_from(day: Date, unit: Unit, by: i64, span: Span) -> Vec<Value> {
    let (year, month) = (i64::from(day.year()), i64::from(u8::from(day.month())));
    let (year, of_year) = match unit {
        Unit::Year => (year + by, None),
        Unit::Month => {
            let months = year * 12 + month - 1 + by;
            (months.div_euclid(12), Some(months.rem_euclid(12) + 1))
        }
        _ => match day.checked_add(Duration::days(by)) {
            Some(day) => {
                let of_year = i64::from(u8::from(day.month())) * 100 + i64::from(day.day());
                (i64::from(day.year()), Some(of_year))
            }
            None => return Vec::new(),
        },
    };
    let value = |unit, number: i64| Value {
        span,
        amount: i128::from(number) * ONE,
        unit,
        spelled: false,
        implied: false,
    };
    std::iter::once(value(Unit::Year, year)).chain(of_year.map(|number| value(unit, number))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GatePolicy, PreparedSources, Status, judge};

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
}
