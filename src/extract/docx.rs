//! DOCX (ECMA-376, `WordprocessingML`): its parts and notes. Styles and numbers are read in `styles`, the text in `body`.
//!
//! Pages: Word leaves a mark where its layout broke a page (`lastRenderedPageBreak`); with at least one
//! such mark pages are counted from them and from hard breaks, otherwise they stay unknown.

use std::collections::{BTreeSet, HashMap};

use super::archive::Archive;
use super::builder::{Builder, clean};
use super::package::{related, title};
use super::xml::{Node, Pull};
use super::{ExtractError, Extraction, Limits};
pub(super) use stet_document::docx::MEDIA_TYPE;
use stet_sources::chunk::Category;

mod body;
mod look;
mod styles;

use body::Reader;
pub(super) use look::Look;
pub(super) use styles::{Numbers, Place, Styles};

pub(super) fn extract(bytes: &[u8], limits: &Limits) -> Result<Extraction, ExtractError> {
    let mut archive = Archive::open(bytes, limits)?;
    // The main part is the one the package names, whatever it is called.
    let main =
        related(&mut archive, "", "/officeDocument")?.pop().unwrap_or_else(|| "word/document.xml".to_owned());
    let body =
        archive.read_text(&main)?.ok_or_else(|| ExtractError::corrupt(format!("{main} is missing")))?;
    let folder = main.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
    let mut part = |kind: &str| -> Result<Option<String>, ExtractError> {
        // Some writers leave the relations out and trust the usual names.
        let name = related(&mut archive, &main, kind)?.pop();
        archive.read_text(&name.unwrap_or_else(|| format!("{folder}{kind}.xml")))
    };
    let mut styles = Styles::default();
    styles.read(&part("/styles")?.unwrap_or_default())?;
    styles.numbers(&part("/numbering")?.unwrap_or_default())?;
    let mut notes = HashMap::new();
    read_notes(&part("/footnotes")?.unwrap_or_default(), true, &mut notes)?;
    read_notes(&part("/endnotes")?.unwrap_or_default(), false, &mut notes)?;
    let mut running: BTreeSet<(String, bool)> = BTreeSet::new();
    for (kind, head) in [("/header", true), ("/footer", false)] {
        running.extend(related(&mut archive, &main, kind)?.into_iter().map(|name| (name, head)));
        let usual = format!("{folder}{kind}");
        running.extend(
            archive.names().into_iter().filter(|name| name.starts_with(&usual)).map(|name| (name, head)),
        );
    }
    let title = match archive.read_text("docProps/core.xml")? {
        Some(core) => title(&core)?,
        None => None,
    };
    let mut reader = Reader::new(&body, &styles, &notes, Builder::new(limits));
    reader.body()?;
    let (mut out, pages) = reader.finish();
    let mut seen = BTreeSet::new();
    for (name, head) in running {
        let Some(part) = archive.read_text(&name)? else { continue };
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

/// Text of foot- and endnotes by kind and id.
fn read_notes(
    text: &str,
    foot: bool,
    notes: &mut HashMap<(bool, String), String>,
) -> Result<(), ExtractError> {
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
