//! Tables: a claim that takes a cell of another row or column than those it names (`| 취업 연계 | 120명 | 96명 |`).
//!
//! Owns finding the row and the column that a claim names; reading rows is [`rows`](crate::text::rows)'.

use rustc_hash::FxHashMap;

use crate::search::verbatim::has_words;
use crate::text::claim::Claim;
use crate::text::prepare::{self, PreparedSources, Row, Source};
use crate::values::number::Value;
use stet_reading::reading::Reading;
use stet_text::Script;
use stet_text::span::Span;

/// Rows with words of a claim that are looked at, those first that have most.
const MOST: usize = 40;

/// A cell of a row; what it says is read where that is asked for.
#[derive(Clone, Copy)]
struct Cell<'a> {
    cell: prepare::Cell,
    /// The text of its source.
    norm: &'a str,
}

impl<'a> Cell<'a> {
    fn head(self) -> Reading<'a> {
        Reading::new(Span::new(self.cell.said.start, self.cell.own.start).of(self.norm))
    }

    /// Without its head.
    fn own(self) -> &'a str {
        self.cell.own.of(self.norm)
    }

    fn said(self) -> Reading<'a> {
        Reading::new(self.cell.said.of(self.norm))
    }

    const fn names(self) -> bool {
        self.cell.names
    }

    fn states(self, value: &Value) -> bool {
        self.said().values().iter().any(|own| !own.implied && value.is_stated_as(own))
    }

    fn is_told(self, claim: &Claim<'_>) -> bool {
        let said = self.said();
        let mut own = said.values().iter().filter(|own| !own.implied);
        own.any(|own| claim.values.iter().any(|value| value.is_stated_as(own)))
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
        .map(|row| row.cells.iter().map(|&cell| Cell { cell, norm: source.norm() }).collect())
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
    let is_named = |cell: &&Cell<'_>| cell.names() && names(claim, &Reading::new(cell.own()));
    let counts: Vec<usize> = rows.iter().map(|row| row.iter().filter(is_named).count()).collect();
    let most = counts.iter().copied().max().filter(|&most| most > 0)?;
    let mut best = rows.iter().zip(counts).filter(|(_, count)| *count == most);
    best.next().filter(|_| best.next().is_none()).map(|(row, _)| row)
}

/// The value of a claim that stands in another cell than it should.
fn other_value<'c>(claim: &'c Claim<'_>, row: &[Cell<'_>], rows: &[Vec<Cell<'_>>]) -> Option<&'c Value> {
    let cells = || row.iter().copied().filter(|cell| !cell.names());
    // With a column it is that cell, without one any of the row.
    let mut mine = columns(claim, &cells().collect::<Vec<_>>());
    if mine.is_empty() {
        mine = cells().collect();
    }
    // `목표 400명을 넘어 436명`
    if mine.iter().any(|cell| cell.is_told(claim)) {
        return None;
    }
    claim.values.iter().filter(|value| !value.implied).find(|value| {
        let of_row = |cell: &Cell<'_>| {
            cell.names() && cell.states(value)
                || cell.head().values().iter().any(|own| value.is_stated_as(own))
        };
        let rival = |cell: &Cell<'_>| cell.said().values().iter().any(|own| value.is_comparable(own));
        !row.iter().any(of_row)
            && mine.iter().any(rival)
            && rows.iter().flatten().any(|cell| !cell.names() && cell.states(value))
    })
}

/// The cells of a row whose columns a claim names: by all words of their heads, of which those of no other are a part (`Rate` beside
/// `Comparison rate`); else the one cell by words that no other head has.
fn columns<'a>(claim: &Claim<'_>, cells: &[Cell<'a>]) -> Vec<Cell<'a>> {
    let heads: Vec<_> = cells.iter().map(|cell| cell.head()).collect();
    let named: Vec<usize> =
        (0..cells.len()).filter(|at| heads.get(*at).is_some_and(|head| names(claim, head))).collect();
    // Of most rows that are looked at one head is named, and nothing has to be told apart.
    if let [at] = named[..] {
        return cells.get(at).copied().into_iter().collect();
    }
    let words: Vec<Vec<_>> = heads.iter().map(words_of).collect();
    let of = |at: usize| words.get(at).map_or(&[][..], Vec::as_slice);
    let is_part = |one: usize, other: usize| {
        of(one).len() < of(other).len() && of(one).iter().all(|word| of(other).contains(word))
    };
    let mut mine: Vec<usize> =
        named.iter().copied().filter(|one| !named.iter().any(|other| is_part(*one, *other))).collect();
    if mine.is_empty() {
        let own = |at: &usize| {
            let others =
                || words.iter().enumerate().filter(|(other, _)| other != at).flat_map(|(_, words)| words);
            of(*at).iter().any(|word| claim.reading.has(*word) && others().all(|other| other != word))
        };
        mine = (0..cells.len()).filter(own).collect();
        if mine.len() > 1 {
            mine.clear();
        }
    }
    mine.into_iter().filter_map(|at| cells.get(at).copied()).collect()
}

/// The words of a cell of another row that a claim has, and not those of its own row.
fn other_words<'a>(claim: &Claim<'_>, row: &[Cell<'a>], other: &[Cell<'a>]) -> Option<&'a str> {
    row.iter().zip(other).find_map(|(own, taken)| {
        let words = taken.own();
        let is_own = |cell: &Cell<'_>| has_words(cell.cell.said.of(cell.norm), words);
        (!own.names()
            && !own.own().is_empty()
            && words.chars().nth(1).is_some()
            && has_words(claim.norm, words)
            && !has_words(claim.norm, own.own())
            && !row.iter().any(is_own)
            && Reading::new(words).values().is_empty())
        .then_some(words)
    })
}

fn words_of(text: &Reading<'_>) -> Vec<u32> {
    (0..text.tokens.len()).filter(|&at| text.content(at).is_some()).map(|at| text.key(at)).collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GatePolicy, Status, judge};

    #[test]
    fn the_cell_of_a_row_and_a_column() {
        let goals = "추진 현황\n| 구분 | 목표 | 실적 |\n|---|---|---|\n| 강좌 | 30개 | 24개 |\n| 수강생 | 500명 | 640명 |";
        let tools = "| Code | Item | Place | Weight (kg) |\n|---|---|---|---|\n| EQ-1 | Lathe | Hall A | 310 |\n| EQ-2 | Grinder | Hall C | 52 |";
        let rates = "| Loan | Rate | Comparison rate |\n|---|---|---|\n| Long loan | 4.04% | 5.38% |\n| Short loan | 3.99% | 5.30% |";
        let yearly = "| Loan | Rates p.a. Annual | Rates p.a. Comparison |\n|---|---|---|\n| Long loan | 4.04% | 5.38% |\n| Short loan | 3.99% | 5.30% |";
        let fees = "| 시설 | 시설 사용료와 요금 평일 | 시설 사용료와 요금 주말 |\n|---|---|---|\n| 강당 | 7000원 | 9000원 |\n| 창고 | 300원 | 500원 |";
        let trains = "Train 11: leaves 7:05, platform 2, dining car: no\nTrain 14: leaves 7:40, platform 5, dining car: yes";
        for (table, claim, want) in [
            (rates, "The comparison rate of the long loan is 5.38%.", true),
            (rates, "The comparison rate of the long loan is 4.04%.", false),
            (rates, "The rate of the long loan is 4.04%.", true),
            (yearly, "The comparison rate of the long loan is 5.38%.", true),
            (yearly, "The comparison rate of the long loan is 4.04%.", false),
            (fees, "강당의 주말 요금은 9000원이다.", true),
            (fees, "강당의 주말 요금은 7000원이다.", false),
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
