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

mod align;
mod lines;
mod numbered;
mod rules;
mod running;
mod sheet;
mod start;
mod tables;
mod wrap;

pub(super) use lines::{Line, Stretch, rows_whole, untangle, without_leaders};
pub(super) use numbered::without_numbers;
pub(super) use rules::{Grid, Rule, Rules};
pub(super) use sheet::Sheet;
pub(super) use start::starts_item;
pub(super) use tables::{ruled, tabulate};

use lines::{LEADER, width};
use running::Running;
use sheet::{Piece, Table};
use start::{ends_sentence, starts_article};
use wrap::Joiner;

pub(super) fn blocks(mut sheets: Vec<Sheet>, limits: &Limits) -> Result<Vec<Block>, ExtractError> {
    let running = Running::find(&sheets);
    for sheet in &mut sheets {
        align::aligned(sheet, &running);
        tables::join(sheet);
    }
    let headings = Headings::find(&sheets);
    let joiner = Joiner::learn(&sheets);
    let mut writer = Writer { out: Builder::new(limits), joiner, open: None, table: None };
    let mut given = HashSet::new();
    for (number, sheet) in (1_u32..).zip(&sheets) {
        for (at, line) in sheet.lines.iter().enumerate() {
            if let Some(table) = line.table.and_then(|table| sheet.tables.get(table)) {
                writer.table(table, number)?;
            } else if line.is_aside {
                writer.aside(Category::Footer, &line.text, number)?;
            } else if line.text.trim().is_empty() {
                writer.close()?;
            } else if let Some((category, pattern)) = running.of(sheet, at) {
                if given.insert(pattern) {
                    writer.aside(category, &line.text, number)?;
                }
            } else if let Some(level) = headings.level(line) {
                writer.heading(level, line, sheet, number)?;
            } else {
                writer.line(line, sheet, at, number)?;
            }
        }
    }
    writer.close()?;
    Ok(writer.out.finish())
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
    /// Whether all of it is set in bold letters.
    is_bold: bool,
}

struct Writer {
    out: Builder,
    joiner: Joiner,
    open: Option<Open>,
    table: Option<OpenTable>,
}

/// A table that may go on on the next page: where it begins, the page it has come to, its first and its last part.
struct OpenTable {
    page: u32,
    on: u32,
    first: Table,
    last: Table,
    cells: Vec<Cell>,
}

/// Rows of names that a table may say again on each page.
const MOST_NAMES: usize = 5;

impl Writer {
    fn close(&mut self) -> Result<(), ExtractError> {
        if let Some(open) = self.open.take() {
            self.out.push(open.category, Some(open.page), &open.text)?;
        }
        if let Some(open) = self.table.take() {
            self.out.table(Some(open.page), &open.cells, None)?;
        }
        Ok(())
    }

    /// Adds a table; one that goes on from the page before with what it has, without the names that stand there again.
    fn table(&mut self, table: &Table, page: u32) -> Result<(), ExtractError> {
        let open =
            self.table.take_if(|open| page > open.on && open.last.goes_on(table) && self.open.is_none());
        let Some(mut open) = open else {
            self.close()?;
            let cells = table.cells.iter().map(|piece| self.cell(piece, 0)).collect();
            self.table = Some(OpenTable { page, on: page, first: table.clone(), last: table.clone(), cells });
            return Ok(());
        };
        let names = (0..MOST_NAMES).take_while(|row| {
            let names = table.row(*row);
            !names.is_empty() && names == open.first.row(*row)
        });
        let names = names.count();
        let below = open.cells.iter().map(|cell| cell.row + 1).max().unwrap_or(0);
        let mut turns: String = std::iter::repeat_n(TURN, (page - open.on) as usize).collect();
        for piece in table.cells.iter().filter(|piece| piece.row >= names) {
            let mut cell = self.cell(piece, below);
            cell.text.insert_str(0, &std::mem::take(&mut turns));
            open.cells.push(cell);
        }
        open.on = page;
        open.last = table.clone();
        self.table = Some(open);
        Ok(())
    }

    fn cell(&self, piece: &Piece, below: usize) -> Cell {
        let mut text = String::new();
        piece.lines.iter().for_each(|line| self.joiner.join(&mut text, line));
        let Piece { row, column, row_span, column_span, .. } = *piece;
        Cell { row: row + below, column, row_span, column_span, text }
    }

    /// A running line does not end the paragraph that runs past it.
    fn aside(&mut self, category: Category, text: &str, page: u32) -> Result<(), ExtractError> {
        self.out.push(category, Some(page), &one_line(text))
    }

    fn heading(&mut self, level: usize, line: &Line, sheet: &Sheet, page: u32) -> Result<(), ExtractError> {
        let category = Category::heading(level);
        let right = sheet.lines.iter().map(|line| line.right).fold(0.0, f32::max);
        // A heading of two lines, except where each line is a division of its own.
        let continues = self.open.as_ref().is_some_and(|open| {
            open.category == category
                && open.on == page
                && line.tenths() == open.last.tenths()
                && structural_level(&line.text).is_none()
                && open.last.bottom - line.top < line.size * 0.8
                && (!has_room(&open.last, line, right) || is_centred(&open.last, line))
        });
        if !continues {
            self.close()?;
        }
        self.append(line, page, category);
        Ok(())
    }

    fn line(&mut self, line: &Line, sheet: &Sheet, at: usize, page: u32) -> Result<(), ExtractError> {
        if self.table.is_some() {
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
            open.is_bold &= line.is_bold;
        } else {
            let text = line.text.trim_start().to_owned();
            let is_bold = line.is_bold;
            self.open = Some(Open { text, page, on: page, last: line.clone(), category, is_bold });
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
        // A heading in bold letters over the text, and the next one under it.
        if (open.is_bold && !line.starts_bold) || (finished && line.is_bold && !last.is_bold) {
            return false;
        }
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
        let first_word = first_word(line);
        let early = has_room(last, line, right);
        if page != open.on {
            return !finished && !early;
        }
        let gap = last.bottom - line.top;
        let indented = line.left - last.left > em * 0.8 && finished;
        // Wider than the lines of the paragraph stand apart; or back up, in the next column.
        let apart = gap > usual_gap(sheet).map_or(em * 1.1, |usual| (usual * 1.15).max(em * 1.1));
        let next_column = line.bottom > last.top;
        if next_column {
            return !finished;
        }
        !(apart || indented || (early && finished) || (early && first_word > 0 && gap > em * 0.9))
    }
}

fn first_word(line: &Line) -> usize {
    line.text.split_whitespace().next().map_or(0, |word| word.chars().count())
}

/// Whether the next word would have stood on the line above as well.
fn has_room(above: &Line, line: &Line, right: f32) -> bool {
    right - above.right > line.size.max(1.0) * (first_word(line).min(12) as f32 + 2.0)
}

/// Whether two lines of different length have one middle.
fn is_centred(a: &Line, b: &Line) -> bool {
    let middle = |line: &Line| f32::midpoint(line.left, line.right);
    (middle(a) - middle(b)).abs() < a.size * 0.3 && (a.left - b.left).abs() > a.size * 0.5
}

/// How far the lines of a page's paragraphs stand apart, where that is known.
fn usual_gap(sheet: &Sheet) -> Option<f32> {
    let right = sheet.lines.iter().map(|line| line.right).fold(0.0, f32::max);
    let mut gaps: Vec<f32> = sheet
        .lines
        .windows(2)
        .filter_map(|pair| {
            let [above, line] = pair else { return None };
            let full = above.right > right * 0.85 && width(&above.text) > 40;
            let full = full && !ends_sentence(&above.text) && !starts_item(&line.text);
            let gap = above.bottom - line.top;
            (full && gap > 0.0 && gap < line.size * 2.2 && (above.left - line.left).abs() < line.size)
                .then_some(gap)
        })
        .collect();
    gaps.sort_by(f32::total_cmp);
    (gaps.len() >= 5).then(|| gaps.get(gaps.len() / 2).copied())?
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

#[cfg(test)]
mod tests {
    use super::*;

    fn row(bottom: f32, texts: [&str; 2]) -> Line {
        let mut line = Line::default();
        for (left, text) in [60.0, 220.0].into_iter().zip(texts) {
            for (at, ch) in (0_u8..).zip(text.chars()) {
                let left = left + f32::from(at) * 6.0;
                line.add(ch, &[left, left + 6.0, bottom, bottom + 10.0], 10.0, false);
            }
        }
        line
    }

    #[test]
    fn a_table_goes_on_over_pages() {
        let first = [row(120.0, ["방", "요금"]), row(105.0, ["다락", "250"])];
        // The names again, as programs repeat them.
        let second = [row(700.0, ["방", "요금"]), row(685.0, ["Loft", "480"]), row(670.0, ["Shed", "30"])];
        let sheets =
            [first.to_vec(), second.to_vec()].map(|lines| Sheet { height: 800.0, lines, ..Sheet::default() });
        let blocks = blocks(sheets.to_vec(), &Limits::default()).unwrap();
        let [table] = blocks.as_slice() else { unreachable!("{blocks:#?}") };
        assert_eq!(table.text, "| 방 | 요금 |\n| --- | --- |\n| 다락 | 250 |\n| Loft | 480 |\n| Shed | 30 |");
        assert_eq!((table.page, &table.turns), (Some(1), &vec![table.text.find("Loft").unwrap()]));
    }
}
