//! Reads what was changed in an ODT, by whom, and what was noted to it.

use super::changes::Region;
use super::read::{MAX_NESTING, Reader};
use crate::ExtractError;
use crate::docx::{Content, Mark, Piece};
use crate::xml::{Element, Node, Pull};

/// Insertions in one another: more are not counted.
const MAX_OPEN: usize = 100;

impl Reader<'_> {
    /// Takes up what the list of changes says of each.
    pub(super) fn tracked(&mut self) -> Result<(), ExtractError> {
        let mut id = String::new();
        let mut open = 1_usize;
        while let Some(element) = self.xml.inside(&mut open)? {
            let kind = element.name();
            if matches!(kind, "insertion" | "deletion") {
                let deletes = kind == "deletion";
                let from = self.xml.at().end;
                let (author, at) = self.said()?;
                let inner = self.text.get(from..self.xml.at().end).unwrap_or_default();
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
        } else if let Some(region) = self.regions.get(&id).filter(|region| region.deleted.is_none())
            && self.inserted.len() < MAX_OPEN
        {
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
        let Some(Region { author, at, deleted: Some(text) }) =
            region.filter(|_| self.drafts && nesting < MAX_NESTING)
        else {
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
        for name in names.into_iter().filter_map(|name| element.attr(name)) {
            self.named.entry(name).or_default().push(id);
        }
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
