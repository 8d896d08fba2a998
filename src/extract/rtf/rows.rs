//! Rows of a table whose cells end where each row says.

use crate::table::Cell;

/// Edges that are nearer than this (in twentieths of a point) are one.
const NEAR: i32 = 40;
/// More cells in a row are none of Word's, which has 63.
const MAX_CELLS: usize = 1000;

/// How a cell stands to the one before it and to the one above it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Place {
    /// The right edge.
    end: i32,
    /// It continues the one before it, or the one above it.
    across: bool,
    down: bool,
}

#[derive(Debug, Default)]
pub(super) struct Rows {
    /// Of the row that is being defined.
    places: Vec<Place>,
    next: Place,
    /// Texts of the open row.
    open: Vec<String>,
    read: Vec<Vec<(Place, String)>>,
}

impl Rows {
    pub(super) fn is_empty(&self) -> bool {
        self.read.is_empty() && self.open.is_empty()
    }

    /// Whether a row has begun.
    pub(super) fn in_row(&self) -> bool {
        !self.open.is_empty()
    }

    /// Takes up a word that defines the cells of a row.
    pub(super) fn define(&mut self, word: &str, number: Option<i32>) {
        match word {
            "trowd" => (self.places, self.next) = (Vec::new(), Place::default()),
            "clmrg" => self.next.across = true,
            "clvmrg" => self.next.down = true,
            "cellx" if self.places.len() < MAX_CELLS => {
                self.places.push(Place { end: number.unwrap_or(0), ..self.next });
                self.next = Place::default();
            }
            _ => {}
        }
    }

    pub(super) fn cell(&mut self, text: String) {
        self.open.push(text);
    }

    pub(super) fn row(&mut self) {
        let places = self.places.iter().copied().map(Some).chain(std::iter::repeat(None));
        let mut last = 0_i32;
        let mut row: Vec<(Place, String)> = Vec::new();
        for (text, place) in std::mem::take(&mut self.open).into_iter().zip(places) {
            let mut place = place.unwrap_or_default();
            // A cell that the row does not define, or not in its order, stands behind the others.
            if place.end <= last {
                place.end = last.saturating_add(NEAR);
            }
            last = place.end;
            match row.last_mut() {
                Some((before, open)) if place.across => {
                    before.end = place.end;
                    open.push('\n');
                    open.push_str(&text);
                }
                _ => row.push((place, text)),
            }
        }
        if !row.is_empty() {
            self.read.push(row);
        }
    }

    /// The cells of the table, which is over.
    pub(super) fn take(&mut self) -> Vec<Cell> {
        self.row();
        let rows = std::mem::take(&mut self.read);
        let mut edges: Vec<i32> = rows.iter().flatten().map(|(place, _)| place.end).collect();
        edges.sort_unstable();
        edges.dedup_by(|next, edge| next.saturating_sub(*edge) < NEAR);
        let mut cells: Vec<Cell> = Vec::new();
        for (row, found) in rows.into_iter().enumerate() {
            let mut column = 0;
            for (place, text) in found {
                let end = edges.partition_point(|edge| *edge <= place.end).max(column + 1);
                let above = cells.iter_mut().rev().take(MAX_CELLS);
                let above = above.filter(|_| place.down).find(|above| above.column == column);
                match above {
                    Some(above) if text.trim().is_empty() => above.row_span = row + 1 - above.row,
                    _ => cells.push(Cell { row, column, row_span: 1, column_span: end - column, text }),
                }
                column = end;
            }
        }
        cells
    }
}
