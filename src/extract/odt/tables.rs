//! Tables of an ODT: rows and cells, also those that are only said to be repeated.

use super::changes;
use super::read::Reader;
use crate::ExtractError;
use crate::docx::{Cell, Row, Table};
use crate::xml::Element;

/// Cells of a file that only repeat another: more of them are an empty sheet, or meant to hurt.
const MAX_REPEATED: usize = 10_000;

impl Reader<'_> {
    pub(super) fn table(&mut self, start: &Element<'_>, nesting: usize) -> Result<Table, ExtractError> {
        let left = start.attr("style-name").map_or(0, |style| self.styles.left(&style));
        let mut out = Table { left, ..Table::default() };
        let mut open = 1_usize;
        while let Some(element) = self.xml.inside(&mut open)? {
            if element.name() != "table-row" {
                open += 1;
                continue;
            }
            let row = self.row(nesting)?;
            let size = row.cells.iter().filter(|cell| changes::has_words(&cell.pieces)).count();
            for _ in 1..if size == 0 { 1 } else { times(&element, "number-rows-repeated") } {
                self.repeated += size;
                if self.repeated > MAX_REPEATED {
                    break;
                }
                out.rows.push(row.clone());
            }
            out.rows.push(row);
        }
        Ok(out)
    }

    fn row(&mut self, nesting: usize) -> Result<Row, ExtractError> {
        let mut cells: Vec<Cell> = Vec::new();
        // Columns that the cell before takes with it.
        let mut covered = 0_usize;
        let mut open = 1_usize;
        while let Some(element) = self.xml.inside(&mut open)? {
            if !matches!(element.name(), "table-cell" | "covered-table-cell") {
                open += 1;
                continue;
            }
            let repeated = times(&element, "number-columns-repeated").min(1000);
            let pieces = self.pieces(nesting)?;
            if element.name() == "covered-table-cell" {
                let rest = repeated.saturating_sub(covered);
                covered = covered.saturating_sub(repeated);
                cells.extend((0..rest).map(|_| Cell { span: 1, continues: true, pieces: Vec::new() }));
                continue;
            }
            let span = times(&element, "number-columns-spanned").min(1000);
            covered = span - 1;
            let filled = changes::has_words(&pieces);
            for _ in 1..if filled { repeated } else { 1 } {
                self.repeated += 1;
                if self.repeated > MAX_REPEATED {
                    break;
                }
                cells.push(Cell { span, continues: false, pieces: pieces.clone() });
            }
            let span = if filled { span } else { span.max(repeated) };
            cells.push(Cell { span, continues: false, pieces });
        }
        let fate = changes::of_row(&cells);
        Ok(Row { fate, cells })
    }
}

fn times(element: &Element<'_>, name: &str) -> usize {
    element.number::<usize>(name).unwrap_or(1).clamp(1, 100_000)
}
