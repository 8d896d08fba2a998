//! Rows: tables of a source (`| Lyon | 41 % | late |`), and claims that take the name of one row and a cell of another.
//!
//! Owns reading a table near the window and what a claim takes of its rows. Lines with a colon are
//! [`entries`](crate::layout::entries)'.

use crate::layout::cells;
use crate::search::align::Window;
use crate::text::claim::Claim;
use crate::text::prepare::PreparedSources;
use crate::text::reading::Reading;
use stet_text::normalise;

/// Lines on each side of the window that are looked at.
const FAR: usize = 30;

/// Cells of a row, at most.
const CELLS: usize = 12;

/// A row: the keys of each cell.
type Row = Vec<Vec<u32>>;

/// The word of the claim, by position, that names a row of which the table says something else than the claim, which another row has.
pub(crate) fn takes_another_row(
    claim: &Claim<'_>,
    sources: &PreparedSources,
    window: &Window,
) -> Option<usize> {
    let source = sources.source(window.source)?;
    let is_row = |at: usize| at < source.units.len() && source.given(at).starts_with('|');
    // A table may stand right above or below the sentence that speaks of it.
    let run = window.runs().last()?;
    let here = (run.first..run.first + run.len).find(|&at| is_row(at))?;
    let first = (here.saturating_sub(FAR)..here).rev().take_while(|&at| is_row(at)).last().unwrap_or(here);
    let end = (here..here + FAR).find(|&at| !is_row(at)).unwrap_or(here + FAR);
    let rows: Vec<Row> =
        (first..end).flat_map(|at| source.given(at).lines()).map(row).filter(|row| row.len() > 1).collect();
    let (_, rows) = rows.split_first()?;
    taken(&claim.reading, rows)
}

/// The keys of each cell of a line.
fn row(line: &str) -> Row {
    let keys = |cell: &str| {
        let norm = normalise(cell);
        let reading = Reading::new(&norm);
        (0..reading.tokens.len()).filter_map(|at| reading.content(at)).collect()
    };
    cells(line).map(|row| row.take(CELLS).map(keys).collect()).unwrap_or_default()
}

/// The word that names the one row of which the claim says what another row says.
fn taken(claim: &Reading<'_>, rows: &[Row]) -> Option<usize> {
    let has = |row: &Row, key: u32| row.iter().flatten().any(|&other| other == key);
    let only = |number: usize, key: u32| {
        rows.iter().enumerate().all(|(other, row)| other == number || !has(row, key))
    };
    let name = |number: usize| {
        let cell = rows.get(number).and_then(|row| row.first());
        cell.into_iter().flatten().copied().find(|&key| claim.has(key) && only(number, key))
    };
    let mut named = (0..rows.len()).filter_map(|number| Some((number, name(number)?)));
    let (own, key) = named.next()?;
    if named.next().is_some() {
        return None;
    }
    let mine = rows.get(own)?;
    let another = rows.iter().enumerate().filter(|&(number, _)| number != own).any(|(number, row)| {
        row.iter().enumerate().skip(1).any(|(column, cell)| {
            let theirs = cell.iter().any(|&key| claim.has(key) && only(number, key));
            let kept = mine
                .get(column)
                .is_some_and(|cell| !cell.is_empty() && !cell.iter().any(|&key| claim.has(key)));
            theirs && kept
        })
    });
    another.then(|| (0..claim.tokens.len()).find(|&at| claim.key(at) == key)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GatePolicy, Status, judge};

    #[test]
    fn the_name_of_one_row_and_a_cell_of_another() {
        let table = "Sites in May:\n| Site | Head | Spent | State |\n|---|---|---|---|\n| Lyon depot | Ray | 82 % | finished |\n| Bonn depot | Lee | 54 % | late by two weeks |";
        for (claim, want) in [
            ("The Bonn depot is late by two weeks.", true),
            ("The Lyon depot is late by two weeks.", false),
            ("The Lyon depot is finished.", true),
            ("The Lyon depot has spent 54 %.", false),
            ("Ray heads the Lyon depot.", true),
        ] {
            let verdict = judge(claim, &PreparedSources::new(&[table]), &[0], &GatePolicy::default());
            assert_eq!(verdict.status == Status::Supported, want, "{claim} {verdict:?}");
        }
    }
}
