//! HWPX (OWPML, KS X 6101): the XML format of Hancom Office.
//!
//! An own reader rather than `unhwp`, which reads the old binary format in `hwp.rs`. On the 50 MB rule
//! book used for development `unhwp` is fast as well (0.25 s, 105 MB), but it unpacks without a budget,
//! knows no pages, drops captions and running headers, and takes headings from guesses at the text
//! instead of from the styles.
//!
//! Pages: the format stores no page numbers, but the layout that the word processor computed last: each
//! line's position on its page. A line above the one before it stands on a new page, as does a
//! paragraph after a forced break. A table that runs over the end of its page is counted by its height.
//! Without stored layout, or with several columns, pages stay unknown.

mod pages;
mod section;
mod styles;

use std::collections::HashSet;

use super::archive::Archive;
use super::builder::{Builder, clean, one_line};
use super::headings;
use super::numbering::{Counters, labelled};
use super::package::{Losses, Package};
use super::xml::Pull;
use super::{ExtractError, Extraction, Limits};
use stet_sources::chunk::Category;
use stet_sources::left_out::{Code, LeftOut};

use pages::Pages;
use section::{Paragraph, Piece, Section, Table};
use styles::{List, Styles};

pub(super) const MEDIA_TYPE: &str = "application/hwp+zip";

pub(super) fn extract(bytes: &[u8], limits: &Limits) -> Result<Extraction, ExtractError> {
    let mut archive = Archive::open(bytes, limits)?;
    // A protected document lists its encryption here and keeps scrambled parts.
    if let Some(manifest) = archive.read_text("META-INF/manifest.xml")?
        && manifest.contains("encryption-data")
    {
        return Err(ExtractError::Encrypted);
    }
    let header = archive.read_text("Contents/header.xml")?;
    let styles = Styles::parse(header.as_deref().unwrap_or_default())?;
    let package = archive.read_text("Contents/content.hpf")?.unwrap_or_default();
    let mut package = Package::parse(&package)?;
    package.parts.retain(|href| href.rsplit('/').next().is_some_and(|name| name.starts_with("section")));
    let sections = if package.parts.is_empty() { by_name(&archive) } else { package.parts };
    if sections.is_empty() {
        return Err(ExtractError::corrupt("no sections in the document"));
    }
    let mut writer = Writer {
        out: Builder::new(limits),
        running: HashSet::new(),
        pages: Pages::default(),
        losses: Losses::default(),
        counters: Counters::default(),
        outline: String::new(),
    };
    for name in sections {
        let Some(text) = writer.losses.spare(&name, archive.read_text(&name))? else { continue };
        let Some(text) = text else {
            writer.losses.say(LeftOut::named(Code::MissingPart, &name));
            continue;
        };
        let mut section = Section { xml: Pull::new(&text), styles: &styles };
        let mut read = || {
            while let Some(paragraph) = section.next(&mut writer.pages)? {
                writer.paragraph(paragraph, &styles)?;
            }
            Ok(())
        };
        let read = read();
        writer.losses.spare(&name, read)?;
    }
    let known = writer.pages.known;
    let pages = writer.pages.page;
    let mut blocks = writer.out.finish();
    if !known {
        for block in &mut blocks {
            block.page = None;
        }
    }
    Ok(Extraction {
        title: package.about.title,
        author: package.about.author,
        media_type: MEDIA_TYPE.into(),
        pages: known.then_some(pages),
        left_out: writer.losses.settle(&blocks)?,
        blocks,
        ..Extraction::default()
    })
}

/// Section parts in numeric order, for packages without a usable manifest.
fn by_name(archive: &Archive<'_>) -> Vec<String> {
    let mut found: Vec<(u32, String)> = archive
        .names()
        .into_iter()
        .filter_map(|name| {
            let number = name.strip_prefix("Contents/section")?.strip_suffix(".xml")?.parse().ok()?;
            Some((number, name))
        })
        .collect();
    found.sort();
    found.into_iter().map(|(_, name)| name).collect()
}

struct Writer {
    out: Builder,
    /// Running headers and footers already given: each text once.
    running: HashSet<String>,
    pages: Pages,
    losses: Losses,
    counters: Counters,
    /// The list that numbers the outline of the section.
    outline: String,
}

impl Writer {
    /// The automatic number of a paragraph.
    fn label(&mut self, paragraph: &Paragraph, styles: &Styles) -> Option<String> {
        if let Some(outline) = &paragraph.outline {
            self.outline.clone_from(outline);
        }
        let (list, level) = styles.lists.get(paragraph.shape.as_deref()?)?;
        let list = match list {
            List::Outline => &self.outline,
            List::Numbers(id) => id,
        };
        self.counters.next(list, styles.numberings.get(list)?, *level)
    }

    fn paragraph(&mut self, mut paragraph: Paragraph, styles: &Styles) -> Result<(), ExtractError> {
        if let Some(label) = self.label(&paragraph, styles) {
            let first = paragraph.pieces.iter_mut().find_map(|piece| match piece {
                Piece::Text(text) if !text.trim().is_empty() => Some(text),
                _ => None,
            });
            if let Some(text) = first {
                *text = labelled(&label, text);
            }
        }
        let page = Some(self.pages.open(paragraph.page_break, &paragraph.lines));
        let level = paragraph.level;
        let mut height = 0;
        for piece in paragraph.pieces {
            match piece {
                Piece::Text(text) => {
                    self.out.push(headings::category(level, &text), page, &text)?;
                }
                Piece::Table(table) => {
                    if table.breaks {
                        height += table.height;
                    }
                    self.table(&table, page)?;
                }
                Piece::Box(text) => self.out.push(Category::Paragraph, page, &text)?,
                Piece::Note(text) => self.out.push(Category::Footnote, page, &text)?,
                Piece::Caption(text) => self.out.push(Category::Caption, page, &text)?,
                Piece::Figure { caption } => self.out.push(Category::Figure, page, &caption)?,
                Piece::Equation(script) => self.out.push(Category::Equation, page, &script)?,
                Piece::Running(category, text) => {
                    let text = clean(&text);
                    if self.running.insert(text.clone()) {
                        self.out.push(category, page, &text)?;
                    }
                }
            }
        }
        self.pages.close(&paragraph.lines);
        self.pages.flow(height);
        Ok(())
    }

    fn table(&mut self, table: &Table, page: Option<u32>) -> Result<(), ExtractError> {
        let caption = Some(one_line(&table.caption)).filter(|caption| !caption.is_empty());
        self.out.table(page, &table.cells, caption)
    }
}
