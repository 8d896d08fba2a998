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
/// Grids larger than this come from damaged or hostile spans, unless most of their places have text.
const MAX_CELLS: usize = 200_000;
/// Places that a grid may have for each cell with text.
const MAX_SPARSE: usize = 4;

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

/// Renders cells as Markdown. A cell that spans rows or columns is repeated in each (a row then stands by itself);
/// rows and columns without any text are left out.
pub(super) fn render(cells: &[Cell]) -> Rendered {
    render_under(cells, None)
}

/// As [`render`]; `names` is how many rows of names the table says it begins with.
pub(super) fn render_under(cells: &[Cell], names: Option<usize>) -> Rendered {
    let mut filled = cells.iter().filter(|cell| !cell.text.trim().is_empty());
    let Some(first) = filled.next() else { return Rendered::Nothing };
    if filled.next().is_none() {
        return Rendered::Frame(first.text.trim().to_owned());
    }
    let rows = used(cells, |cell| cell.row);
    let columns = used(cells, |cell| cell.column);
    let texts = || cells.iter().map(|cell| cell.text.trim()).filter(|text| !text.is_empty());
    let places = rows.len().saturating_mul(columns.len());
    if places > MAX_CELLS && places / MAX_SPARSE > texts().count() {
        let texts: Vec<&str> = texts().collect();
        return Rendered::Frame(texts.join("\n"));
    }
    let mut grid = vec![vec![String::new(); columns.len()]; rows.len()];
    for cell in cells.iter().filter(|cell| !cell.text.trim().is_empty()) {
        let text = escape(&cell.text);
        let repeat = text.chars().count() <= REPEATED_CHARS;
        let down = span(&rows, cell.row, cell.row_span, repeat);
        for (down, line) in grid.iter_mut().enumerate().skip(down.start).take(down.len()) {
            let across = span(&columns, cell.column, cell.column_span, repeat);
            for (right, slot) in line.iter_mut().enumerate().skip(across.start).take(across.len()) {
                let own = rows.get(down) == Some(&cell.row) && columns.get(right) == Some(&cell.column);
                if slot.is_empty() {
                    slot.clone_from(&text);
                } else if own {
                    // Two cells that claim the same place (damaged spans): keep both texts.
                    slot.push(' ');
                    slot.push_str(&text);
                }
            }
        }
    }
    let first = rows.first().copied().unwrap_or_default();
    match names {
        // Rows without any text are not in the grid.
        Some(count) => {
            let told = rows.iter().filter(|row| **row < first.saturating_add(count)).count();
            (1..told.min(grid.len().saturating_sub(1))).for_each(|_| fold(&mut grid));
        }
        None => fold_names(&mut grid, cells, &columns, first),
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

/// Which of the positions in use a cell takes: those it spans, or its own alone.
fn span(used: &[usize], start: usize, length: usize, repeat: bool) -> std::ops::Range<usize> {
    let from = used.partition_point(|at| *at < start);
    let end = start.saturating_add(if repeat { length.max(1) } else { 1 });
    from..used.partition_point(|at| *at < end).max(from)
}

/// Names over several columns and the names under them become one: `요금 평일`. A row of names that is under one which spans
/// columns is no row of values.
fn fold_names(grid: &mut Vec<Vec<String>>, cells: &[Cell], columns: &[usize], first: usize) {
    let wide = cells.iter().any(|cell| {
        cell.row == first
            && !cell.text.trim().is_empty()
            && span(columns, cell.column, cell.column_span, true).len() > 1
    });
    // A form of two rows has no names over names.
    if !wide || grid.len() < 3 || grid.first().is_none_or(|line| line.len() < 2) {
        return;
    }
    // Values under the names, after all.
    let under = grid.get(1).map(Vec::as_slice).unwrap_or_default();
    let values = under.iter().filter(|text| text.starts_with(|ch: char| ch.is_ascii_digit())).count();
    let tall =
        cells.iter().any(|cell| cell.row == first && cell.row_span > 1 && !cell.text.trim().is_empty());
    if tall || values * 2 < under.len() {
        fold(grid);
    }
}

/// Makes the second row part of the first.
fn fold(grid: &mut Vec<Vec<String>>) {
    let under = grid.remove(1);
    let Some(names) = grid.first_mut() else { return };
    for (name, under) in names.iter_mut().zip(under) {
        if *name != under && !under.is_empty() {
            if !name.is_empty() {
                name.push(' ');
            }
            name.push_str(&under);
        }
    }
}

/// A table cut where its rows turn to another page, each part after the first under the first row. `page_of` a row.
pub(super) fn by_page(cells: &[Cell], page_of: impl Fn(usize) -> u32) -> Vec<(u32, Vec<Cell>)> {
    let mut parts: Vec<(u32, Vec<Cell>)> = Vec::new();
    let head = cells.iter().map(|cell| cell.row).min().unwrap_or(0);
    let names: Vec<&Cell> = cells.iter().filter(|cell| cell.row == head).collect();
    for cell in cells {
        let page = page_of(cell.row);
        match parts.last_mut() {
            Some((open, part)) if *open >= page => part.push(cell.clone()),
            None => parts.push((page, vec![cell.clone()])),
            Some(_) => {
                let mut part: Vec<Cell> =
                    names.iter().map(|name| Cell { row_span: 1, ..(*name).clone() }).collect();
                // What spans rows of the page before is said again on this one.
                let over = cells.iter().filter(|above| {
                    above.row > head
                        && above.row < cell.row
                        && above.row.saturating_add(above.row_span) > cell.row
                });
                part.extend(over.map(|above| Cell {
                    row: cell.row,
                    row_span: above.row + above.row_span - cell.row,
                    ..above.clone()
                }));
                part.push(cell.clone());
                parts.push((page, part));
            }
        }
    }
    parts
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
    fn names_over_names_become_one() {
        let cells = [
            cell(0, 0, 2, 1, "구분"),
            cell(0, 1, 1, 2, "요금"),
            cell(1, 1, 1, 1, "평일"),
            cell(1, 2, 1, 1, "주말"),
            cell(2, 0, 1, 1, "어른"),
            cell(2, 1, 1, 2, "4000"),
        ];
        let expected = "| 구분 | 요금 평일 | 요금 주말 |\n| --- | --- | --- |\n| 어른 | 4000 | 4000 |";
        assert_eq!(render(&cells), Rendered::Rows(expected.into()));
        let values = [
            cell(0, 0, 1, 1, "Day"),
            cell(0, 1, 1, 2, "Hours"),
            cell(1, 0, 2, 1, "Mon"),
            cell(1, 1, 1, 1, "9"),
            cell(1, 2, 1, 1, "12"),
            cell(2, 1, 1, 1, "14"),
            cell(2, 2, 1, 1, "18"),
        ];
        let expected = "| Day | Hours | Hours |\n| --- | --- | --- |\n| Mon | 9 | 12 |\n| Mon | 14 | 18 |";
        assert_eq!(render(&values), Rendered::Rows(expected.into()));
    }

    #[test]
    fn rows_of_names_are_as_many_as_told() {
        let cells = [
            cell(0, 0, 1, 1, "Room"),
            cell(0, 1, 1, 2, "Fee"),
            cell(1, 0, 1, 1, "Loft"),
            cell(1, 1, 1, 1, "low"),
            cell(1, 2, 1, 1, "high"),
            cell(2, 0, 1, 1, "Hall"),
            cell(2, 1, 1, 2, "free"),
        ];
        for (names, expected) in [
            (1, "| Room | Fee | Fee |\n| --- | --- | --- |\n| Loft | low | high |\n| Hall | free | free |"),
            (2, "| Room Loft | Fee low | Fee high |\n| --- | --- | --- |\n| Hall | free | free |"),
        ] {
            assert_eq!(render_under(&cells, Some(names)), Rendered::Rows(expected.into()));
        }
    }

    #[test]
    fn a_table_over_pages_keeps_its_names() {
        let cells = [
            cell(0, 0, 1, 1, "방"),
            cell(0, 1, 1, 1, "요금"),
            cell(1, 0, 2, 1, "다락"),
            cell(1, 1, 1, 1, "250"),
            cell(2, 1, 1, 1, "310"),
        ];
        let parts = by_page(&cells, |row| if row < 2 { 4 } else { 5 });
        let text = |at: usize| (parts[at].0, render(&parts[at].1));
        assert_eq!(parts.len(), 2);
        assert_eq!(text(0), (4, Rendered::Rows("| 방 | 요금 |\n| --- | --- |\n| 다락 | 250 |".into())));
        assert_eq!(text(1), (5, Rendered::Rows("| 방 | 요금 |\n| --- | --- |\n| 다락 | 310 |".into())));
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
    fn a_large_table_keeps_its_rows() {
        let cells: Vec<Cell> =
            (0..41_000).flat_map(|row| (0..5).map(move |column| cell(row, column, 1, 1, "a"))).collect();
        let Rendered::Rows(text) = render(&cells) else { panic!("no table") };
        assert_eq!(text.lines().count(), 41_001);
        // A cell in each row and each column of a large sheet.
        let sparse: Vec<Cell> = (0..1000).map(|at| cell(at, at, 1, 1, "a")).collect();
        assert!(matches!(render(&sparse), Rendered::Frame(_)));
    }

    #[test]
    fn absurd_spans_cost_nothing() {
        let cells = [cell(usize::MAX, 0, usize::MAX, 1, "a"), cell(0, usize::MAX, 1, usize::MAX, "b")];
        assert!(matches!(render(&cells), Rendered::Rows(_)));
    }
}
