//! Tables of a page: what stands in the fields of a ruled grid, and what stands in columns without one.

use std::collections::HashSet;

use super::align;
use super::lines::{Line, Stretch, is_number, level, sort};
use super::rules::{Field, Grid, Rules};
use super::sheet::{Piece, Sheet, Table};

/// Tables under each other with the same columns are one: names in a grid over rows without one, parts with a line between them
/// that says what they are.
pub(super) fn join(sheet: &mut Sheet) {
    let mut out: Vec<Line> = Vec::with_capacity(sheet.lines.len());
    for line in std::mem::take(&mut sheet.lines) {
        let next = line.table.and_then(|at| sheet.tables.get(at)).cloned();
        let Some(next) = next else {
            out.push(line);
            continue;
        };
        let between = usize::from(out.last().is_some_and(|line| line.table.is_none()));
        let above = out.len().checked_sub(between + 1).and_then(|at| out.get(at)?.table);
        let label = out.last().filter(|_| between == 1);
        let fits = |above: &Table| {
            above.goes_on(&next)
                && above.bottom - next.top < BETWEEN
                && above.bottom > next.top - 1.0
                && label.is_none_or(|label| {
                    // It may be the first line within the rules of the second.
                    let within = label.top + label.size * 1.5 > next.top;
                    label.text.chars().count() < 60 && label.bottom < above.bottom && within
                })
        };
        let Some(above) = above.and_then(|at| sheet.tables.get_mut(at)).filter(|above| fits(above)) else {
            out.push(line);
            continue;
        };
        let mut row = above.cells.iter().map(|cell| cell.row + 1).max().unwrap_or(0);
        if let Some(label) = label {
            above.cells.push(Piece {
                row,
                column: 0,
                row_span: 1,
                column_span: 1,
                lines: vec![label.text.clone()],
            });
            row += 1;
        }
        above.cells.extend(next.cells.into_iter().map(|cell| Piece { row: cell.row + row, ..cell }));
        above.bottom = next.bottom;
        out.truncate(out.len() - between);
    }
    sheet.lines = out;
}

/// Parts of one table stand no farther apart than this, in points.
const BETWEEN: f32 = 40.0;
/// More characters than this in a field are the text of a page with a frame.
const LARGE: usize = 1500;

/// The grids that are tables, by the middles of the characters on the page: of drawn lines, and elsewhere of filled places.
pub(crate) fn ruled(rules: &Rules, middles: &[[f32; 2]]) -> Vec<Grid> {
    let mut grids = rules.grids();
    grids.retain_mut(|grid| is_table(grid, middles, 4));
    let mut filled = rules.with_fills(|x, y| grids.iter().any(|grid| grid.is_around(x, y))).grids();
    filled.retain_mut(|grid| {
        let clear = !grids.iter().any(|other| other.crosses(grid));
        clear && is_table(grid, middles, 2)
    });
    grids.extend(filled);
    grids
}

/// Whether one of so many fields has words, and they stand beside and under each other.
fn is_table(grid: &mut Grid, middles: &[[f32; 2]], one_of: usize) -> bool {
    let mut held = vec![0_usize; grid.fields.len()];
    for slot in middles.iter().filter_map(|[x, y]| grid.field(*x, *y)) {
        if let Some(count) = held.get_mut(slot) {
            *count += 1;
        }
    }
    for (field, count) in grid.fields.iter_mut().zip(&held) {
        field.is_page = *count > LARGE;
    }
    let used = || grid.fields.iter().zip(&held).filter(|(field, count)| **count > 0 && !field.is_page);
    let distinct = |of: fn(&Field) -> usize| {
        let mut found: Vec<usize> = used().map(|(field, _)| of(field)).collect();
        found.sort_unstable();
        found.dedup();
        found.len()
    };
    // A diagram has lines and few words.
    let fields = grid.fields.iter().filter(|field| !grid.is_gap(field)).count();
    used().count() >= 3
        && used().count() * one_of >= fields
        && distinct(|field| field.row) >= 2
        && distinct(|field| field.column) >= 2
}

/// Puts the lines in grids together as tables; where a table stands is a line without text.
pub(crate) fn tabulate(sheet: &mut Sheet, grids: &[Grid]) {
    let mut held: Vec<Vec<Line>> = vec![Vec::new(); grids.len()];
    let mut rest: Vec<Line> = Vec::with_capacity(sheet.lines.len());
    for mut line in sheet.lines.drain(..) {
        line.field = line.field.filter(|_| !line.askew);
        let Some(slot) = line.field.and_then(|(grid, _)| held.get_mut(grid)) else {
            rest.push(line);
            continue;
        };
        if slot.is_empty() {
            // Its place, until it is known what the grid holds.
            rest.push(Line { field: line.field, ..Line::default() });
        }
        slot.push(line);
    }
    for line in rest {
        let held = line.field.and_then(|(at, _)| Some((grids.get(at)?, std::mem::take(held.get_mut(at)?))));
        match held {
            Some((grid, lines)) => of_grid(grid, lines, sheet),
            None => sheet.lines.push(line),
        }
    }
}

/// The lines of a grid as a table, with those that stand above and below it in one field: titles and notes.
fn of_grid(grid: &Grid, mut lines: Vec<Line>, sheet: &mut Sheet) {
    sort(&mut lines);
    let below = edge(grid, &mut lines, true);
    sheet.lines.append(&mut edge(grid, &mut lines, false));
    let mut fields: Vec<Vec<Line>> = vec![Vec::new(); grid.fields.len()];
    for line in &lines {
        if let Some(slot) = line.field.and_then(|(_, field)| fields.get_mut(field)) {
            slot.push(line.clone());
        }
    }
    let table = if is_whole(grid, &fields, lines.len()) {
        Some(in_grid(grid, &fields))
    } else {
        let rows = level(lines.clone());
        Some(align::table(&rows, &sheet.rules.across)).filter(|table| table.is_table(rows.len()))
    };
    if let Some(table) = table {
        sheet.put(table);
    } else {
        sheet.lines.extend(lines.into_iter().map(|line| Line { field: None, ..line }));
    }
    sheet.lines.extend(below);
}

/// Takes the lines off that stand alone over the whole width of a grid, at its top or at its end.
fn edge(grid: &Grid, lines: &mut Vec<Line>, last: bool) -> Vec<Line> {
    let field = |line: &Line| line.field.and_then(|(_, field)| grid.fields.get(field)).copied();
    let mut off = Vec::new();
    loop {
        let at = if last { lines.last() } else { lines.first() };
        let Some(row) = at.and_then(field).map(|field| field.row) else { break };
        let alone = |line: &Line| {
            field(line).is_none_or(|field| field.row != row || field.column_span + 1 >= grid.columns.len())
        };
        if !lines.iter().all(alone)
            || lines.iter().all(|line| field(line).is_none_or(|field| field.row == row))
        {
            break;
        }
        let of_row = lines.iter().filter(|line| field(line).is_some_and(|field| field.row == row)).cloned();
        if level(of_row.collect()).iter().any(|line| line.cells.len() > 1) {
            break;
        }
        let (edge, rest): (Vec<Line>, Vec<Line>) =
            lines.drain(..).partition(|line| field(line).is_some_and(|field| field.row == row));
        *lines = rest;
        let edge = edge.into_iter().map(|line| Line { field: None, ..line });
        if last {
            off.splice(0..0, edge);
        } else {
            off.extend(edge);
        }
    }
    off
}

/// The table that the lines in the fields of a grid make.
fn in_grid(grid: &Grid, fields: &[Vec<Line>]) -> Table {
    let cells = grid.fields.iter().zip(fields).filter(|(_, lines)| !lines.is_empty());
    let cells = cells.flat_map(|(field, lines)| {
        let Field { row, column, row_span, column_span, .. } = *field;
        let whole = || lines.iter().map(|line| line.text.clone()).collect::<Vec<_>>();
        let names = match lines.as_slice() {
            [line] => align::shared_out(&line.text, column_span),
            _ => Vec::new(),
        };
        if names.len() < 2 {
            return vec![Piece { row, column, row_span, column_span, lines: whole() }];
        }
        let wide = column_span / names.len();
        let each = (column..).step_by(wide).zip(names);
        each.map(|(column, name)| Piece { row, column, row_span, column_span: wide, lines: vec![name] })
            .collect()
    });
    let mut cells: Vec<Piece> = cells.collect();
    // Lines among the names that no row of values goes on with part none of these.
    let of_values: HashSet<usize> = cells
        .iter()
        .filter(|cell| cell.lines.iter().all(|line| is_number(line)))
        .map(|cell| cell.row)
        .collect();
    let begun: HashSet<usize> =
        cells.iter().filter(|cell| of_values.contains(&cell.row)).map(|cell| cell.column).collect();
    for cell in cells.iter_mut().filter(|cell| of_values.contains(&cell.row)) {
        if !(cell.column + 1..cell.column + cell.column_span).any(|column| begun.contains(&column)) {
            cell.column_span = 1;
        }
    }
    let columns = grid.columns.windows(2).filter_map(|pair| Some((*pair.first()?, *pair.last()?)));
    let edge = |at: Option<&f32>| at.copied().unwrap_or_default();
    let (top, bottom) = (edge(grid.rows.first()), edge(grid.rows.last()));
    Table { columns: columns.collect(), cells, top, bottom }
}

/// Whether a grid parts all the cells of its lines: few of its fields hold numbers side by side or under each other.
fn is_whole(grid: &Grid, fields: &[Vec<Line>], lines: usize) -> bool {
    let (mut apart, mut stacked) = (0, 0);
    let column = |cell: &Stretch| {
        let middle = f32::midpoint(cell.left, cell.right);
        grid.columns.partition_point(|line| *line < middle)
    };
    for held in fields {
        let held = level(held.clone());
        let beside = |line: &&Line| {
            (1..line.cells.len()).any(|at| is_number(line.stretch(at)))
                || line.cells.windows(2).any(|pair| pair.first().map(column) != pair.last().map(column))
        };
        apart += held.iter().filter(beside).map(|line| line.cells.len()).sum::<usize>();
        let numbers = held.iter().filter(|line| is_number(&line.text)).count();
        stacked += if numbers > 2 { numbers } else { 0 };
    }
    apart * 5 <= lines && stacked * 3 <= lines
}
