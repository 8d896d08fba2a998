//! Tables of every format as Markdown rows.

/// One cell where it starts: row and column from 0, how far it spans, its text.
#[derive(Debug, Clone, Default)]
pub(super) struct Cell {
    pub(super) row: usize,
    pub(super) column: usize,
    pub(super) row_span: usize,
    pub(super) column_span: usize,
    pub(super) text: String,
}

/// Text longer than this is not repeated in the rows it spans.
const REPEATED_CHARS: usize = 60;
/// Grids larger than this come from damaged or hostile spans.
const MAX_CELLS: usize = 200_000;

/// What a table turned out to be.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Rendered {
    /// No text at all.
    Nothing,
    /// One cell with text: a frame around paragraphs, a title box.
    Frame(String),
    /// Markdown rows, the first followed by a delimiter row.
    Rows(String),
}

/// Renders cells as Markdown. A cell that spans rows is repeated in each (a row then stands by itself);
/// rows and columns without any text are left out.
pub(super) fn render(cells: &[Cell]) -> Rendered {
    let mut filled = cells.iter().filter(|cell| !cell.text.trim().is_empty());
    let Some(first) = filled.next() else { return Rendered::Nothing };
    if filled.next().is_none() {
        return Rendered::Frame(first.text.trim().to_owned());
    }
    let rows = used(cells, |cell| cell.row);
    let columns = used(cells, |cell| cell.column);
    if rows.len().saturating_mul(columns.len()) > MAX_CELLS {
        let texts: Vec<&str> = cells.iter().map(|cell| cell.text.trim()).filter(|t| !t.is_empty()).collect();
        return Rendered::Frame(texts.join("\n"));
    }
    let mut grid = vec![vec![String::new(); columns.len()]; rows.len()];
    for cell in cells.iter().filter(|cell| !cell.text.trim().is_empty()) {
        let Ok(column) = columns.binary_search(&cell.column) else { continue };
        let text = escape(&cell.text);
        let repeat = text.chars().count() <= REPEATED_CHARS;
        let end = cell.row.saturating_add(cell.row_span.max(1));
        let from = rows.partition_point(|row| *row < cell.row);
        for (at, row) in rows.iter().enumerate().skip(from) {
            if *row >= end || (*row > cell.row && !repeat) {
                break;
            }
            if let Some(slot) = grid.get_mut(at).and_then(|line| line.get_mut(column)) {
                if slot.is_empty() {
                    slot.clone_from(&text);
                } else if *row == cell.row {
                    // Two cells that claim the same place (damaged spans): keep both texts.
                    slot.push(' ');
                    slot.push_str(&text);
                }
            }
        }
    }
    let mut out = String::new();
    for (at, line) in grid.iter().enumerate() {
        out.push_str("| ");
        out.push_str(&line.join(" | "));
        out.push_str(" |\n");
        if at == 0 {
            out.push('|');
            out.push_str(&" --- |".repeat(columns.len()));
            out.push('\n');
        }
    }
    out.truncate(out.trim_end().len());
    Rendered::Rows(out)
}

/// Sorted positions at which some cell with text starts.
fn used(cells: &[Cell], position: impl Fn(&Cell) -> usize) -> Vec<usize> {
    let mut at: Vec<usize> = cells.iter().filter(|cell| !cell.text.trim().is_empty()).map(position).collect();
    at.sort_unstable();
    at.dedup();
    at
}

/// A cell's text on one line, with the bar escaped.
fn escape(text: &str) -> String {
    let mut out = String::new();
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(&word.replace('|', "\\|"));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(row: usize, column: usize, row_span: usize, column_span: usize, text: &str) -> Cell {
        Cell { row, column, row_span, column_span, text: text.into() }
    }

    #[test]
    fn spans_repeat_downwards_and_empty_lines_go() {
        let cells = [
            cell(0, 0, 1, 1, "구분"),
            cell(0, 1, 1, 3, "금액"),
            cell(1, 0, 2, 1, "교직원"),
            cell(1, 1, 1, 1, "1|2"),
            cell(2, 1, 1, 1, "3\n4"),
            cell(3, 0, 1, 1, " "),
        ];
        let expected = "| 구분 | 금액 |\n| --- | --- |\n| 교직원 | 1\\|2 |\n| 교직원 | 3 4 |";
        assert_eq!(render(&cells), Rendered::Rows(expected.into()));
    }

    #[test]
    fn one_filled_cell_is_a_frame_and_none_is_nothing() {
        assert_eq!(
            render(&[cell(0, 0, 1, 1, ""), cell(1, 1, 1, 1, " 제1편 ")]),
            Rendered::Frame("제1편".into())
        );
        assert_eq!(render(&[cell(0, 0, 1, 1, "")]), Rendered::Nothing);
        assert_eq!(render(&[]), Rendered::Nothing);
    }

    #[test]
    fn absurd_spans_cost_nothing() {
        let cells = [cell(usize::MAX, 0, usize::MAX, 1, "a"), cell(0, usize::MAX, 1, usize::MAX, "b")];
        assert!(matches!(render(&cells), Rendered::Rows(_)));
    }
}
