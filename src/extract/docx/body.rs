//! The body of a document: its paragraphs, with the lists, tables, notes, boxes and formulas in them.

use std::collections::HashMap;

use super::{Look, Numbers, Place, Styles, plain_rest};
use crate::ExtractError;
use crate::builder::{Builder, TURN, clean, one_line, symbol};
use crate::headings;
use crate::math;
use crate::numbering::labelled;
use crate::table::{self, Cell, Rendered};
use crate::xml::{Element, Node, Pull};
use stet_sources::chunk::{Block, Category};

/// Tables in cells of tables: deeper than this their text is passed over.
const MAX_NESTING: usize = 24;

/// A paragraph as it is read: its text, what it is, what hangs on it.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a property of its own")]
struct Paragraph {
    text: String,
    /// Page its first character stands on.
    page: Option<u32>,
    level: Option<usize>,
    caption: bool,
    /// List and level of a numbered or bulleted paragraph.
    list: Option<(String, usize)>,
    /// Its end is deleted: it has no number, and its words stand in the next.
    open: bool,
    equation: bool,
    prose: bool,
    notes: Vec<String>,
    boxes: Vec<String>,
    figures: Vec<String>,
}

pub(super) struct Reader<'a> {
    xml: Pull<'a>,
    styles: &'a Styles,
    notes: &'a HashMap<(bool, String), String>,
    out: Builder,
    page: u32,
    rendered: bool,
    numbers: Numbers,
    /// The page that a hard break began and no mark of the layout has yet.
    hard: Option<u32>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(
        body: &'a str,
        styles: &'a Styles,
        notes: &'a HashMap<(bool, String), String>,
        out: Builder,
    ) -> Self {
        let numbers = Numbers::default();
        Self { xml: Pull::new(body), styles, notes, out, page: 1, rendered: false, numbers, hard: None }
    }

    /// What was read, and how many pages there are where that is known.
    pub(super) fn finish(self) -> (Builder, Option<u32>) {
        (self.out, self.rendered.then_some(self.page))
    }

    pub(super) fn body(&mut self) -> Result<(), ExtractError> {
        // Items of a list are paragraphs in a row; they become one block.
        let mut list: Option<(u32, String)> = None;
        // Words of paragraphs whose end is deleted.
        let mut before: Option<(u32, String)> = None;
        loop {
            match self.xml.next()? {
                Node::Open(element) => match element.name() {
                    "p" => {
                        let mut paragraph = self.paragraph(0)?;
                        let mut page = paragraph.page.unwrap_or(self.page);
                        if let Some((first, words)) = before.take() {
                            (page, paragraph.text) = (first, words + &paragraph.text);
                        }
                        let label = self.label(&paragraph);
                        if paragraph.open {
                            let words = std::mem::take(&mut paragraph.text);
                            before = (!words.is_empty()).then_some((page, words));
                        } else if let (Some((_, depth)), None) = (&paragraph.list, paragraph.level) {
                            let text = one_line(&paragraph.text);
                            if !text.is_empty() {
                                let (first, open) = list.get_or_insert_with(|| (page, String::new()));
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
                                    open.push_str(&labelled(&label, &text));
                                } else {
                                    open.push_str(&"  ".repeat((*depth).min(8)));
                                    open.push_str("- ");
                                    open.push_str(&text);
                                }
                            }
                        } else {
                            self.close_list(&mut list)?;
                            if let Some(label) = label.filter(|_| !paragraph.text.trim().is_empty()) {
                                paragraph.text = labelled(&label, &paragraph.text);
                            }
                            self.give(&paragraph, page)?;
                        }
                        for (category, texts) in [
                            (Category::Paragraph, &paragraph.boxes),
                            (Category::Figure, &paragraph.figures),
                            (Category::Footnote, &paragraph.notes),
                        ] {
                            for text in texts {
                                self.close_list(&mut list)?;
                                self.out.push(category, Some(page), text)?;
                            }
                        }
                    }
                    "tbl" => {
                        self.close_list(&mut list)?;
                        self.close_words(&mut before)?;
                        let (cells, pages) = self.table(1)?;
                        self.give_table(&cells, &pages)?;
                    }
                    "Fallback" | "sectPr" => self.xml.skip()?,
                    _ => {}
                },
                Node::End => break,
                _ => {}
            }
        }
        self.close_list(&mut list)?;
        self.close_words(&mut before)
    }

    fn close_words(&mut self, before: &mut Option<(u32, String)>) -> Result<(), ExtractError> {
        match before.take() {
            Some((page, words)) => self.out.push(Category::Paragraph, Some(page), &words),
            None => Ok(()),
        }
    }

    fn close_list(&mut self, list: &mut Option<(u32, String)>) -> Result<(), ExtractError> {
        match list.take() {
            Some((page, text)) => self.out.push(Category::List, Some(page), &text),
            None => Ok(()),
        }
    }

    fn give(&mut self, paragraph: &Paragraph, page: u32) -> Result<(), ExtractError> {
        let category = match headings::category(paragraph.level, &paragraph.text) {
            Category::Paragraph if paragraph.caption => Category::Caption,
            Category::Paragraph if paragraph.equation && !paragraph.prose => Category::Equation,
            other => other,
        };
        self.out.push(category, Some(page), &paragraph.text)
    }

    /// Gives a table; `pages` are those its rows stand on. What runs over a page is a table of its own on the next,
    /// under the same names of columns.
    fn give_table(&mut self, cells: &[Cell], pages: &[u32]) -> Result<(), ExtractError> {
        let page_of = |row: usize| pages.get(row).or(pages.last()).copied().unwrap_or(self.page);
        for (page, part) in table::by_page(cells, page_of) {
            let (category, text) = match table::render(&part) {
                Rendered::Nothing => continue,
                Rendered::Frame(text) => (headings::category(None, &text), text),
                Rendered::Rows(text) => (Category::Table, text),
            };
            self.out.push_block(Block { page: Some(page), category, text, ..Block::default() })?;
        }
        Ok(())
    }

    /// The automatic number of a paragraph. It is counted even where the paragraph is empty.
    fn label(&mut self, paragraph: &Paragraph) -> Option<String> {
        self.numbers.next(self.styles, paragraph.list.as_ref().filter(|_| !paragraph.open)?)
    }

    /// Reads what is said of a paragraph. The order tells nothing: its style comes first, whatever stands before it.
    fn properties(&mut self, out: &mut Paragraph) -> Result<(), ExtractError> {
        let (mut own, mut place, mut style) = (Vec::new(), Place::default(), None);
        let mut open = 1_usize;
        while let Some(element) = self.xml.inside(&mut open)? {
            match element.name() {
                "pPrChange" | "rPrChange" => {
                    self.xml.skip()?;
                    continue;
                }
                "pStyle" => style = element.attr("val"),
                "del" | "moveFrom" => out.open = true,
                "outlineLvl" | "ilvl" | "numId" => own.push(element),
                _ => {}
            }
            open += 1;
        }
        if let Some(id) = &style {
            out.level = self.styles.level(id);
            out.caption = id.eq_ignore_ascii_case("caption") || id == "캡션";
        }
        for element in &own {
            match element.name() {
                "outlineLvl" => out.level = element.number::<usize>("val").filter(|l| *l < 9).map(|l| l + 1),
                _ => place.set(element),
            }
        }
        out.list = self.styles.list(style.as_deref(), &place);
        Ok(())
    }

    /// Reads how a run looks: as its style does, and over that as it says itself.
    fn look(&mut self) -> Result<Look, ExtractError> {
        let (mut look, mut own) = (Look::default(), Vec::new());
        let mut open = 1_usize;
        while let Some(element) = self.xml.inside(&mut open)? {
            match element.name() {
                "rPrChange" => {
                    self.xml.skip()?;
                    continue;
                }
                "rStyle" => look = self.styles.look(&element.attr("val").unwrap_or_default()),
                _ => own.push(element),
            }
            open += 1;
        }
        for element in &own {
            look.take(element);
        }
        Ok(look)
    }

    fn paragraph(&mut self, nesting: usize) -> Result<Paragraph, ExtractError> {
        let list = self.styles.list(None, &Place::default());
        let mut out = Paragraph { list, ..Paragraph::default() };
        let mut open = 1_usize;
        let mut text_at = 0;
        let mut look = Look::default();
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
                    if text_at > 0 && !look.is_gone() {
                        out.page.get_or_insert(self.page);
                        look.put(&mut out.text, &text);
                        if !text.trim().is_empty() {
                            out.prose = true;
                            self.hard = None;
                        }
                    }
                    continue;
                }
                Node::End => break,
            };
            open += 1;
            match element.name() {
                "t" => text_at = open,
                "pPr" => {
                    self.properties(&mut out)?;
                    open -= 1;
                }
                "r" => look = Look::default(),
                "rPr" => {
                    look = self.look()?;
                    open -= 1;
                }
                "sym" if !look.is_gone() => {
                    let code = element.attr("char").and_then(|code| u32::from_str_radix(&code, 16).ok());
                    let font = element.attr("font").unwrap_or_default();
                    out.text.extend(code.map(|code| symbol(&font, code)));
                }
                "tab" | "ptab" => out.text.push(' '),
                "noBreakHyphen" => out.text.push('-'),
                "br" | "cr" => {
                    if element.attr("type").as_deref() == Some("page") {
                        self.turn(&mut out);
                        self.hard = Some(self.page);
                    } else {
                        out.text.push('\n');
                    }
                }
                "lastRenderedPageBreak" => {
                    // A hard break is marked again where the page begins.
                    if self.hard == Some(self.page) {
                        self.hard = None;
                    } else {
                        self.turn(&mut out);
                    }
                    self.rendered = true;
                }
                "footnoteReference" | "endnoteReference" => self.note(&element, &mut out),
                "docPr" => out.figures.extend(element.attr("descr")),
                name => {
                    if self.object(name, nesting, &mut out)? {
                        open -= 1;
                    }
                }
            }
        }
        Ok(out)
    }

    /// Reads what stands in a paragraph and is no run; whether it was read to its end.
    fn object(&mut self, name: &str, nesting: usize, out: &mut Paragraph) -> Result<bool, ExtractError> {
        match name {
            "oMath" => {
                let formula = math::omml(&mut self.xml)?;
                out.page.get_or_insert(self.page);
                // What a formula begins with is not glued to the word before it.
                if out.text.ends_with(|ch: char| ch.is_alphanumeric() || ch == ',') && out.prose {
                    out.text.push(' ');
                }
                out.text.push_str(&formula);
                out.equation = true;
            }
            "ruby" => {
                let reading = self.ruby()?;
                out.text.push_str(&reading);
            }
            "checkBox" => {
                let ticked = self.ticked()?;
                out.text.push(if ticked { '☑' } else { '☐' });
            }
            "txbxContent" if nesting < MAX_NESTING => {
                let text = self.paragraphs(nesting + 1)?;
                out.boxes.push(text);
            }
            "instrText" | "delText" | "del" | "moveFrom" | "Fallback" | "txbxContent" => self.xml.skip()?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The page turns at this place of a paragraph.
    fn turn(&mut self, out: &mut Paragraph) {
        self.page += 1;
        if out.page.is_some() {
            out.text.push(TURN);
        }
    }

    /// `頒布(반포)`: the words, with how they are read behind them.
    fn ruby(&mut self) -> Result<String, ExtractError> {
        let (mut base, mut reading) = (String::new(), String::new());
        let mut open = 1_usize;
        while let Some(element) = self.xml.inside(&mut open)? {
            match element.name() {
                "rt" => reading = plain_rest(&mut self.xml)?,
                "rubyBase" => base = plain_rest(&mut self.xml)?,
                _ => open += 1,
            }
        }
        Ok(if reading.is_empty() { base } else { format!("{base}({reading})") })
    }

    /// Whether the box of a form field is ticked.
    fn ticked(&mut self) -> Result<bool, ExtractError> {
        let mut ticked = None;
        let mut open = 1_usize;
        while let Some(element) = self.xml.inside(&mut open)? {
            let on = !matches!(element.attr("val").as_deref(), Some("0" | "false"));
            match element.name() {
                "checked" => ticked = Some(on),
                "default" => ticked = ticked.or(Some(on)),
                _ => {}
            }
            open += 1;
        }
        Ok(ticked.unwrap_or(false))
    }

    fn note(&self, element: &Element<'_>, out: &mut Paragraph) {
        let foot = element.name() == "footnoteReference";
        if let Some(text) = element.attr("id").and_then(|id| self.notes.get(&(foot, id))) {
            out.notes.push(text.clone());
        }
    }

    /// All paragraphs up to the end of the open element, one a line.
    fn paragraphs(&mut self, nesting: usize) -> Result<String, ExtractError> {
        let mut lines = Vec::new();
        let mut open = 1_usize;
        while let Some(element) = self.xml.inside(&mut open)? {
            match element.name() {
                "p" => {
                    let paragraph = self.paragraph(nesting)?;
                    lines.push(paragraph.text.replace(TURN, ""));
                    lines.extend(paragraph.boxes);
                    lines.extend(paragraph.notes);
                }
                "tbl" if nesting >= MAX_NESTING => self.xml.skip()?,
                "tbl" => {
                    let (cells, _) = self.table(nesting + 1)?;
                    let texts: Vec<String> = cells.iter().map(|cell| one_line(&cell.text)).collect();
                    lines.push(texts.join(" "));
                }
                _ => open += 1,
            }
        }
        Ok(clean(&lines.join("\n")))
    }

    /// The cells of a table, and the page each of its rows begins on.
    fn table(&mut self, nesting: usize) -> Result<(Vec<Cell>, Vec<u32>), ExtractError> {
        let mut cells: Vec<Cell> = Vec::new();
        let mut pages = Vec::new();
        // Where the row began, and the last page that one of its cells reached: cells stand beside one another.
        let (mut begun, mut reached) = (self.page, self.page);
        let mut open = 1_usize;
        let (mut row, mut column) = (0_usize, 0_usize);
        while let Some(element) = self.xml.inside(&mut open)? {
            match element.name() {
                "tr" => {
                    row += usize::from(!cells.is_empty());
                    column = 0;
                    open += 1;
                    begun = reached;
                    pages.resize(row + 1, begun);
                }
                "tc" => {
                    self.page = begun;
                    let (cell, continues, first) = self.cell(row, column, nesting)?;
                    reached = reached.max(self.page);
                    if let Some(page) = pages.get_mut(row) {
                        *page = first.unwrap_or(*page).max(*page);
                    }
                    column = column.saturating_add(cell.column_span);
                    let above = cells
                        .iter_mut()
                        .rev()
                        .find(|other| other.column == cell.column && other.row + other.row_span == row);
                    match above {
                        Some(above) if continues => above.row_span += 1,
                        _ => cells.push(cell),
                    }
                }
                _ => open += 1,
            }
        }
        self.page = reached;
        Ok((cells, pages))
    }

    /// A cell, whether it continues the one above it, and the page of its first character.
    fn cell(
        &mut self,
        row: usize,
        column: usize,
        nesting: usize,
    ) -> Result<(Cell, bool, Option<u32>), ExtractError> {
        let mut first = None;
        let mut cell = Cell { row, column, row_span: 1, column_span: 1, text: String::new() };
        let mut continues = false;
        let mut lines = Vec::new();
        let mut open = 1_usize;
        while let Some(element) = self.xml.inside(&mut open)? {
            match element.name() {
                "p" => {
                    let paragraph = self.paragraph(nesting)?;
                    first = first.or(paragraph.page);
                    lines.push(paragraph.text.replace(TURN, ""));
                    lines.extend(paragraph.notes);
                }
                "tbl" if nesting >= MAX_NESTING => self.xml.skip()?,
                "tbl" => {
                    let (inner, _) = self.table(nesting + 1)?;
                    lines.extend(inner.iter().map(|cell| one_line(&cell.text)));
                }
                name => {
                    open += 1;
                    match name {
                        "gridSpan" => {
                            cell.column_span = element.number::<usize>("val").unwrap_or(1).clamp(1, 1000);
                        }
                        "vMerge" => continues = element.attr("val").is_none_or(|kind| kind == "continue"),
                        _ => {}
                    }
                }
            }
        }
        cell.text = clean(&lines.join("\n"));
        Ok((cell, continues, first))
    }
}
