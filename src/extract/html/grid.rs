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

/// The cells of a table; `None` for one that holds other tables, or a single cell: it arranges the page.
pub(crate) fn cells<'a>(
    table: ElementRef<'a>,
    hides: impl Fn(ElementRef<'a>) -> bool,
) -> Option<Vec<Cell<'a>>> {
    if table.descendent_elements().skip(1).any(|inner| inner.value().name() == "table") {
        return None;
    }
    let shown = |row: &ElementRef<'a>| {
        row.value().name() == "tr"
            && !hides(*row)
            && row.parent().and_then(ElementRef::wrap).is_none_or(|group| group == table || !hides(group))
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
