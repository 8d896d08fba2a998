//! Tables: a claim that takes a cell of another row or column of a Markdown table (`| 취업 연계 | 120명 | 96명 |`).
//!
//! Owns finding the row and the column that a claim names.

use crate::text::claim::Claim;
use crate::text::prepare::PreparedSources;
use crate::text::prepare::rows::cells;
use crate::values::number::Value;
use stet_reading::reading::Reading;
use stet_text::normalise;

/// Rows of a table that are looked at.
const MOST: usize = 40;

/// A cell as it is compared.
struct Cell {
    text: String,
    values: Vec<Value>,
}

impl Cell {
    fn new(text: &str) -> Self {
        let text = normalise(text).to_ascii_lowercase();
        let values = Reading::new(&text).values().iter().filter(|value| !value.implied).copied().collect();
        Self { text, values }
    }

    fn states(&self, value: &Value) -> bool {
        self.values.iter().any(|own| value.is_stated_as(own))
    }
}

/// The claim's value that a table gives in another row or column than those that the claim names, where it has another value of that kind.
pub(crate) fn takes_another_cell(
    claim: &Claim<'_>,
    sources: &PreparedSources,
    source: usize,
) -> Option<String> {
    if claim.values.iter().all(|value| value.implied) {
        return None;
    }
    let source = sources.source(source)?;
    // Most sources have no table, and a row may stand in one sentence with the next.
    let lines = (0..source.units().len())
        .map(|at| source.given(at))
        .filter(|given| given.contains('|'))
        .flat_map(str::lines);
    let mut table: Vec<Vec<Cell>> = Vec::new();
    for line in lines {
        let Some(row) = cells(line).filter(|_| table.len() < MOST) else { continue };
        let cells: Vec<Cell> = row.map(Cell::new).collect();
        // Another table begins.
        if table.first().is_some_and(|head| head.len() != cells.len()) {
            let found = in_table(claim, &table);
            if found.is_some() {
                return found;
            }
            table.clear();
        }
        table.push(cells);
    }
    in_table(claim, &table)
}

/// What a claim takes of the wrong cell of a table, the first row of which heads the others.
fn in_table(claim: &Claim<'_>, table: &[Vec<Cell>]) -> Option<String> {
    let (head, rows) = table.split_first()?;
    let row = only(rows.iter().filter(|row| row.first().is_some_and(|name| names(claim, name))))?;
    let column = only((1..head.len()).filter(|&at| head.get(at).is_some_and(|name| names(claim, name))));
    let own = |value: &&Value| {
        let of_name = row.first().is_some_and(|name| name.states(value));
        !value.implied && !of_name && !head.iter().any(|name| name.states(value))
    };
    claim.values.iter().filter(own).find_map(|value| {
        let mut cells = match column {
            Some(at) => vec![row.get(at)?],
            None => row.iter().skip(1).collect(),
        };
        cells.retain(|cell| !cell.values.is_empty());
        // `목표 400명을 넘어 436명`
        let told = |own: &Value| claim.values.iter().any(|mine| mine.is_stated_as(own));
        if cells.iter().flat_map(|cell| &cell.values).any(told) {
            return None;
        }
        let rival = cells.iter().any(|cell| cell.values.iter().any(|own| value.is_comparable(own)));
        let elsewhere = rows.iter().any(|row| row.iter().skip(1).any(|cell| cell.states(value)));
        (rival && elsewhere).then(|| value.span.of(claim.norm).to_owned())
    })
}

/// The only one of some.
fn only<T>(mut some: impl Iterator<Item = T>) -> Option<T> {
    let first = some.next()?;
    some.next().is_none().then_some(first)
}

/// Whether a claim names what a cell names: all its words, or its value.
fn names(claim: &Claim<'_>, cell: &Cell) -> bool {
    if let Some(value) = cell.values.first() {
        return claim.values.iter().any(|mine| mine.is_stated_as(value));
    }
    let name = Reading::new(&cell.text);
    let mut words = (0..name.tokens.len()).filter(|&at| name.content(at).is_some()).peekable();
    words.peek().is_some()
        && words.all(|at| (0..claim.reading.tokens.len()).any(|mine| claim.reading.key(mine) == name.key(at)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GatePolicy, Status, judge};

    #[test]
    fn the_cell_of_a_row_and_a_column() {
        let table = "추진 현황\n| 구분 | 목표 | 실적 |\n|---|---|---|\n| 강좌 | 30개 | 24개 |\n| 수강생 | 500명 | 640명 |";
        for (claim, want) in [
            ("강좌의 목표는 30개였다.", true),
            ("강좌의 실적은 24개였다.", true),
            ("강좌의 목표는 24개였다.", false),
            ("수강생의 목표는 640명이었다.", false),
            ("수강생의 실적은 640명이었다.", true),
        ] {
            let sources = PreparedSources::new(&[table]);
            let verdict = judge(claim, &sources, &[0], &GatePolicy::default());
            assert_eq!(verdict.veto.is_none(), want, "{claim}: {verdict:?}");
            assert!(want || verdict.status == Status::Unsupported, "{claim}");
        }
    }
}
