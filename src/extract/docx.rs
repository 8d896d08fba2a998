//! DOCX (ECMA-376, `WordprocessingML`): its parts, read once into a tree (`read`) that sources (`blocks`) and drafts take from.
//!
//! Pages: Word leaves a mark where its layout broke a page (`lastRenderedPageBreak`); with at least one
//! such mark pages are counted from them and from hard breaks, otherwise they stay unknown.

use std::collections::{BTreeSet, HashMap};

use stet_document::docx::MEDIA_TYPE;
use stet_document::html::is_safe;
use stet_sources::chunk::Category;

use super::archive::Archive;
use super::builder::{Builder, clean};
use super::package::{related, title};
use super::xml::{Node, Pull};
use super::{ExtractError, Extraction, Limits};

mod blocks;
mod look;
mod read;
mod styles;
mod tree;

use blocks::{Blocks, Notes};
pub(super) use look::Look;
pub(super) use read::{Mark, Parts, Reader};
pub(super) use styles::{Numbers, Styles};
pub(super) use tree::{Content, Paragraph, Piece, Span, Table};

pub(super) fn extract(bytes: &[u8], limits: &Limits) -> Result<Extraction, ExtractError> {
    let mut file = File::open(bytes, limits)?;
    let parts = Parts { styles: file.styles()?, ..Parts::default() };
    let mut notes = HashMap::new();
    read_notes(&file.part("/footnotes")?.0, true, &mut notes)?;
    read_notes(&file.part("/endnotes")?.0, false, &mut notes)?;
    let running = file.running()?;
    let title = file.title()?;
    let mut blocks = Blocks::new(&parts.styles, &notes, Builder::new(limits));
    Reader::new(&file.body, &parts, &mut Vec::new()).body(|piece| blocks.put(&piece))?;
    let (mut out, pages) = blocks.finish()?;
    let mut seen = BTreeSet::new();
    for (name, head) in running {
        let Some(part) = file.archive.read_text(&name)? else { continue };
        let category = if head { Category::Header } else { Category::Footer };
        let text = plain(&part)?;
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
    Ok(Extraction { title, media_type: MEDIA_TYPE.into(), pages, blocks, warnings: Vec::new() })
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
        styles.read(&self.part("/styles")?.0)?;
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
        let (folder, name) = part.rsplit_once('/').unwrap_or(("", part));
        let mut out = HashMap::new();
        let relations = self.archive.read_text(&format!("{folder}/_rels/{name}.rels"))?;
        let Some(text) = relations else { return Ok(out) };
        let mut xml = Pull::new(&text);
        loop {
            match xml.next()? {
                Node::Open(element) if element.name() == "Relationship" => {
                    let of = element.attr("Type").unwrap_or_default();
                    if let (true, Some(id), Some(target)) =
                        (of.ends_with("/hyperlink"), element.attr("Id"), element.attr("Target"))
                        && is_safe(&target)
                    {
                        out.insert(id, target);
                    }
                }
                Node::End => return Ok(out),
                _ => {}
            }
        }
    }
}
/// Text of foot- and endnotes by kind and id.
fn read_notes(text: &str, foot: bool, notes: &mut Notes) -> Result<(), ExtractError> {
    let mut xml = Pull::new(text);
    loop {
        match xml.next()? {
            Node::Open(element) if element.name() == if foot { "footnote" } else { "endnote" } => {
                // Separators have a type and no text of the author's.
                let (kind, id) = (element.attr("type"), element.attr("id"));
                let text = plain_rest(&mut xml)?;
                if let (None, Some(id)) = (kind, id) {
                    notes.insert((foot, id), text);
                }
            }
            Node::End => return Ok(()),
            _ => {}
        }
    }
}

/// All text of a part, a line for each paragraph.
fn plain(part: &str) -> Result<String, ExtractError> {
    let mut xml = Pull::new(part);
    match xml.root()? {
        Some(_) => plain_rest(&mut xml),
        None => Ok(String::new()),
    }
}

/// Text up to the end of the open element.
fn plain_rest(xml: &mut Pull<'_>) -> Result<String, ExtractError> {
    let mut out = String::new();
    let mut open = 1_usize;
    let mut text_at = 0;
    let mut look = Look::default();
    while open > 0 {
        match xml.next()? {
            Node::Open(element) => {
                open += 1;
                match element.name() {
                    "t" => text_at = open,
                    "r" => look = Look::default(),
                    "vertAlign" | "strike" | "dstrike" | "vanish" | "rFonts" => look.take(&element),
                    "p" if !out.is_empty() => out.push('\n'),
                    "tab" => out.push(' '),
                    // A field's instruction and the number it showed last.
                    "instrText" | "fldSimple" => {
                        xml.skip()?;
                        open -= 1;
                    }
                    _ => {}
                }
            }
            Node::Close => {
                if open == text_at {
                    text_at = 0;
                }
                open -= 1;
            }
            Node::Text(text) if text_at > 0 => look.put(&mut out, &text),
            Node::Text(_) => {}
            Node::End => break,
        }
    }
    Ok(clean(&out))
}
