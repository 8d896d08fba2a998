//! Reads the parts of an ODT into a tree: what stands in its body, what was changed and noted there, what runs on its pages.

use std::collections::HashMap;

use stet_document::html::is_safe;

use super::changes::{self, Region};
use super::lists::{List, Lists};
use super::styles::Styles;
use crate::docx::{Content, Fate, Look, Mark, Paragraph, Piece, Span};
use crate::xml::{Element, Node, Pull};
use crate::{ExtractError, docx, math};

/// Frames, notes and tables in one another: deeper than this their text is passed over.
pub(super) const MAX_NESTING: usize = 24;

pub(crate) struct Reader<'a> {
    pub(super) text: &'a str,
    pub(super) xml: Pull<'a>,
    pub(super) styles: &'a Styles,
    /// Formulas by the folder of their object.
    formulas: &'a HashMap<String, String>,
    /// Whether a draft is read: with what was deleted, and with comments.
    pub(super) drafts: bool,
    pub(super) lists: Lists<'a>,
    pub(crate) notes: HashMap<(bool, String), Vec<Piece>>,
    pub(crate) marks: Vec<Mark>,
    pub(super) regions: HashMap<String, Region<'a>>,
    pub(super) authors: HashMap<(String, String), usize>,
    /// Insertions that are open, and the number of their marks.
    pub(super) inserted: Vec<(String, usize)>,
    pub(super) deleted: Option<usize>,
    /// Numbers of comments by their names, an answer also by that of what it answers.
    pub(super) named: HashMap<String, Vec<usize>>,
    /// Comments between paragraphs.
    pending: Vec<Content>,
    pub(super) repeated: usize,
    pub(super) comments: usize,
    pub(crate) pictures: usize,
    pub(super) objects: usize,
}

/// How words stand in a paragraph while it is read.
struct Place {
    /// Whether nothing was read.
    begins: bool,
    /// Whether a blank adds nothing to what was read.
    blank: bool,
    looks: Vec<Look>,
    /// Links that are open, with the number of elements that were then.
    links: Vec<(usize, String)>,
    frame: Frame,
}

/// What a frame was found to show.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Frame {
    Nothing,
    /// A picture that was taken.
    Picture,
    /// A formula: the picture and the description beside it are its own.
    Formula,
}

impl<'a> Reader<'a> {
    pub(super) fn new(styles: &'a Styles, formulas: &'a HashMap<String, String>, drafts: bool) -> Self {
        Self {
            text: "",
            xml: Pull::new(""),
            styles,
            formulas,
            drafts,
            lists: Lists::new(styles),
            notes: HashMap::new(),
            marks: Vec::new(),
            regions: HashMap::new(),
            authors: HashMap::new(),
            inserted: Vec::new(),
            deleted: None,
            named: HashMap::new(),
            pending: Vec::new(),
            repeated: 0,
            comments: 0,
            pictures: 0,
            objects: 0,
        }
    }

    /// The styles and the lists that the pieces name.
    pub(crate) fn tree(&self) -> &docx::Styles {
        &self.lists.tree
    }

    /// Whether anything was changed under change tracking.
    pub(crate) fn tracks(&self) -> bool {
        !self.authors.is_empty()
    }

    /// Every piece of a text.
    pub(super) fn body(&mut self, text: &'a str) -> Result<Vec<Piece>, ExtractError> {
        (self.text, self.xml) = (text, Pull::new(text));
        self.all(0)
    }

    pub(super) fn all(&mut self, nesting: usize) -> Result<Vec<Piece>, ExtractError> {
        let mut out = Vec::new();
        while let Some(element) = self.xml.element()? {
            self.piece(&element, nesting, &mut out)?;
        }
        changes::settle(&mut out);
        Ok(out)
    }

    /// Heads (`true`) and feet of pages, whichever pages they run on.
    pub(super) fn running(&mut self, text: &'a str) -> Result<Vec<(bool, Vec<Piece>)>, ExtractError> {
        (self.text, self.xml) = (text, Pull::new(text));
        let mut out = Vec::new();
        while let Some(element) = self.xml.element()? {
            let head = match element.name() {
                "header" | "header-left" | "header-first" => true,
                "footer" | "footer-left" | "footer-first" => false,
                _ => continue,
            };
            if element.attr("display").as_deref() == Some("false") {
                self.xml.skip()?;
            } else {
                out.push((head, self.pieces(0)?));
            }
        }
        Ok(out)
    }

    /// The pieces in the element that was opened last.
    pub(super) fn pieces(&mut self, nesting: usize) -> Result<Vec<Piece>, ExtractError> {
        let mut out = Vec::new();
        let mut open = 1_usize;
        while let Some(element) = self.xml.inside(&mut open)? {
            open += usize::from(!self.piece(&element, nesting, &mut out)?);
        }
        changes::settle(&mut out);
        Ok(out)
    }

    /// Reads an element to its end where it is one of those that hold words, or that none are taken from.
    fn piece(
        &mut self,
        element: &Element<'_>,
        nesting: usize,
        out: &mut Vec<Piece>,
    ) -> Result<bool, ExtractError> {
        match element.name() {
            "p" | "h" => {
                self.paragraph(element, nesting, Paragraph::default(), out)?;
                if self.deleted.is_none() {
                    self.lists.last = None;
                }
            }
            "list" | "numbered-paragraph" if nesting < MAX_NESTING => {
                self.list(element, None, nesting + 1, out)?;
            }
            "table" if nesting < MAX_NESTING => {
                let table = self.table(element, nesting + 1)?;
                out.push(Piece::Table(table));
            }
            "tracked-changes" if self.deleted.is_none() => self.tracked()?,
            "change-start" | "change-end" => {
                self.insertion(element);
                return Ok(false);
            }
            "change" => {
                out.extend(self.deletion(element, nesting)?);
                return Ok(false);
            }
            "annotation" => {
                let comment = self.comment(element)?;
                self.pending.extend(comment);
            }
            // What is made of the rest of the text, and what is said about it.
            "automatic-styles" | "styles" | "sequence-decls" | "table-of-content" | "change-info"
            | "tracked-changes" | "list" | "table" => self.xml.skip()?,
            "section" if element.attr("display").as_deref() == Some("none") => self.xml.skip()?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Reads a paragraph up to its end. What was deleted in it may be more than one.
    fn paragraph(
        &mut self,
        start: &Element<'_>,
        nesting: usize,
        mut line: Paragraph,
        out: &mut Vec<Piece>,
    ) -> Result<(), ExtractError> {
        let from = self.xml.at().start;
        let style = start.attr("style-name").unwrap_or_default();
        if start.name() == "h" {
            let level = start.number::<usize>("outline-level").unwrap_or(1);
            line.outline = level.checked_sub(1);
            if line.list.is_none() && line.joins.is_none() {
                line.list = self.lists.heading(start, level);
            }
        }
        line.align = self.styles.align(&style);
        let looks = vec![self.styles.paragraph(&style)];
        line.style = Some(style);
        let mut place = Place { begins: true, blank: true, looks, links: Vec::new(), frame: Frame::Nothing };
        for content in std::mem::take(&mut self.pending) {
            self.put(content, &mut line, &place);
        }
        while !place.looks.is_empty() {
            match self.xml.next()? {
                Node::Open(element) if element.name() == "change" => {
                    let gone = self.deletion(&element, nesting)?;
                    place.begins = changes::splice(gone, &mut line, place.begins, out);
                    place.looks.extend(place.looks.last().copied());
                }
                Node::Open(element) => self.inner(&element, nesting, &mut place, &mut line)?,
                Node::Close => {
                    place.looks.pop();
                    while place.links.pop_if(|(depth, _)| *depth > place.looks.len()).is_some() {}
                }
                Node::Text(text) => self.words(&text, &mut place, &mut line),
                Node::End => break,
            }
        }
        line.end = self.fate();
        // What was deleted is not where the text is.
        if self.deleted.is_none() {
            line.at = from..self.xml.at().end;
        }
        out.push(Piece::Paragraph(Box::new(line)));
        Ok(())
    }

    /// Reads an element in a paragraph: to its end, or else as one that is open.
    fn inner(
        &mut self,
        element: &Element<'_>,
        nesting: usize,
        place: &mut Place,
        line: &mut Paragraph,
    ) -> Result<(), ExtractError> {
        let content = match element.name() {
            "note" if nesting < MAX_NESTING => Some(self.note(element, nesting)?),
            "text-box" | "custom-shape" | "rect" | "ellipse" | "circle" | "polygon" | "path"
                if nesting < MAX_NESTING =>
            {
                Some(Content::Box(self.pieces(nesting + 1)?))
            }
            "desc" => {
                let text = self.xml.text()?;
                match line.spans.last_mut().map(|span| &mut span.content) {
                    Some(Content::Picture(alt @ None, Some(_))) if place.frame == Frame::Picture => {
                        *alt = Some(text);
                        None
                    }
                    _ => (place.frame != Frame::Formula).then_some(Content::Picture(Some(text), None)),
                }
            }
            "math" => {
                place.frame = Frame::Formula;
                Some(Content::Formula(math::mathml(&mut self.xml, "math")?))
            }
            "annotation" => self.comment(element)?,
            // The reading of words stands behind them.
            "ruby-text" => {
                let reading = self.xml.text()?;
                (!reading.trim().is_empty()).then(|| Content::Text(format!("({})", reading.trim())))
            }
            "bibliography-mark"
                if self.drafts && element.attr("identifier").is_some_and(|key| is_key(&key)) =>
            {
                self.xml.skip()?;
                element.attr("identifier").map(|key| Content::Text(format!("[@{key}]")))
            }
            "note" | "text-box" | "title" | "tracked-changes" => {
                self.xml.skip()?;
                None
            }
            _ => {
                self.open(element, place, line);
                return Ok(());
            }
        };
        if let Some(content) = content {
            place.blank &= matches!(content, Content::Comment(..));
            self.put(content, line, place);
        }
        Ok(())
    }

    /// Opens an element whose words are those of its paragraph.
    fn open(&mut self, element: &Element<'_>, place: &mut Place, line: &mut Paragraph) {
        let mut look = place.looks.last().copied().unwrap_or_default();
        let mut content = None;
        match element.name() {
            "s" => {
                let count = element.number::<usize>("c").unwrap_or(1).min(80);
                content = Some(Content::Text(" ".repeat(count)));
            }
            "tab" => content = Some(Content::Tab),
            "line-break" => content = Some(Content::Break),
            "annotation-end" => {
                let name = element.attr("name").unwrap_or_default();
                let ended = self.named.remove(&name).unwrap_or_default();
                for id in ended {
                    self.put(Content::Comment(id, false), line, place);
                }
            }
            "change-start" | "change-end" => self.insertion(element),
            "frame" => place.frame = Frame::Nothing,
            "image" if place.frame != Frame::Formula => content = self.image(element, place, line),
            "object" => {
                let folder = element.attr("href").unwrap_or_default();
                let formula = self.formulas.get(folder.trim_start_matches("./").trim_end_matches('/'));
                place.frame = if formula.is_some() { Frame::Formula } else { Frame::Nothing };
                self.objects += usize::from(formula.is_none());
                content = formula.map(|formula| Content::Formula(formula.clone()));
            }
            name => {
                if let Some(style) = element.attr("style-name").filter(|_| matches!(name, "span" | "a")) {
                    look = self.styles.span(&style, look);
                }
            }
        }
        if let Some(content) = content {
            place.blank = false;
            self.put(content, line, place);
        }
        place.looks.push(look);
        if element.name() == "a" {
            let address = element.attr("href").filter(|address| is_safe(address));
            place.links.extend(address.map(|address| (place.looks.len(), address)));
        }
    }

    /// A picture, which a draft has by the name of its part. Where one is in a frame in two forms, it is the one that is shown anywhere.
    fn image(&mut self, element: &Element<'_>, place: &mut Place, line: &mut Paragraph) -> Option<Content> {
        let name = element.attr("href").filter(|name| self.drafts && is_part(name));
        let Some(name) = name.map(|name| name.trim_start_matches("./").to_owned()) else {
            self.pictures += usize::from(place.frame != Frame::Picture);
            return None;
        };
        if std::mem::replace(&mut place.frame, Frame::Picture) != Frame::Picture {
            return Some(Content::Picture(None, Some(name)));
        }
        if let Some(Content::Picture(_, Some(before))) = line.spans.last_mut().map(|span| &mut span.content)
            && !is_shown(before)
            && is_shown(&name)
        {
            *before = name;
        }
        None
    }

    /// Words as a reader sees them: blanks in a row are one, and at the beginning none.
    fn words(&mut self, text: &str, place: &mut Place, line: &mut Paragraph) {
        let mut shown = String::with_capacity(text.len());
        for ch in text.chars() {
            let blank = matches!(ch, ' ' | '\t' | '\n' | '\r');
            if !(blank && place.blank) {
                shown.push(if blank { ' ' } else { ch });
            }
            place.blank = blank;
        }
        if !shown.is_empty() {
            self.put(Content::Text(shown), line, place);
        }
    }

    fn put(&mut self, content: Content, line: &mut Paragraph, place: &Place) {
        let look = place.looks.last().copied().unwrap_or_default();
        let target = place.links.last().map(|(_, address)| address.as_str());
        let fate = self.fate();
        if let Content::Text(new) = &content
            && let Some(Span { content: Content::Text(text), look: before, link: to, fate: of, .. }) =
                line.spans.last_mut()
            && (*before, to.as_deref(), *of) == (look, target, fate)
        {
            text.push_str(new);
            return;
        }
        line.spans.push(Span {
            content,
            look,
            link: target.map(str::to_owned),
            fate,
            instructs: false,
            cited: false,
        });
    }

    /// In which of the two texts the words stand that are read.
    fn fate(&self) -> Fate {
        Fate { inserted: self.inserted.last().map(|(_, mark)| *mark), deleted: self.deleted, dropped: false }
    }

    fn note(&mut self, element: &Element<'_>, nesting: usize) -> Result<Content, ExtractError> {
        let foot = element.attr("note-class").as_deref() != Some("endnote");
        let mut pieces = Vec::new();
        let mut open = 1_usize;
        while let Some(element) = self.xml.inside(&mut open)? {
            match element.name() {
                "note-body" => pieces.extend(self.pieces(nesting + 1)?),
                _ => self.xml.skip()?,
            }
        }
        let id = self.notes.len().to_string();
        self.notes.insert((foot, id.clone()), pieces);
        Ok(Content::Note(foot, id))
    }

    /// What stands in a list and in those in it.
    fn list(
        &mut self,
        start: &Element<'_>,
        above: Option<&List>,
        nesting: usize,
        out: &mut Vec<Piece>,
    ) -> Result<(), ExtractError> {
        let mut list = self.lists.open(start, above, self.deleted.is_some());
        let own = list.style.clone();
        let (mut first, mut from) = (start.name() != "list", start.number::<u32>("start-value"));
        let mut open = 1_usize;
        while let Some(element) = self.xml.inside(&mut open)? {
            match element.name() {
                "p" | "h" => {
                    let mut line = Paragraph::default();
                    if std::mem::take(&mut first) {
                        let style = element.attr("style-name");
                        line.list = Some(self.lists.item(&mut list, style.as_deref(), from.take()));
                    } else {
                        line.joins = Some(list.depth + 1);
                    }
                    self.lists.last = Some(list.clone());
                    self.paragraph(&element, nesting, line, out)?;
                }
                "list" if nesting < MAX_NESTING => self.list(&element, Some(&list), nesting + 1, out)?,
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
        Ok(())
    }
}

/// Whether an address is that of a part of the file.
fn is_part(address: &str) -> bool {
    !address.is_empty()
        && !address.starts_with('/')
        && !address.contains(':')
        && !address.split('/').any(|part| part == "..")
}

/// Whether a picture is of a kind that every program shows, by its name.
fn is_shown(name: &str) -> bool {
    let ending = name.rsplit('.').next().unwrap_or_default().to_lowercase();
    matches!(ending.as_str(), "png" | "jpg" | "jpeg" | "gif")
}

/// Whether a work can be cited by this name.
fn is_key(key: &str) -> bool {
    key.starts_with(|ch: char| ch.is_alphanumeric() || ch == '_')
        && key.chars().all(|ch| ch.is_alphanumeric() || ":.#$%&-+?<>~/_".contains(ch))
}
