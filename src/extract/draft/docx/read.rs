//! Paragraphs and tables of a part, each run with its look and with the changes it stands in.

use std::collections::{HashMap, HashSet};

use stet_document::html::is_safe;
use stet_document::{Align, Inline, Run};

use super::piece::{Fate, Kind, Paragraph, Piece, Rows, Span, lines};
use super::{Mark, Parts};
use crate::ExtractError;
use crate::builder::symbol;
use crate::docx::{Look, Numbers, Place};
use crate::draft::tree::Bullet;
use crate::math;
use crate::xml::{Element, Node, Pull};

/// Tables in cells and boxes in boxes: deeper than this they are passed over.
const MAX_NESTING: usize = 24;
/// Twentieths of a point that a list and a quotation are set in by, in what Stet writes and in Word's own lists.
pub(super) const INSET: i64 = 720;
const QUOTE: i64 = 360;

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
}

pub(super) struct Reader<'a> {
    xml: Pull<'a>,
    parts: &'a Parts,
    comments: &'a HashMap<String, usize>,
    marks: &'a mut Vec<Mark>,
    authors: HashMap<(String, String), usize>,
    opened: HashSet<usize>,
    /// With every change refused, and with every change taken.
    numbers: [Numbers; 2],
    fields: Vec<Field>,
    /// Lists that the last paragraph stood in.
    lists: usize,
    pub(super) pictures: usize,
    pub(super) tracked: bool,
}

impl<'a> Reader<'a> {
    pub(super) fn new(
        text: &'a str,
        parts: &'a Parts,
        comments: &'a HashMap<String, usize>,
        marks: &'a mut Vec<Mark>,
    ) -> Self {
        Self {
            xml: Pull::new(text),
            parts,
            comments,
            marks,
            authors: HashMap::new(),
            opened: HashSet::new(),
            numbers: <[Numbers; 2]>::default(),
            fields: Vec::new(),
            lists: 0,
            pictures: 0,
            tracked: false,
        }
    }

    pub(super) fn body(&mut self) -> Result<Vec<Piece>, ExtractError> {
        let mut out = Vec::new();
        loop {
            match self.xml.next()? {
                Node::Open(element) => self.piece(&element, &mut out, 0)?,
                Node::End => return Ok(out),
                _ => {}
            }
        }
    }

    /// Every note of a part that is of the author's writing.
    pub(super) fn notes(
        &mut self,
        name: &str,
        mut give: impl FnMut(String, Vec<Piece>),
    ) -> Result<(), ExtractError> {
        loop {
            match self.xml.next()? {
                Node::Open(element) if element.name() == name => {
                    let (kind, id) = (element.attr("type"), element.attr("id").unwrap_or_default());
                    let pieces = self.pieces(0)?;
                    if kind.is_none_or(|kind| kind == "normal") {
                        give(id, pieces);
                    }
                }
                Node::End => return Ok(()),
                _ => {}
            }
        }
    }

    /// The pieces in the element that was opened last.
    fn pieces(&mut self, nesting: usize) -> Result<Vec<Piece>, ExtractError> {
        let mut out = Vec::new();
        let mut open = 1_usize;
        while let Some(element) = self.xml.inside(&mut open)? {
            match element.name() {
                "p" | "tbl" | "sdtPr" | "Fallback" | "sectPr" => self.piece(&element, &mut out, nesting)?,
                _ => open += 1,
            }
        }
        Ok(out)
    }

    fn piece(
        &mut self,
        element: &Element<'_>,
        out: &mut Vec<Piece>,
        nesting: usize,
    ) -> Result<(), ExtractError> {
        match element.name() {
            "p" => {
                let mut paragraph = self.paragraph(nesting)?;
                let boxes = std::mem::take(&mut paragraph.boxes);
                if !paragraph.skipped {
                    out.push(Piece::Paragraph(Box::new(paragraph)));
                }
                out.extend(boxes.into_iter().map(|inner| Piece::Paragraph(Box::new(inner))));
            }
            "tbl" if nesting >= MAX_NESTING => self.xml.skip()?,
            "tbl" => {
                let rows = self.table(nesting + 1)?;
                out.push(Piece::Table(rows));
            }
            "Fallback" | "sectPr" | "sdtPr" => self.xml.skip()?,
            _ => {}
        }
        Ok(())
    }

    fn paragraph(&mut self, nesting: usize) -> Result<Paragraph, ExtractError> {
        let numbered = self.parts.styles.list(None, &Place::default());
        let mut out = Paragraph { numbered, ..Paragraph::default() };
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
            let mut found: Option<Inline> = None;
            let mut read = true;
            match element.name() {
                "pPr" => self.properties(&mut out)?,
                "rPr" => look = self.look()?,
                "t" | "delText" => {
                    let text = self.xml.text()?;
                    found = Some(Inline::Text(shown(&text, look.symbols)));
                }
                "instrText" | "delInstrText" => {
                    let text = self.xml.text()?;
                    self.fields.last_mut().into_iter().for_each(|field| field.code.push_str(&text));
                }
                "oMath" => found = Some(Inline::Text(math::omml(&mut self.xml)?)),
                "ruby" => found = Some(Inline::Text(self.ruby()?)),
                "txbxContent" if nesting < MAX_NESTING => {
                    let pieces = self.pieces(nesting + 1)?;
                    out.boxes.extend(pieces.into_iter().flat_map(lines));
                }
                "Fallback" | "pPrChange" | "rPrChange" | "sdtPr" | "txbxContent" => self.xml.skip()?,
                name => {
                    read = false;
                    match name {
                        "r" => look = Look::default(),
                        "fldChar" => self.field(&element),
                        "docPr" => {
                            self.pictures += 1;
                            found = element
                                .attr("descr")
                                .filter(|told| !told.trim().is_empty())
                                .map(|told| Inline::Text(format!("[{}]", told.trim())));
                        }
                        _ => found = self.inline(&element),
                    }
                }
            }
            open -= usize::from(read);
            let comment = matches!(found, Some(Inline::Anchor(..)));
            if let Some(inline) = found.filter(|_| comment || !look.hidden) {
                let field =
                    self.fields.iter().rev().find_map(|field| field.link.clone().filter(|_| field.shown));
                let hidden = self.fields.iter().any(|field| !field.shown);
                if !hidden || comment {
                    out.spans.push(span(inline, look.set, &scopes, field));
                }
            }
        }
        self.place(&mut out);
        Ok(out)
    }

    /// What an element that has nothing in it stands for.
    fn inline(&mut self, element: &Element<'_>) -> Option<Inline> {
        let id = || element.attr("id").unwrap_or_default();
        let text = |text: &str| Some(Inline::Text(text.to_owned()));
        match element.name() {
            "tab" | "ptab" => text(" "),
            "noBreakHyphen" => text("-"),
            "br" | "cr" => {
                element.attr("type").is_none_or(|kind| kind == "textWrapping").then_some(Inline::Break)
            }
            "sym" => {
                let code = element.attr("char").and_then(|code| u32::from_str_radix(&code, 16).ok())?;
                text(symbol(&element.attr("font").unwrap_or_default(), code).encode_utf8(&mut [0; 4]))
            }
            "footnoteReference" => Some(Inline::Note(format!("foot {}", id()))),
            "endnoteReference" => Some(Inline::Note(format!("end {}", id()))),
            "commentRangeStart" => {
                let comment = *self.comments.get(&id())?;
                self.opened.insert(comment);
                Some(Inline::Anchor(comment, true))
            }
            "commentRangeEnd" => Some(Inline::Anchor(*self.comments.get(&id())?, false)),
            // A comment without a range is noted to the place of its mark.
            "commentReference" => {
                let comment = *self.comments.get(&id())?;
                self.opened.insert(comment).then_some(Inline::Anchor(comment, true))
            }
            _ => None,
        }
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
            self.marks.push(Mark::Change { author: key.0, at: key.1 });
        }
        id
    }

    /// The parts of a field: its instruction, then what it shows.
    fn field(&mut self, element: &Element<'_>) {
        match element.attr("fldCharType").as_deref() {
            Some("begin") if self.fields.len() < 100 => self.fields.push(Field::default()),
            Some("separate") => {
                if let Some(field) = self.fields.last_mut() {
                    field.shown = true;
                    field.link = target(&field.code);
                }
            }
            Some("end") => drop(self.fields.pop()),
            _ => {}
        }
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
        let (mut own, mut place, mut style) = (Vec::new(), Place::default(), None);
        let mut open = 1_usize;
        while let Some(element) = self.xml.inside(&mut open)? {
            match element.name() {
                "pPrChange" | "rPrChange" => {
                    self.xml.skip()?;
                    continue;
                }
                "pStyle" => style = element.attr("val"),
                _ => own.push(element),
            }
            open += 1;
        }
        if let Some(id) = &style {
            self.style(id, out);
        }
        let mut borders = false;
        for element in &own {
            match element.name() {
                "outlineLvl" => {
                    if let Some(level @ 0..=8) = element.number::<u8>("val") {
                        out.kind = Kind::Heading((level + 1).min(6));
                    }
                }
                "ilvl" | "numId" => place.set(element),
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
                "ins" | "moveTo" => out.end.inserted = Some(self.change(element)),
                "del" | "moveFrom" => out.end.deleted = Some(self.change(element)),
                "pBdr" => borders = true,
                _ => {}
            }
        }
        out.numbered = self.parts.styles.list(style.as_deref(), &place);
        if borders && matches!(out.kind, Kind::Words) && out.quote == 0 {
            out.kind = Kind::Rule;
        }
        Ok(())
    }

    /// What a paragraph is by the nearest of its styles that says so.
    fn style(&self, id: &str, out: &mut Paragraph) {
        let styles = &self.parts.styles;
        for at in styles.bases(id) {
            let name = styles.name(at);
            if let Some(level) = styles.level(at) {
                out.kind = Kind::Heading(u8::try_from(level.clamp(1, 6)).unwrap_or(6));
            } else if name == "title" || name == "제목" {
                out.kind = Kind::Heading(1);
            } else if name.starts_with("toc ") || name.starts_with("contents ") {
                out.skipped = true;
            } else if name.starts_with("horizontal") {
                out.kind = Kind::Rule;
            } else if name.starts_with("preformatted") || name.starts_with("html preformatted") {
                out.kind = Kind::Code(String::new(), true);
            } else if name.starts_with("source code") {
                let language = name.trim_start_matches("source code").trim().to_owned();
                out.kind = Kind::Code(language, false);
            } else if let Some(depth) = quoted(&name) {
                out.quote = depth;
            } else {
                continue;
            }
            return;
        }
    }

    /// What list a paragraph stands in: by its number, or by how far it is set in behind an item.
    fn place(&mut self, out: &mut Paragraph) {
        if let Some(list) = out.numbered.clone() {
            self.number(out, &list);
        }
        if out.seen.iter().any(|seen| seen.item.is_some()) {
            return;
        }
        if out.spans.is_empty() {
            // An empty line between items ends no list.
            return;
        }
        let quote = i64::try_from(out.quote).unwrap_or(0) * QUOTE;
        let depth = usize::try_from((out.left - quote) / INSET).unwrap_or(0);
        out.inset = depth.min(self.lists);
        self.lists = out.inset;
    }

    /// Numbers a paragraph in each of the two texts in which its end stands.
    fn number(&mut self, out: &mut Paragraph, list: &(String, usize)) {
        if !self.parts.styles.defines(&list.0) {
            return;
        }
        let level = list.1.min(8);
        let heading = matches!(out.kind, Kind::Heading(_));
        for ((accept, numbers), seen) in [false, true].into_iter().zip(&mut self.numbers).zip(&mut out.seen) {
            if !out.end.stands(accept) {
                continue;
            }
            let label = numbers.next(&self.parts.styles, list);
            let simple = |label: &str| label.trim().trim_end_matches(['.', ')']).parse::<u64>().ok();
            let number = label.as_deref().and_then(simple).filter(|number| *number < 1000);
            let bullet = Bullet { list: list.0.clone(), level, number, checked: None };
            match label {
                // A number with words or of more parts than one is not Markdown's to count.
                Some(label) if number.is_none() || heading => {
                    seen.label = Some(label);
                    seen.item = (level > 0 && !heading).then_some(bullet);
                }
                None if heading => {}
                _ => seen.item = Some(bullet),
            }
            if seen.item.is_some() {
                self.lists = level + 1;
                out.inset = level + 1;
            }
        }
    }

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

    fn table(&mut self, nesting: usize) -> Result<Rows, ExtractError> {
        let mut out = Rows::default();
        let mut open = 1_usize;
        while let Some(element) = self.xml.inside(&mut open)? {
            match element.name() {
                "tr" => {
                    out.rows.push((Fate::default(), Vec::new()));
                    open += 1;
                }
                "tc" => {
                    let (cell, span) = self.cell(nesting)?;
                    if let Some((_, cells)) = out.rows.last_mut() {
                        cells.push(cell);
                        cells.extend((1..span).map(|_| Vec::new()));
                    }
                }
                name => {
                    open += 1;
                    match name {
                        "tblInd" => out.left = element.number("w").unwrap_or(0),
                        "ins" | "del" => {
                            let change = Some(self.change(&element));
                            if let Some((fate, _)) = out.rows.last_mut() {
                                let slot = if name == "ins" { &mut fate.inserted } else { &mut fate.deleted };
                                *slot = change;
                            }
                        }
                        _ => {}
                    }
                }
            }
        }
        Ok(out)
    }

    /// The paragraphs of a cell, and how many columns it spans.
    fn cell(&mut self, nesting: usize) -> Result<(Vec<Paragraph>, usize), ExtractError> {
        let (mut out, mut span) = (Vec::new(), 1);
        let mut open = 1_usize;
        while let Some(element) = self.xml.inside(&mut open)? {
            match element.name() {
                "p" | "tbl" => {
                    let mut pieces = Vec::new();
                    self.piece(&element, &mut pieces, nesting)?;
                    out.extend(pieces.into_iter().flat_map(lines));
                }
                "gridSpan" => {
                    span = element.number::<usize>("val").unwrap_or(1).clamp(1, 63);
                    open += 1;
                }
                _ => open += 1,
            }
        }
        Ok((out, span))
    }
}

fn span(inline: Inline, look: stet_document::Look, scopes: &[(usize, Scope)], field: Option<String>) -> Span {
    let mut fate = Fate::default();
    let mut link = field;
    for (_, scope) in scopes {
        match scope {
            Scope::Inserted(id) => fate.inserted = Some(*id),
            Scope::Deleted(id) => fate.deleted = Some(*id),
            Scope::Link(target) => link = Some(target.clone()),
        }
    }
    match inline {
        // The mark of a note is raised by being one, and a comment's place is in both texts.
        Inline::Note(_) => Span { run: Run::of(inline), fate },
        Inline::Anchor(..) => Span { run: Run::of(inline), fate: Fate::default() },
        inline => Span { run: Run { inline, look, link, at: 0..0 }, fate },
    }
}

/// Characters as they are shown.
fn shown(text: &str, symbols: bool) -> String {
    let shown = |ch: char| match ch {
        '\u{ad}' | '\u{200b}' | '\u{feff}' | '\u{fffc}' => None,
        '\u{a0}' | '\t' | '\n' => Some(' '),
        ch if symbols => Some(symbol("Wingdings", u32::from(ch))),
        ch if ch.is_control() || ('\u{e000}'..='\u{f8ff}').contains(&ch) || ch >= '\u{f0000}' => None,
        ch => Some(ch),
    };
    text.chars().filter_map(shown).collect()
}

/// The address in the instruction of a field.
fn target(code: &str) -> Option<String> {
    let rest = code.trim().strip_prefix("HYPERLINK")?.trim_start();
    let quoted = rest.strip_prefix('"')?;
    quoted.split_once('"').map(|(target, _)| target.to_owned()).filter(|target| is_safe(target))
}

/// How deep a style of this name stands in quotations.
fn quoted(name: &str) -> Option<usize> {
    let known =
        ["quote", "intense quote", "quotations", "block text", "block quotation", "인용", "강한 인용"];
    if known.contains(&name) {
        return Some(1);
    }
    name.strip_prefix("quote ").and_then(|depth| depth.parse().ok()).filter(|depth| *depth < 10)
}
