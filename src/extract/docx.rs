//! DOCX (ECMA-376, `WordprocessingML`): its parts, read once into a tree (`read`) that sources (`blocks`) and drafts take from.
//!
//! Pages: Word leaves a mark where its layout broke a page (`lastRenderedPageBreak`); with at least one
//! such mark pages are counted from them and from hard breaks, otherwise they stay unknown.

use std::collections::{BTreeSet, HashMap};

use stet_document::docx::MEDIA_TYPE;
use stet_document::html::is_safe;
use stet_sources::chunk::Category;

use super::archive::Archive;
use super::builder::Builder;
use super::package::{related, relations, title};
use super::{ExtractError, Extraction, Limits};

mod blocks;
mod look;
mod read;
mod styles;
mod tree;

use blocks::{Blocks, Notes};
pub(super) use read::{Mark, Parts, Reader};
pub(super) use styles::{Numbers, Styles};
pub(super) use tree::{Content, Paragraph, Piece, Span, Table};

/// Parts with notes, and the element of a note in each.
pub(super) const NOTES: [(&str, &str); 2] = [("/footnotes", "footnote"), ("/endnotes", "endnote")];

pub(super) fn extract(bytes: &[u8], limits: &Limits) -> Result<Extraction, ExtractError> {
    let mut file = File::open(bytes, limits)?;
    let parts = Parts { styles: file.styles()?, ..Parts::default() };
    let (mut notes, none, mut marks) = (Notes::new(), Notes::new(), Vec::new());
    // What stands beside the body turns no page of it.
    let mut aside = Blocks::new(&parts.styles, &none, Builder::new(limits));
    for (kind, name) in NOTES {
        let text = file.part(kind)?.0;
        Reader::new(&text, &parts, &mut marks).notes(name, |id, pieces| {
            notes.insert((name == "footnote", id), aside.text(&pieces).0);
        })?;
    }
    let running = file.running()?;
    let title = file.title()?;
    let mut blocks = Blocks::new(&parts.styles, &notes, Builder::new(limits));
    Reader::new(&file.body, &parts, &mut marks).body(|piece| blocks.put(&piece))?;
    let (mut out, pages) = blocks.finish()?;
    let mut seen = BTreeSet::new();
    for (name, head) in running {
        let Some(part) = file.archive.read_text(&name)? else { continue };
        let category = if head { Category::Header } else { Category::Footer };
        let mut pieces = Vec::new();
        Reader::new(&part, &parts, &mut marks).body(|piece| {
            pieces.push(piece);
            Ok(())
        })?;
        let (text, _) = aside.text(&pieces);
        if seen.insert(text.clone()) {
            out.push(category, None, &text)?;
        }
    }
    let mut blocks = out.finish();
    if pages.is_none() {
        for block in &mut blocks {
            block.page = None;
            block.turns.clear();
        }
    }
    Ok(Extraction {
        title,
        media_type: MEDIA_TYPE.into(),
        pages,
        blocks,
        warnings: Vec::new(),
        ..Extraction::default()
    })
}

/// A file, whose parts are named by their relation to the main one.
pub(super) struct File<'a> {
    archive: Archive<'a>,
    /// Name of the main part, which holds the body.
    pub(super) main: String,
    pub(super) body: String,
}

impl<'a> File<'a> {
    pub(super) fn open(bytes: &'a [u8], limits: &Limits) -> Result<Self, ExtractError> {
        let mut archive = Archive::open(bytes, limits)?;
        // The main part is the one the package names, whatever it is called.
        let main = related(&mut archive, "", "/officeDocument")?.pop();
        let main = main.unwrap_or_else(|| "word/document.xml".to_owned());
        let body =
            archive.read_text(&main)?.ok_or_else(|| ExtractError::corrupt(format!("{main} is missing")))?;
        Ok(Self { archive, main, body })
    }

    fn folder(&self) -> &str {
        self.main.rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    /// The text of a part, empty where there is none, and its name.
    pub(super) fn part(&mut self, kind: &str) -> Result<(String, String), ExtractError> {
        // Some writers leave the relations out and trust the usual names.
        let name = related(&mut self.archive, &self.main, kind)?.pop();
        let name = name.unwrap_or_else(|| format!("{}{kind}.xml", self.folder()));
        Ok((self.archive.read_text(&name)?.unwrap_or_default(), name))
    }

    pub(super) fn styles(&mut self) -> Result<Styles, ExtractError> {
        let mut styles = Styles::default();
        styles.parse(&self.part("/styles")?.0)?;
        styles.numbers(&self.part("/numbering")?.0)?;
        Ok(styles)
    }

    pub(super) fn title(&mut self) -> Result<Option<String>, ExtractError> {
        self.archive.read_text("docProps/core.xml")?.map_or(Ok(None), |core| title(&core))
    }

    /// Names of the parts that run on pages; whether each is a head.
    fn running(&mut self) -> Result<BTreeSet<(String, bool)>, ExtractError> {
        let mut running = BTreeSet::new();
        for (kind, head) in [("/header", true), ("/footer", false)] {
            let usual = format!("{}{kind}", self.folder());
            let mut names = related(&mut self.archive, &self.main, kind)?;
            names.extend(self.archive.names().into_iter().filter(|name| name.starts_with(&usual)));
            running.extend(names.into_iter().map(|name| (name, head)));
        }
        Ok(running)
    }

    /// Addresses outside of the file that a part links to, by the id of their relation.
    pub(super) fn links(&mut self, part: &str) -> Result<HashMap<String, String>, ExtractError> {
        let found = relations(&mut self.archive, part)?.into_iter();
        let found = found.filter(|link| link.kind.ends_with("/hyperlink") && is_safe(&link.target));
        Ok(found.map(|link| (link.id, link.target)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::packed;

    #[test]
    fn boxes_are_read_once_wherever_they_stand() {
        let shown = |text: &str| format!("<p><r><t>{text}</t><br/><t>end</t></r></p>");
        let boxed = |text: &str| {
            let inner = format!("<txbxContent>{}</txbxContent>", shown(text));
            format!("<p><r><t>By</t><Choice>{inner}</Choice><Fallback>{inner}</Fallback></r></p>")
        };
        let row = |cells: [String; 2]| {
            format!("<tr>{}</tr>", cells.map(|cell| format!("<tc>{cell}</tc>")).concat())
        };
        let body = format!(
            "<document><body><tbl>{}</tbl><p><r><footnoteReference id='2'/></r></p></body></document>",
            row([boxed("In a cell"), shown("Beside")])
        );
        let note = format!("<footnotes><footnote id='2'>{}</footnote></footnotes>", boxed("In a note"));
        let head = format!("<hdr>{}</hdr>", boxed("In a head"));
        let parts =
            [("word/document.xml", &body), ("word/footnotes.xml", &note), ("word/header1.xml", &head)];
        let found =
            extract(&packed(&parts.map(|(name, text)| (name, text.as_str()))), &Limits::default()).unwrap();
        let texts: Vec<&str> = found.blocks.iter().map(|block| block.text.as_str()).collect();
        assert_eq!(
            texts,
            ["| By In a cell end | Beside end |\n| --- | --- |", "By\nIn a note\nend", "By\nIn a head\nend"]
        );
    }
}
