//! Reads a part: its paragraphs and tables, each run with its look and with the changes it stands in.

use std::collections::{HashMap, HashSet};

use stet_document::Align;
use stet_document::docx::CITED;
use stet_document::html::is_safe;

use super::look::Look;
use super::styles::{Place, Styles};
use super::tree::{Cell, Content, Fate, Paragraph, Piece, Row, Span, Table};
use crate::ExtractError;
use crate::builder::symbol;
use crate::math;
use crate::xml::{Element, Node, Pull};

/// Tables in cells and boxes in boxes: deeper than this they are passed over.
const MAX_NESTING: usize = 24;

/// What the parts beside the body say.
#[derive(Default)]
pub(crate) struct Parts {
    pub(crate) styles: Styles,
    /// Addresses of links by the id of their relation.
    pub(crate) links: HashMap<String, String>,
    /// Names of pictures by the id of their relation.
    pub(crate) pictures: HashMap<String, String>,
    /// Numbers of comments by their id.
    pub(crate) comments: HashMap<String, usize>,
}

/// Whose a tracked change or a comment is. Places are marked with its number.
pub(crate) struct Mark {
    pub(crate) author: String,
    pub(crate) at: String,
    /// What a comment says.
    pub(crate) comment: Option<String>,
}

enum Scope {
    Inserted(usize),
    Deleted(usize),
    Link(String),
}

#[derive(Default)]
struct Field {
    code: String,
    link: Option<String>,
    shown: bool,
    cited: bool,
}

pub(crate) struct Reader<'a> {
    xml: Pull<'a>,
    parts: &'a Parts,
    marks: &'a mut Vec<Mark>,
    authors: HashMap<(String, String), usize>,
    opened: HashSet<usize>,
    fields: Vec<Field>,
    pub(crate) pictures: usize,
    pub(crate) tracked: bool,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(text: &'a str, parts: &'a Parts, marks: &'a mut Vec<Mark>) -> Self {
        Self {
            xml: Pull::new(text),
            parts,
            marks,
            authors: HashMap::new(),
            opened: HashSet::new(),
            fields: Vec::new(),
            pictures: 0,
            tracked: false,
        }
    }

    /// Every piece of a body, as it is read.
    pub(crate) fn body(
        &mut self,
        mut give: impl FnMut(Piece) -> Result<(), ExtractError>,
    ) -> Result<(), ExtractError> {
        while let Some(element) = self.xml.element()? {
            if let Some(piece) = self.piece(&element, 0)? {
                give(piece)?;
            }
        }
        Ok(())
    }

    /// Every note of a part that is of the author's writing.
    pub(crate) fn notes(
        &mut self,
        name: &str,
        mut give: impl FnMut(String, Vec<Piece>),
    ) -> Result<(), ExtractError> {
        while let Some(element) = self.xml.element()? {
            if element.name() == name {
                let (kind, id) = (element.attr("type"), element.attr("id").unwrap_or_default());
                let pieces = self.pieces(0)?;
                if kind.is_none_or(|kind| kind == "normal") {
                    give(id, pieces);
                }
            }
        }
        Ok(())
    }

    /// The pieces in the element that was opened last.
    fn pieces(&mut self, nesting: usize) -> Result<Vec<Piece>, ExtractError> {
        let mut out = Vec::new();
        let mut open = 1_usize;
        while let Some(element) = self.xml.inside(&mut open)? {
            match element.name() {
                "p" | "tbl" | "sdtPr" | "Fallback" | "sectPr" => out.extend(self.piece(&element, nesting)?),
                _ => open += 1,
            }
        }
        Ok(out)
    }

    fn piece(&mut self, element: &Element<'_>, nesting: usize) -> Result<Option<Piece>, ExtractError> {
        let from = self.xml.at().start;
        Ok(match element.name() {
            "p" => {
                let paragraph = self.paragraph(nesting)?;
                let at = from..self.xml.at().end;
                Some(Piece::Paragraph(Box::new(Paragraph { at, ..paragraph })))
            }
            "tbl" if nesting < MAX_NESTING => {
                let table = self.table(nesting + 1)?;
                Some(Piece::Table(Table { at: from..self.xml.at().end, ..table }))
            }
            "tbl" | "Fallback" | "sectPr" | "sdtPr" => {
                self.xml.skip()?;
                None
            }
            _ => None,
        })
    }

    fn paragraph(&mut self, nesting: usize) -> Result<Paragraph, ExtractError> {
        let list = self.parts.styles.list(None, &Place::default());
        let mut out = Paragraph { list, ..Paragraph::default() };
        let mut look = Look::default();
        let mut scopes: Vec<(usize, Scope)> = Vec::new();
        let mut open = 1_usize;
        while open > 0 {
            let element = match self.xml.next()? {
                Node::Open(element) => element,
                Node::Close => {
                    open -= 1;
                    while scopes.pop_if(|(depth, _)| *depth > open).is_some() {}
                    continue;
                }
                Node::Text(_) => continue,
                Node::End => break,
            };
            open += 1;
            if let Some(scope) = self.scope(&element) {
                scopes.push((open, scope));
                continue;
            }
            let (mut found, mut read) = (None, true);
            match element.name() {
                "pPr" => self.properties(&mut out)?,
                "rPr" => look = self.look()?,
                "t" | "delText" => found = Some(Content::Text(self.xml.text()?)),
                "instrText" | "delInstrText" => {
                    let text = self.xml.text()?;
                    self.fields.last_mut().into_iter().for_each(|field| field.code.push_str(&text));
                }
                "oMath" => found = Some(Content::Formula(math::omml(&mut self.xml)?)),
                "ruby" => found = Some(Content::Ruby(self.ruby()?)),
                "checkBox" => found = Some(Content::Tick(self.ticked()?)),
                "txbxContent" if nesting < MAX_NESTING => {
                    found = Some(Content::Box(self.pieces(nesting + 1)?));
                }
                "Fallback" | "pPrChange" | "rPrChange" | "sdtPr" | "txbxContent" => self.xml.skip()?,
                name => {
                    read = false;
                    match name {
                        "r" => look = Look::default(),
                        "fldChar" => found = self.field(&element).map(Content::Cited),
                        _ => found = self.content(&element),
                    }
                }
            }
            open -= usize::from(read);
            match (&found, out.spans.last_mut().map(|span| &mut span.content)) {
                // What was described right before.
                (Some(Content::Picture(None, name)), Some(Content::Picture(_, named @ None))) => {
                    named.clone_from(name);
                    self.pictures = self.pictures.saturating_sub(1);
                }
                _ => out.spans.extend(found.map(|content| self.span(content, look, &scopes))),
            }
        }
        Ok(out)
    }

    fn span(&self, content: Content, look: Look, scopes: &[(usize, Scope)]) -> Span {
        let instructs = self.fields.iter().any(|field| !field.shown);
        let shown = self.fields.iter().rev().filter(|field| field.shown);
        let mut link = shown.clone().find_map(|field| field.link.clone());
        let mut fate = Fate::default();
        for (_, scope) in scopes {
            match scope {
                Scope::Inserted(id) => fate.inserted = Some(*id),
                Scope::Deleted(id) => fate.deleted = Some(*id),
                Scope::Link(target) => link = Some(target.clone()),
            }
        }
        let cited = self.fields.iter().any(|field| field.cited) && !matches!(content, Content::Cited(_));
        Span { content, look, link, fate, instructs, cited }
    }

    /// What an element that has nothing in it to be read stands for.
    fn content(&mut self, element: &Element<'_>) -> Option<Content> {
        let id = || element.attr("id").unwrap_or_default();
        Some(match element.name() {
            "tab" | "ptab" => Content::Tab,
            "noBreakHyphen" => Content::Hyphen,
            "br" | "cr" => match element.attr("type").as_deref() {
                None | Some("textWrapping") => Content::Break,
                Some("page") => Content::Page { hard: true },
                Some(_) => Content::Column,
            },
            "lastRenderedPageBreak" => Content::Page { hard: false },
            "sym" => {
                let code = u32::from_str_radix(&element.attr("char")?, 16).ok()?;
                Content::Sign(symbol(&element.attr("font").unwrap_or_default(), code))
            }
            "docPr" => {
                self.pictures += 1;
                Content::Picture(element.attr("descr"), None)
            }
            "blip" | "imagedata" => {
                let id = element.prefixed(if element.name() == "blip" { "embed" } else { "id" })?;
                Content::Picture(None, self.parts.pictures.get(&id).cloned().map(Some)?)
            }
            "chart" => Content::Drawing(element.prefixed("id")?),
            "relIds" => Content::Drawing(element.prefixed("dm")?),
            "footnoteReference" => Content::Note(true, id()),
            "endnoteReference" => Content::Note(false, id()),
            "commentRangeStart" => {
                let comment = *self.parts.comments.get(&id())?;
                self.opened.insert(comment);
                Content::Comment(comment, true)
            }
            "commentRangeEnd" => Content::Comment(*self.parts.comments.get(&id())?, false),
            // A comment without a range is noted to the place of its mark.
            "commentReference" => {
                let comment = *self.parts.comments.get(&id())?;
                if !self.opened.insert(comment) {
                    return None;
                }
                Content::Comment(comment, true)
            }
            _ => return None,
        })
    }

    fn scope(&mut self, element: &Element<'_>) -> Option<Scope> {
        match element.name() {
            "ins" | "moveTo" => Some(Scope::Inserted(self.change(element))),
            "del" | "moveFrom" => Some(Scope::Deleted(self.change(element))),
            "hyperlink" => {
                let id = element.prefixed("id")?;
                self.parts.links.get(&id).cloned().map(Scope::Link)
            }
            "fldSimple" => element.attr("instr").as_deref().and_then(target).map(Scope::Link),
            _ => None,
        }
    }

    /// The number of a change: what one author did at one time is one.
    fn change(&mut self, element: &Element<'_>) -> usize {
        self.tracked = true;
        let key = (element.attr("author").unwrap_or_default(), element.attr("date").unwrap_or_default());
        let next = self.marks.len();
        let id = *self.authors.entry(key.clone()).or_insert(next);
        if id == next {
            self.marks.push(Mark { author: key.0, at: key.1, comment: None });
        }
        id
    }

    /// The parts of a field: its instruction, then what it shows. Gives the citation by key that it is.
    fn field(&mut self, element: &Element<'_>) -> Option<String> {
        match element.attr("fldCharType").as_deref() {
            Some("begin") if self.fields.len() < 100 => self.fields.push(Field::default()),
            Some("separate") => {
                if let Some(field) = self.fields.last_mut() {
                    field.shown = true;
                    field.link = target(&field.code);
                    let source = field.code.trim().strip_prefix(CITED)?.trim().to_owned();
                    return (!std::mem::replace(&mut field.cited, true)).then_some(source);
                }
            }
            Some("end") => drop(self.fields.pop()),
            _ => {}
        }
        None
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
                "rStyle" => look = self.parts.styles.look(&element.attr("val").unwrap_or_default()),
                _ => own.push(element),
            }
            open += 1;
        }
        for element in &own {
            look.take(element);
        }
        Ok(look)
    }

    /// Reads what is said of a paragraph. The order tells nothing: its style comes first, whatever stands before it.
    fn properties(&mut self, out: &mut Paragraph) -> Result<(), ExtractError> {
        let mut place = Place::default();
        let mut open = 1_usize;
        while let Some(element) = self.xml.inside(&mut open)? {
            match element.name() {
                "pPrChange" | "rPrChange" => {
                    self.xml.skip()?;
                    continue;
                }
                "pStyle" => out.style = element.attr("val"),
                "outlineLvl" => out.outline = Some(element.number("val").unwrap_or(9)),
                "numPr" => {
                    self.place(&mut place)?;
                    continue;
                }
                "ind" => {
                    out.left = element.number("left").or_else(|| element.number("start")).unwrap_or(0);
                }
                "jc" => {
                    out.align = match element.attr("val").as_deref() {
                        Some("center") => Align::Center,
                        Some("right" | "end") => Align::Right,
                        Some("left" | "start") => Align::Left,
                        _ => Align::None,
                    }
                }
                "ins" | "moveTo" => out.end.inserted = Some(self.change(&element)),
                "del" | "moveFrom" => out.end.deleted = Some(self.change(&element)),
                "pBdr" => out.borders = true,
                "framePr" => out.end.dropped = element.attr("dropCap").is_some_and(|kind| kind != "none"),
                _ => {}
            }
            open += 1;
        }
        out.list = self.parts.styles.list(out.style.as_deref(), &place);
        Ok(())
    }

    /// Reads which list a paragraph says that it stands in. That it came into it under change tracking says nothing of its end.
    fn place(&mut self, place: &mut Place) -> Result<(), ExtractError> {
        let mut open = 1_usize;
        while let Some(element) = self.xml.inside(&mut open)? {
            place.set(&element);
            open += 1;
        }
        Ok(())
    }

    /// `頒布(반포)`: the words, with how they are read behind them.
    fn ruby(&mut self) -> Result<String, ExtractError> {
        let (mut base, mut reading) = (String::new(), String::new());
        let mut open = 1_usize;
        while let Some(element) = self.xml.inside(&mut open)? {
            match element.name() {
                "rt" => reading = self.xml.text()?,
                "rubyBase" => base = self.xml.text()?,
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

    fn table(&mut self, nesting: usize) -> Result<Table, ExtractError> {
        let mut out = Table::default();
        let mut open = 1_usize;
        while let Some(element) = self.xml.inside(&mut open)? {
            match element.name() {
                "tc" => {
                    let cell = self.cell(nesting)?;
                    if let Some(row) = out.rows.last_mut() {
                        row.cells.push(cell);
                    }
                    continue;
                }
                "tr" => out.rows.push(Row::default()),
                "tblInd" => out.left = element.number("w").unwrap_or(0),
                name @ ("ins" | "del") => {
                    let change = Some(self.change(&element));
                    if let Some(Row { fate, .. }) = out.rows.last_mut() {
                        *(if name == "ins" { &mut fate.inserted } else { &mut fate.deleted }) = change;
                    }
                }
                _ => {}
            }
            open += 1;
        }
        Ok(out)
    }

    fn cell(&mut self, nesting: usize) -> Result<Cell, ExtractError> {
        let mut out = Cell { span: 1, continues: false, pieces: Vec::new() };
        let mut open = 1_usize;
        while let Some(element) = self.xml.inside(&mut open)? {
            match element.name() {
                "p" | "tbl" => {
                    out.pieces.extend(self.piece(&element, nesting)?);
                    continue;
                }
                "gridSpan" => out.span = element.number::<usize>("val").unwrap_or(1).clamp(1, 1000),
                "vMerge" => out.continues = element.attr("val").is_none_or(|kind| kind == "continue"),
                _ => {}
            }
            open += 1;
        }
        Ok(out)
    }
}

/// The address in the instruction of a field.
fn target(code: &str) -> Option<String> {
    let rest = code.trim().strip_prefix("HYPERLINK")?.trim_start();
    let quoted = rest.strip_prefix('"')?;
    quoted.split_once('"').map(|(target, _)| target.to_owned()).filter(|target| is_safe(target))
}
