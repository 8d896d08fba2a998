//! DOCX (ECMA-376, `WordprocessingML`).
//!
//! Pages: Word leaves a mark where its layout broke a page (`lastRenderedPageBreak`); with at least one
//! such mark pages are counted from them and from hard breaks, otherwise they stay unknown.

use std::collections::{BTreeSet, HashMap};

use super::archive::Archive;
use super::builder::{Builder, clean, one_line};
use super::headings::{self, heading_level};
use super::table::{self, Cell, Rendered};
use super::xml::{Element, Node, Pull};
use super::{ExtractError, Extraction, Limits};
use stet_sources::chunk::{Block, Category};

pub(super) const MEDIA_TYPE: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

/// Tables in cells of tables: deeper than this their text is passed over.
const MAX_NESTING: usize = 24;

pub(super) fn extract(bytes: &[u8], limits: &Limits) -> Result<Extraction, ExtractError> {
    let mut archive = Archive::open(bytes, limits)?;
    let body = archive
        .read_text("word/document.xml")?
        .ok_or_else(|| ExtractError::corrupt("word/document.xml is missing"))?;
    let styles = styles(&archive.read_text("word/styles.xml")?.unwrap_or_default())?;
    let notes = notes(&mut archive)?;
    let running: BTreeSet<String> = archive
        .names()
        .into_iter()
        .filter(|name| name.starts_with("word/header") || name.starts_with("word/footer"))
        .collect();
    let title = match archive.read_text("docProps/core.xml")? {
        Some(core) => title(&core)?,
        None => None,
    };
    let mut reader = Reader {
        xml: Pull::new(&body),
        styles: &styles,
        notes: &notes,
        out: Builder::new(limits),
        page: 1,
        rendered: false,
    };
    reader.body()?;
    let (rendered, pages) = (reader.rendered, reader.page);
    let mut out = reader.out;
    let mut seen = BTreeSet::new();
    for name in running {
        let Some(part) = archive.read_text(&name)? else { continue };
        let category = if name.contains("header") { Category::Header } else { Category::Footer };
        let text = plain(&part)?;
        if seen.insert(text.clone()) {
            out.push(category, None, &text)?;
        }
    }
    let mut blocks = out.finish();
    if !rendered {
        for block in &mut blocks {
            block.page = None;
        }
    }
    Ok(Extraction {
        title,
        media_type: MEDIA_TYPE.into(),
        pages: rendered.then_some(pages),
        blocks,
        warnings: Vec::new(),
    })
}

fn title(core: &str) -> Result<Option<String>, ExtractError> {
    let mut xml = Pull::new(core);
    loop {
        match xml.next()? {
            Node::Open(element) if element.name() == "title" => {
                return Ok(Some(one_line(&xml.text()?)).filter(|title| !title.is_empty()));
            }
            Node::End => return Ok(None),
            _ => {}
        }
    }
}

/// Heading level by style id, from the outline level or the style's name.
fn styles(text: &str) -> Result<HashMap<String, usize>, ExtractError> {
    let mut xml = Pull::new(text);
    let mut levels = HashMap::new();
    let mut id = None;
    loop {
        match xml.next()? {
            Node::Open(element) => match element.name() {
                "style" => id = element.attr("styleId"),
                "name" => {
                    if let (Some(id), Some(level)) =
                        (id.clone(), element.attr("val").as_deref().and_then(heading_level))
                    {
                        levels.insert(id, level);
                    }
                }
                "outlineLvl" => {
                    if let (Some(id), Some(level @ 0..=8)) = (id.clone(), element.number::<usize>("val")) {
                        levels.insert(id, level + 1);
                    }
                }
                _ => {}
            },
            Node::End => return Ok(levels),
            _ => {}
        }
    }
}

/// Text of foot- and endnotes by kind and id.
fn notes(archive: &mut Archive<'_>) -> Result<HashMap<(bool, String), String>, ExtractError> {
    let mut notes = HashMap::new();
    for (part, element_name, foot) in
        [("word/footnotes.xml", "footnote", true), ("word/endnotes.xml", "endnote", false)]
    {
        let Some(text) = archive.read_text(part)? else { continue };
        let mut xml = Pull::new(&text);
        loop {
            match xml.next()? {
                Node::Open(element) if element.name() == element_name => {
                    // Separators have a type and no text of the author's.
                    let (kind, id) = (element.attr("type"), element.attr("id"));
                    let text = plain_rest(&mut xml)?;
                    if let (None, Some(id)) = (kind, id) {
                        notes.insert((foot, id), text);
                    }
                }
                Node::End => break,
                _ => {}
            }
        }
    }
    Ok(notes)
}

/// All text of a part, a line for each paragraph.
fn plain(part: &str) -> Result<String, ExtractError> {
    let mut xml = Pull::new(part);
    match xml.next()? {
        Node::Open(_) => plain_rest(&mut xml),
        _ => Ok(String::new()),
    }
}

/// Text up to the end of the open element.
fn plain_rest(xml: &mut Pull<'_>) -> Result<String, ExtractError> {
    let mut out = String::new();
    let mut open = 1_usize;
    let mut text_at = 0;
    while open > 0 {
        match xml.next()? {
            Node::Open(element) => {
                open += 1;
                match element.name() {
                    "t" => text_at = open,
                    "p" if !out.is_empty() => out.push('\n'),
                    "tab" => out.push(' '),
                    // A field's instruction and the number it showed last.
                    "instrText" | "fldSimple" => {
                        xml.skip()?;
                        open -= 1;
                    }
                    _ => {}
                }
            }
            Node::Close => {
                if open == text_at {
                    text_at = 0;
                }
                open -= 1;
            }
            Node::Text(text) if text_at > 0 => out.push_str(&text),
            Node::Text(_) => {}
            Node::End => break,
        }
    }
    Ok(clean(&out))
}

/// A paragraph as it is read: its text, what it is, what hangs on it.
#[derive(Default)]
struct Paragraph {
    text: String,
    /// Page its first character stands on.
    page: Option<u32>,
    level: Option<usize>,
    caption: bool,
    /// Depth in a numbered or bulleted list.
    list: Option<usize>,
    equation: bool,
    prose: bool,
    notes: Vec<String>,
    boxes: Vec<String>,
    figures: Vec<String>,
}

struct Reader<'a> {
    xml: Pull<'a>,
    styles: &'a HashMap<String, usize>,
    notes: &'a HashMap<(bool, String), String>,
    out: Builder,
    page: u32,
    rendered: bool,
}

impl Reader<'_> {
    fn body(&mut self) -> Result<(), ExtractError> {
        // Items of a list are paragraphs in a row; they become one block.
        let mut list: Option<(u32, String)> = None;
        loop {
            match self.xml.next()? {
                Node::Open(element) => match element.name() {
                    "p" => {
                        let paragraph = self.paragraph(0)?;
                        let page = paragraph.page.unwrap_or(self.page);
                        if let (Some(depth), None) = (paragraph.list, paragraph.level) {
                            let text = one_line(&paragraph.text);
                            if !text.is_empty() {
                                let (_, open) = list.get_or_insert_with(|| (page, String::new()));
                                if !open.is_empty() {
                                    open.push('\n');
                                }
                                open.push_str(&"  ".repeat(depth.min(8)));
                                open.push_str("- ");
                                open.push_str(&text);
                            }
                        } else {
                            self.close_list(&mut list)?;
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
                        let page = self.page;
                        let cells = self.table(1)?;
                        self.give_table(&cells, page)?;
                    }
                    "Fallback" | "sectPr" => self.xml.skip()?,
                    _ => {}
                },
                Node::End => break,
                _ => {}
            }
        }
        self.close_list(&mut list)
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

    fn give_table(&mut self, cells: &[Cell], page: u32) -> Result<(), ExtractError> {
        let (category, text) = match table::render(cells) {
            Rendered::Nothing => return Ok(()),
            Rendered::Frame(text) => (headings::category(None, &text), text),
            Rendered::Rows(text) => (Category::Table, text),
        };
        self.out.push_block(Block { page: Some(page), category, text, ..Block::default() })
    }

    fn paragraph(&mut self, nesting: usize) -> Result<Paragraph, ExtractError> {
        let mut out = Paragraph::default();
        let mut open = 1_usize;
        let (mut text_at, mut math_at) = (0, 0);
        while open > 0 {
            let element = match self.xml.next()? {
                Node::Open(element) => element,
                Node::Close => {
                    if open == text_at {
                        text_at = 0;
                    }
                    if open == math_at {
                        math_at = 0;
                    }
                    open -= 1;
                    continue;
                }
                Node::Text(text) => {
                    if text_at > 0 {
                        out.page.get_or_insert(self.page);
                        out.text.push_str(&text);
                        out.equation |= math_at > 0;
                        out.prose |= math_at == 0 && !text.trim().is_empty();
                    }
                    continue;
                }
                Node::End => break,
            };
            open += 1;
            match element.name() {
                "t" => text_at = open,
                "oMath" if math_at == 0 => math_at = open,
                "tab" | "ptab" => out.text.push(' '),
                "noBreakHyphen" => out.text.push('-'),
                "br" | "cr" => {
                    if element.attr("type").as_deref() == Some("page") {
                        self.page += u32::from(nesting == 0);
                    } else {
                        out.text.push('\n');
                    }
                }
                "lastRenderedPageBreak" if nesting == 0 => {
                    self.page += 1;
                    self.rendered = true;
                }
                "pStyle" => {
                    let id = element.attr("val").unwrap_or_default();
                    out.level = self.styles.get(&id).copied().or_else(|| heading_level(&id));
                    out.caption = id.eq_ignore_ascii_case("caption") || id == "캡션";
                }
                "outlineLvl" => out.level = element.number::<usize>("val").filter(|l| *l < 9).map(|l| l + 1),
                "ilvl" => out.list = Some(element.number("val").unwrap_or(0)),
                "footnoteReference" | "endnoteReference" => self.note(&element, &mut out),
                "docPr" => out.figures.extend(element.attr("descr")),
                "txbxContent" if nesting < MAX_NESTING => {
                    let text = self.paragraphs(nesting + 1)?;
                    out.boxes.push(text);
                    open -= 1;
                }
                "instrText" | "delText" | "del" | "moveFrom" | "Fallback" | "txbxContent" => {
                    self.xml.skip()?;
                    open -= 1;
                }
                _ => {}
            }
        }
        Ok(out)
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
                    lines.push(paragraph.text);
                    lines.extend(paragraph.boxes);
                    lines.extend(paragraph.notes);
                }
                "tbl" if nesting >= MAX_NESTING => self.xml.skip()?,
                "tbl" => {
                    let cells = self.table(nesting + 1)?;
                    let texts: Vec<String> = cells.iter().map(|cell| one_line(&cell.text)).collect();
                    lines.push(texts.join(" "));
                }
                _ => open += 1,
            }
        }
        Ok(clean(&lines.join("\n")))
    }

    fn table(&mut self, nesting: usize) -> Result<Vec<Cell>, ExtractError> {
        let mut cells: Vec<Cell> = Vec::new();
        let mut open = 1_usize;
        let (mut row, mut column) = (0_usize, 0_usize);
        while let Some(element) = self.xml.inside(&mut open)? {
            match element.name() {
                "tr" => {
                    row += usize::from(!cells.is_empty());
                    column = 0;
                    open += 1;
                }
                "tc" => {
                    let (cell, continues) = self.cell(row, column, nesting)?;
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
        Ok(cells)
    }

    /// A cell, and whether it continues the one above it.
    fn cell(&mut self, row: usize, column: usize, nesting: usize) -> Result<(Cell, bool), ExtractError> {
        let mut cell = Cell { row, column, row_span: 1, column_span: 1, text: String::new() };
        let mut continues = false;
        let mut lines = Vec::new();
        let mut open = 1_usize;
        while let Some(element) = self.xml.inside(&mut open)? {
            match element.name() {
                "p" => lines.push(self.paragraph(nesting)?.text),
                "tbl" if nesting >= MAX_NESTING => self.xml.skip()?,
                "tbl" => {
                    let inner = self.table(nesting + 1)?;
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
        Ok((cell, continues))
    }
}
