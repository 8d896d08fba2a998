//! Tables that are drawn in characters: with lines all around, or with lines above and below.

use crate::table::Cell;

/// Larger drawings are no tables.
const MAX_PLACES: usize = 200_000;

/// Characters of a line by the places they take: a wide one takes two.
fn places(line: &str) -> Vec<char> {
    let mut out = Vec::with_capacity(line.len());
    for ch in line.chars() {
        out.push(ch);
        let wide = matches!(ch, '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ff60}');
        out.extend(wide.then_some('\0'));
    }
    out
}

fn text(line: &[char], from: usize, to: usize) -> String {
    let part = line.get(from.min(line.len())..to.min(line.len())).unwrap_or_default();
    part.iter().filter(|ch| **ch != '\0').collect::<String>().trim_end().to_owned()
}

/// `+---+---+` with `|` between the cells; cells may span.
pub(super) fn ruled(lines: &[&str]) -> Option<Vec<Cell>> {
    let grid: Vec<Vec<char>> = lines.iter().map(|line| places(line)).collect();
    let at =
        |row: usize, column: usize| grid.get(row).and_then(|line| line.get(column)).copied().unwrap_or(' ');
    let rules: Vec<usize> = (0..grid.len())
        .filter(|row| {
            grid.get(*row).is_some_and(|line| {
                line.windows(2).any(|pair| matches!(pair, ['+', '-' | '='] | ['-' | '=', '+']))
            })
        })
        .collect();
    let mut columns: Vec<usize> = rules
        .iter()
        .flat_map(|row| {
            grid.get(*row)
                .into_iter()
                .flatten()
                .enumerate()
                .filter(|(_, ch)| **ch == '+')
                .map(|(column, _)| column)
        })
        .collect();
    columns.sort_unstable();
    columns.dedup();
    let (height, width) = (rules.len().checked_sub(1)?, columns.len().checked_sub(1)?);
    if height == 0 || width == 0 || height * width > MAX_PLACES {
        return None;
    }
    let rule = |at: usize| rules.get(at).copied().unwrap_or_default();
    let edge = |at: usize| columns.get(at).copied().unwrap_or_default();
    // Whether a line stands to the right of a place, and below it.
    let right = |row: usize, column: usize| {
        (rule(row) + 1..rule(row + 1)).all(|line| matches!(at(line, edge(column + 1)), '|' | '+'))
    };
    let below = |row: usize, column: usize| {
        (edge(column) + 1..edge(column + 1)).all(|place| matches!(at(rule(row + 1), place), '-' | '='))
    };
    let mut seen = vec![false; height * width];
    let mut cells = Vec::new();
    for row in 0..height {
        for column in 0..width {
            if seen.get(row * width + column).copied().unwrap_or(true) {
                continue;
            }
            let across =
                (column..width).find(|place| *place + 1 == width || right(row, *place)).unwrap_or(column) + 1
                    - column;
            let down = (row..height).find(|line| *line + 1 == height || below(*line, column)).unwrap_or(row)
                + 1
                - row;
            for line in row..row + down {
                for place in column..column + across {
                    if let Some(seen) = seen.get_mut(line * width + place) {
                        *seen = true;
                    }
                }
            }
            let words = (rule(row) + 1..rule(row + down)).map(|line| {
                text(grid.get(line).map_or(&[], Vec::as_slice), edge(column) + 1, edge(column + across))
            });
            let text = words.collect::<Vec<_>>().join("\n");
            cells.push(Cell { row, column, row_span: down, column_span: across, text });
        }
    }
    Some(cells)
}

/// `===== =====` above, below and under the names; a row of `-----` under names over several columns.
pub(super) fn plain(lines: &[&str]) -> Option<Vec<Cell>> {
    let grid: Vec<Vec<char>> = lines.iter().map(|line| places(line)).collect();
    let columns = runs(grid.first()?, '=');
    if columns.len() < 2 {
        return None;
    }
    let mut cells: Vec<Cell> = Vec::new();
    let (mut row, mut began) = (0, false);
    for (number, line) in grid.iter().enumerate().skip(1) {
        let border = |sign: char| line.contains(&sign) && line.iter().all(|ch| *ch == sign || *ch == ' ');
        if border('=') || border('-') {
            continue;
        }
        if line.is_empty() {
            began = false;
            continue;
        }
        // Names that are underlined together span the columns over their line.
        let under = grid
            .get(number + 1)
            .filter(|under| under.contains(&'-') && under.iter().all(|ch| matches!(ch, '-' | ' ')));
        let parts = under.map_or_else(|| columns.clone(), |under| runs(under, '-'));
        let first = columns.get(1).map_or(0, |(from, _)| *from);
        let goes_on = began && text(line, 0, first).trim().is_empty() && under.is_none();
        if !goes_on && !cells.is_empty() {
            row += 1;
        }
        began = true;
        for (at, (from, to)) in parts.iter().enumerate() {
            let to = if at + 1 == parts.len() {
                line.len()
            } else {
                parts.get(at + 1).map_or(*to, |(next, _)| *next)
            };
            let column = columns.iter().position(|(start, _)| start >= from).unwrap_or(at);
            let span =
                columns.iter().filter(|(start, _)| start >= from && *start < to.max(from + 1)).count().max(1);
            let words = text(line, *from, to);
            match cells
                .iter_mut()
                .rev()
                .take(columns.len())
                .find(|cell| cell.row == row && cell.column == column)
            {
                Some(cell) => cell.text = format!("{}\n{words}", cell.text),
                None => cells.push(Cell { row, column, row_span: 1, column_span: span, text: words }),
            }
        }
    }
    Some(cells)
}

fn runs(line: &[char], sign: char) -> Vec<(usize, usize)> {
    let mut out: Vec<(usize, usize)> = Vec::new();
    for (at, _) in line.iter().enumerate().filter(|(_, ch)| **ch == sign) {
        match out.last_mut() {
            Some((_, end)) if *end == at => *end = at + 1,
            _ => out.push((at, at + 1)),
        }
    }
    out
}
