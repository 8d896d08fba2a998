//! A changed line, put together.

use std::ops::Range;

use super::Line;
use crate::docx::graft::atoms::Kind;
use crate::html::escape;
use crate::xml::Piece;

/// Puts a line together: of stretches as they are, and words.
pub(super) struct Writer<'l, 'a> {
    line: &'l Line<'a>,
    pub(super) pieces: Vec<Piece>,
    run: Option<usize>,
    /// The element of text that is open.
    text: Option<(bool, String)>,
}

impl<'l, 'a> Writer<'l, 'a> {
    pub(super) fn new(line: &'l Line<'a>) -> Self {
        Self { line, pieces: Vec::new(), run: None, text: None }
    }

    pub(super) fn text(&mut self, text: &str) {
        match self.pieces.last_mut() {
            Some(Piece::Text(before)) => before.push_str(text),
            _ => self.pieces.push(Piece::Text(text.to_owned())),
        }
    }

    fn slice(&mut self, at: Range<usize>) {
        match self.pieces.last_mut() {
            Some(Piece::Slice(before)) if before.end == at.start => before.end = at.end,
            _ if at.is_empty() => {}
            _ => self.pieces.push(Piece::Slice(at)),
        }
    }

    fn end_text(&mut self) {
        if let Some((deleted, text)) = self.text.take() {
            let tag = if deleted { "w:delText" } else { "w:t" };
            self.text(&format!("<{tag} xml:space=\"preserve\">{}</{tag}>", escape(&text)));
        }
    }

    pub(super) fn close(&mut self) {
        self.end_text();
        if self.run.take().is_some() {
            self.text("</w:r>");
        }
    }

    /// Puts words before an atom. Words of their own change stand in no other.
    pub(super) fn insert(&mut self, at: usize, words: &str, outside: bool) {
        self.close();
        let mut open: Vec<usize> = Vec::new();
        for (number, atom) in self.line.atoms.list.iter().enumerate().take(at) {
            match atom.kind {
                Kind::Open if self.line.dropped.get(number) == Some(&false) => open.push(number),
                Kind::Close(from) => open.retain(|other| *other != from),
                _ => {}
            }
        }
        let atom = |number: &usize| self.line.atoms.list.get(*number);
        let is_cut = |number: &usize| {
            atom(number).is_some_and(|atom| match atom.name {
                "ins" | "del" | "moveTo" | "moveFrom" => true,
                "hyperlink" => outside,
                _ => false,
            })
        };
        let cut: Vec<usize> = open.iter().position(is_cut).map_or(Vec::new(), |from| open.split_off(from));
        let prefix = |name: &str| format!("</w:{name}>");
        let closes: String = cut.iter().rev().filter_map(|number| Some(prefix(atom(number)?.name))).collect();
        let opens: String =
            cut.iter().filter_map(|number| Some(self.line.atoms.slice(&atom(number)?.at))).collect();
        self.text(&format!("{closes}{words}{opens}"));
    }

    /// Writes an atom, or the run that it begins where all of it stays; gives the next. What comes in next does so before `next`.
    pub(super) fn atom(&mut self, at: usize, next: usize) -> usize {
        let Some(atom) = self.line.atoms.list.get(at) else { return at + 1 };
        if self.line.dropped.get(at) == Some(&true) {
            return at + 1;
        }
        let Some(number) = atom.run else {
            self.close();
            match &atom.kind {
                Kind::Tag(tag) => self.text(tag),
                _ => self.slice(atom.at.clone()),
            }
            return at + 1;
        };
        let Some(run) = self.line.atoms.runs.get(number) else { return at + 1 };
        let whole = run.atoms.start == at && next >= run.atoms.end;
        if whole && self.line.dropped.get(run.atoms.clone()).is_some_and(|all| !all.contains(&true)) {
            self.close();
            self.slice(run.at.clone());
            return run.atoms.end;
        }
        if self.run != Some(number) {
            self.close();
            self.slice(run.tag.clone());
            self.slice(run.properties.clone());
            self.run = Some(number);
        }
        if let Kind::Char(ch) = atom.kind {
            let deleted = atom.name == "delText";
            if self.text.as_ref().is_some_and(|(other, _)| *other != deleted) {
                self.end_text();
            }
            self.text.get_or_insert((deleted, String::new())).1.push(ch);
        } else {
            self.end_text();
            self.slice(atom.at.clone());
        }
        at + 1
    }
}
