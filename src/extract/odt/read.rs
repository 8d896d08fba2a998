//! Reads the parts of an ODT: what stands in its body, and what runs on its pages.

use std::collections::BTreeSet;

use super::lists::{List, Lists, Piece, Sign, item};
use super::styles::{Look, Styles};
use crate::builder::{Builder, clean, one_line};
use crate::numbering::labelled;
use crate::script::{LOWERED, RAISED, put};
use crate::table::Cell;
use crate::xml::{Element, Node, Pull};
use crate::{ExtractError, headings};
use stet_sources::chunk::Category;

/// Frames, notes and tables in one another: deeper than this their text is passed over.
const MAX_NESTING: usize = 24;
/// Cells of a file that only repeat another: more of them are an empty sheet, or meant to hurt.
const MAX_REPEATED: usize = 10_000;

/// A paragraph: its text, and what hangs on it.
#[derive(Default)]
struct Line {
    text: String,
    notes: Vec<String>,
    boxes: Vec<String>,
    figures: Vec<String>,
}

pub(super) struct Reader<'a> {
    xml: Pull<'a>,
    styles: &'a Styles,
    pub(super) out: Builder,
    lists: Lists<'a>,
    repeated: usize,
    pub(super) comments: usize,
    pub(super) pictures: usize,
    pub(super) objects: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str, styles: &'a Styles, out: Builder) -> Self {
        Self {
            xml: Pull::new(text),
            styles,
            out,
            lists: Lists::new(styles),
            repeated: 0,
            comments: 0,
            pictures: 0,
            objects: 0,
        }
    }

    pub(super) fn parse(&mut self) -> Result<(), ExtractError> {
        while let Some(element) = self.xml.element()? {
            match element.name() {
                "h" | "p" => {
                    let level = element.number::<usize>("outline-level").filter(|_| element.name() == "h");
                    let mut line = self.paragraph(&element, 0)?;
                    let label = level.and_then(|level| self.lists.heading(&element, level));
                    if let Some(label) = label.filter(|_| !line.text.is_empty()) {
                        line.text = labelled(&label, &line.text);
                    }
                    let category =
                        level.map_or_else(|| headings::category(None, &line.text), Category::heading);
                    self.out.push(category, None, &line.text)?;
                    for (category, text) in beside(line) {
                        self.out.push(category, None, &text)?;
                    }
                }
                "list" | "numbered-paragraph" => {
                    let pieces = self.list(&element, None, 0)?;
                    self.put(pieces)?;
                }
                "table" => {
                    let cells = self.table(0)?;
                    self.out.table(None, &cells, None)?;
                }
                // What was taken out under change tracking, and what is said about the document.
                "tracked-changes" | "automatic-styles" | "styles" | "sequence-decls" | "table-of-content" => {
                    self.xml.skip()?;
                }
                "section" if element.attr("display").as_deref() == Some("none") => self.xml.skip()?,
                _ => {}
            }
        }
        Ok(())
    }

    /// Heads and feet of pages, each once, whichever pages they run on.
    pub(super) fn running(&mut self) -> Result<(), ExtractError> {
        let mut seen = BTreeSet::new();
        while let Some(element) = self.xml.element()? {
            let category = match element.name() {
                "header" | "header-left" | "header-first" => Category::Header,
                "footer" | "footer-left" | "footer-first" => Category::Footer,
                _ => continue,
            };
            if element.attr("display").as_deref() == Some("false") {
                self.xml.skip()?;
                continue;
            }
            let text = clean(&self.lines(0)?.join("\n"));
            if seen.insert(text.clone()) {
                self.out.push(category, None, &text)?;
            }
        }
        Ok(())
    }

    /// Gives what stood in a list: items in a row are one block.
    fn put(&mut self, pieces: Vec<Piece>) -> Result<(), ExtractError> {
        let mut open: Vec<String> = Vec::new();
        for piece in pieces {
            let (category, text) = match piece {
                Piece::Item(text) => {
                    open.push(text);
                    continue;
                }
                Piece::Heading(level, text) => (Category::heading(level), text),
                Piece::Beside(category, text) => (category, text),
            };
            self.out.push(Category::List, None, &std::mem::take(&mut open).join("\n"))?;
            self.out.push(category, None, &text)?;
        }
        self.out.push(Category::List, None, &open.join("\n"))
    }

    /// Reads a paragraph up to its end.
    fn paragraph(&mut self, start: &Element<'_>, nesting: usize) -> Result<Line, ExtractError> {
        let look_of = |styles: &Styles, element: &Element<'_>, above: Look| match above {
            Look::Gone => above,
            _ => styles.look(element).unwrap_or(above),
        };
        let mut line = Line::default();
        let out = &mut line.text;
        let mut open = vec![look_of(self.styles, start, Look::Plain)];
        while let Some(look) = open.last().copied() {
            match self.xml.next()? {
                Node::Open(element) => match element.name() {
                    "s" => {
                        out.push_str(&" ".repeat(element.number::<usize>("c").unwrap_or(1).min(80)));
                        open.push(look);
                    }
                    "tab" | "line-break" => {
                        out.push(if element.name() == "tab" { ' ' } else { '\n' });
                        open.push(look);
                    }
                    "note-body" if nesting < MAX_NESTING => {
                        line.notes.push(self.lines(nesting + 1)?.join("\n"));
                    }
                    "text-box" | "custom-shape" | "rect" | "ellipse" | "circle" | "polygon" | "path"
                        if nesting < MAX_NESTING =>
                    {
                        line.boxes.push(self.lines(nesting + 1)?.join("\n"));
                    }
                    "desc" => line.figures.push(one_line(&self.xml.text()?)),
                    "annotation" => self.comment()?,
                    "note-citation" | "note-body" | "ruby-text" | "tracked-changes" | "title" => {
                        self.xml.skip()?;
                    }
                    name => {
                        self.pictures += usize::from(name == "image");
                        self.objects += usize::from(name == "object");
                        open.push(look_of(self.styles, &element, look));
                    }
                },
                Node::Close => drop(open.pop()),
                Node::Text(text) => match look {
                    Look::Gone => {}
                    Look::Plain => out.push_str(&text),
                    Look::Raised => put(out, &text, Some(RAISED)),
                    Look::Lowered => put(out, &text, Some(LOWERED)),
                },
                Node::End => break,
            }
        }
        line.text = clean(&line.text);
        Ok(line)
    }

    /// What is said about the document is none of it.
    fn comment(&mut self) -> Result<(), ExtractError> {
        self.comments += 1;
        self.xml.skip()
    }

    /// The paragraphs up to the end of the open element.
    fn lines(&mut self, nesting: usize) -> Result<Vec<String>, ExtractError> {
        let mut lines = Vec::new();
        let mut open = 1_usize;
        while let Some(element) = self.xml.inside(&mut open)? {
            match element.name() {
                "p" | "h" => {
                    let line = self.paragraph(&element, nesting)?;
                    lines.push(line.text.clone());
                    lines.extend(beside(line).map(|(_, text)| text));
                }
                "list" | "numbered-paragraph" if nesting < MAX_NESTING => {
                    let pieces = self.list(&element, None, nesting + 1)?;
                    lines.extend(pieces.into_iter().map(|piece| match piece {
                        Piece::Item(text) | Piece::Heading(_, text) | Piece::Beside(_, text) => text,
                    }));
                }
                "annotation" => self.comment()?,
                "tracked-changes" => self.xml.skip()?,
                _ => open += 1,
            }
        }
        Ok(lines)
    }

    /// What stands in a list and in those in it, each item behind its number or its bullet.
    fn list(
        &mut self,
        start: &Element<'_>,
        above: Option<&List>,
        nesting: usize,
    ) -> Result<Vec<Piece>, ExtractError> {
        let mut list = self.lists.open(start, above);
        let own = list.style.clone();
        let mut out = Vec::new();
        let (mut first, mut from) = (start.name() != "list", start.number::<u32>("start-value"));
        let mut open = 1_usize;
        while let Some(element) = self.xml.inside(&mut open)? {
            match element.name() {
                "p" | "h" => {
                    let line = self.paragraph(&element, nesting)?;
                    let level = element.number::<usize>("outline-level").filter(|_| element.name() == "h");
                    let style = element.attr("style-name");
                    let sign = if std::mem::take(&mut first) {
                        self.lists.sign(&mut list, style.as_deref(), from.take())
                    } else {
                        Sign::None
                    };
                    out.extend(item(&line.text, level, list.depth, &sign));
                    out.extend(beside(line).map(|(category, text)| Piece::Beside(category, text)));
                }
                "list" if nesting < MAX_NESTING => {
                    out.extend(self.list(&element, Some(&list), nesting + 1)?);
                }
                "list" => self.xml.skip()?,
                name => {
                    if matches!(name, "list-item" | "list-header") {
                        first = name == "list-item";
                        // One item may be numbered in another way.
                        list.style = element.attr("style-override").or_else(|| own.clone());
                        from = element.number("start-value");
                    }
                    open += 1;
                }
            }
        }
        Ok(out)
    }

    fn table(&mut self, nesting: usize) -> Result<Vec<Cell>, ExtractError> {
        let mut cells: Vec<Cell> = Vec::new();
        let (mut row, mut column) = (0_usize, 0_usize);
        // How often the row stands there, and where it begins.
        let (mut times, mut begun) = (0_usize, 0_usize);
        let mut open = 1_usize;
        loop {
            let element = self.xml.inside(&mut open)?;
            let name = element.as_ref().map_or("table-row", Element::name);
            let number = |name| {
                element
                    .as_ref()
                    .and_then(|element| element.number::<usize>(name))
                    .unwrap_or(1)
                    .clamp(1, 100_000)
            };
            match name {
                "table-row" => {
                    let line = cells.get(begun..).unwrap_or_default().to_vec();
                    for again in 1..times {
                        if self.repeated + line.len() > MAX_REPEATED {
                            break;
                        }
                        self.repeated += line.len();
                        cells.extend(line.iter().map(|cell| Cell { row: cell.row + again, ..cell.clone() }));
                    }
                    row += times.max(1);
                    (times, begun, column) = (number("number-rows-repeated"), cells.len(), 0);
                }
                "table-cell" | "covered-table-cell" => {
                    let spans = (number("number-rows-spanned"), number("number-columns-spanned"));
                    let (row_span, column_span) = (spans.0.min(1000), spans.1.min(1000));
                    let repeated = number("number-columns-repeated");
                    let covered = name == "covered-table-cell";
                    let text = self.lines(nesting + 1)?.join("\n");
                    let filled = !covered && !text.trim().is_empty();
                    for again in 0..if filled { repeated } else { 0 } {
                        self.repeated += usize::from(again > 0);
                        if self.repeated > MAX_REPEATED {
                            break;
                        }
                        let text = text.clone();
                        cells.push(Cell { row, column: column + again, row_span, column_span, text });
                    }
                    column += repeated;
                    continue;
                }
                _ => {}
            }
            if element.is_none() {
                return Ok(cells);
            }
            open += 1;
        }
    }
}

/// What hangs on a paragraph.
fn beside(line: Line) -> impl Iterator<Item = (Category, String)> {
    let Line { notes, boxes, figures, .. } = line;
    let with = |category, texts: Vec<String>| texts.into_iter().map(move |text| (category, text));
    with(Category::Paragraph, boxes)
        .chain(with(Category::Figure, figures))
        .chain(with(Category::Footnote, notes))
        .filter(|(_, text)| !text.is_empty())
}
