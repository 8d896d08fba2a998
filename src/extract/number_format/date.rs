//! Dates, times and durations as their format shows them.

use super::part::{Part, Section};

/// Days from the first of the 1900 dates to that of the 1904 ones.
const SINCE_1904: f64 = 1462.0;
const DAY_SECONDS: f64 = 86_400.0;

impl Section {
    /// A date, a time or a duration; `None` where it is none that Excel shows.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "checked to be of four digits"
    )]
    pub(super) fn date(&self, value: f64, sign: &str, since_1904: bool) -> Option<String> {
        let has = |letters: &[char]| {
            self.parts.iter().any(|part| matches!(part, Part::Date(letter, _) if letters.contains(letter)))
        };
        let dated = has(&['y', 'e', 'm', 'd', 'a']);
        if value.abs() >= 2_958_466.0 || (dated && value < 0.0) {
            return None;
        }
        let digits = self.parts.iter().find_map(|part| match part {
            Part::Fraction(digits) => Some(*digits),
            _ => None,
        });
        let unit = 10_f64.powi(i32::try_from(digits.unwrap_or(0)).unwrap_or(0));
        // In the smallest unit that is shown, but at least in seconds: what is larger is cut off, not rounded.
        let ticks = (value.abs() * DAY_SECONDS * unit).round();
        let seconds = (ticks / unit).floor();
        let clock = Clock {
            seconds: seconds as u64,
            fraction: (ticks - seconds * unit).round() as u64,
            digits: digits.unwrap_or(0),
        };
        let days = (seconds / DAY_SECONDS).floor() + if since_1904 { SINCE_1904 } else { 0.0 };
        let date = day(days).filter(|_| dated);
        let Some(date) = date else {
            // A time on no day: the first day of Excel is the first of January, what is before has none.
            let timed = has(&['h', 'i', 's']);
            return (!dated || timed).then(|| {
                let sign = if ticks > 0.0 { sign } else { "" };
                format!("{sign}{}", self.clocked(&clock))
            });
        };
        let full = has(&['y', 'e']) && has(&['m']);
        if !full {
            return Some(
                self.parts
                    .iter()
                    .map(|part| self.shown(part, &clock, Some(date)))
                    .collect::<String>()
                    .trim()
                    .to_owned(),
            );
        }
        let mut out = format!("{:04}-{:02}", date.year(), u8::from(date.month()));
        if self.parts.iter().any(|part| matches!(part, Part::Date('d', 1..=2))) {
            out = format!("{out}-{:02}", date.day());
        }
        for part in self.parts.iter().filter(|part| matches!(part, Part::Date('d' | 'a', 3..))) {
            out = format!("{out} {}", self.shown(part, &clock, Some(date)));
        }
        let time = self.clocked(&clock);
        Some(if time.is_empty() { out } else { format!("{out} {time}") })
    }

    /// The time in a format: from the first of its parts to what stands right behind the last.
    fn clocked(&self, clock: &Clock) -> String {
        let timed = |part: &Part| {
            matches!(
                part,
                Part::Date('h' | 'i' | 's', _) | Part::Elapsed(..) | Part::HalfDay | Part::Fraction(_)
            )
        };
        let dated = self.parts.iter().any(|part| matches!(part, Part::Date('y' | 'e' | 'm' | 'd' | 'a', _)));
        let (Some(from), Some(to)) = (self.parts.iter().position(timed), self.parts.iter().rposition(timed))
        else {
            return String::new();
        };
        let (from, to) = if dated { (from, to + 1) } else { (0, self.parts.len()) };
        let parts = self.parts.iter().enumerate().skip(from).take(to - from + 1);
        let shown = parts.map(|(at, part)| match part {
            // The word of the last part (`분`), not a bracket around the whole.
            Part::Text(text) if at == to && dated => {
                let word = text.split_whitespace().next().unwrap_or_default();
                word.chars().take_while(|ch| ch.is_alphabetic()).collect()
            }
            part if timed(part) || matches!(part, Part::Text(_)) => self.shown(part, clock, None),
            _ => String::new(),
        });
        shown.collect::<String>().trim().to_owned()
    }

    fn shown(&self, part: &Part, clock: &Clock, date: Option<time::Date>) -> String {
        let (hours, minutes, seconds) = (clock.seconds / 3600, clock.seconds / 60, clock.seconds);
        let half = self.parts.contains(&Part::HalfDay);
        let hour = hours % 24;
        let padded =
            |number: u64, count: usize| if count > 1 { format!("{number:02}") } else { number.to_string() };
        match part {
            Part::Text(text) => text.clone(),
            Part::Date('h', count) if half => padded((hour + 11) % 12 + 1, *count),
            Part::Date('h', count) => padded(hour, *count),
            Part::Date('i', count) => padded(minutes % 60, *count),
            Part::Date('s', count) => padded(seconds % 60, *count),
            Part::Elapsed('h', count) => format!("{hours:0count$}", count = *count.min(&8)),
            Part::Elapsed('m', count) => format!("{minutes:0count$}", count = *count.min(&8)),
            Part::Elapsed(_, count) => format!("{seconds:0count$}", count = *count.min(&8)),
            Part::HalfDay => match (self.korean, hour < 12) {
                (true, true) => "오전",
                (true, false) => "오후",
                (false, true) => "AM",
                (false, false) => "PM",
            }
            .to_owned(),
            Part::Fraction(0) => String::new(),
            Part::Fraction(_) => format!(".{:0digits$}", clock.fraction, digits = clock.digits),
            Part::Date(letter, count) => {
                date.map_or_else(String::new, |date| self.named(*letter, *count, date))
            }
            _ => String::new(),
        }
    }

    /// A part of a date.
    fn named(&self, letter: char, count: usize, date: time::Date) -> String {
        let day = usize::from(date.weekday().number_days_from_sunday());
        let korean = "일월화수목금토".chars().nth(day).unwrap_or_default();
        let first = |name: String, count: usize| name.chars().take(count).collect::<String>();
        let month = u8::from(date.month());
        match (letter, count) {
            ('a', 4..) => format!("{korean}요일"),
            ('d', 4..) if self.korean => format!("{korean}요일"),
            ('a', 3) => korean.into(),
            ('d', 3) if self.korean => korean.into(),
            ('d', 4..) => date.weekday().to_string(),
            ('d', 3) => first(date.weekday().to_string(), 3),
            ('m', 3..) if self.korean => format!("{month}월"),
            ('m', 5) => first(date.month().to_string(), 1),
            ('m', 4..) => date.month().to_string(),
            ('m', 3) => first(date.month().to_string(), 3),
            ('d', 2) => format!("{:02}", date.day()),
            ('d', _) => date.day().to_string(),
            ('m', 2) => format!("{month:02}"),
            ('m', _) => month.to_string(),
            // A year of two digits is written in full.
            ('y' | 'e', _) => date.year().to_string(),
            _ => String::new(),
        }
    }
}

/// A time of day, or how long something lasts.
struct Clock {
    seconds: u64,
    fraction: u64,
    digits: usize,
}

/// A day by its number in the dates of 1900, in which a 29th of February stands that never was.
#[expect(clippy::cast_possible_truncation, reason = "checked to be of four digits")]
fn day(days: f64) -> Option<time::Date> {
    let days = days as i64;
    let days = if days < 60 { days + 1 } else { days };
    let start = time::Date::from_calendar_date(1899, time::Month::December, 30).ok()?;
    (days > 1).then(|| start.checked_add(time::Duration::days(days)))?
}
