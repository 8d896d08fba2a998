//! The pieces of a body as the blocks of a source: what is shown, page by page.

use std::collections::HashMap;

use super::styles::{Numbers, Styles};
use super::tree::{Content, Paragraph, Piece, Span, Table};
use crate::ExtractError;
use crate::builder::{Builder, TURN, clean, one_line};
use crate::drawing::{Chart, Diagram};
use crate::headings;
use crate::numbering::labelled;
use crate::table::{self, Cell};
use stet_sources::chunk::Category;

/// Texts of notes by kind and id.
pub(crate) type Notes = HashMap<(bool, String), String>;

pub(crate) enum Drawing {
    Chart(Chart),
    Diagram(Diagram),
}

/// Charts and diagrams by the id of the relation to their part.
pub(crate) type Drawings = HashMap<String, Drawing>;

/// A paragraph as it is shown: its text, and what hangs on it.
#[derive(Default)]
struct Line {
    text: String,
    /// Page its first character stands on.
    page: Option<u32>,
    equation: bool,
    prose: bool,
    notes: Vec<String>,
    boxes: Vec<String>,
    figures: Vec<String>,
    drawings: Vec<String>,
}

pub(crate) struct Blocks<'a> {
    styles: &'a Styles,
    notes: &'a Notes,
    drawings: &'a Drawings,
    out: Builder,
    page: u32,
    rendered: bool,
    numbers: Numbers,
    /// The page that a hard break began and no mark of the layout has yet.
    hard: Option<u32>,
    /// Items of a list are paragraphs in a row; they become one block.
    list: Option<(u32, String)>,
    /// Words of paragraphs whose end is deleted.
    before: Option<(u32, String)>,
}

impl<'a> Blocks<'a> {
    pub(crate) fn new(styles: &'a Styles, notes: &'a Notes, drawings: &'a Drawings, out: Builder) -> Self {
        let numbers = Numbers::default();
        let (hard, list, before) = (None, None, None);
        Self { styles, notes, drawings, out, page: 1, rendered: false, numbers, hard, list, before }
    }

    /// What was put, and how many pages there are where that is known.
    pub(crate) fn finish(mut self) -> Result<(Builder, Option<u32>), ExtractError> {
        self.close_list()?;
        self.close_words()?;
        Ok((self.out, self.rendered.then_some(self.page)))
    }

    pub(crate) fn put(&mut self, piece: &Piece) -> Result<(), ExtractError> {
        match piece {
            Piece::Paragraph(paragraph) => self.paragraph(paragraph),
            Piece::Table(found) => {
                self.close_list()?;
                self.close_words()?;
                let (cells, pages) = self.cells(found);
                self.table(&cells, &pages)
            }
        }
    }

    fn paragraph(&mut self, paragraph: &Paragraph) -> Result<(), ExtractError> {
        let (mut line, page, label) = self.numbered(paragraph);
        let styled = || paragraph.style.as_ref().and_then(|id| self.styles.level(id));
        let level = match paragraph.outline {
            Some(level) => Some(level + 1).filter(|level| *level <= 9),
            None => styled(),
        };
        let listed = paragraph.list.as_ref().map(|(_, depth)| (*depth, "- "));
        let listed = listed.or(paragraph.joins.map(|depth| (depth, "")));
        if let (Some(place), None, false) = (listed, level, paragraph.end.joins()) {
            self.item(place, label.as_deref(), &one_line(&line.text), page);
        } else if !paragraph.end.joins() {
            self.close_list()?;
            if let Some(label) = label.filter(|_| !line.text.trim().is_empty()) {
                line.text = labelled(&label, &line.text);
            }
            self.give(paragraph, level, &line, page)?;
        }
        for (category, texts) in [
            (Category::Paragraph, &line.boxes),
            (Category::Figure, &line.figures),
            (Category::Footnote, &line.notes),
        ] {
            for text in texts {
                self.close_list()?;
                self.out.push(category, Some(page), text)?;
            }
        }
        for drawing in line.drawings.iter().filter_map(|id| self.drawings.get(id)) {
            self.close_list()?;
            match drawing {
                Drawing::Chart(chart) => chart.give(Some(page), &mut self.out)?,
                Drawing::Diagram(diagram) => diagram.give(Some(page), &mut self.out)?,
            }
        }
        Ok(())
    }

    /// What a paragraph shows, the page it begins on, and its number. One whose end is deleted has none, and its words stand in
    /// the next.
    fn numbered(&mut self, paragraph: &Paragraph) -> (Line, u32, Option<String>) {
        let mut line = self.line(paragraph);
        let mut page = line.page.unwrap_or(self.page);
        if let Some((first, words)) = self.before.take() {
            (page, line.text) = (first, words + &line.text);
        }
        if paragraph.end.joins() {
            let words = std::mem::take(&mut line.text);
            self.before = (!words.is_empty()).then_some((page, words));
            return (line, page, None);
        }
        // A number is counted even where the paragraph is empty.
        let label = paragraph.list.as_ref().and_then(|list| self.numbers.next(self.styles, list));
        (line, page, label)
    }

    fn item(&mut self, (depth, sign): (usize, &str), label: Option<&str>, text: &str, page: u32) {
        if text.is_empty() {
            return;
        }
        let (first, open) = self.list.get_or_insert_with(|| (page, String::new()));
        if !open.is_empty() {
            open.push('\n');
        }
        // Pages of a list are counted from where it began.
        let turned = open.matches(TURN).count();
        for _ in turned..(page.saturating_sub(*first) as usize).min(64) {
            open.push(TURN);
        }
        // A number says how deep it stands, a bullet does not.
        if let Some(label) = label {
            open.push_str(&labelled(label, text));
        } else {
            open.push_str(&"  ".repeat(depth.min(8)));
            open.push_str(sign);
            open.push_str(text);
        }
    }

    fn close_words(&mut self) -> Result<(), ExtractError> {
        match self.before.take() {
            Some((page, words)) => self.out.push(Category::Paragraph, Some(page), &words),
            None => Ok(()),
        }
    }

    fn close_list(&mut self) -> Result<(), ExtractError> {
        match self.list.take() {
            Some((page, text)) => self.out.push(Category::List, Some(page), &text),
            None => Ok(()),
        }
    }

    fn give(
        &mut self,
        paragraph: &Paragraph,
        level: Option<usize>,
        line: &Line,
        page: u32,
    ) -> Result<(), ExtractError> {
        let caption = |id: &String| {
            self.styles.bases(id).any(|id| matches!(self.styles.name(id).as_ref(), "caption" | "캡션"))
        };
        let category = match headings::category(level, &line.text) {
            Category::Paragraph if paragraph.style.as_ref().is_some_and(caption) => Category::Caption,
            Category::Paragraph if line.equation && !line.prose => Category::Equation,
            other => other,
        };
        self.out.push(category, Some(page), &line.text)
    }

    /// Gives a table; `pages` are those its rows stand on. What runs over a page is a table of its own on the next,
    /// under the same names of columns.
    fn table(&mut self, cells: &[Cell], pages: &[u32]) -> Result<(), ExtractError> {
        let page_of = |row: usize| pages.get(row).or(pages.last()).copied().unwrap_or(self.page);
        for (page, part) in table::by_page(cells, page_of) {
            self.out.table(Some(page), &part, None)?;
        }
        Ok(())
    }

    fn line(&mut self, paragraph: &Paragraph) -> Line {
        let mut out = Line::default();
        for span in paragraph.spans.iter().filter(|span| span.fate.stands(true)) {
            self.span(span, &mut out);
        }
        out
    }

    fn span(&mut self, span: &Span, out: &mut Line) {
        match &span.content {
            Content::Text(text) if !text.is_empty() && !span.look.is_gone() => {
                out.page.get_or_insert(self.page);
                span.look.put(&mut out.text, text);
                if !text.trim().is_empty() {
                    out.prose = true;
                    self.hard = None;
                }
            }
            Content::Sign(sign) if !span.look.is_gone() => out.text.push(*sign),
            // A source has how a citation is set.
            Content::Text(_) | Content::Sign(_) | Content::Comment(..) | Content::Cited(_) => {}
            Content::Tab => out.text.push(' '),
            Content::Hyphen => out.text.push('-'),
            Content::Break | Content::Column => out.text.push('\n'),
            Content::Page { hard: true } => {
                self.turn(out);
                self.hard = Some(self.page);
            }
            Content::Page { hard: false } => {
                // A hard break is marked again where the page begins.
                if self.hard == Some(self.page) {
                    self.hard = None;
                } else {
                    self.turn(out);
                }
                self.rendered = true;
            }
            Content::Formula(formula) => {
                out.page.get_or_insert(self.page);
                // What a formula begins with is not glued to the word before it.
                if out.text.ends_with(|ch: char| ch.is_alphanumeric() || ch == ',') && out.prose {
                    out.text.push(' ');
                }
                out.text.push_str(formula);
                out.equation = true;
            }
            Content::Ruby(words) => out.text.push_str(words),
            Content::Tick(ticked) => out.text.push(if *ticked { '☑' } else { '☐' }),
            Content::Drawing(id) => out.drawings.push(id.clone()),
            Content::Picture(description, _) => out.figures.extend(description.clone()),
            Content::Note(foot, id) => out.notes.extend(self.notes.get(&(*foot, id.clone())).cloned()),
            Content::Box(pieces) => {
                // What stands in a box is counted by itself.
                let numbers = std::mem::take(&mut self.numbers);
                out.boxes.push(self.text(pieces).0);
                self.numbers = numbers;
            }
        }
    }

    /// The page turns at this place of a paragraph.
    fn turn(&mut self, out: &mut Line) {
        self.page += 1;
        if out.page.is_some() {
            out.text.push(TURN);
        }
    }

    /// The text of pieces, a line for each paragraph and each cell, and the page of its first character.
    pub(crate) fn text(&mut self, pieces: &[Piece]) -> (String, Option<u32>) {
        let (mut lines, mut first) = (Vec::new(), None);
        let before = self.before.take();
        for piece in pieces {
            match piece {
                Piece::Paragraph(paragraph) => {
                    let (mut line, _, label) = self.numbered(paragraph);
                    first = first.or(line.page);
                    if let Some(label) = label.filter(|_| !line.text.trim().is_empty()) {
                        line.text = labelled(&label, &line.text);
                    }
                    if !paragraph.end.joins() {
                        lines.push(line.text.replace(TURN, ""));
                    }
                    lines.extend(line.boxes);
                    lines.extend(line.figures.into_iter().filter(|text| !is_address(text)));
                    let drawn = line.drawings.iter().filter_map(|id| self.drawings.get(id));
                    lines.extend(drawn.map(|drawing| match drawing {
                        Drawing::Chart(chart) => chart.lines(),
                        Drawing::Diagram(diagram) => diagram.lines(),
                    }));
                    lines.extend(line.notes);
                }
                Piece::Table(table) => {
                    let (cells, _) = self.cells(table);
                    lines.extend(cells.iter().map(|cell| one_line(&cell.text)));
                }
            }
        }
        lines.extend(std::mem::replace(&mut self.before, before).map(|(_, words)| words));
        (clean(&lines.join("\n")), first)
    }

    /// The cells of a table, and the page each of its rows begins on.
    fn cells(&mut self, table: &Table) -> (Vec<Cell>, Vec<u32>) {
        let mut cells: Vec<Cell> = Vec::new();
        let mut pages = Vec::new();
        // The last page that a cell reached: those of a row stand beside one another.
        let mut reached = self.page;
        let mut row = 0_usize;
        for found in table.rows.iter().filter(|row| row.fate.stands(true)) {
            row += usize::from(!cells.is_empty());
            let (begun, mut column) = (reached, 0_usize);
            pages.resize(row + 1, begun);
            for cell in &found.cells {
                self.page = begun;
                let (text, first) = self.text(&cell.pieces);
                reached = reached.max(self.page);
                if let Some(page) = pages.get_mut(row) {
                    *page = first.unwrap_or(*page).max(*page);
                }
                let mut over = cells.iter_mut().rev();
                match over.find(|other| other.column == column && other.row + other.row_span == row) {
                    Some(above) if cell.continues => above.row_span += 1,
                    _ => cells.push(Cell { row, column, row_span: 1, column_span: cell.span, text }),
                }
                column = column.saturating_add(cell.span);
            }
        }
        self.page = reached;
        (cells, pages)
    }
}

/// Whether the description of a picture is only where it came from: a table that is laid out by such has no words by them.
fn is_address(text: &str) -> bool {
    let ending = text.rsplit_once('.').map_or("", |(_, ending)| ending);
    !text.contains(' ') && (2..=4).contains(&ending.len()) && ending.chars().all(char::is_alphanumeric)
}
