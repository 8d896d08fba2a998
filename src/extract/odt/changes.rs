//! What was changed in an ODT under change tracking, and what was noted to it. What was deleted stands before the text, and a
//! mark where it stood; what was inserted stands in the text between two marks.

use super::read::Reader;
use crate::ExtractError;
use crate::docx::{Cell, Content, Fate, Mark, Paragraph, Piece, Span};
use crate::xml::{Element, Node, Pull};

/// A change: who made it and when, and what it took out.
pub(super) struct Region<'a> {
    author: String,
    at: String,
    deleted: Option<&'a str>,
}

impl Reader<'_> {
    /// Takes up what the list of changes says of each.
    pub(super) fn tracked(&mut self) -> Result<(), ExtractError> {
        let mut id = String::new();
        let mut open = 1_usize;
        while let Some(element) = self.xml.inside(&mut open)? {
            let kind = element.name();
            if matches!(kind, "insertion" | "deletion") {
                let deletes = kind == "deletion";
                let from = self.xml.at();
                let (author, at) = self.said()?;
                let inner = self.text.get(from..self.xml.at()).unwrap_or_default();
                // Without its own end.
                let inner = inner.rfind("</").and_then(|end| inner.get(..end)).unwrap_or_default();
                let region = Region { author, at, deleted: deletes.then_some(inner) };
                self.regions.insert(std::mem::take(&mut id), region);
                continue;
            }
            id = element.attr("id").unwrap_or_default();
            open += 1;
        }
        Ok(())
    }

    /// Who made a change and when, from what stands beside what was deleted.
    fn said(&mut self) -> Result<(String, String), ExtractError> {
        let (mut author, mut at) = (String::new(), String::new());
        let mut open = 1_usize;
        while let Some(element) = self.xml.inside(&mut open)? {
            match element.name() {
                "change-info" => open += 1,
                "creator" => author = self.xml.text()?,
                "date" => at = moment(&self.xml.text()?),
                _ => self.xml.skip()?,
            }
        }
        Ok((author, at))
    }

    /// The number of a change: what one author did at one time is one.
    fn change(&mut self, author: String, at: String) -> usize {
        let next = self.marks.len();
        let id = *self.authors.entry((author.clone(), at.clone())).or_insert(next);
        if id == next {
            self.marks.push(Mark { author, at, comment: None });
        }
        id
    }

    /// An insertion begins or ends.
    pub(super) fn insertion(&mut self, element: &Element<'_>) {
        let id = element.attr("change-id").unwrap_or_default();
        if element.name() == "change-end" {
            self.inserted.retain(|(open, _)| *open != id);
        } else if let Some(region) = self.regions.get(&id).filter(|region| region.deleted.is_none()) {
            let (author, at) = (region.author.clone(), region.at.clone());
            let mark = self.change(author, at);
            self.inserted.push((id, mark));
        }
    }

    /// What was deleted at this place, of which a source has nothing.
    pub(super) fn deletion(
        &mut self,
        element: &Element<'_>,
        nesting: usize,
    ) -> Result<Vec<Piece>, ExtractError> {
        let region = element.attr("change-id").and_then(|id| self.regions.remove(&id));
        let Some(Region { author, at, deleted: Some(text) }) = region.filter(|_| self.drafts) else {
            return Ok(Vec::new());
        };
        let mark = self.change(author, at);
        let (outside, before) = (std::mem::replace(&mut self.xml, Pull::new(text)), self.deleted);
        self.deleted = Some(mark);
        let read = self.all(nesting + 1);
        (self.xml, self.deleted) = (outside, before);
        read
    }

    /// Reads a comment: where it begins. One that answers another ends where that does.
    pub(super) fn comment(&mut self, element: &Element<'_>) -> Result<Option<Content>, ExtractError> {
        self.comments += 1;
        if !self.drafts {
            self.xml.skip()?;
            return Ok(None);
        }
        let (mut author, mut at, mut text) = (String::new(), String::new(), String::new());
        let mut open = 1_usize;
        while open > 0 {
            match self.xml.next()? {
                Node::Open(inner) => {
                    open += 1;
                    match inner.name() {
                        "creator" => author = self.xml.text()?,
                        "date" => at = moment(&self.xml.text()?),
                        "p" | "line-break" | "s" | "tab" => {
                            let line = matches!(inner.name(), "p" | "line-break");
                            text.push(if line { '\n' } else { ' ' });
                            continue;
                        }
                        name if name.starts_with("creator-") || name == "sender-initials" => {
                            self.xml.skip()?;
                        }
                        _ => continue,
                    }
                    open -= 1;
                }
                Node::Close => open -= 1,
                Node::Text(words) => text.push_str(&words),
                Node::End => break,
            }
        }
        let id = self.marks.len();
        let names = ["name", "parent-name"];
        self.named.extend(names.into_iter().filter_map(|name| Some((element.attr(name)?, id))));
        self.marks.push(Mark { author, at, comment: Some(text.trim().to_owned()) });
        Ok(Some(Content::Comment(id, true)))
    }
}

/// A moment as RFC 3339. One that names no zone is taken as it stands.
fn moment(text: &str) -> String {
    let text = text.trim();
    let zoned = text.ends_with('Z') || text.get(10..).is_some_and(|time| time.contains(['+', '-']));
    if zoned || !text.contains('T') { text.to_owned() } else { format!("{text}Z") }
}

/// Puts what was deleted at this place of a paragraph into it. Where that was more than one, the first goes on the words
/// before it and the last goes on in those behind it.
/// `begins`: whether nothing of the paragraph was read.
pub(super) fn splice(mut gone: Vec<Piece>, line: &mut Paragraph, begins: bool, out: &mut Vec<Piece>) -> bool {
    let Some(last) = gone.pop() else { return begins };
    if gone.is_empty() {
        match last {
            Piece::Paragraph(last) => line.spans.extend(last.spans),
            table @ Piece::Table(_) => out.push(table),
        }
        return begins;
    }
    // In an empty paragraph, whether its words come before what is gone is told by on which side that has none.
    let after = gone.first().is_some_and(is_empty) && !is_empty(&last);
    let begins =
        begins && !after && line.spans.iter().all(|span| matches!(span.content, Content::Comment(..)));
    for (number, piece) in gone.into_iter().enumerate() {
        match piece {
            Piece::Paragraph(mut first) if number == 0 => {
                let mut spans = std::mem::take(&mut line.spans);
                spans.append(&mut first.spans);
                // Which of the two says what the paragraph was: the one that its words began in.
                let end = first.end;
                let whole = if begins { *first } else { line.clone() };
                out.push(Piece::Paragraph(Box::new(Paragraph { end, spans, ..whole })));
            }
            piece => out.push(piece),
        }
    }
    match last {
        Piece::Paragraph(last) if begins => line.spans.extend(last.spans),
        Piece::Paragraph(last) => *line = *last,
        table @ Piece::Table(_) => out.push(table),
    }
    begins
}

fn is_empty(piece: &Piece) -> bool {
    matches!(piece, Piece::Paragraph(paragraph) if paragraph.spans.is_empty())
}

/// Lets the end of a paragraph be changed where its words are. A writer marks the end before a paragraph that is new or gone,
/// where a text has that behind it.
pub(super) fn settle(pieces: &mut [Piece]) {
    for at in 0..pieces.len() {
        let Some(Piece::Paragraph(first)) = pieces.get(at) else { continue };
        let fate = first.end;
        if fate == Fate::default() || (!first.spans.is_empty() && is_whole(first, fate)) {
            continue;
        }
        let rest = pieces.get(at + 1..).unwrap_or_default();
        let chained = rest.iter().map_while(|piece| match piece {
            Piece::Paragraph(next) if is_whole(next, fate) => Some(next.end),
            _ => None,
        });
        let ends: Vec<Fate> = chained.collect();
        let Some(last) = ends.iter().position(|end| *end == Fate::default()) else { continue };
        for (number, piece) in pieces.iter_mut().skip(at).take(last + 2).enumerate() {
            if let Piece::Paragraph(paragraph) = piece {
                paragraph.end = if number == 0 { Fate::default() } else { fate };
            }
        }
    }
}

/// Whether all of a paragraph was changed in such a way.
fn is_whole(paragraph: &Paragraph, fate: Fate) -> bool {
    let same = |span: &Span| {
        (span.fate.inserted.is_some(), span.fate.deleted.is_some())
            == (fate.inserted.is_some(), fate.deleted.is_some())
    };
    paragraph.spans.iter().all(|span| same(span) || matches!(span.content, Content::Comment(..)))
}

/// Whether anything stands in the pieces.
pub(super) fn has_words(pieces: &[Piece]) -> bool {
    pieces.iter().any(|piece| match piece {
        Piece::Paragraph(paragraph) => !paragraph.spans.is_empty(),
        Piece::Table(table) => {
            table.rows.iter().flat_map(|row| &row.cells).any(|cell| has_words(&cell.pieces))
        }
    })
}

/// Of a row: all of whose words are new, or gone.
pub(super) fn of_row(cells: &[Cell]) -> Fate {
    let paragraphs = cells.iter().flat_map(|cell| &cell.pieces).filter_map(|piece| match piece {
        Piece::Paragraph(paragraph) => Some(paragraph),
        Piece::Table(_) => None,
    });
    let mut fates = paragraphs.flat_map(|paragraph| &paragraph.spans).map(|span| span.fate);
    let Some(first) = fates.next() else { return Fate::default() };
    fates.fold(first, |all, fate| Fate {
        inserted: all.inserted.filter(|_| fate.inserted.is_some()),
        deleted: all.deleted.filter(|_| fate.deleted.is_some()),
        dropped: false,
    })
}
