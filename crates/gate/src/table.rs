//! Tables: a claim that takes a cell of another row or column than those it names (`| 취업 연계 | 120명 | 96명 |`).
//!
//! Owns finding the row and the column that a claim names; reading rows is [`rows`](crate::text::rows)'.

use rustc_hash::FxHashMap;

use crate::text::claim::Claim;
use crate::text::prepare::{self, PreparedSources, Row, Source};
use crate::values::number::Value;
use stet_reading::reading::Reading;
use stet_text::span::Span;
use stet_text::{Script, script};

/// Rows with words of a claim that are looked at, those first that have most.
const MOST: usize = 40;

/// A cell as it is compared.
struct Cell<'a> {
    head: Reading<'a>,
    own: Reading<'a>,
    /// Both.
    said: Reading<'a>,
    names: bool,
}

impl<'a> Cell<'a> {
    fn new(cell: &prepare::Cell, norm: &'a str) -> Self {
        let read = |span: Span| Reading::new(span.of(norm));
        let head = Span::new(cell.said.start, cell.own.start);
        Self { head: read(head), own: read(cell.own), said: read(cell.said), names: cell.names }
    }

    fn states(&self, value: &Value) -> bool {
        self.said.values().iter().any(|own| !own.implied && value.is_stated_as(own))
    }

    fn is_told(&self, claim: &Claim<'_>) -> bool {
        claim.values.iter().any(|value| self.states(value))
    }
}

/// What a claim takes of another cell than that of the row and the column it names: a value where there is another one of its
/// kind, or the words of a cell.
pub(crate) fn takes_another_cell(
    claim: &Claim<'_>,
    sources: &PreparedSources,
    source: usize,
) -> Option<String> {
    let source = sources.source(source).filter(|source| !source.rows().is_empty())?;
    let rows: Vec<Vec<Cell<'_>>> = rows_of(claim, sources, &source)
        .into_iter()
        .map(|row| row.cells.iter().map(|cell| Cell::new(cell, source.norm())).collect())
        .collect();
    let row = named(claim, &rows)?;
    let value = other_value(claim, row, &rows).map(|value| value.span.of(claim.norm));
    value.or_else(|| rows.iter().find_map(|other| other_words(claim, row, other))).map(str::to_owned)
}

/// The rows of a source that have words of a claim.
fn rows_of<'a>(claim: &Claim<'_>, sources: &PreparedSources, source: &Source<'a>) -> Vec<&'a Row> {
    let mut counts: FxHashMap<usize, usize> = FxHashMap::default();
    let own = source.sentences();
    for word in &claim.words {
        for sentence in sources.postings(word.key).filter(|sentence| own.contains(sentence)) {
            *counts.entry(sentence - own.start).or_default() += 1;
        }
    }
    let count = |row: &Row| counts.get(&row.sentence).copied().unwrap_or_default();
    let mut rows: Vec<&Row> = source.rows().iter().filter(|row| count(row) > 0).collect();
    rows.sort_by_key(|row| std::cmp::Reverse(count(row)));
    rows.truncate(MOST);
    rows
}

/// The one row that a claim names most of.
fn named<'r, 'a>(claim: &Claim<'_>, rows: &'r [Vec<Cell<'a>>]) -> Option<&'r Vec<Cell<'a>>> {
    let count = |row: &[Cell<'_>]| row.iter().filter(|cell| cell.names && names(claim, &cell.own)).count();
    let most = rows.iter().map(|row| count(row)).max().filter(|&most| most > 0)?;
    let mut best = rows.iter().filter(|row| count(row) == most);
    best.next().filter(|_| best.next().is_none())
}

/// The value of a claim that stands in another cell than it should.
fn other_value<'c>(claim: &'c Claim<'_>, row: &[Cell<'_>], rows: &[Vec<Cell<'_>>]) -> Option<&'c Value> {
    let column = |cell: &&Cell<'_>| !cell.names && names(claim, &cell.head);
    // With a column it is that cell, without one any of the row.
    let any = !row.iter().any(|cell| column(&cell));
    let mine = || row.iter().filter(|cell| if any { !cell.names } else { column(cell) });
    // `목표 400명을 넘어 436명`
    if mine().any(|cell| cell.is_told(claim)) {
        return None;
    }
    claim.values.iter().filter(|value| !value.implied).find(|value| {
        let of_row = |cell: &Cell<'_>| {
            cell.names && cell.states(value) || cell.head.values().iter().any(|own| value.is_stated_as(own))
        };
        let rival = |cell: &Cell<'_>| cell.said.values().iter().any(|own| value.is_comparable(own));
        !row.iter().any(of_row)
            && mine().any(rival)
            && rows.iter().flatten().any(|cell| !cell.names && cell.states(value))
    })
}

/// The words of a cell of another row that a claim has, and not those of its own row.
fn other_words<'a>(claim: &Claim<'_>, row: &[Cell<'a>], other: &[Cell<'a>]) -> Option<&'a str> {
    row.iter().zip(other).find_map(|(own, taken)| {
        let words = taken.own.norm;
        let worded = taken.own.values().is_empty() && words.chars().nth(1).is_some();
        let is_own = |cell: &Cell<'_>| has_phrase(cell.said.norm, words);
        (worded
            && !own.names
            && !own.own.norm.is_empty()
            && has_phrase(claim.norm, words)
            && !has_phrase(claim.norm, own.own.norm)
            && !row.iter().any(is_own))
        .then_some(words)
    })
}

/// Whether a claim has all words of a text, numbers included.
fn names(claim: &Claim<'_>, text: &Reading<'_>) -> bool {
    let counts = |&at: &usize| {
        text.content(at).is_some() || text.tokens.get(at).is_some_and(|token| token.script == Script::Digit)
    };
    let is_told = |value: &Value| claim.values.iter().any(|mine| mine.is_stated_as(value));
    let mut words = (0..text.tokens.len()).filter(counts).peekable();
    words.peek().is_some()
        && (words.all(|at| claim.reading.has(text.key(at)))
            || text
                .values()
                .first()
                .is_some_and(|value| value.span.len() == text.norm.len() && is_told(value)))
}

/// Whether a normalised text has some words of another one side by side; a particle may follow.
fn has_phrase(text: &str, words: &str) -> bool {
    let last = words.chars().next_back().and_then(script);
    let apart = |ch: Option<char>| ch.and_then(script).is_none();
    text.match_indices(words).any(|(at, _)| {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        let behind = text.get(at + words.len()..).and_then(|behind| behind.chars().next());
        let particle = behind.and_then(script) == Some(Script::Hangul);
        apart(before) && (apart(behind) || particle && last.is_some())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GatePolicy, Status, judge};

    #[test]
    fn the_cell_of_a_row_and_a_column() {
        let goals = "추진 현황\n| 구분 | 목표 | 실적 |\n|---|---|---|\n| 강좌 | 30개 | 24개 |\n| 수강생 | 500명 | 640명 |";
        let tools = "| Code | Item | Place | Weight (kg) |\n|---|---|---|---|\n| EQ-1 | Lathe | Hall A | 310 |\n| EQ-2 | Grinder | Hall C | 52 |";
        let trains = "Train 11: leaves 7:05, platform 2, dining car: no\nTrain 14: leaves 7:40, platform 5, dining car: yes";
        for (table, claim, want) in [
            (goals, "강좌의 목표는 30개였다.", true),
            (goals, "강좌의 실적은 24개였다.", true),
            (goals, "강좌의 목표는 24개였다.", false),
            (goals, "수강생의 목표는 640명이었다.", false),
            (goals, "수강생의 실적은 640명이었다.", true),
            (tools, "The grinder weighs 52 kg.", true),
            (tools, "The grinder weighs 310 kg.", false),
            (tools, "EQ-2 is in Hall A.", false),
            (tools, "EQ-2 is in Hall C.", true),
            (trains, "Train 14 leaves at 7:40.", true),
            (trains, "Train 11 leaves at 7:40.", false),
            (trains, "Train 11 has a dining car.", false),
        ] {
            let sources = PreparedSources::new(&[table]);
            let verdict = judge(claim, &sources, &[0], &GatePolicy::default());
            assert_eq!(verdict.veto.is_none(), want, "{claim}: {verdict:?}");
            assert!(want || verdict.status == Status::Unsupported, "{claim}");
        }
    }
}
