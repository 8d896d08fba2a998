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
    /// A fraction or a power of ten: shown as the plain number.
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
    /// What stands in a number beside its digits.
    pub(super) fn literal(&self, value: f64) -> Option<String> {
        match self {
            Self::Text(text) => Some(text.clone()),
            Self::Percent => Some("%".into()),
            Self::General | Self::At => Some(plain(value)),
            _ => None,
        }
    }
}

/// A number without what binary fractions leave behind the fifteenth digit, which is never shown.
pub(crate) fn plain(value: f64) -> String {
    let rounded = format!("{value:.10}");
    rounded.trim_end_matches('0').trim_end_matches('.').to_owned()
}
