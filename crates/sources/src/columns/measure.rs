//! Cells of a column as values that can be compared with one another and with the value of a question.

use super::words::Asked;
use stet_text::normalise;
use stet_text::values::{ONE, Unit, Value, values};

const HOUR: i128 = 3600 * ONE;
const HALF_DAY: i128 = 12 * HOUR;

/// What the cells of a column are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    /// Times of the day, seconds since midnight.
    Time,
    /// Days as eight digits: 20260501.
    Day,
    /// Days of no year: 501.
    DayOfYear,
    Year,
    /// Things, or no unit at all.
    Count,
    Of(Unit),
}

/// What a cell says, so that more is more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Measure(i128);

impl Measure {
    /// Without what a coarser value does not tell: of a day its year or its month.
    pub(super) const fn coarse(self, by: i128) -> Self {
        Self(self.0 / by)
    }
}

/// Whether a cell says that there is nothing to say.
fn is_silent(cell: &str) -> bool {
    matches!(cell, "" | "-" | "–" | "—" | "―" | "n/a" | "tbd" | "미정" | "해당 없음" | "해당없음")
}

/// The values of a text that is nothing but one value.
fn alone(norm: &str) -> Option<Vec<Value>> {
    let found: Vec<Value> = values(norm).into_iter().filter(|own| !own.implied).collect();
    let span = found.first()?.span;
    let is_sign =
        |ch: char| !ch.is_alphanumeric() && !matches!(ch, '<' | '>' | '~' | '≥' | '≤' | '±' | '/' | '+');
    let outside = [norm.get(..span.start)?, norm.get(span.end..)?];
    let rest = |text: &str| text.trim_matches(['.', ' ']).chars().all(is_sign);
    (found.iter().all(|own| own.span == span) && outside.into_iter().all(rest)).then_some(found)
}

/// What the parts of one value are: the class, and the measure in it.
fn read(found: &[Value]) -> Option<(Class, Measure)> {
    let of = |unit: Unit| found.iter().find(|own| own.unit == unit).map(|own| own.amount / ONE);
    if let Some(year) = of(Unit::Year) {
        // A day that may be of one month or of another has no place among days.
        return match (of(Unit::Date), of(Unit::Month)) {
            (Some(day), _) => (day < 10_000).then_some((Class::Day, Measure(year * 10_000 + day))),
            (_, Some(month)) => Some((Class::Day, Measure(year * 10_000 + month * 100))),
            _ => Some((Class::Year, Measure(year))),
        };
    }
    let [one] = found else { return None };
    let class = match one.unit {
        Unit::Date if one.amount < 10_000 * ONE => {
            return Some((Class::DayOfYear, Measure(one.amount / ONE)));
        }
        Unit::Clock | Unit::Hour => Class::Time,
        Unit::None | Unit::Piece | Unit::Person | Unit::Times | Unit::Rank | Unit::Point => Class::Count,
        Unit::Date | Unit::Month | Unit::Article | Unit::Paragraph | Unit::Item | Unit::Chapter => {
            return None;
        }
        Unit::Prefixed | Unit::Degree | Unit::Quarter => return None,
        unit => Class::Of(unit),
    };
    Some((class, Measure(one.amount)))
}

/// The cells of a column with `unit` in its head, as values of one class; silent ones say nothing, and more than half say something.
pub(super) fn of_column<'a>(
    cells: impl Iterator<Item = &'a str>,
    unit: &str,
    of_years: bool,
) -> Option<(Class, Vec<Option<Measure>>)> {
    let mut class = None;
    let mut out = Vec::new();
    // Times without a half of the day, as they stand.
    let (mut halves, mut wide) = (Vec::new(), false);
    for cell in cells {
        let norm = normalise(cell);
        if is_silent(&norm) {
            out.push(None);
            continue;
        }
        let bare = alone(&norm)?;
        let has_unit = bare.iter().any(Value::has_unit);
        let found = if unit.is_empty() || has_unit { bare } else { with(&norm, unit)? };
        let (mut own, mut measure) = read(&found)?;
        if of_years && own == Class::Count && (1000 * ONE..3000 * ONE).contains(&measure.0) {
            (own, measure) = (Class::Year, Measure(measure.0 / ONE));
        }
        if *class.get_or_insert(own) != own {
            return None;
        }
        if own == Class::Time {
            let is_half = found.iter().any(|own| own.unit == Unit::Hour);
            wide |= !is_half && measure.0 >= HALF_DAY + HOUR && !norm.contains(['a', 'p', '오']);
            wide |= norm.starts_with('0');
            if is_half {
                halves.push(out.len());
            }
        }
        out.push(Some(measure));
    }
    let said = out.iter().flatten().count();
    let class = class.filter(|_| 2 * said > out.len())?;
    // `9:00` beside `18:00` is in the morning; nine and half past nine are of one half, whichever that is.
    let morning = 5 * HOUR..HALF_DAY;
    for at in &halves {
        let own = out.get_mut(*at)?.as_mut()?;
        if wide {
            // Half past twelve.
            own.0 += if own.0 < HOUR { HALF_DAY } else { 0 };
        } else if halves.len() < said || !morning.contains(&own.0) {
            return None;
        }
    }
    Some((class, out))
}

/// A bare number with the unit of its column.
fn with(norm: &str, unit: &str) -> Option<Vec<Value>> {
    let unit = normalise(unit);
    let apart = alone(&format!("{norm} {unit}")).filter(|found| found.iter().any(Value::has_unit));
    apart.or_else(|| alone(&format!("{norm}{unit}")))
}

/// The value of a question in the class of a column that says `values`, and by what both are made coarser; nothing where they are not of
/// one kind.
pub(super) fn measure(asked: &Asked, class: Class, values: &[Measure]) -> Option<(Measure, i128)> {
    let bare = || match asked.values.as_slice() {
        [one] if one.unit == Unit::None => Some(one.amount),
        _ => None,
    };
    let year = || bare().map(|own| own / ONE).filter(|own| (1000..3000).contains(own));
    let found = read(&asked.values);
    let one = |own: Measure| Some((own, 1));
    match (class, found) {
        (Class::Time, Some((Class::Time, own))) => time(asked, own, values),
        (Class::Time, _) => {
            let hours = bare().filter(|own| own % ONE == 0 && (1..=24).contains(&(own / ONE)))?;
            let own = Measure(hours * 3600);
            if hours > 12 * ONE { one(own) } else { near(own, values) }
        }
        (Class::Day, Some((Class::Day, own))) if own.0 % 100 == 0 => Some((own.coarse(100), 100)),
        (Class::Day, Some((Class::Year, own))) => Some((own, 10_000)),
        (Class::Day, Some((Class::Count, _))) => Some((Measure(year()?), 10_000)),
        (Class::Year, Some((Class::Count, _))) => one(Measure(year()?)),
        // `20세` among bare numbers of years.
        (Class::Count, Some((Class::Of(Unit::Months), own))) if asked.text.contains(['살', '세']) => {
            one(Measure(own.0 / 12))
        }
        (Class::Of(_), Some((Class::Count, own))) => bare().and_then(|_| one(own)),
        (own, Some((other, value))) if own == other => one(value),
        _ => None,
    }
}

/// A time of a question: told with its half of the day, or the one of two that is among those of the column.
fn time(asked: &Asked, own: Measure, values: &[Measure]) -> Option<(Measure, i128)> {
    if asked.values.iter().all(|own| own.unit == Unit::Clock) { Some((own, 1)) } else { near(own, values) }
}

fn near(own: Measure, values: &[Measure]) -> Option<(Measure, i128)> {
    let (first, last) = (values.iter().min()?.0 - HOUR, values.iter().max()?.0 + HOUR);
    let early = own.0 % HALF_DAY;
    let mut fits = [early, early + HALF_DAY].into_iter().filter(|own| (first..=last).contains(own));
    let one = fits.next().filter(|_| fits.next().is_none())?;
    Some((Measure(one), 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(cells: &[&str], unit: &str) -> Option<(Class, Vec<Option<i128>>)> {
        let (class, out) = of_column(cells.iter().copied(), unit, false)?;
        Some((class, out.into_iter().map(|own| own.map(|own| own.0 / ONE)).collect()))
    }

    #[test]
    fn a_column_is_of_one_class_or_of_none() {
        let of = |cells: &[&str], unit: &str| said(cells, unit).map(|(class, _)| class);
        assert_eq!(of(&["450", "1,200", "-"], "euros"), Some(Class::Of(Unit::Euro)));
        assert_eq!(of(&["45명", "12명"], ""), Some(Class::Count));
        assert_eq!(of(&["9:00", "18:30"], ""), Some(Class::Time));
        assert_eq!(of(&["1 May 2026", "2026-06-01"], ""), Some(Class::Day));
        for odd in [
            &["450", "free"][..],
            &["450 euros", "12 kg"],
            &["9:00–18:00"],
            &["10-12", "9"],
            &["03/04/2026", "05/06/2026"],
            &["> 5", "6"],
            &["5", "-", "-"],
            // Nobody says of which half of the day.
            &["9:00", "2:00"],
            &["9:00", "5 p.m."],
        ] {
            assert_eq!(of(odd, ""), None, "{odd:?}");
        }
        assert_eq!(
            said(&["9:00", "12:30", "18:00"], "").map(|own| own.1),
            Some(vec![Some(32_400), Some(45_000), Some(64_800)])
        );
    }
}
