//! Number formats (ECMA-376, part 1, 18.8.30): a number as its cell shows it. Full dates are written as ISO 8601 does,
//! whatever the order of their parts is; what is no full date, times and durations are written as the format says.

mod date;
mod number;
mod part;

pub(super) use part::general;
use part::{Part, Section};

/// Longer formats are none of Excel's.
const MAX_CODE: usize = 255;
/// How cells of a style show what they hold.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Format {
    sections: Vec<Section>,
}

impl Format {
    /// The format of a number that Excel knows without being told. Which money and which order of a date is that of the reader's
    /// place, and left out.
    pub(super) fn built_in(id: u32) -> Self {
        Self::new(match id {
            1 => "0",
            2 => "0.00",
            3 => "#,##0",
            4 => "#,##0.00",
            5 | 6 | 37 | 38 => "#,##0;(#,##0)",
            7 | 8 | 39 | 40 => "#,##0.00;(#,##0.00)",
            41 | 42 => "#,##0;(#,##0);\"-\"",
            43 | 44 => "#,##0.00;(#,##0.00);\"-\"",
            9 => "0%",
            10 => "0.00%",
            11 => "0.00E+00",
            12 => "# ?/?",
            13 => "# ??/??",
            48 => "##0.0E+0",
            49 => "@",
            16 => "d-mmm",
            17 => "yyyy-mm",
            18 => "h:mm AM/PM",
            19 => "h:mm:ss AM/PM",
            20 => "h:mm",
            21 => "h:mm:ss",
            22 => "yyyy-mm-dd h:mm",
            32 => "h\"시\" mm\"분\"",
            33 => "h\"시\" mm\"분\" ss\"초\"",
            14 | 15 | 27..=31 | 34..=36 | 50..=58 => "yyyy-mm-dd",
            45 => "mm:ss",
            46 => "[h]:mm:ss",
            47 => "mm:ss.0",
            _ => "",
        })
    }

    pub(super) fn new(code: &str) -> Self {
        if code.trim().is_empty() || code.len() > MAX_CODE || code.eq_ignore_ascii_case("general") {
            return Self::default();
        }
        let mut sections = vec![Section::default()];
        let mut chars = code.chars().peekable();
        while let Some(ch) = chars.next() {
            if ch == ';' {
                sections.push(Section::default());
                continue;
            }
            let Some(section) = sections.last_mut() else { break };
            let part = match ch {
                '"' => Part::Text(chars.by_ref().take_while(|ch| *ch != '"').collect()),
                '\\' => Part::Text(chars.next().map(String::from).unwrap_or_default()),
                // A gap as wide as a character, a character that fills the cell.
                '_' | '*' => {
                    chars.next();
                    continue;
                }
                '[' => {
                    let inner: String = chars.by_ref().take_while(|ch| *ch != ']').collect();
                    match section.bracket(&inner) {
                        Some(part) => part,
                        None => continue,
                    }
                }
                '0' | '#' | '?' => Part::Digit(ch),
                '.' => Part::Point,
                ',' => Part::Comma,
                '%' => Part::Percent,
                '@' => Part::At,
                'E' | 'e'
                    if section.parts.iter().any(Part::is_digit) && chars.peek().is_some_and(is_sign) =>
                {
                    Part::Exponent(ch, chars.next() == Some('+'))
                }
                '/' if section.ends_with_digit() => Part::Over(under(&mut chars)),
                'G' | 'g' if follows(&mut chars, "eneral") => Part::General,
                'A' | 'a' if follows(&mut chars, "m/pm") || follows(&mut chars, "/p") => Part::HalfDay,
                '오' if follows(&mut chars, "전/오후") => {
                    section.korean = true;
                    Part::HalfDay
                }
                'a' | 'A' | 'b' | 'B' | 'd' | 'D' | 'e' | 'E' | 'g' | 'G' | 'h' | 'H' | 'm' | 'M' | 's'
                | 'S' | 'y' | 'Y' => {
                    let letter = ch.to_ascii_lowercase();
                    let mut count = 1;
                    while chars.next_if(|next| next.to_ascii_lowercase() == letter).is_some() {
                        count += 1;
                    }
                    Part::Date(letter, count)
                }
                other => Part::Text(other.into()),
            };
            match (section.parts.last_mut(), part) {
                (Some(Part::Text(open)), Part::Text(text)) => open.push_str(&text),
                (_, part) => section.parts.push(part),
            }
        }
        sections.iter_mut().for_each(Section::settle);
        Self { sections }
    }

    /// A number as it is shown; `None` where it is shown as it is.
    pub(super) fn number(&self, value: f64, since_1904: bool) -> Option<String> {
        let (section, bare) = self.section(value)?;
        let sign = if value < 0.0 && !bare { "-" } else { "" };
        if section.is_date() {
            return section.date(value, sign, since_1904);
        }
        if section.parts.contains(&Part::Other) {
            return None;
        }
        Some(format!("{sign}{}", section.number(value.abs())))
    }

    /// The text of a cell as it is shown.
    pub(super) fn text(&self, text: String) -> String {
        // The fourth is for texts, whether it shows them or not; another only where it says so.
        let last = || self.sections.last().filter(|section| section.parts.contains(&Part::At));
        let Some(section) = self.sections.get(3).or_else(last) else { return text };
        let parts = section.parts.iter().map(|part| match part {
            Part::At | Part::General => text.as_str(),
            Part::Text(own) => own,
            _ => "",
        });
        parts.collect()
    }

    /// The section for a number, and whether it stands without a sign there.
    fn section(&self, value: f64) -> Option<(&Section, bool)> {
        let numbers = self.sections.get(..3).unwrap_or(&self.sections);
        let numbers = match numbers {
            // The last is for texts.
            [others @ .., last] if !others.is_empty() && last.parts.contains(&Part::At) => others,
            all => all,
        };
        if numbers.iter().any(|section| section.condition.is_some()) {
            let fits = |section: &&Section| match &section.condition {
                Some((sign, than)) => match sign.as_str() {
                    "<" => value < *than,
                    "<=" => value <= *than,
                    ">" => value > *than,
                    ">=" => value >= *than,
                    "=" => (value - than).abs() < f64::EPSILON,
                    _ => (value - than).abs() >= f64::EPSILON,
                },
                None => true,
            };
            let section = numbers.iter().find(fits)?;
            // A section beside others for what is below zero says so itself.
            let below = numbers.len() > 1
                && !section.parts.contains(&Part::General)
                && matches!(&section.condition, Some((sign, than)) if sign.starts_with('<') && *than <= 0.0);
            return Some((section, below && value < 0.0));
        }
        let first = numbers.first()?;
        let second = numbers.get(1).filter(|_| value < 0.0);
        let third = numbers.get(2).filter(|_| value == 0.0);
        let Some(section) = second.or(third) else { return Some((first, false)) };
        // Red alone says that a number is below zero: a text has no red.
        let silent = value < 0.0 && section.coloured && section.words().eq(first.words());
        Some((section, !silent))
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as a peek gives it")]
fn is_sign(ch: &char) -> bool {
    matches!(ch, '+' | '-')
}

/// Takes up the places or the number under the line of a fraction.
fn under(chars: &mut std::iter::Peekable<std::str::Chars<'_>>) -> String {
    while chars.next_if_eq(&' ').is_some() {}
    std::iter::from_fn(|| chars.next_if(|ch| ch.is_ascii_digit() || matches!(ch, '#' | '?'))).collect()
}

/// Takes up what stands next, if it does.
fn follows(chars: &mut std::iter::Peekable<std::str::Chars<'_>>, text: &str) -> bool {
    let mut ahead = chars.clone();
    let found = text.chars().all(|ch| ahead.next().is_some_and(|next| next.eq_ignore_ascii_case(&ch)));
    if found {
        *chars = ahead;
    }
    found
}

impl Section {
    /// Whether a digit stands last, but for blanks, which are taken away before the line of a fraction.
    fn ends_with_digit(&mut self) -> bool {
        let blank = |part: &Part| matches!(part, Part::Text(text) if text.trim().is_empty());
        let found = self.parts.iter().rfind(|part| !blank(part)).is_some_and(Part::is_digit);
        while found && self.parts.pop_if(|part| blank(part)).is_some() {}
        found
    }

    /// What stands in brackets: a colour, a condition, a currency and a place, a duration.
    fn bracket(&mut self, inner: &str) -> Option<Part> {
        let lower = inner.to_lowercase();
        if let Some(rest) = inner.strip_prefix('$') {
            let (money, place) = rest.rsplit_once('-').unwrap_or((rest, ""));
            let place = place.to_lowercase();
            self.korean |= place.ends_with("412") || place.starts_with("ko");
            return (!money.is_empty()).then(|| Part::Text(money.to_owned()));
        }
        let letter = lower.chars().next()?;
        if matches!(letter, 'h' | 'm' | 's') && lower.chars().all(|ch| ch == letter) {
            return Some(Part::Elapsed(letter, lower.len()));
        }
        let number = lower.trim_start_matches(['<', '>', '=']);
        let sign = lower.strip_suffix(number).unwrap_or_default();
        match number.trim().parse() {
            Ok(than) if !sign.is_empty() => self.condition = Some((sign.to_owned(), than)),
            _ => self.coloured |= !lower.starts_with("dbnum"),
        }
        None
    }

    /// Tells minutes from months, and a fraction of a second from one of a number.
    fn settle(&mut self) {
        let mut last: Option<usize> = None;
        for at in 0..self.parts.len() {
            let clock = |part: Option<&Part>, of: char| match part {
                Some(Part::Date(letter, _) | Part::Elapsed(letter, _)) => *letter == of,
                _ => false,
            };
            let part = self.parts.get(at);
            if !matches!(part, Some(Part::Date(..) | Part::Elapsed(..))) {
                continue;
            }
            let before = last.and_then(|last| self.parts.get(last));
            let month = |part: Option<&Part>| matches!(part, Some(Part::Date('m', 1..=2)));
            let minute = if month(part) && clock(before, 'h') {
                Some(at)
            } else {
                last.filter(|_| clock(part, 's') && month(before))
            };
            if let Some(Part::Date(letter, _)) = minute.and_then(|minute| self.parts.get_mut(minute)) {
                *letter = 'i';
            }
            last = Some(at);
        }
        if !self.is_date() {
            let digit = |at: Option<usize>| at.and_then(|at| self.parts.get(at)).is_some_and(Part::is_digit);
            let points = (0..self.parts.len()).filter(|at| self.parts.get(*at) == Some(&Part::Point));
            // A point beside no digit, and any but the first, is a word of the format: `No. 000`.
            let (points, others): (Vec<usize>, Vec<usize>) =
                points.partition(|at| digit(at.checked_sub(1)) || digit(Some(at + 1)));
            for at in others.into_iter().chain(points.into_iter().skip(1)) {
                self.parts.get_mut(at).into_iter().for_each(|part| *part = Part::Text(".".into()));
            }
            return;
        }
        let mut parts: Vec<Part> = Vec::new();
        for part in std::mem::take(&mut self.parts) {
            match (parts.last_mut(), part) {
                (Some(Part::Fraction(digits)), Part::Digit(_)) => *digits = (*digits + 1).min(3),
                (Some(Part::Date('s', _) | Part::Elapsed('s', _)), Part::Point) => {
                    parts.push(Part::Fraction(0));
                }
                (_, Part::Point) => parts.push(Part::Text(".".into())),
                (_, Part::Comma) => parts.push(Part::Text(",".into())),
                (_, Part::Over(under)) => parts.push(Part::Text(format!("/{under}"))),
                (_, part) => parts.push(part),
            }
        }
        // Digits beside hours: no format of Excel's.
        let strange = parts.iter().any(|part| part.is_digit() || matches!(part, Part::Exponent(..)));
        self.parts = if strange { vec![Part::Other] } else { parts };
    }
}

#[cfg(test)]
mod tests;
