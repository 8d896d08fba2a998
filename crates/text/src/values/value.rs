//! When two values are the same, and what kind of value one is.

use super::hours::{HALF_DAY, HOUR};
use super::{ONE, Stated, Unit, Value, hashed};

impl Value {
    /// The same amount on the other side of zero, where there are two: `-0.4 percent` and `fell 0.4 percent`.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        Self { amount: -self.amount, ..*self }
    }

    /// Whether a text that states `other` states this value.
    #[must_use]
    pub fn is_stated_by(&self, other: &Stated) -> bool {
        self.is_stated_among(std::iter::once(other))
    }

    /// Whether a text that states some others states this value.
    #[must_use]
    pub fn is_stated_among<'a>(&self, others: impl IntoIterator<Item = &'a Stated>) -> bool {
        let (amount, converts) = (hashed(self.amount), self.converts());
        others.into_iter().any(|other| {
            // Amounts differ more often than units.
            amount == other.amount && self.unit.accepts(other.unit)
                || converts
                    && self.may_convert(other.unit)
                    && self
                        .amounts_in(other.unit)
                        .into_iter()
                        .flatten()
                        .any(|amount| hashed(amount) == other.amount)
        })
    }

    /// Whether a text that states `other` states this value.
    #[inline]
    #[must_use]
    pub fn is_stated_as(&self, other: &Self) -> bool {
        // Amounts differ more often than units.
        self.amount == other.amount && self.unit.accepts(other.unit)
            || self.converts()
                && self.may_convert(other.unit)
                && self.amounts_in(other.unit).into_iter().flatten().any(|amount| amount == other.amount)
    }

    /// Whether a value of any other unit may be this one with another amount.
    #[inline]
    fn converts(&self) -> bool {
        matches!(self.unit, Unit::None | Unit::Months | Unit::Clock | Unit::Hour)
            || self.unit == Unit::Percent && thirds(self.amount) != [None; 3]
    }

    /// Whether a value of `unit` may be this one with another amount.
    #[inline]
    fn may_convert(&self, unit: Unit) -> bool {
        matches!(
            (self.unit, unit),
            (Unit::None, Unit::Months | Unit::Clock | Unit::Hour)
                | (Unit::Months | Unit::Clock | Unit::Hour, Unit::None)
                | (Unit::Clock, Unit::Hour)
                | (Unit::Hour, Unit::Clock)
                | (Unit::Percent, Unit::Percent)
        )
    }

    /// The amounts that this value may have in such a unit.
    #[cold]
    fn amounts_in(&self, unit: Unit) -> [Option<i128>; 3] {
        if (self.unit, unit) == (Unit::Percent, Unit::Percent) {
            return thirds(self.amount);
        }
        let [one, other] = self.hours_of(unit);
        [self.in_years_of(unit), one, other]
    }

    /// The amounts in `unit` of a time of day of which one text tells the half of the day and the other does not, or the
    /// hour alone (`from 9 to 5 p.m.`).
    fn hours_of(&self, unit: Unit) -> [Option<i128>; 2] {
        let amount = self.amount;
        match (self.unit, unit) {
            (Unit::Hour, Unit::Clock) => [Some(amount), Some(amount + HALF_DAY)],
            (Unit::Clock, Unit::Hour) => [Some(amount % HALF_DAY), None],
            (Unit::None, Unit::Clock | Unit::Hour) if (0..=24 * ONE).contains(&amount) => {
                let hours = amount / ONE * HOUR;
                let late = (amount <= 12 * ONE).then_some(hours % HALF_DAY + HALF_DAY);
                let early = if late.is_some() { hours % HALF_DAY } else { hours % (2 * HALF_DAY) };
                [Some(early), late].map(|hours| hours.filter(|_| amount % ONE == 0))
            }
            (Unit::Clock | Unit::Hour, Unit::None) if amount % HOUR == 0 => {
                let (hours, twelve) = (amount / HOUR * ONE, amount / HOUR * ONE % (12 * ONE));
                [Some(if twelve == 0 { 12 * ONE } else { twelve }), Some(hours)]
            }
            _ => [None; 2],
        }
    }

    /// The amount where this is a bare number of the years (`at age 57`) that a unit counts in months, or the reverse.
    fn in_years_of(&self, unit: Unit) -> Option<i128> {
        const YEAR: i64 = 12;
        let wide = i128::from(YEAR);
        match (self.unit, unit) {
            (Unit::None, Unit::Months) => self.amount.checked_mul(wide),
            // Wide numbers are divided slowly.
            (Unit::Months, Unit::None) => match i64::try_from(self.amount) {
                Ok(amount) => (amount % YEAR == 0).then_some((amount / YEAR).into()),
                Err(_) => (self.amount % wide == 0).then_some(self.amount / wide),
            },
            _ => None,
        }
    }

    /// Whether this is the share of which another value is one of the two counts: 30 % of `10명 중 3명`. Who states the share
    /// states them.
    #[must_use]
    pub fn is_share_of(&self, count: &Self) -> bool {
        self.implied && self.unit == Unit::Percent && self.span.contains(count.span)
    }

    /// Whether this is a year of the calendar.
    #[must_use]
    pub fn is_year(&self) -> bool {
        self.unit == Unit::Year
    }

    /// Whether a unit was written.
    #[must_use]
    pub fn has_unit(&self) -> bool {
        self.unit != Unit::None
    }

    /// Whether no unit was written, or the counter of any thing, as which `대` is read in `5조대`.
    #[must_use]
    pub fn is_bare(&self) -> bool {
        matches!(self.unit, Unit::None | Unit::Piece)
    }

    /// Whether this says how long something lasts.
    #[must_use]
    pub fn is_duration(&self) -> bool {
        matches!(self.unit, Unit::Day | Unit::Months | Unit::Seconds)
    }

    /// Whether this may count things: no unit, or that of people or pieces.
    #[must_use]
    pub fn is_counter(&self) -> bool {
        matches!(self.unit, Unit::None | Unit::Piece | Unit::Person)
    }

    /// Whether this is a place in a calendar, an order or a law.
    #[must_use]
    pub fn is_ordinal(&self) -> bool {
        matches!(
            self.unit,
            Unit::Year
                | Unit::Date
                | Unit::Month
                | Unit::Article
                | Unit::Paragraph
                | Unit::Item
                | Unit::Chapter
                | Unit::Rank
                | Unit::Quarter
                | Unit::Clock
                | Unit::Hour
        )
    }

    /// Whether this is a time of the day.
    #[must_use]
    pub fn is_time(&self) -> bool {
        is_time(self.unit)
    }

    /// Whether a Korean noun names what kind of value this is: `기간` a number of days, `온도` degrees.
    #[must_use]
    pub fn is_named_by(&self, noun: &str) -> bool {
        match noun {
            "기간" | "기한" | "주기" => self.is_duration(),
            "시간" | "시각" => matches!(self.unit, Unit::Seconds | Unit::Clock | Unit::Hour),
            "온도" => self.unit.is_temperature(),
            "금액" | "액수" => self.unit.is_money(),
            "인원" | "인원수" => self.unit == Unit::Person,
            "횟수" => self.unit == Unit::Times,
            "비율" | "비중" => self.unit == Unit::Percent,
            "나이" | "연령" => self.unit == Unit::Months,
            "날짜" | "일자" | "일시" => {
                matches!(self.unit, Unit::Date | Unit::Month | Unit::Year | Unit::Clock)
            }
            "개수" | "수량" => self.unit == Unit::Piece,
            "길이" | "거리" | "높이" => self.unit == Unit::Metre,
            "무게" | "중량" => self.unit == Unit::Gram,
            "속도" | "속력" | "시속" => self.unit == Unit::Speed,
            "면적" | "넓이" => self.unit == Unit::SquareMetre,
            _ => false,
        }
    }

    /// Whether both may say how long something lasts, in one unit or in two.
    #[must_use]
    pub fn is_duration_like(&self, other: &Stated) -> bool {
        let lasts = |unit| matches!(unit, Unit::Day | Unit::Months | Unit::Seconds);
        lasts(self.unit) && lasts(other.unit)
    }

    /// Whether both last equally long, one told in days and one in hours: two days and more, since `24 hours` may mean around the
    /// clock.
    #[must_use]
    pub fn lasts_as_long_as(&self, other: &Self) -> bool {
        const DAY: i128 = 24 * 60 * 60;
        let (days, seconds) = match (self.unit, other.unit) {
            (Unit::Day, Unit::Seconds) => (self.amount, other.amount),
            (Unit::Seconds, Unit::Day) => (other.amount, self.amount),
            _ => return false,
        };
        days >= 2 * ONE && days.checked_mul(DAY) == Some(seconds)
    }

    /// Whether this is a difference of shares of a hundred, and another such a share.
    #[must_use]
    pub fn is_points_of(&self, other: &Self) -> bool {
        (self.unit, other.unit) == (Unit::PercentPoint, Unit::Percent)
    }

    /// Whether this is a share of a hundred.
    #[must_use]
    pub fn is_percent(&self) -> bool {
        self.unit == Unit::Percent
    }

    /// Whether this is an amount or a duration that no day and no hour is meant by.
    #[must_use]
    pub fn is_counted(&self) -> bool {
        !self.is_ordinal() && !matches!(self.unit, Unit::None | Unit::Day | Unit::Seconds)
    }

    /// Whether a unit is that of this value: all times of the day have one.
    #[must_use]
    pub fn has_unit_of(&self, unit: Unit) -> bool {
        self.unit == unit || is_time(self.unit) && is_time(unit)
    }

    /// Whether another value of the same kind may be put in place of this one: money of that currency for money, a duration
    /// for a duration, and for a bare number only another.
    #[must_use]
    pub fn is_rival_of(&self, other: &Self) -> bool {
        self.has_unit() == other.has_unit() && self.is_comparable(other)
            || self.is_duration() && other.is_duration()
    }

    /// Whether the two count the same thing, so that one could stand in place of the other.
    #[must_use]
    pub fn is_comparable(&self, other: &Self) -> bool {
        self.has_unit_of(other.unit) || self.unit.accepts(other.unit)
    }
}

fn is_time(unit: Unit) -> bool {
    matches!(unit, Unit::Clock | Unit::Hour)
}

/// The percentages that one writes for a third or two thirds, and these for such a percentage.
fn thirds(percent: i128) -> [Option<i128>; 3] {
    const THIRDS: [(i128, [i128; 3]); 2] = [
        (100 * ONE / 3, [33 * ONE, 33 * ONE + ONE * 3 / 10, 33 * ONE + ONE * 33 / 100]),
        (200 * ONE / 3, [67 * ONE, 66 * ONE + ONE * 7 / 10, 66 * ONE + ONE * 67 / 100]),
    ];
    for (third, written) in THIRDS {
        if percent == third {
            return written.map(Some);
        }
        if written.contains(&percent) {
            return [Some(third), None, None];
        }
    }
    [None; 3]
}
