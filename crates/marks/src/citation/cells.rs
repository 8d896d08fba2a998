//! Sources in the columns of a table: `| Rule | Source |` above `| The library opens at nine | 2 |`.
//!
//! Owns which columns cite, and what a cell of one says: numbers, or a name. A cell with a mark in brackets is read as any
//! text. Leaves to the answer whether a name is one of a source.

use super::grammar::{Body, Grammar, MAX_MARK_CHARS, MarkRef, Shape, is_open};
use super::table::Answer;
use super::words::COLUMNS;
use crate::pattern::Pattern;
use crate::statute::circled;
use stet_text::span::Span;

/// Most columns of a table that are looked at.
const MAX_COLUMNS: usize = 32;

/// Numbers in one cell.
const MAX_MEMBERS: usize = 8;

/// The columns of a table that cite, by the cells of its first row, from 0.
#[must_use]
pub fn citing_columns(header: &str) -> Vec<usize> {
    let Some(row) = header.trim().strip_prefix('|') else { return Vec::new() };
    let cites = |cell: &str| {
        let bare: String =
            cell.chars().filter(|c| !c.is_whitespace() && !matches!(c, '*' | '_' | ':')).collect();
        COLUMNS.contains(&bare.to_lowercase().as_str())
    };
    row.split('|').take(MAX_COLUMNS).enumerate().filter(|(_, cell)| cites(cell)).map(|(at, _)| at).collect()
}

/// What a cell at the beginning of `rest` cites; spans are relative to `rest`. With `last` nothing follows.
pub(super) fn parse(rest: &str, last: bool) -> Answer {
    let near = rest.get(..rest.floor_char_boundary(MAX_MARK_CHARS)).unwrap_or_default();
    let end = match near.find(['|', '\n']) {
        Some(end) => end,
        None if rest.len() >= MAX_MARK_CHARS => return Answer::No,
        None if last => near.len(),
        None => return Answer::Hold,
    };
    let cell = Span::new(0, end).trimmed(rest);
    let text = cell.of(rest);
    if !text.contains(char::is_alphanumeric) || text.contains(|c| is_open(c) || matches!(c, '`' | '<')) {
        return Answer::No;
    }
    let (grammar, refs) = match numbers(rest, cell) {
        Some(refs) => (Grammar::Numeric, refs),
        None => (Grammar::Named, vec![MarkRef::Name { text: text.to_owned(), span: cell }]),
    };
    Answer::Found(Body { start: cell.start, len: cell.end, grammar, refs, shape: Shape::Other })
}

/// A number of a cell, or a range of them.
static MEMBER: Pattern = Pattern::new(|| {
    let number = "(?:[0-9]{1,3}|[①-⑳㉑-㉟㊱-㊿])";
    format!(
        r"^\s*[#†^№(（]*(?<whole>(?<from>{number})(?:\s*[-–~]\s*(?<to>{number}))?)[)）.번]*\s*[,;、·/&]?$"
    )
});

/// The numbers that a cell consists of.
fn numbers(rest: &str, cell: Span) -> Option<Vec<MarkRef>> {
    let mut refs = Vec::new();
    let mut at = cell.start;
    for part in cell.of(rest).split_inclusive([',', ';', '、', '·', '/', '&']) {
        let found = MEMBER.captures(part).filter(|_| refs.len() < MAX_MEMBERS)?;
        let number = |name: &str| {
            let word = found.name(name)?.as_str();
            word.parse().ok().or_else(|| circled(word.chars().next()?))
        };
        let whole = found.name("whole")?;
        let (from, span) = (number("from")?, Span::new(at + whole.start(), at + whole.end()));
        refs.push(match number("to") {
            Some(to) => MarkRef::Range { from, to, span },
            None => MarkRef::Number { n: from, span },
        });
        at += part.len();
    }
    Some(refs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_of_sources_cite() {
        for (header, expected) in [
            ("| Rule | Source |", vec![1]),
            ("| **출처** | 내용 | 근거 자료 |\n", vec![0, 2]),
            ("| Power source | Watts |", vec![]),
            ("| Source of income | Share |", vec![]),
            ("Rule | Source", vec![]),
        ] {
            assert_eq!(citing_columns(header), expected, "{header}");
        }
    }

    #[test]
    fn a_cell_has_numbers_or_a_name() {
        for (cell, numeric) in [
            (" 9 |", Some(true)),
            (" 2, ③ |", Some(true)),
            (" #9 |", Some(true)),
            (" 1-3 |", Some(true)),
            (" p. 12 |", Some(false)),
            (" 2019 |", Some(false)),
            (" [9] |", None),
            (" --- |", None),
            ("  |", None),
        ] {
            let found = match parse(cell, false) {
                Answer::Found(body) => Some(body.grammar == Grammar::Numeric),
                _ => None,
            };
            assert_eq!(found, numeric, "{cell}");
        }
        assert_eq!(parse(" 9", false), Answer::Hold);
    }
}
