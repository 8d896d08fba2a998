//! Automatic numbers of paragraphs, as DOCX, HWPX and ODT define them: levels with a format, counted as the text goes on.

use std::borrow::Borrow;
use std::collections::HashMap;

mod format;

pub(super) use format::written;

/// How many levels are counted: DOCX has nine, HWPX ten.
pub(super) const LEVELS: usize = 10;

#[derive(Debug, Clone, Default)]
pub(super) struct Level {
    pub start: u32,
    /// The format's name in either format.
    pub format: String,
    /// The label, with `%1` or `^1` for the number of level 1.
    pub text: String,
    /// The level, from 1, at and above which a paragraph lets it start again, where that is not the one above; 0 for none.
    pub restart: Option<usize>,
    /// Whether the numbers of the levels above stand as figures in its label.
    pub legal: bool,
    /// Whether the label is shown in capitals.
    pub capitals: bool,
    /// Whether nothing parts the label from the text.
    pub glued: bool,
}

/// The numbers that stand at each level of a list.
#[derive(Debug, Clone, Default)]
pub(super) struct Counters {
    lists: HashMap<String, [Option<i64>; LEVELS]>,
}

impl Counters {
    /// Sets a level of a list so that its next number is `start`.
    pub(super) fn restart(&mut self, list: &str, level: usize, start: u32) {
        if let Some(slot) = self.lists.entry(list.to_owned()).or_default().get_mut(level) {
            *slot = Some(i64::from(start) - 1);
        }
    }

    /// Counts one paragraph on; its label, with the blank behind it where one is shown; `None` for a bullet.
    pub(super) fn next<L: Borrow<Level>>(
        &mut self,
        list: &str,
        levels: &[L],
        level: usize,
    ) -> Option<String> {
        let level_at = |at: usize| levels.get(at).map(L::borrow);
        let level = level.min(LEVELS - 1);
        let numbers = self.lists.entry(list.to_owned()).or_default();
        let start = |at: usize| level_at(at).map_or(1, |level| i64::from(level.start));
        for (at, number) in numbers.iter_mut().enumerate() {
            match at.cmp(&level) {
                std::cmp::Ordering::Less => *number = Some(number.unwrap_or_else(|| start(at))),
                std::cmp::Ordering::Equal => {
                    *number = Some(number.map_or_else(|| start(at), |number| number.saturating_add(1)));
                }
                std::cmp::Ordering::Greater => {
                    let from = level_at(at).and_then(|level| level.restart).unwrap_or(at);
                    if level < from {
                        *number = None;
                    }
                }
            }
        }
        let own = level_at(level)?;
        if matches!(own.format.as_str(), "bullet" | "") {
            return None;
        }
        let mut out = String::new();
        let mut chars = own.text.chars().peekable();
        while let Some(ch) = chars.next() {
            let number = chars.peek().and_then(|next| next.to_digit(10)).filter(|digit| *digit > 0);
            match (ch, number) {
                ('%' | '^', Some(digit)) => {
                    chars.next();
                    let at = digit as usize - 1;
                    let format = level_at(at).map_or("decimal", |level| match level.format.as_str() {
                        "decimalZero" => "decimalZero",
                        _ if own.legal => "decimal",
                        format => format,
                    });
                    let number = numbers.get(at).copied().flatten().unwrap_or(1);
                    out.push_str(&written(format, u32::try_from(number).unwrap_or(u32::MAX)));
                }
                _ => out.push(ch),
            }
        }
        if own.capitals {
            out = out.to_uppercase();
        }
        if !own.glued {
            out.push(' ');
        }
        Some(out).filter(|label| !label.trim().is_empty())
    }
}

/// A paragraph's text behind its number: `제1조(목적)`, `1.2 Scope`, `First: the name`. Two words never become one.
pub(super) fn labelled(label: &str, text: &str) -> String {
    let (text, number) = (text.trim_start(), label.trim_end());
    let hangul = || number.ends_with(|ch: char| ('가'..='힣').contains(&ch));
    let close = match text.chars().next() {
        Some('(' | '（') if hangul() => true,
        Some(first) => number.len() == label.len() && !first.is_alphanumeric(),
        None => true,
    };
    format!("{number}{}{text}", if close { "" } else { " " })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(format: &str, text: &str) -> Level {
        Level { start: 1, format: format.into(), text: text.into(), ..Level::default() }
    }

    #[test]
    fn levels_count_and_start_again() {
        let levels = [level("decimal", "%1."), level("decimal", "%1.%2"), level("lowerLetter", "(%3)")];
        let mut counters = Counters::default();
        let labels: Vec<_> =
            [0, 1, 1, 2, 2, 0, 1].iter().map(|at| counters.next("a", &levels, *at)).collect();
        let labels: Vec<&str> = labels.iter().flatten().map(|label| label.trim_end()).collect();
        assert_eq!(labels, ["1.", "1.1", "1.2", "(a)", "(b)", "2.", "2.1"]);
        counters.restart("a", 0, 7);
        assert_eq!(counters.next("a", &levels, 0).as_deref(), Some("7. "));
        counters.restart("a", 0, 0);
        assert_eq!(counters.next("a", &levels, 0).as_deref(), Some("0. "));
        assert_eq!(counters.next("b", &[level("bullet", "•")], 0), None);
    }

    #[test]
    fn korean_numbers() {
        let levels =
            [level("decimal", "제%1조"), level("CIRCLED_DIGIT", "^2"), level("HANGUL_SYLLABLE", "^3.")];
        let mut counters = Counters::default();
        let labels: Vec<_> = [0, 1, 1, 2, 2, 0].iter().map(|at| counters.next("a", &levels, *at)).collect();
        let labels: Vec<&str> = labels.iter().flatten().map(|label| label.trim_end()).collect();
        assert_eq!(labels, ["제1조", "①", "②", "가.", "나.", "제2조"]);
        for (label, text, line) in [
            ("제1조 ", "(목적) 이 규정은", "제1조(목적) 이 규정은"),
            ("1.2 ", "(see) Scope", "1.2 (see) Scope"),
            ("FIRST", ": The name", "FIRST: The name"),
            ("2", "2 lockers", "2 2 lockers"),
        ] {
            assert_eq!(labelled(label, text), line);
        }
    }
}
