//! Cells of tables as they are written: rows of Markdown, units in the heads of columns, cells that only affirm or deny.

use stet_text::normalise;
use stet_text::values::values;

/// Words of a cell that deny its head or affirm it. Source: forms and tables of the public documents of the trials.
const DENYING: [&str; 8] = ["no", "none", "x", "×", "✗", "✕", "아니오", "아니요"];
const AFFIRMING: [&str; 8] = ["yes", "o", "○", "✓", "✔", "☑", "예", "네"];

/// Whether a cell affirms the head of its column, or denies it; nothing where it says something of its own.
pub fn affirms(cell: &str) -> Option<bool> {
    let is = |words: &[&str]| words.iter().any(|word| cell.eq_ignore_ascii_case(word));
    if is(&DENYING) { Some(false) } else { is(&AFFIRMING).then_some(true) }
}

/// A head without the unit behind it, and the unit: `Weight (kg)`, `값(만 원)`.
pub fn with_unit(head: &str) -> (&str, &str) {
    let open = head.rfind(['(', '[']).filter(|_| head.ends_with([')', ']']));
    let parts = open.and_then(|at| Some((head.get(..at)?.trim_end(), head.get(at + 1..head.len() - 1)?)));
    parts.filter(|(name, unit)| !name.is_empty() && is_unit(unit)).unwrap_or((head, ""))
}

/// Whether some words are the unit of the number before them.
fn is_unit(words: &str) -> bool {
    let norm = normalise(&format!("1 {words}"));
    let glued = normalise(&format!("1{words}"));
    let is = |text: &str| {
        values(text).first().is_some_and(|value| value.has_unit() && value.span.end == text.len())
    };
    is(&norm) || is(&glued)
}

/// The unit that a line gives all numbers of the table below it.
pub fn common_unit(line: &str) -> Option<&str> {
    let (_, behind) = line.split_once("단위")?;
    let unit = behind.trim_start().strip_prefix([':', '：'])?.trim().trim_end_matches([')', ']']).trim_end();
    is_unit(unit).then_some(unit)
}

/// The cells of a line of a Markdown table; none of a line that is no row, or only rules off the head.
pub fn cells(line: &str) -> Option<impl Iterator<Item = &str>> {
    let row = line.trim().strip_prefix('|')?;
    let row = row.strip_suffix('|').unwrap_or(row);
    (!is_rule(line)).then(|| row.split('|'))
}

/// Whether a line of a table only rules off the head (`|---|---|`).
pub fn is_rule(line: &str) -> bool {
    line.trim_start().starts_with('|')
        && line.chars().all(|ch| matches!(ch, '|' | '-' | ':' | ' ' | '\r' | '\t'))
}
