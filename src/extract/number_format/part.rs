//! What a number format is made of.

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part {
    Text(String),
    /// `0`, `#` or `?`.
    Digit(char),
    Point,
    /// A comma: between digits of thousands, behind them by a thousand.
    Comma,
    Percent,
    General,
    /// The text of a cell that has no number.
    At,
    /// A letter of a date or of a time, and how many of it.
    Date(char, usize),
    /// Hours, minutes or seconds that are not counted within the next larger unit.
    Elapsed(char, usize),
    HalfDay,
    /// Digits of a fraction of a second.
    Fraction(usize),
    /// A power of ten: its letter, and whether a plus is shown.
    Exponent(char, bool),
    /// The line of a fraction, and the places or the number under it.
    Over(String),
    /// What no format of Excel's has: shown as the plain number.
    Other,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Section {
    pub(super) parts: Vec<Part>,
    pub(super) condition: Option<(String, f64)>,
    pub(super) coloured: bool,
    pub(super) korean: bool,
}

impl Section {
    pub(super) fn is_date(&self) -> bool {
        self.parts.iter().any(|part| match part {
            Part::Date(letter, count) => {
                matches!(letter, 'd' | 'e' | 'h' | 'i' | 'm' | 's' | 'y') || (*letter == 'a' && *count > 2)
            }
            part => matches!(part, Part::Elapsed(..)),
        })
    }

    pub(super) fn words(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter_map(|part| match part {
            Part::Text(text) => Some(text.trim()).filter(|text| !text.is_empty()),
            _ => None,
        })
    }
}

impl Part {
    pub(super) fn is_digit(&self) -> bool {
        matches!(self, Self::Digit(_))
    }

    /// What stands in a number beside its digits.
    pub(super) fn literal(&self, value: f64) -> Option<String> {
        match self {
            Self::Text(text) => Some(text.clone()),
            Self::Percent => Some("%".into()),
            Self::General | Self::At => Some(general(value)),
            _ => None,
        }
    }
}

/// A number without a format, in the eleven places that Excel gives it; whole ones have all of their digits.
pub(crate) fn general(value: f64) -> String {
    let size = value.abs();
    if value.fract() == 0.0 && size < 1e15 {
        // There is no zero below zero.
        return format!("{:.0}", value + 0.0);
    }
    let trimmed = |text: String| {
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
    };
    let fixed = trimmed(format!("{value:.12}"));
    let digits = fixed.trim_start_matches('-');
    if digits != "0" && digits.len() <= 11 {
        return fixed;
    }
    if (1e-4..1e15).contains(&size) {
        let whole = format!("{:.0}", size.floor()).len();
        return trimmed(format!("{value:.*}", 10_usize.saturating_sub(whole)));
    }
    let text = format!("{value:.5e}");
    let (digits, power) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, power) = power.strip_prefix('-').map_or(('+', power), |power| ('-', power));
    format!("{}E{sign}{power:0>2}", trimmed(digits.to_owned()))
}
