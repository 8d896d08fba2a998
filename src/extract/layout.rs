//! Lines on pages to blocks: running headers and footers, headings, paragraphs, tables.
//!
//! PDF knows no paragraphs, only characters at places. What belongs together is read from type size,
//! line distance, indentation and line length; how broken words are joined is in `wrap`.

use std::collections::{BTreeMap, HashSet};

use super::builder::{Builder, TURN, one_line};
use super::headings::structural_level;
use super::table::Cell;
use super::{ExtractError, Limits};
use stet_sources::chunk::{Block, Category};

mod lines;
mod running;
mod start;
mod wrap;

pub(super) use lines::{Line, Sheet, Stretch, untangle, without_leaders};
pub(super) use start::starts_item;

use lines::{LEADER, width};
use running::Running;
use start::{ends_sentence, starts_article};
use wrap::Joiner;

pub(super) fn blocks(sheets: &[Sheet], limits: &Limits) -> Result<Vec<Block>, ExtractError> {
    let running = Running::find(sheets);
    let headings = Headings::find(sheets);
    let joiner = Joiner::learn(sheets);
    let mut writer = Writer { out: Builder::new(limits), joiner, open: None, rows: Vec::new() };
    let mut given = HashSet::new();
    for (number, sheet) in (1_u32..).zip(sheets) {
        for (at, line) in sheet.lines.iter().enumerate() {
            if line.text.trim().is_empty() {
                writer.close()?;
            } else if let Some((category, pattern)) = running.of(sheet, at) {
                if given.insert(pattern) {
                    writer.aside(category, &line.text, number)?;
                }
            } else if line.is_row() && neighbour_is_row(sheet, at) {
                writer.row(line, number)?;
            } else if let Some(level) = headings.level(line) {
                writer.heading(level, line, number)?;
            } else {
                writer.line(line, sheet, at, number)?;
            }
        }
    }
    writer.close()?;
    Ok(writer.out.finish())
}

/// Whether the line above or below is cut into cells as well: one such line alone is no table.
fn neighbour_is_row(sheet: &Sheet, at: usize) -> bool {
    let row =
        |at: Option<usize>| at.and_then(|at| sheet.lines.get(at)).is_some_and(|line| line.cells.len() > 1);
    row(at.checked_sub(1)) || row(at.checked_add(1))
}

/// Sizes of type by how many characters are set in them, in tenths of a point.
fn sizes(sheets: &[Sheet]) -> BTreeMap<i64, usize> {
    let mut sizes = BTreeMap::new();
    for line in sheets.iter().flat_map(|sheet| &sheet.lines) {
        *sizes.entry(line.tenths()).or_default() += line.text.chars().count();
    }
    sizes
}

/// Type sizes that headings are set in, largest first.
struct Headings {
    body: i64,
    larger: Vec<i64>,
}

impl Headings {
    fn find(sheets: &[Sheet]) -> Self {
        let sizes = sizes(sheets);
        let total: usize = sizes.values().sum();
        let body = sizes.iter().max_by_key(|(_, count)| **count).map_or(0, |(size, _)| *size);
        // Headings are larger than the text and rare.
        let larger = sizes
            .iter()
            .rev()
            .filter(|(size, count)| **size * 100 >= body * 112 && **count * 8 <= total && body > 0)
            .map(|(size, _)| *size)
            .collect();
        Self { body, larger }
    }

    fn level(&self, line: &Line) -> Option<usize> {
        let text = line.text.trim();
        let chars = text.chars().count();
        if let Some(level) = structural_level(text) {
            return Some(level);
        }
        let rank = self.larger.iter().position(|size| *size == line.tenths())?;
        // A line of a table of contents points at the heading, it is none.
        if text.contains(LEADER) {
            return None;
        }
        let letters = text.chars().filter(|ch| ch.is_alphabetic()).count();
        let is_sentence = text.ends_with(['.', ',', ';', '。']) && chars > 40;
        (self.body > 0 && chars <= 100 && letters > 1 && !is_sentence).then_some(rank.min(2) + 1)
    }
}

struct Open {
    text: String,
    /// Where it begins, and where its last line stands.
    page: u32,
    on: u32,
    last: Line,
    category: Category,
}

struct Writer {
    out: Builder,
    joiner: Joiner,
    open: Option<Open>,
    /// Lines of a table: page and stretches of text with their left edges.
    rows: Vec<(u32, Vec<(f32, String)>)>,
}

impl Writer {
    fn close(&mut self) -> Result<(), ExtractError> {
        if let Some(open) = self.open.take() {
            self.out.push(open.category, Some(open.page), &open.text)?;
        }
        let rows = std::mem::take(&mut self.rows);
        let Some((page, _)) = rows.first() else { return Ok(()) };
        let page = Some(*page);
        let cells = grid(&rows);
        self.out.table(page, &cells, None)
    }

    /// A running line does not end the paragraph that runs past it.
    fn aside(&mut self, category: Category, text: &str, page: u32) -> Result<(), ExtractError> {
        self.out.push(category, Some(page), &one_line(text))
    }

    fn heading(&mut self, level: usize, line: &Line, page: u32) -> Result<(), ExtractError> {
        let category = Category::heading(level);
        // A heading of two lines, except where each line is a division of its own.
        let continues = self.open.as_ref().is_some_and(|open| {
            open.category == category
                && open.on == page
                && line.tenths() == open.last.tenths()
                && structural_level(&line.text).is_none()
                && open.last.bottom - line.top < line.size * 0.8
        });
        if !continues {
            self.close()?;
        }
        self.append(line, page, category);
        Ok(())
    }

    fn row(&mut self, line: &Line, page: u32) -> Result<(), ExtractError> {
        if self.open.is_some() {
            self.close()?;
        }
        let row: Vec<(f32, String)> =
            line.cells.iter().enumerate().map(|(at, cell)| (cell.left, one_line(line.stretch(at)))).collect();
        // On the next page a table goes on where its columns do; its names may stand there again.
        if self.rows.last().is_some_and(|(last, _)| *last != page) {
            let names = self.rows.first().map_or(&[][..], |(_, names)| names);
            let same = names.len() == row.len()
                && names.iter().zip(&row).all(|((a, _), (b, _))| (a - b).abs() < SAME_EDGE);
            if same && names.iter().zip(&row).all(|((_, a), (_, b))| a == b) {
                return Ok(());
            }
            if !same {
                self.close()?;
            }
        }
        self.rows.push((page, row));
        Ok(())
    }

    fn line(&mut self, line: &Line, sheet: &Sheet, at: usize, page: u32) -> Result<(), ExtractError> {
        if !self.rows.is_empty() {
            self.close()?;
        }
        if !self.continues(line, sheet, at, page) {
            self.close()?;
        }
        let category = if starts_item(&line.text) { Category::List } else { Category::Paragraph };
        self.append(line, page, category);
        Ok(())
    }

    fn append(&mut self, line: &Line, page: u32, category: Category) {
        if let Some(open) = &mut self.open {
            self.joiner.join(&mut open.text, &line.text);
            if page > open.on {
                // Every page that was turned on the way here is counted.
                let at = open.text.len().saturating_sub(line.text.trim_start().len());
                let turns: String = std::iter::repeat_n(TURN, (page - open.on) as usize).collect();
                open.text.insert_str(at, &turns);
                open.on = page;
            }
            open.last = line.clone();
        } else {
            let text = line.text.trim_start().to_owned();
            self.open = Some(Open { text, page, on: page, last: line.clone(), category });
        }
    }

    /// Whether a line goes on with the open paragraph.
    fn continues(&self, line: &Line, sheet: &Sheet, at: usize, page: u32) -> bool {
        let Some(open) = &self.open else { return false };
        if open.category.heading_level().is_some() || starts_item(&line.text) || starts_article(&line.text) {
            return false;
        }
        let last = &open.last;
        let finished = ends_sentence(&last.text);
        if !line.has_place() || !last.has_place() {
            // Only the text to go by: a sentence that is not over goes on, as does a full line.
            let longest = sheet.lines.iter().skip(at.saturating_sub(12)).take(24);
            let longest = longest.map(|line| width(&line.text)).max().unwrap_or(0);
            return !finished || (page == open.on && width(&last.text) * 5 >= longest * 4);
        }
        let em = line.size.max(1.0);
        if (line.size - last.size).abs() > em * 0.12 {
            return false;
        }
        // Room left at the end of the line above: more than the next word would have taken.
        let right = column_right(sheet, at, line).max(last.right);
        let first_word = line.text.split_whitespace().next().map_or(0, |word| word.chars().count());
        let early = right - last.right > em * (first_word.min(12) as f32 + 2.0);
        if page != open.on {
            return !finished && !early;
        }
        let gap = last.bottom - line.top;
        let indented = line.left - last.left > em * 0.8 && finished;
        // Wider than the lines of the paragraph stand apart; or back up, in the next column.
        let apart = gap > em * 1.1;
        let next_column = line.bottom > last.top;
        if next_column {
            return !finished;
        }
        !(apart || indented || (early && finished) || (early && first_word > 0 && gap > em * 0.9))
    }
}

/// Right edge of the column a line stands in: the farthest of the lines around it that begin with it.
fn column_right(sheet: &Sheet, at: usize, line: &Line) -> f32 {
    let around = sheet.lines.iter().skip(at.saturating_sub(12)).take(24);
    around
        .filter(|other| (other.left - line.left).abs() <= line.size * 3.0)
        .filter(|other| (other.size - line.size).abs() <= line.size * 0.12)
        .map(|other| other.right)
        .fold(0.0, f32::max)
}

/// Edges nearer than this are one column set unevenly.
const SAME_EDGE: f32 = 12.0;

/// Places the stretches of table lines in columns by their left edges.
fn grid(rows: &[(u32, Vec<(f32, String)>)]) -> Vec<Cell> {
    let mut edges: Vec<f32> = rows.iter().flat_map(|(_, row)| row.iter().map(|(left, _)| *left)).collect();
    edges.sort_by(f32::total_cmp);
    edges.dedup_by(|next, kept| *next - *kept < SAME_EDGE);
    let mut cells: Vec<Cell> = Vec::new();
    let mut on = rows.first().map_or(0, |(page, _)| *page);
    for (row, (page, texts)) in rows.iter().enumerate() {
        let mut turns: String = std::iter::repeat_n(TURN, page.saturating_sub(on) as usize).collect();
        on = *page;
        for (left, text) in texts {
            let column = edges.partition_point(|edge| *edge <= *left).saturating_sub(1);
            let text = std::mem::take(&mut turns) + text;
            cells.push(Cell { row, column, row_span: 1, column_span: 1, text });
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(bottom: f32, texts: [&str; 2]) -> Line {
        let mut line = Line::default();
        for (left, text) in [60.0, 220.0].into_iter().zip(texts) {
            for (at, ch) in (0_u8..).zip(text.chars()) {
                let left = left + f32::from(at) * 6.0;
                line.add(ch, &[left, left + 6.0, bottom, bottom + 10.0], 10.0);
            }
        }
        line
    }

    #[test]
    fn a_table_goes_on_over_pages() {
        let first = [row(120.0, ["방", "요금"]), row(105.0, ["다락", "250"])];
        // The names again, as programs repeat them.
        let second = [row(700.0, ["방", "요금"]), row(685.0, ["Loft", "480"]), row(670.0, ["Shed", "30"])];
        let sheets = [first.to_vec(), second.to_vec()].map(|lines| Sheet { height: 800.0, lines });
        let blocks = blocks(&sheets, &Limits::default()).unwrap();
        let [table] = blocks.as_slice() else { unreachable!("{blocks:#?}") };
        assert_eq!(table.text, "| 방 | 요금 |\n| --- | --- |\n| 다락 | 250 |\n| Loft | 480 |\n| Shed | 30 |");
        assert_eq!((table.page, &table.turns), (Some(1), &vec![table.text.find("Loft").unwrap()]));
    }
}
