//! HWPX (OWPML, KS X 6101): the XML format of Hancom Office.
//!
//! An own reader rather than `unhwp`, which reads the old binary format in `hwp.rs`. On the 50 MB rule
//! book used for development `unhwp` is fast as well (0.25 s, 105 MB), but it unpacks without a budget,
//! knows no pages, drops captions and running headers, and takes headings from guesses at the text
//! instead of from the styles.
//!
//! Pages: the format stores no page numbers, but the layout that the word processor computed last: each
//! line's position on its page. A line above the one before it stands on a new page, as does a
//! paragraph after a forced break. A table that runs over the end of its page is counted by its height.
//! Without stored layout, or with several columns, pages stay unknown.

use std::collections::{HashMap, HashSet};

use super::archive::Archive;
use super::builder::{Builder, clean, one_line};
use super::headings::{self, heading_level};
use super::table::{self, Cell, Rendered};
use super::xml::{Element, Node, Pull};
use super::{ExtractError, Extraction, Limits};
use crate::domain::chunk::{Block, Category};

pub(super) const MEDIA_TYPE: &str = "application/hwp+zip";

/// Tables in cells of tables: deeper than this their text is passed over.
const MAX_NESTING: usize = 24;

pub(super) fn extract(bytes: &[u8], limits: &Limits) -> Result<Extraction, ExtractError> {
    let mut archive = Archive::open(bytes, limits)?;
    // A protected document lists its encryption here and keeps scrambled parts.
    if let Some(manifest) = archive.read_text("META-INF/manifest.xml")?
        && manifest.contains("encryption-data")
    {
        return Err(ExtractError::Encrypted);
    }
    let header = archive.read_text("Contents/header.xml")?;
    let styles = Styles::read(header.as_deref().unwrap_or_default())?;
    let package = archive.read_text("Contents/content.hpf")?.unwrap_or_default();
    let package = Package::read(&package)?;
    let sections = if package.sections.is_empty() { by_name(&archive) } else { package.sections };
    if sections.is_empty() {
        return Err(ExtractError::corrupt("no sections in the document"));
    }
    let mut writer = Writer {
        out: Builder::new(limits),
        running: HashSet::new(),
        pages: Pages::default(),
        warnings: Vec::new(),
    };
    for name in sections {
        let Some(text) = archive.read_text(&name)? else {
            writer.warnings.push(format!("The part {name} is listed in the document but missing."));
            continue;
        };
        Section { xml: Pull::new(&text), styles: &styles }.read(&mut writer)?;
    }
    let known = writer.pages.known;
    let pages = writer.pages.page;
    let mut blocks = writer.out.finish();
    if !known {
        for block in &mut blocks {
            block.page = None;
        }
    }
    Ok(Extraction {
        title: package.title,
        media_type: MEDIA_TYPE.into(),
        pages: known.then_some(pages),
        blocks,
        warnings: writer.warnings,
    })
}

/// Section parts in numeric order, for packages without a usable manifest.
fn by_name(archive: &Archive<'_>) -> Vec<String> {
    let mut found: Vec<(u32, String)> = archive
        .names()
        .into_iter()
        .filter_map(|name| {
            let number = name.strip_prefix("Contents/section")?.strip_suffix(".xml")?.parse().ok()?;
            Some((number, name))
        })
        .collect();
    found.sort();
    found.into_iter().map(|(_, name)| name).collect()
}

/// What `content.hpf` says: the title and the sections in reading order.
#[derive(Default)]
struct Package {
    title: Option<String>,
    sections: Vec<String>,
}

impl Package {
    fn read(text: &str) -> Result<Self, ExtractError> {
        let mut xml = Pull::new(text);
        let mut package = Self::default();
        let mut items = HashMap::new();
        let mut spine = Vec::new();
        loop {
            match xml.next()? {
                Node::Open(element) => match element.name() {
                    "title" => {
                        package.title = Some(one_line(&xml.text()?)).filter(|title| !title.is_empty());
                    }
                    "item" => {
                        if let (Some(id), Some(href)) = (element.attr("id"), element.attr("href")) {
                            items.insert(id, href);
                        }
                    }
                    "itemref" => spine.extend(element.attr("idref")),
                    _ => {}
                },
                Node::End => break,
                _ => {}
            }
        }
        package.sections = spine
            .iter()
            .filter_map(|id| items.get(id))
            .filter(|href| href.rsplit('/').next().is_some_and(|name| name.starts_with("section")))
            .cloned()
            .collect();
        Ok(package)
    }
}

/// Heading levels and sizes by the ids that paragraphs and runs refer to.
#[derive(Default)]
struct Styles {
    /// Level by paragraph style, from the style's name.
    style: HashMap<String, usize>,
    /// Level by paragraph shape, from its outline setting.
    shape: HashMap<String, usize>,
}

impl Styles {
    fn read(text: &str) -> Result<Self, ExtractError> {
        let mut xml = Pull::new(text);
        let mut styles = Self::default();
        let mut shape = None;
        loop {
            match xml.next()? {
                Node::Open(element) => match element.name() {
                    "paraPr" => shape = element.attr("id"),
                    "heading" if element.attr("type").as_deref() == Some("OUTLINE") => {
                        if let Some(id) = shape.clone() {
                            let level = element.number::<usize>("level").unwrap_or(0);
                            styles.shape.insert(id, level + 1);
                        }
                    }
                    "style" => {
                        let names = [element.attr("name"), element.attr("engName")];
                        let level = names.iter().flatten().find_map(|name| heading_level(name));
                        if let (Some(id), Some(level)) = (element.attr("id"), level) {
                            styles.style.insert(id, level);
                        }
                    }
                    _ => {}
                },
                Node::End => return Ok(styles),
                _ => {}
            }
        }
    }
}

/// Where the reader is in the stored layout.
struct Pages {
    page: u32,
    /// Position of the last line on its page, in 1/7200 inch.
    last: i64,
    started: bool,
    known: bool,
    /// Height of the text area of a page.
    body: i64,
}

impl Default for Pages {
    fn default() -> Self {
        // A4 with Hancom's default margins, until the section says otherwise.
        Self { page: 1, last: 0, started: false, known: true, body: 84188 - 14000 }
    }
}

impl Pages {
    /// Moves on to the first line of a paragraph; its page.
    fn open(&mut self, forced: bool, lines: &[i64]) -> u32 {
        if lines.is_empty() {
            self.known = false;
        }
        let first = lines.first().copied().unwrap_or(self.last);
        if self.started && (forced || first < self.last) {
            self.page += 1;
        }
        self.started = true;
        self.last = first;
        self.page
    }

    /// Moves on to the last line of the paragraph.
    fn close(&mut self, lines: &[i64]) {
        for line in lines {
            if *line < self.last {
                self.page += 1;
            }
            self.last = *line;
        }
    }

    /// A table that flows over pages: its height decides how many.
    fn flow(&mut self, height: i64) {
        if self.body <= 0 || height <= 0 {
            return;
        }
        let end = self.last.saturating_add(height);
        let crossed = end / self.body;
        if crossed > 0 {
            self.page = self.page.saturating_add(u32::try_from(crossed).unwrap_or(0));
            self.last = 0;
        }
    }
}

/// What a paragraph consists of, in reading order.
enum Piece {
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
struct Table {
    cells: Vec<Cell>,
    caption: String,
    height: i64,
    /// Whether rows may go to the next page.
    breaks: bool,
}

#[derive(Default)]
struct Paragraph {
    pieces: Vec<Piece>,
    page_break: bool,
    level: Option<usize>,
    lines: Vec<i64>,
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

struct Writer {
    out: Builder,
    /// Running headers and footers already given: each text once.
    running: HashSet<String>,
    pages: Pages,
    warnings: Vec<String>,
}

impl Writer {
    fn paragraph(&mut self, paragraph: Paragraph) -> Result<(), ExtractError> {
        let page = Some(self.pages.open(paragraph.page_break, &paragraph.lines));
        let level = paragraph.level;
        let mut height = 0;
        for piece in paragraph.pieces {
            match piece {
                Piece::Text(text) => {
                    self.out.push(headings::category(level, &text), page, &text)?;
                }
                Piece::Table(table) => {
                    if table.breaks {
                        height += table.height;
                    }
                    self.table(&table, page)?;
                }
                Piece::Box(text) => self.out.push(Category::Paragraph, page, &text)?,
                Piece::Note(text) => self.out.push(Category::Footnote, page, &text)?,
                Piece::Caption(text) => self.out.push(Category::Caption, page, &text)?,
                Piece::Figure { caption } => self.out.push(Category::Figure, page, &caption)?,
                Piece::Equation(script) => self.out.push(Category::Equation, page, &script)?,
                Piece::Running(category, text) => {
                    let text = clean(&text);
                    if self.running.insert(text.clone()) {
                        self.out.push(category, page, &text)?;
                    }
                }
            }
        }
        self.pages.close(&paragraph.lines);
        self.pages.flow(height);
        Ok(())
    }

    fn table(&mut self, table: &Table, page: Option<u32>) -> Result<(), ExtractError> {
        let caption = Some(one_line(&table.caption)).filter(|caption| !caption.is_empty());
        match table::render(&table.cells) {
            Rendered::Nothing => Ok(()),
            Rendered::Frame(text) => {
                let category = headings::category(None, &text);
                self.out.push_block(Block { page, category, text, caption, ..Block::default() })
            }
            Rendered::Rows(text) => self.out.push_block(Block {
                page,
                category: Category::Table,
                text,
                caption,
                ..Block::default()
            }),
        }
    }
}

struct Section<'a> {
    xml: Pull<'a>,
    styles: &'a Styles,
}

impl Section<'_> {
    fn read(mut self, writer: &mut Writer) -> Result<(), ExtractError> {
        loop {
            match self.xml.next()? {
                Node::Open(element) if element.name() == "p" => {
                    let paragraph = self.paragraph(&element, 0, Some(&mut writer.pages))?;
                    writer.paragraph(paragraph)?;
                }
                Node::End => return Ok(()),
                _ => {}
            }
        }
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
        let mut out = Paragraph { page_break, level: level.copied(), ..Paragraph::default() };
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
                    if text_at > 0 && !deleted {
                        out.text(&text);
                    }
                    continue;
                }
                Node::End => break,
            };
            open += 1;
            match element.name() {
                "t" => text_at = open,
                "lineBreak" => out.text("\n"),
                "tab" | "nbSpace" | "fwSpace" => out.text(" "),
                "hyphen" => out.text("-"),
                "deleteBegin" => deleted = true,
                "deleteEnd" => deleted = false,
                "compose" => out.text(&composed(&element.attr("composeText").unwrap_or_default())),
                "lineseg" => out.lines.extend(element.number::<i64>("vertpos")),
                "pagePr" => {
                    if let Some(pages) = pages.as_deref_mut() {
                        pages.body = element.number("height").unwrap_or(pages.body);
                        // Landscape pages store their sides as portrait ones do.
                        if element.attr("landscape").as_deref() == Some("NARROWLY") {
                            pages.body = element.number("width").unwrap_or(pages.body);
                        }
                    }
                }
                "margin" => {
                    if let Some(pages) = pages.as_deref_mut() {
                        for side in ["header", "footer", "top", "bottom"] {
                            pages.body -= element.number::<i64>(side).unwrap_or(0);
                        }
                    }
                }
                "colPr" => {
                    if let Some(pages) = pages.as_deref_mut()
                        && element.number::<u32>("colCount").is_some_and(|count| count > 1)
                    {
                        pages.known = false;
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
        while open > 0 {
            match self.xml.next()? {
                Node::Open(element) if element.name() == "p" => {
                    lines.push(self.paragraph(&element, nesting, None)?.flat());
                }
                Node::Open(_) => open += 1,
                Node::Close => open -= 1,
                Node::Text(_) => {}
                Node::End => break,
            }
        }
        Ok(clean(&lines.join("\n")))
    }

    fn table(&mut self, start: &Element<'_>, nesting: usize) -> Result<Table, ExtractError> {
        let mut out =
            Table { breaks: start.attr("pageBreak").is_some_and(|mode| mode != "NONE"), ..Table::default() };
        let mut open = 1_usize;
        let (mut row, mut column) = (0_usize, 0_usize);
        while open > 0 {
            let element = match self.xml.next()? {
                Node::Open(element) => element,
                Node::Close => {
                    open -= 1;
                    continue;
                }
                Node::Text(_) => continue,
                Node::End => break,
            };
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
        while open > 0 {
            let element = match self.xml.next()? {
                Node::Open(element) => element,
                Node::Close => {
                    open -= 1;
                    continue;
                }
                Node::Text(_) => continue,
                Node::End => break,
            };
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
        while open > 0 {
            match self.xml.next()? {
                Node::Open(element) if element.name() == "caption" => caption = self.paragraphs(nesting)?,
                Node::Open(_) => open += 1,
                Node::Close => open -= 1,
                Node::Text(_) => {}
                Node::End => break,
            }
        }
        Ok(caption)
    }

    /// The script of an equation, in Hancom's notation.
    fn equation(&mut self) -> Result<String, ExtractError> {
        let mut script = String::new();
        let mut open = 1_usize;
        while open > 0 {
            match self.xml.next()? {
                Node::Open(element) if element.name() == "script" => script = one_line(&self.xml.text()?),
                Node::Open(_) => open += 1,
                Node::Close => open -= 1,
                Node::Text(_) => {}
                Node::End => break,
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
