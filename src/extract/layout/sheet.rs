//! A page as lines and tables.

use super::lines::{Line, is_number};
use super::rules::Rules;

/// A page: its height in points (0 when unknown) and its lines in reading order, tables apart from them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sheet {
    pub(crate) height: f32,
    pub(crate) lines: Vec<Line>,
    pub(crate) tables: Vec<Table>,
    pub(crate) rules: Rules,
    /// Holds what character recognition read in a picture of the page.
    pub(crate) is_recognised: bool,
}

impl Sheet {
    /// All that stands on the page.
    pub(crate) fn text(&self) -> String {
        let lines = self.lines.iter().map(|line| &line.text);
        let cells = self.tables.iter().flat_map(|table| &table.cells).flat_map(|cell| &cell.lines);
        lines.chain(cells).map(String::as_str).collect::<Vec<_>>().join("\n")
    }
}

/// A table: the edges of its columns, and its cells.
#[derive(Debug, Clone, Default)]
pub(crate) struct Table {
    pub(crate) columns: Vec<(f32, f32)>,
    pub(crate) cells: Vec<Piece>,
    pub(crate) top: f32,
    pub(crate) bottom: f32,
}

impl Sheet {
    /// Puts a table behind the lines.
    pub(super) fn put(&mut self, table: Table) {
        self.lines.push(Line { table: Some(self.tables.len()), ..Line::default() });
        self.tables.push(table);
    }
}

impl Table {
    /// Whether the columns of another stand where its own do.
    pub(super) fn goes_on(&self, other: &Self) -> bool {
        self.columns.len() == other.columns.len()
            && self.columns.iter().zip(&other.columns).all(|(a, b)| a.1.min(b.1) > a.0.max(b.0))
    }

    /// The texts of a row, with their columns.
    pub(super) fn row(&self, row: usize) -> Vec<(usize, &[String])> {
        let cells = self.cells.iter().filter(|cell| cell.row == row);
        cells.map(|cell| (cell.column, cell.lines.as_slice())).collect()
    }

    /// Whether most of the lines have cells side by side.
    pub(super) fn is_table(&self, lines: usize) -> bool {
        let mut rows: Vec<usize> = self.cells.iter().map(|cell| cell.row).collect();
        rows.sort_unstable();
        let full: Vec<&[usize]> = rows.chunk_by(|a, b| a == b).filter(|row| row.len() > 1).collect();
        // Two lines of a text with gaps in them are none.
        let text = || self.cells.iter().flat_map(|cell| &cell.lines);
        let long = text().map(|line| line.chars().count()).sum::<usize>() > text().count() * 25;
        let is_prose = lines < 4 && long && !text().any(|line| is_number(line));
        self.columns.len() > 1 && full.len() > 1 && full.len() * 3 >= lines && !is_prose
    }
}

/// A cell of a table: where it begins, how far it spans, its lines.
#[derive(Debug, Clone, Default)]
pub(crate) struct Piece {
    pub(crate) row: usize,
    pub(crate) column: usize,
    pub(crate) row_span: usize,
    pub(crate) column_span: usize,
    pub(crate) lines: Vec<String>,
}
