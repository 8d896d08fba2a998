//! The texts on either side of a change that keeps every letter, and what their layout is: code, lines, columns, numbers.

use super::Reason;
use stet_text::span::Span;
use stet_text::{fold, is_word_char, nfc};

const NUMBERS: Reason = ("수와 수 사이의 부호가 바뀌었습니다", "The mark between two numbers changes");
pub const LINES: Reason = ("줄이나 칸, 들여쓰기가 바뀝니다", "A line, a column or an indentation changes");

/// Two texts of the same letters, as their characters in plain form.
#[derive(Debug)]
pub struct Texts {
    pub old: Vec<char>,
    pub new: Vec<char>,
    /// The sentence ends with the whole text.
    pub last: bool,
    /// The sentence begins the text, or a line.
    pub first: bool,
}

/// A place between two letters (or at an end) at which the two texts differ.
#[derive(Debug, Clone, Copy)]
pub struct Gap {
    pub old: Span,
    pub new: Span,
}

/// NFC, full-width and typographic forms as plain ones, line ends as one character, no invisible characters. Dashes stay
/// apart from hyphens.
#[must_use]
pub fn plain(text: &str) -> Vec<char> {
    let form = |ch| match ch {
        '–' | '—' | '―' | '−' => Some(ch),
        '\u{223c}' | '\u{301c}' => Some('~'),
        _ => fold(ch),
    };
    nfc(text).replace('…', "...").chars().filter(|&ch| ch != '\r').filter_map(form).collect()
}

#[must_use]
pub fn end(chars: &[char], from: usize) -> usize {
    from + chars.iter().skip(from).take_while(|&&ch| !is_word_char(ch)).count()
}

#[must_use]
pub fn slice(chars: &[char], span: Span) -> &[char] {
    chars.get(span.start..span.end).unwrap_or_default()
}

/// The letters and digits beside a gap.
#[must_use]
pub fn words(chars: &[char], gap: Span) -> (String, String) {
    let left: Vec<char> = chars
        .get(..gap.start)
        .unwrap_or_default()
        .iter()
        .rev()
        .take_while(|ch| is_word_char(**ch))
        .copied()
        .collect();
    let right = chars.iter().skip(gap.end).take_while(|ch| is_word_char(**ch));
    (left.into_iter().rev().collect(), right.collect())
}

/// The line around a gap.
#[must_use]
pub fn line(chars: &[char], gap: Span) -> &[char] {
    let from =
        chars.get(..gap.start).unwrap_or_default().iter().rposition(|ch| *ch == '\n').map_or(0, |at| at + 1);
    let to = chars.iter().skip(gap.end).position(|ch| *ch == '\n').map_or(chars.len(), |at| gap.end + at);
    chars.get(from..to).unwrap_or_default()
}

/// The characters of a path, an address, a code, a formula or a handle.
#[must_use]
pub fn is_code(ch: char) -> bool {
    matches!(
        ch,
        '/' | '\\' | '@' | '#' | '_' | '=' | '<' | '>' | '{' | '}' | '|' | '$' | '^' | '`' | '~' | '+'
    )
}

/// Marks that any sentence has; what is none of them is a sign.
#[must_use]
pub fn is_ordinary(ch: char) -> bool {
    ch.is_whitespace()
        || matches!(
            ch,
            ',' | '.' | ';' | ':' | '!' | '?' | '"' | '\'' | '(' | ')' | '-' | '–' | '—' | '·' | '、' | '。'
        )
}

impl Texts {
    /// Whether a gap stands inside a path, an address, a handle or a code.
    #[must_use]
    pub fn inside_code(&self, gap: Gap) -> bool {
        let run = |chars: &[char], gap: Span| -> (Vec<char>, Vec<char>) {
            let head = chars.get(..gap.start).unwrap_or_default();
            let left = head.iter().rev().take_while(|ch| !ch.is_whitespace()).copied().collect();
            let right = chars.iter().skip(gap.end).take_while(|ch| !ch.is_whitespace()).copied().collect();
            (left, right)
        };
        let coded = |run: &[char]| run.iter().any(|ch| is_code(*ch));
        // `report-final.docx`, `ab.cd`, `v1.2`: a mark with letters on either side, none a sentence has.
        let dotted = |run: &[char]| {
            run.windows(3).any(|three| {
                matches!(three, [x, '.', y] if is_word_char(*x) && (y.is_ascii_lowercase() || y.is_ascii_digit()) && x.is_ascii())
            })
        };
        let (old, new) = (slice(&self.old, gap.old), slice(&self.new, gap.new));
        let touches = |chars: &[char], place: Span, marks: &[char]| {
            let (mut left, right) = run(chars, place);
            left.reverse();
            let glued = marks.iter().all(|ch| !ch.is_whitespace());
            let whole: Vec<char> = left.iter().chain(marks).chain(&right).copied().collect();
            let inner = !marks.is_empty() && glued && !left.is_empty() && !right.is_empty();
            let apart = marks.is_empty() || marks.iter().any(|ch| ch.is_whitespace());
            coded(marks)
                || (glued && coded(&whole))
                || inner && dotted(&whole)
                || apart && (coded(&left) || coded(&right)) && (old.is_empty() || new.is_empty())
        };
        touches(&self.old, gap.old, old) || touches(&self.new, gap.new, new)
    }

    /// Lines, indentation and columns.
    pub fn lines(&self, gap: Gap, same: bool) -> Result<(), Reason> {
        let (old, new) = (slice(&self.old, gap.old), slice(&self.new, gap.new));
        let breaks = |marks: &[char]| marks.iter().filter(|ch| **ch == '\n').count();
        let tabs = |marks: &[char]| marks.contains(&'\t');
        if !same || tabs(old) || tabs(new) {
            return Err(LINES);
        }
        // What stands behind the last line break: an indentation.
        let indent = |marks: &[char]| marks.iter().rev().take_while(|ch| **ch != '\n').count();
        // Two blanks before it: a break that is kept.
        let hard = |marks: &[char]| marks.windows(3).any(|three| three == [' ', ' ', '\n']);
        let (b, a) = (breaks(old), breaks(new));
        let ends = gap.old.end == self.old.len();
        if ends && self.last || gap.old.start == 0 && self.first && indent(old) == indent(new) {
            return Ok(());
        }
        let kept = b == a || b > 1 && a > 1;
        if kept {
            return if indent(old) == indent(new) && hard(old) == hard(new) { Ok(()) } else { Err(LINES) };
        }
        // A line of prose that is wrapped otherwise.
        let (chars, place) = if b > 0 { (&self.old, gap.old) } else { (&self.new, gap.new) };
        let head = chars.get(..place.start).unwrap_or_default();
        let from = head.iter().rposition(|ch| *ch == '\n').map_or(0, |at| at + 1);
        let above = head.get(from..).unwrap_or_default();
        let columns: usize = above.iter().map(|ch| if ch.is_ascii() { 1 } else { 2 }).sum();
        let listed = |line: &[char]| {
            line.iter()
                .find(|ch| !ch.is_whitespace())
                .is_none_or(|ch| !(is_word_char(*ch) || "\"'(".contains(*ch)) || ch.is_ascii_digit())
        };
        let below = chars.get(place.end..).unwrap_or_default();
        let prose = columns >= 40 && !listed(above) && !listed(below) && indent(slice(chars, place)) == 0;
        if prose && b + a == 1 && !ends { Ok(()) } else { Err(LINES) }
    }
}

/// The mark between two numbers: a dash of a range, or the commas that group one number.
pub fn numbers(left: &str, right: &str, old: &[char], new: &[char], gap: Gap) -> Result<(), Reason> {
    let (b, a) = (slice(old, gap.old), slice(new, gap.new));
    let dash = |marks: &[char]| matches!(marks, ['-' | '–']);
    let year = |word: &str| word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
    if dash(b) && dash(a) && (year(left) && year(right) || left.len() <= 2) {
        return Ok(());
    }
    // A number that is grouped by threes.
    let grouped = |chars: &[char], at: Span| {
        let digit = |ch: &&char| ch.is_ascii_digit() || **ch == ',';
        let head: String = chars.get(..at.start).unwrap_or_default().iter().rev().take_while(digit).collect();
        let tail: String = chars.iter().skip(at.start).take_while(digit).collect();
        let number = head.chars().rev().collect::<String>() + &tail;
        let mut groups = number.split(',');
        let first = groups.next().map_or(0, str::len);
        let plain = !number.contains(',');
        plain || (1..=3).contains(&first) && groups.all(|group| group.len() == 3)
    };
    let comma = |marks: &[char]| matches!(marks, [] | [',']);
    if comma(b) && comma(a) && grouped(old, gap.old) && grouped(new, gap.new) { Ok(()) } else { Err(NUMBERS) }
}
