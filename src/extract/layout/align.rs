//! Tables without a grid: lines whose stretches stand in columns.

use super::lines::{Line, Stretch, is_number, level, on_one_height, sort};
use super::rules::Rule;
use super::running::Running;
use super::sheet::{Piece, Sheet, Table};

/// Lines of a table stand no farther apart than this many times their type size.
const FAR: f32 = 2.6;
/// Of a longer run that is no table no part is tried.
const MOST_TRIED: usize = 100;
/// Names between two rules, and a table of three, are no higher than this, in points.
const MOST_NAMES_HEIGHT: f32 = 70.0;
const MOST_HEIGHT: f32 = 500.0;
/// Rows that stand this many times farther apart than others are of two tables.
const NEXT_TABLE: f32 = 2.6;
/// Lines of names over the rows of a table.
const MOST_HEADS: usize = 4;
/// What is set to an edge stands no farther from it.
const TO_THE_POINT: f32 = 0.7;
/// What runs over the pages stands farther from the text.
const APART: f32 = 0.6;

/// Puts runs of lines that stand in columns together as tables. What runs over the pages, and stands apart, is none of them.
pub(super) fn aligned(sheet: &mut Sheet, running: &Running) {
    let mut lines = std::mem::take(&mut sheet.lines);
    for [left, right, bottom, top] in between_rules(&sheet.rules.across) {
        let within = |line: &&mut Line| {
            line.left > left - 2.0
                && line.right < right + 2.0
                && line.bottom > bottom - 2.0
                && line.top < top + 2.0
        };
        lines.iter_mut().filter(within).for_each(Line::loosen);
    }
    let height = sheet.height;
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        let rest = lines.get(at..).unwrap_or_default();
        let apart = |at: usize| {
            let line = rest.get(at)?;
            let before = at
                .checked_sub(1)
                .and_then(|at| rest.get(at))
                .map_or(f32::MAX, |above| above.bottom - line.top);
            let after = rest.get(at + 1).map_or(f32::MAX, |below| line.bottom - below.top);
            (running.has(height, line) && before.min(after) > line.size * APART).then_some(())
        };
        let run = run(rest, |at| apart(at).is_some());
        let rows = rest.get(..run).unwrap_or_default();
        let table = (run > 1).then(|| table(rows, &sheet.rules.across)).filter(|table| table.is_table(run));
        if table.is_none() && run > MOST_TRIED {
            sheet.lines.extend_from_slice(rows);
            at += run;
        } else if let Some(mut found) = table {
            let above = heads(&sheet.lines, rows, &found.columns);
            if above > 0 {
                let mut with: Vec<Line> = sheet
                    .lines
                    .split_off(sheet.lines.len() - above)
                    .into_iter()
                    .chain(rows.iter().cloned())
                    .collect();
                sort(&mut with);
                let with = level(with);
                found = self::table(&with, &sheet.rules.across);
            }
            sheet.put(found);
            at += run;
        } else {
            sheet.lines.push(line.clone());
            at += 1;
        }
    }
}

/// The places of tables with rules above and below their names and at their end, none between columns: left, right, bottom, top.
fn between_rules(across: &[Rule]) -> Vec<[f32; 4]> {
    let mut found: Vec<[f32; 4]> = Vec::new();
    // From the bottom up, as rules are sorted.
    for (at, top) in across.iter().enumerate().rev() {
        let alike = |rule: &&Rule| (rule.from - top.from).abs() < 3.0 && (rule.to - top.to).abs() < 3.0;
        let below: Vec<f32> = across.iter().take(at).rev().filter(alike).map(|rule| rule.at).collect();
        let taken = found.iter().any(|[_, _, bottom, _]| top.at > *bottom);
        if let ([second, .., last], false) = (below.as_slice(), taken)
            && top.at - second < MOST_NAMES_HEIGHT
            && top.at - last < MOST_HEIGHT
        {
            found.push([top.from, top.to, *last, top.at]);
        }
    }
    found
}

/// How many lines from the first on are one table.
fn run(lines: &[Line], is_running: impl Fn(usize) -> bool) -> usize {
    let mut rows = 0;
    let mut end = 0;
    let mut least = f32::MAX;
    for (at, line) in lines.iter().enumerate() {
        let above = at.checked_sub(1).and_then(|above| lines.get(above));
        let step = above.map_or(0.0, |above| above.bottom - line.bottom);
        if rows > 3 && step > least * NEXT_TABLE {
            break;
        }
        if step > line.size * 0.8 {
            least = least.min(step);
        }
        if !line.has_place()
            || line.askew
            || line.is_aside
            || is_running(at)
            || above.is_some_and(|above| !follows(above, line))
        {
            break;
        }
        if line.is_row() {
            rows += 1;
            end = at + 1;
        } else if at == 0 || at - end > 1 || !within(lines.get(..at).unwrap_or_default(), line) {
            break;
        }
    }
    if rows < 2 { 0 } else { end }
}

/// How many of the lines before the rows of a table are names over its columns, in whichever order they are drawn.
fn heads(lines: &[Line], rows: &[Line], columns: &[(f32, f32)]) -> usize {
    let (Some(top), Some(first)) = (rows.first(), columns.first()) else { return 0 };
    let right = columns.last().map_or(0.0, |column| column.1);
    let is_head = |line: &&Line| {
        let above =
            line.has_place() && line.bottom > top.bottom && line.bottom - top.top < line.size * FAR * 2.0;
        let within = line.right < right + line.size * 4.0 && !line.askew && !line.is_aside;
        // Over the columns of values; or over all, each word where its column is.
        let over = line.left > first.1 && line.cells.len() <= columns.len();
        let each = columns.len() > 2 && spots(line, columns).len() == columns.len();
        above && within && (over || each)
    };
    let mut count = lines.iter().rev().take(MOST_HEADS * 3).take_while(is_head).count();
    // None stands apart from the others.
    while count > 0 {
        let mut names: Vec<&Line> = lines.iter().rev().take(count).collect();
        names.sort_by(|a, b| a.bottom.total_cmp(&b.bottom));
        let mut reached = top.top;
        let near = names.iter().all(|line| {
            let near = line.bottom - reached < line.size * 0.7;
            reached = reached.max(line.top);
            near
        });
        if near {
            break;
        }
        count -= 1;
    }
    count
}

/// Whether a line stands under another, and near it.
fn follows(above: &Line, line: &Line) -> bool {
    line.bottom < above.bottom && above.bottom - line.top < FAR * line.size.max(above.size)
}

/// Whether a line of one stretch may be part of a table: it reaches no farther than the rows above, and is no running text.
fn within(rows: &[Line], line: &Line) -> bool {
    let left = rows.iter().map(|row| row.left).fold(f32::MAX, f32::min);
    let right = rows.iter().map(|row| row.right).fold(f32::MIN, f32::max);
    let size = line.size;
    // A heading is set larger.
    let alike = rows.last().is_some_and(|row| (row.size - size).abs() < size * 0.12);
    alike
        && line.left > left - size
        && line.right < right + size
        && line.right - line.left < (right - left) * 0.6
}

/// The table that lines make, from the first to the last.
pub(super) fn table(lines: &[Line], across: &[Rule]) -> Table {
    let lines: &[Line] = &lines.iter().map(Line::left_to_right).collect::<Vec<_>>();
    let columns = columns(lines);
    let rows: Vec<Vec<Spot>> = lines.iter().map(|line| spots(line, &columns)).collect();
    let mut cells = Vec::new();
    for (row, group) in groups(lines, &rows, &columns, across).into_iter().enumerate() {
        let mut pieces: Vec<Piece> = Vec::new();
        for spot in group.into_iter().filter_map(|line| rows.get(line)).flatten() {
            let found = pieces
                .iter_mut()
                .find(|piece| piece.column == spot.from && piece.column_span == spot.to - spot.from);
            if let Some(piece) = found {
                piece.lines.push(spot.text.clone());
                continue;
            }
            let column_span = spot.to - spot.from;
            pieces.push(Piece {
                row,
                column: spot.from,
                row_span: 1,
                column_span,
                lines: vec![spot.text.clone()],
            });
        }
        cells.extend(pieces);
    }
    let top = lines.iter().map(|line| line.top).fold(f32::MIN, f32::max);
    let bottom = lines.iter().map(|line| line.bottom).fold(f32::MAX, f32::min);
    Table { columns, cells, top, bottom }
}

/// A stretch of a line in its columns.
#[derive(Debug, Clone)]
struct Spot {
    from: usize,
    to: usize,
    text: String,
}

impl Spot {
    fn is_wide(&self) -> bool {
        self.to - self.from > 1
    }
}

/// Where the columns are that the stretches of lines stand in. The lines with most stretches say so first.
fn columns(lines: &[Line]) -> Vec<(f32, f32)> {
    let mut order: Vec<&Line> = lines.iter().collect();
    let width = |line: &Line| line.cells.iter().map(|cell| cell.right - cell.left).sum::<f32>();
    order.sort_by(|a, b| b.cells.len().cmp(&a.cells.len()).then(width(a).total_cmp(&width(b))));
    let mut columns: Vec<(f32, f32)> = Vec::new();
    for cell in order.iter().flat_map(|line| &line.cells) {
        let mut over = columns.iter_mut().filter(|column| overlap(**column, cell) > 0.0);
        match (over.next(), over.next()) {
            (None, _) => {
                columns.push((cell.left, cell.right));
            }
            (Some(column), None) => *column = (column.0.min(cell.left), column.1.max(cell.right)),
            _ => {}
        }
    }
    columns.sort_by(|a, b| a.0.total_cmp(&b.0));
    // Two columns that more lines run across than keep apart are one.
    let mut at = 1_usize;
    while let (Some(left), Some(right)) =
        (at.checked_sub(1).and_then(|at| columns.get(at)).copied(), columns.get(at).copied())
    {
        let in_column = |line: &&Line, column: (f32, f32), other: (f32, f32)| {
            line.cells.iter().any(|cell| overlap(column, cell) > 0.0 && overlap(other, cell) <= 0.0)
        };
        let both =
            lines.iter().filter(|line| in_column(line, left, right) && in_column(line, right, left)).count();
        let across = lines
            .iter()
            .filter(|line| {
                line.cells.iter().any(|cell| {
                    cell.left < left.1 && cell.right > right.0 && cut(line, cell, left, right).is_none()
                })
            })
            .count();
        if across > both {
            if let Some(column) = columns.get_mut(at - 1) {
                *column = (left.0.min(right.0), left.1.max(right.1));
            }
            columns.remove(at);
        } else {
            at += 1;
        }
    }
    columns
}

/// Before which word of a stretch one column ends and the next begins: at a gap wider than a blank, or where the next column
/// begins to the point, or a number ends with it.
fn cut(line: &Line, cell: &Stretch, left: (f32, f32), right: (f32, f32)) -> Option<usize> {
    let words = line.words.windows(2).filter(|pair| {
        pair.iter().all(|word| word.left >= cell.left - 0.1 && word.right <= cell.right + 0.1)
    });
    let mut best: Option<(f32, usize)> = None;
    for pair in words {
        let [a, b] = pair else { continue };
        let gap = b.left - a.right;
        let wide = gap > line.size * 0.5 && a.right < right.0 + 1.0 && b.left > left.1 - 1.0;
        let flush = (b.left - right.0).abs() < TO_THE_POINT && a.right < right.0;
        let ends =
            (b.right - right.1).abs() < TO_THE_POINT && a.right < right.0 && is_number(line.word(b.at));
        if (wide || flush || ends) && best.is_none_or(|(widest, _)| gap > widest) {
            best = Some((gap, b.at));
        }
    }
    best.map(|(_, at)| at)
}

fn overlap(column: (f32, f32), cell: &Stretch) -> f32 {
    column.1.min(cell.right) - column.0.max(cell.left)
}

/// The stretches of a line in their columns.
fn spots(line: &Line, columns: &[(f32, f32)]) -> Vec<Spot> {
    let mut stretches = line.cells.clone();
    // A stretch over two columns with a gap where theirs is was two.
    if stretches.len() < columns.len() {
        for pair in columns.windows(2) {
            let [left, right] = pair else { continue };
            let over =
                stretches.iter().position(|cell| overlap(*left, cell) > 0.0 && overlap(*right, cell) > 0.0);
            let Some(over) = over else { continue };
            let Some(cell) = stretches.get(over).copied() else { continue };
            let Some(word) =
                cut(line, &cell, *left, *right).and_then(|at| line.words.iter().find(|word| word.at == at))
            else {
                continue;
            };
            let before = line
                .words
                .iter()
                .rfind(|before| before.at < word.at)
                .map_or(cell.left, |before| before.right);
            if let Some(cell) = stretches.get_mut(over) {
                cell.right = before;
            }
            stretches.insert(over + 1, Stretch { at: word.at, left: word.left, right: cell.right });
        }
    }
    let one_each = stretches.len() == columns.len();
    let ends = stretches.iter().skip(1).map(|next| next.at).chain([line.text.len()]);
    let mut spots: Vec<Spot> = Vec::new();
    for (at, (cell, end)) in stretches.iter().zip(ends).enumerate() {
        let text = line.text.get(cell.at..end).unwrap_or_default().trim().to_owned();
        let (from, to) = if one_each { (at, at + 1) } else { place(cell, columns) };
        match spots.last_mut() {
            Some(last) if last.to > from => {
                last.text.push(' ');
                last.text.push_str(&text);
                last.to = last.to.max(to);
            }
            _ => spots.push(Spot { from, to, text }),
        }
    }
    let each = |spot: Spot| {
        let names = shared_out(&spot.text, spot.to - spot.from);
        let wide = (spot.to - spot.from) / names.len();
        let places = (spot.from..spot.to).step_by(wide);
        places.zip(names).map(|(from, text)| Spot { from, to: from + wide, text }).collect::<Vec<_>>()
    };
    spots.into_iter().flat_map(each).collect()
}

/// The names over so many columns: years or days that stand beside each other are one each for as many columns.
pub(super) fn shared_out(text: &str, columns: usize) -> Vec<String> {
    let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    let apart = words.len() > 1
        && columns.checked_rem(words.len()) == Some(0)
        && words.iter().all(|word| is_number(word) && word.chars().count() > 2);
    if apart { words } else { vec![text.to_owned()] }
}

/// The columns that a stretch stands in.
fn place(cell: &Stretch, columns: &[(f32, f32)]) -> (usize, usize) {
    let over: Vec<usize> = columns
        .iter()
        .enumerate()
        .filter(|(_, column)| overlap(**column, cell) > 0.0)
        .map(|(at, _)| at)
        .collect();
    let (Some(from), Some(to)) = (over.first(), over.last()) else {
        let middle = f32::midpoint(cell.left, cell.right);
        let near = |column: &(f32, f32)| (f32::midpoint(column.0, column.1) - middle).abs();
        let nearest = columns
            .iter()
            .enumerate()
            .min_by(|(_, a), (_, b)| near(a).total_cmp(&near(b)))
            .map_or(0, |(at, _)| at);
        return (nearest, nearest + 1);
    };
    // What only touches the next column stands in its own.
    let share = |at: usize| {
        columns.get(at).map_or(0.0, |column| overlap(*column, cell) / (column.1 - column.0).max(1.0))
    };
    let (mut from, mut to) = (*from, *to);
    while to > from && share(to) < 0.3 && share(from) >= share(to) {
        to -= 1;
    }
    while to > from && share(from) < 0.3 && share(to) > share(from) {
        from += 1;
    }
    (from, to + 1)
}

/// The lines that are one row each.
fn groups(lines: &[Line], rows: &[Vec<Spot>], columns: &[(f32, f32)], across: &[Rule]) -> Vec<Vec<usize>> {
    let left = columns.first().map_or(0.0, |column| column.0);
    let right = columns.last().map_or(0.0, |column| column.1);
    let bounds: Vec<f32> = across
        .iter()
        .filter(|rule| rule.to.min(right) - rule.from.max(left) > (right - left) * 0.5)
        .map(|rule| rule.at)
        .collect();
    let band = |line: &Line| bounds.partition_point(|at| *at < f32::midpoint(line.bottom, line.top));
    let bands: Vec<usize> = lines.iter().map(band).collect();
    let mut distinct = bands.clone();
    distinct.dedup();
    // Where rules part most rows, what stands between two of them is one.
    let ruled = distinct.len() > 2 && distinct.len() * 3 >= lines.len();
    let close = close(lines, &bands);
    let heads = head_lines(rows);
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        let joins = groups.last().zip(at.checked_sub(1)).is_some_and(|(group, above)| {
            let (Some(line), Some(last)) = (lines.get(at), lines.get(above)) else { return false };
            let of_group = || group.iter().filter_map(|above| rows.get(*above));
            // What is set to the middle of two lines stands beside the first.
            let beside =
                last.bottom < line.top - line.size * 0.3 && of_group().all(|above| is_apart(above, row));
            let step = last.bottom - line.bottom;
            on_one_height(line, last)
                || beside
                || (bands.get(above) == bands.get(at)
                    && of_group().all(|above| may_join(above, row))
                    && (ruled
                        || (at < heads && step < line.size.max(last.size) * 1.6)
                        || close.is_some_and(|close| step <= close)
                        || of_group().next_back().is_some_and(|above| goes_on(above, row))))
        });
        match groups.last_mut().filter(|_| joins) {
            Some(group) => group.push(at),
            None => groups.push(vec![at]),
        }
    }
    groups
}

/// How many lines stand over the numbers of a table of numbers: its names, of several lines.
fn head_lines(rows: &[Vec<Spot>]) -> usize {
    let is_value = |spot: &Spot| spot.from > 0 && is_number(&spot.text) && !are_years(&spot.text);
    let has_number = |row: &&Vec<Spot>| row.iter().any(is_value);
    let first = rows.iter().position(|row| has_number(&row)).unwrap_or(0);
    // What stands in the column of names alone is over the rows below it, no name of a column.
    let names = rows.iter().take(first).take_while(|row| row.iter().any(|spot| spot.from > 0)).count();
    let numbers = rows.iter().skip(first).filter(has_number).count();
    let of_numbers = numbers * 10 >= (rows.len() - first) * 7;
    if of_numbers && names <= MOST_HEADS { names } else { 0 }
}

/// Whether two lines have no column in common.
fn is_apart(above: &[Spot], below: &[Spot]) -> bool {
    !below.iter().any(|spot| above.iter().any(|other| other.from < spot.to && spot.from < other.to))
}

/// Whether two lines may be of one row: no two numbers under each other, no name over a number.
fn may_join(above: &[Spot], below: &[Spot]) -> bool {
    let mut shared = 0;
    for spot in below {
        for other in above.iter().filter(|other| other.from < spot.to && spot.from < other.to) {
            if is_number(&spot.text) || is_number(&other.text) || spot.is_wide() != other.is_wide() {
                return false;
            }
            shared += 1;
        }
    }
    shared > 0
}

/// Whether the words of a line go on in the line below it, in the column of names.
fn goes_on(above: &[Spot], below: &[Spot]) -> bool {
    let (Some(first), Some(next)) = (above.first(), below.first()) else { return false };
    let alone = above.len() == 1 || below.len() == 1;
    alone && first.from == next.from && next.text.starts_with(char::is_lowercase)
}

/// How far lines of one row stand apart, where lines stand apart in two ways.
fn close(lines: &[Line], bands: &[usize]) -> Option<f32> {
    let mut steps: Vec<f32> = lines
        .windows(2)
        .zip(bands.windows(2))
        .filter_map(|(pair, bands)| {
            let [above, line] = pair else { return None };
            let step = above.bottom - line.bottom;
            (step > line.size * 0.5 && bands.first() == bands.last()).then_some(step)
        })
        .collect();
    steps.sort_by(f32::total_cmp);
    let least = (steps.len() / 6).max(1);
    let jump = (least..steps.len().saturating_sub(least))
        .filter_map(|at| Some((*steps.get(at.checked_sub(1)?)?, *steps.get(at)?)))
        .max_by(|a, b| (a.1 / a.0).total_cmp(&(b.1 / b.0)))?;
    (jump.1 > jump.0 * 1.25).then_some(f32::midpoint(jump.0, jump.1))
}

/// Years are names of columns as often as they are values.
fn are_years(text: &str) -> bool {
    let is_year = |word: &str| word.parse::<u32>().is_ok_and(|year| (1900..2100).contains(&year));
    text.split_whitespace().all(is_year)
}
