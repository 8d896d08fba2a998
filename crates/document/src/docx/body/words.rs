//! What stands in a line: words, pictures, marks of notes, citations.

use super::Body;
use crate::docx::picture;
use crate::docx::run::{RUN, beside, look};
use crate::flat::Fate;
use crate::html::escape;
use crate::{Inline, Run};

impl Body<'_> {
    pub(super) fn link(&mut self, target: &str) -> usize {
        let links = if self.in_note { &mut self.note_links } else { &mut self.links };
        let next = links.len() + 1;
        *links.entry(target.to_owned()).or_insert(next)
    }

    pub(super) fn run(&mut self, run: &Run, fate: Fate, linked: bool) {
        let deleted = fate == Fate::Deleted;
        let text = match &run.inline {
            Inline::Text(text) => text.clone(),
            Inline::Picture(alt, address) => match self.picture(alt, address) {
                Some(drawn) => {
                    put!(self.out, "<w:r>{drawn}</w:r>");
                    return;
                }
                None => format!("[{alt}]"),
            },
            Inline::Break => {
                self.out.push_str("<w:r><w:br/></w:r>");
                return;
            }
            Inline::Note(label) => {
                self.reference(label, fate);
                return;
            }
            Inline::Anchor(..) => return,
            Inline::Cited(source, set) => {
                self.cited(source, set, fate);
                return;
            }
        };
        self.out.push_str("<w:r>");
        self.out.push_str(&match &self.beside {
            Some((properties, before)) => beside(run, &text, properties, *before),
            None => look(run, &text, linked),
        });
        let tag = if deleted { "w:delText" } else { "w:t" };
        for (number, part) in text.split('\t').enumerate() {
            if number > 0 {
                self.out.push_str("<w:tab/>");
            }
            if !part.is_empty() {
                put!(self.out, "<{tag} xml:space=\"preserve\">{}</{tag}>", escape(part));
            }
        }
        self.out.push_str("</w:r>");
    }

    /// A citation, as a field that has what it is in the text.
    fn cited(&mut self, source: &str, set: &[Run], fate: Fate) {
        let code = if fate == Fate::Deleted { "w:delInstrText" } else { "w:instrText" };
        put!(
            self.out,
            "<w:r><w:fldChar w:fldCharType=\"begin\"/></w:r><w:r><{code} xml:space=\"preserve\"> {} {} </{code}></w:r>\
             <w:r><w:fldChar w:fldCharType=\"separate\"/></w:r>",
            crate::docx::CITED,
            escape(source)
        );
        if fate == Fate::Deleted {
            for run in set {
                self.run(run, fate, false);
            }
        } else {
            // What is new is so as a whole.
            let current = self.current;
            self.spans(&set.iter().map(|run| (run.clone(), Fate::Kept)).collect());
            self.current = current;
        }
        self.out.push_str("<w:r><w:fldChar w:fldCharType=\"end\"/></w:r>");
    }

    /// A picture, where the file has it or its bytes are at hand.
    fn picture(&mut self, alt: &str, address: &str) -> Option<String> {
        if let Some(drawn) = self.drawn.get(address) {
            return Some(drawn.clone());
        }
        let (address, bytes) = self.export.pictures?.get_key_value(address)?;
        let (width, height) = crate::picture::size(bytes)?;
        let known = self.pictures.iter().position(|other| *other == address);
        let number = known.unwrap_or_else(|| {
            self.pictures.push(address);
            self.pictures.len() - 1
        });
        Some(picture::drawing(&format!("rPicture{}{number}", self.ids.link), number, alt, width, height))
    }

    /// The mark of a note. Word has a note of its own for each mark, so a note that the text refers to again is written again
    /// while there is room for it. In a note the mark of one that is written already is its number: notes may name one
    /// another, and themselves.
    fn reference(&mut self, label: &str, fate: Fate) {
        put!(self.out, "<w:r><w:rPr><w:rStyle w:val=\"FootnoteReference\"/></w:rPr>");
        if let Some(mark) = self.freed.remove(label) {
            put!(self.out, "{mark}</w:r>");
            return;
        }
        let size = RUN + self.sizes.get(label).copied().unwrap_or_default();
        match self.numbers.get(label) {
            Some(number) if self.in_note || size > self.spare => {
                let tag = if fate == Fate::Deleted { "w:delText" } else { "w:t" };
                put!(self.out, "<{tag}>{number}</{tag}>");
            }
            before => {
                self.spare -= if before.is_some() { size } else { 0 };
                self.references.push((label.to_owned(), fate));
                let id = self.ids.note + self.references.len();
                self.numbers.entry(label.to_owned()).or_insert(id);
                put!(self.out, "<w:footnoteReference w:id=\"{id}\"/>");
            }
        }
        self.out.push_str("</w:r>");
    }
}
