//! One section of the document: its paragraphs, with the tables, boxes, notes and pictures in them.

use super::pages::Pages;
use super::styles::{Look, Styles};
use crate::builder::{clean, one_line};
use crate::script::{END, LOWERED, RAISED};
use crate::table::{self, Cell, Rendered};
use crate::xml::{Element, Node, Pull};
use crate::{ExtractError, math};
use stet_sources::chunk::Category;

/// Tables in cells of tables: deeper than this their text is passed over.
const MAX_NESTING: usize = 24;

/// What a paragraph consists of, in reading order.
pub(super) enum Piece {
    Text(String),
    Table(Table),
    /// A text box: its paragraphs.
    Box(String),
    Note(String),
    Caption(String),
    Figure {
        caption: String,
    },
    Equation(String),
    Running(Category, String),
}

#[derive(Default)]
pub(super) struct Table {
    pub cells: Vec<Cell>,
    pub caption: String,
    pub height: i64,
    /// Whether rows may go to the next page.
    pub breaks: bool,
}

#[derive(Default)]
pub(super) struct Paragraph {
    pub pieces: Vec<Piece>,
    pub page_break: bool,
    pub level: Option<usize>,
    pub lines: Vec<i64>,
    /// Id of its shape, which may number it.
    pub shape: Option<String>,
    /// The list of the outline, where a section begins with the paragraph.
    pub outline: Option<String>,
}

impl Paragraph {
    fn text(&mut self, text: &str) {
        if let Some(Piece::Text(open)) = self.pieces.last_mut() {
            open.push_str(text);
        } else {
            self.pieces.push(Piece::Text(text.to_owned()));
        }
    }

    /// Everything in the paragraph as plain text, for cells, notes and boxes.
    fn flat(self) -> String {
        let mut out = String::new();
        for piece in self.pieces {
            let text = match piece {
                Piece::Text(text) => {
                    out.push_str(&text);
                    continue;
                }
                Piece::Table(table) => match table::render(&table.cells) {
                    Rendered::Nothing => String::new(),
                    Rendered::Frame(text) => text,
                    // Rows of a table inside a cell: bars would read as columns of the outer table.
                    Rendered::Rows(_) => {
                        let texts: Vec<String> =
                            table.cells.iter().map(|cell| one_line(&cell.text)).collect();
                        texts.join(" ")
                    }
                },
                Piece::Box(text) | Piece::Note(text) | Piece::Caption(text) => text,
                Piece::Figure { caption } => caption,
                Piece::Equation(script) => script,
                Piece::Running(..) => String::new(),
            };
            if !text.trim().is_empty() {
                if !out.is_empty() && !out.ends_with(char::is_whitespace) {
                    out.push(' ');
                }
                out.push_str(&text);
            }
        }
        out
    }
}

pub(super) struct Section<'a> {
    pub xml: Pull<'a>,
    pub styles: &'a Styles,
}

impl Section<'_> {
    /// The next paragraph that stands on a page itself.
    pub(super) fn next(&mut self, pages: &mut Pages) -> Result<Option<Paragraph>, ExtractError> {
        while let Some(element) = self.xml.element()? {
            if element.name() == "p" {
                return self.paragraph(&element, 0, Some(pages)).map(Some);
            }
        }
        Ok(None)
    }

    /// Reads a paragraph up to its end. `pages` is given for those that stand on the page itself.
    fn paragraph(
        &mut self,
        start: &Element<'_>,
        nesting: usize,
        mut pages: Option<&mut Pages>,
    ) -> Result<Paragraph, ExtractError> {
        let level = start
            .attr("styleIDRef")
            .and_then(|id| self.styles.style.get(&id))
            .or_else(|| start.attr("paraPrIDRef").and_then(|id| self.styles.shape.get(&id)));
        let page_break = start.attr("pageBreak").as_deref() == Some("1");
        let shape = start.attr("paraPrIDRef");
        let mut out = Paragraph { page_break, level: level.copied(), shape, ..Paragraph::default() };
        let mut look = Look::default();
        let mut open = 1_usize;
        // Depth of the open `t`, and whether the text is one deleted under change tracking.
        let (mut text_at, mut deleted) = (0, false);
        while open > 0 {
            let element = match self.xml.next()? {
                Node::Open(element) => element,
                Node::Close => {
                    if open == text_at {
                        text_at = 0;
                    }
                    open -= 1;
                    continue;
                }
                Node::Text(text) => {
                    let shift = if look.raised { Some(RAISED) } else { look.lowered.then_some(LOWERED) };
                    match shift {
                        _ if text_at == 0 || deleted || look.struck => {}
                        Some(mark) => out.text(&format!("{mark}{text}{END}")),
                        None => out.text(&text),
                    }
                    continue;
                }
                Node::End => break,
            };
            open += 1;
            match element.name() {
                "t" => text_at = open,
                "run" => {
                    let id = element.attr("charPrIDRef").unwrap_or_default();
                    look = self.styles.looks.get(&id).copied().unwrap_or_default();
                }
                "secPr" => out.outline = element.attr("outlineShapeIDRef"),
                "lineBreak" => out.text("\n"),
                "tab" | "nbSpace" | "fwSpace" => out.text(" "),
                "hyphen" => out.text("-"),
                "deleteBegin" => deleted = true,
                "deleteEnd" => deleted = false,
                "compose" => out.text(&composed(&element.attr("composeText").unwrap_or_default())),
                "lineseg" => out.lines.extend(element.number::<i64>("vertpos")),
                "pagePr" | "margin" | "colPr" => {
                    if let Some(pages) = pages.as_deref_mut() {
                        pages.set(&element);
                    }
                }
                name => {
                    if self.object(name, &element, nesting, &mut out)? {
                        open -= 1;
                    }
                }
            }
        }
        Ok(out)
    }

    /// Reads an object inside a paragraph; whether it was read to its end.
    fn object(
        &mut self,
        name: &str,
        element: &Element<'_>,
        nesting: usize,
        out: &mut Paragraph,
    ) -> Result<bool, ExtractError> {
        if nesting >= MAX_NESTING && matches!(name, "tbl" | "drawText" | "footNote" | "endNote") {
            self.xml.skip()?;
            return Ok(true);
        }
        match name {
            "tbl" => {
                let table = self.table(element, nesting + 1)?;
                out.pieces.push(Piece::Table(table));
            }
            "drawText" => out.pieces.push(Piece::Box(self.paragraphs(nesting + 1)?)),
            "footNote" | "endNote" => out.pieces.push(Piece::Note(self.paragraphs(nesting + 1)?)),
            "header" => {
                let text = self.paragraphs(nesting + 1)?;
                out.pieces.push(Piece::Running(Category::Header, text));
            }
            "footer" => {
                let text = self.paragraphs(nesting + 1)?;
                out.pieces.push(Piece::Running(Category::Footer, text));
            }
            "caption" => out.pieces.push(Piece::Caption(self.paragraphs(nesting + 1)?)),
            "pic" => {
                let caption = self.figure(nesting + 1)?;
                out.pieces.push(Piece::Figure { caption });
            }
            "equation" => {
                let script = self.equation()?;
                // Inside a sentence the formula is a part of it.
                if out
                    .pieces
                    .iter()
                    .any(|piece| matches!(piece, Piece::Text(text) if !text.trim().is_empty()))
                {
                    out.text(&script);
                } else {
                    out.pieces.push(Piece::Equation(script));
                }
            }
            // Instructions, hidden fields, comments and the fallback of an alternative that was read.
            "fieldBegin" | "shapeComment" | "hiddenComment" | "indexmark" | "bookmark" | "default"
            | "masterPage" | "script" | "autoNum" | "newNum" => self.xml.skip()?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// All paragraphs up to the end of the open element, one a line.
    fn paragraphs(&mut self, nesting: usize) -> Result<String, ExtractError> {
        let mut lines = Vec::new();
        let mut open = 1_usize;
        while let Some(element) = self.xml.inside(&mut open)? {
            match element.name() {
                "p" => lines.push(self.paragraph(&element, nesting, None)?.flat()),
                _ => open += 1,
            }
        }
        Ok(clean(&lines.join("\n")))
    }

    fn table(&mut self, start: &Element<'_>, nesting: usize) -> Result<Table, ExtractError> {
        let mut out =
            Table { breaks: start.attr("pageBreak").is_some_and(|mode| mode != "NONE"), ..Table::default() };
        let mut open = 1_usize;
        let (mut row, mut column) = (0_usize, 0_usize);
        while let Some(element) = self.xml.inside(&mut open)? {
            match element.name() {
                "caption" => out.caption = self.paragraphs(nesting)?,
                "tr" => {
                    row += usize::from(!out.cells.is_empty());
                    column = 0;
                    open += 1;
                }
                "tc" => {
                    let cell = self.cell(row, column, nesting)?;
                    column = cell.column.saturating_add(cell.column_span.max(1));
                    out.cells.push(cell);
                }
                "sz" => {
                    out.height = element.number("height").unwrap_or(0);
                    open += 1;
                }
                "pos" => {
                    // A table that counts as a character stays on one page.
                    out.breaks &= element.attr("treatAsChar").as_deref() != Some("1");
                    open += 1;
                }
                _ => open += 1,
            }
        }
        Ok(out)
    }

    fn cell(&mut self, row: usize, column: usize, nesting: usize) -> Result<Cell, ExtractError> {
        let mut cell = Cell { row, column, row_span: 1, column_span: 1, text: String::new() };
        let mut open = 1_usize;
        while let Some(element) = self.xml.inside(&mut open)? {
            match element.name() {
                "subList" => {
                    let text = self.paragraphs(nesting)?;
                    cell.text.push_str(&text);
                    continue;
                }
                "cellAddr" => {
                    cell.row = element.number("rowAddr").unwrap_or(row);
                    cell.column = element.number("colAddr").unwrap_or(column);
                }
                "cellSpan" => {
                    cell.row_span = element.number("rowSpan").unwrap_or(1);
                    cell.column_span = element.number("colSpan").unwrap_or(1);
                }
                _ => {}
            }
            open += 1;
        }
        Ok(cell)
    }

    /// The caption of a picture.
    fn figure(&mut self, nesting: usize) -> Result<String, ExtractError> {
        let mut caption = String::new();
        let mut open = 1_usize;
        while let Some(element) = self.xml.inside(&mut open)? {
            match element.name() {
                "caption" => caption = self.paragraphs(nesting)?,
                _ => open += 1,
            }
        }
        Ok(caption)
    }

    /// The script of an equation, in Hancom's notation.
    fn equation(&mut self) -> Result<String, ExtractError> {
        let mut script = String::new();
        let mut open = 1_usize;
        while let Some(element) = self.xml.inside(&mut open)? {
            match element.name() {
                "script" => script = math::hancom(&self.xml.text()?),
                _ => open += 1,
            }
        }
        Ok(script)
    }
}

/// Characters set into one another. Hancom writes numbers in circles past ⑳ as two private-use digits
/// (tens from U+F0288, ones from U+F0292): they come out in parentheses, as such items are cited.
fn composed(text: &str) -> String {
    let digits: Option<String> = text
        .chars()
        .map(|ch| match u32::from(ch) {
            code @ 0xf0288..=0xf0291 => char::from_digit(code - 0xf0288, 10),
            code @ 0xf0292..=0xf029b => char::from_digit(code - 0xf0292, 10),
            _ => ch.is_ascii_digit().then_some(ch),
        })
        .collect();
    match digits {
        Some(digits) if !digits.is_empty() => format!("({digits})"),
        _ => text.to_owned(),
    }
}
