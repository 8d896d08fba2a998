//! Where the cells of a table stand.

use scraper::ElementRef;

/// A cell that is shown: row and column from 0, and how far it spans.
pub(crate) struct Cell<'a> {
    pub(crate) element: ElementRef<'a>,
    pub(crate) row: usize,
    pub(crate) column: usize,
    pub(crate) row_span: usize,
    pub(crate) column_span: usize,
}

/// Characters that a table has at most which stands in a cell with its words.
const MOST_INSIDE: usize = 300;

/// The cells of a table; `None` for one that holds other tables, or a single cell: it arranges the page.
pub(crate) fn cells<'a>(
    table: ElementRef<'a>,
    hides: impl Fn(ElementRef<'a>) -> bool,
) -> Option<Vec<Cell<'a>>> {
    if inner_tables(table).next().is_some() { None } else { placed(table, hides) }
}

/// As [`cells`], also for values with small tables among them.
pub(super) fn cells_with_tables<'a>(
    table: ElementRef<'a>,
    hides: impl Fn(ElementRef<'a>) -> bool,
) -> Option<Vec<Cell<'a>>> {
    let length = |of: ElementRef<'_>| of.text().map(|text| text.trim().chars().count()).sum::<usize>();
    if inner_tables(table).any(|inner| length(inner) > MOST_INSIDE) {
        return None;
    }
    let cells = placed(table, hides)?;
    let holding = cells.iter().filter(|cell| inner_tables(cell.element).next().is_some()).count();
    // Values stand in rows and columns, most of them in words.
    let columns = cells.iter().any(|cell| cell.row > 0 && cell.column > 0);
    (holding == 0 || (columns && holding * 2 < cells.len())).then_some(cells)
}

/// Rows of names that a table says it begins with; none where it says nothing.
pub(super) fn names(cells: &[Cell<'_>]) -> Option<usize> {
    let is_name = |cell: &Cell<'_>| {
        let group = cell.element.parent().and_then(|row| row.parent()).and_then(ElementRef::wrap);
        cell.element.value().name() == "th" || group.is_some_and(|group| group.value().name() == "thead")
    };
    let mut count = 0;
    for row in cells.chunk_by(|one, next| one.row == next.row) {
        // A name before several rows is none of a column.
        let tall = count > 0 && row.iter().any(|cell| cell.row_span > 1);
        if !row.iter().all(is_name) || tall || (count > 0 && row.len() < 2) {
            break;
        }
        count += 1;
    }
    let rows = cells.chunk_by(|one, next| one.row == next.row).count();
    (1..rows).contains(&count).then_some(count)
}

fn inner_tables(of: ElementRef<'_>) -> impl Iterator<Item = ElementRef<'_>> {
    of.descendent_elements().skip(1).filter(|inner| inner.value().name() == "table")
}

fn placed<'a>(table: ElementRef<'a>, hides: impl Fn(ElementRef<'a>) -> bool) -> Option<Vec<Cell<'a>>> {
    let shown = |row: &ElementRef<'a>| {
        let group = row.parent().and_then(ElementRef::wrap);
        let own = group.is_some_and(|group| {
            group == table || group.parent().and_then(ElementRef::wrap).is_some_and(|outer| outer == table)
        });
        row.value().name() == "tr"
            && own
            && !hides(*row)
            && group.is_none_or(|group| group == table || !hides(group))
    };
    let mut out = Vec::new();
    // Rows that a cell further up still takes of each column.
    let mut taken: Vec<usize> = Vec::new();
    for (row, line) in table.descendent_elements().filter(shown).enumerate() {
        let mut column = 0;
        for element in line.child_elements() {
            if !matches!(element.value().name(), "td" | "th") || hides(element) {
                continue;
            }
            while taken.get(column).is_some_and(|left| *left > 0) {
                column += 1;
            }
            let span = |name, most| {
                let said = element.value().attr(name).and_then(|span| span.parse::<usize>().ok());
                said.unwrap_or(1).clamp(1, most)
            };
            let (row_span, column_span) = (span("rowspan", 1000), span("colspan", 64));
            taken.resize(taken.len().max(column + column_span), 0);
            for left in taken.iter_mut().skip(column).take(column_span) {
                *left = (*left).max(row_span);
            }
            out.push(Cell { element, row, column, row_span, column_span });
            column += column_span;
        }
        for left in &mut taken {
            *left = left.saturating_sub(1);
        }
    }
    (out.len() > 1).then_some(out)
}
