//! HWP 5 (the binary format of Hancom Office), read by `unhwp`.
//!
//! A library for bytes from anywhere may meet bytes it did not expect: a panic inside it is caught
//! here and is a damaged file. Pages are unknown.

use std::io::Cursor;
use std::panic::{AssertUnwindSafe, catch_unwind};

use unhwp::model::{Block as Unit, Document, InlineContent, Paragraph, Table};

use super::builder::Builder;
use super::headings;
use super::table::Cell;
use super::{ExtractError, Extraction, Limits};
use stet_sources::chunk::Category;

mod distribution;

pub(super) const MEDIA_TYPE: &str = "application/x-hwp";

pub(super) fn extract(bytes: &[u8], limits: &Limits) -> Result<Extraction, ExtractError> {
    let mut document = parse(bytes)?;
    if document.metadata.is_distribution {
        // What stands where its text would only says that it is locked.
        let unlocked = catch_unwind(|| distribution::unlocked(bytes, limits.unpacked_bytes));
        document = parse(&unlocked.ok().flatten().ok_or(ExtractError::Distribution)?)?;
    }
    let mut out = Builder::new(limits);
    for section in &document.sections {
        for (paragraphs, category) in
            [(&section.header, Category::Header), (&section.footer, Category::Footer)]
        {
            let lines: Vec<String> = paragraphs.iter().flatten().map(Paragraph::plain_text).collect();
            out.push(category, None, &lines.join("\n"))?;
        }
        for unit in &section.content {
            match unit {
                Unit::Paragraph(paragraph) => give(paragraph, &mut out)?,
                Unit::Table(found) => give_table(found, &mut out)?,
            }
        }
    }
    Ok(Extraction {
        title: document.metadata.title.filter(|title| !title.trim().is_empty()),
        author: document.metadata.author.filter(|author| !author.trim().is_empty()),
        media_type: MEDIA_TYPE.into(),
        blocks: out.finish(),
        ..Extraction::default()
    })
}

fn parse(bytes: &[u8]) -> Result<Document, ExtractError> {
    let parsed = catch_unwind(AssertUnwindSafe(|| unhwp::parse_reader(Cursor::new(bytes))));
    parsed.map_err(|_| ExtractError::corrupt("the HWP reader failed"))?.map_err(error)
}

fn give(paragraph: &Paragraph, out: &mut Builder) -> Result<(), ExtractError> {
    let text = paragraph.plain_text();
    let styled = Some(usize::from(paragraph.style.heading_level)).filter(|level| *level > 0);
    out.push(headings::category(styled, &text), None, &text)?;
    for item in &paragraph.content {
        if let InlineContent::Footnote(text) = item {
            out.push(Category::Footnote, None, text)?;
        }
    }
    Ok(())
}

fn give_table(found: &Table, out: &mut Builder) -> Result<(), ExtractError> {
    let mut cells = Vec::new();
    for ((row, line), columns) in found.rows.iter().enumerate().zip(found.cell_columns()) {
        for (cell, column) in line.cells.iter().zip(columns) {
            cells.push(Cell {
                row,
                column,
                row_span: usize::try_from(cell.rowspan).unwrap_or(1),
                column_span: usize::try_from(cell.colspan).unwrap_or(1),
                text: cell.plain_text(),
            });
        }
    }
    out.table(None, &cells, None)
}

fn error(error: unhwp::Error) -> ExtractError {
    match error {
        unhwp::Error::Encrypted | unhwp::Error::DistributionRestricted => ExtractError::Encrypted,
        unhwp::Error::UnsupportedFormat(found) => ExtractError::Unsupported { found },
        other => ExtractError::corrupt(other),
    }
}
