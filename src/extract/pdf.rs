//! PDF: finds the engine, reads the pages as lines with their places (`page`), leaves the rest to `layout`.
//!
//! The engine is pdfium (that of Chromium): it reads Korean fonts, old encodings and damaged tables of contents, and tells
//! where each character stands. It is a shared library found at run time; without it no PDF is read, since a simpler reader
//! drops letters and digits without a word. It runs in the child process of `child.rs`, so that a crash is a failed job.

use pdfium_render::prelude::{PdfDocumentMetadataTagType, Pdfium, PdfiumError, PdfiumInternalError};

use super::layout::{self, Sheet};
use super::{ExtractError, Extraction, Limits};
use stet_sources::chunk::{Block, Category};
use stet_sources::left_out::{Code, LeftOut};

mod engine;
mod glyphs;
mod page;
mod picture;
mod rules;
mod scan;

pub(super) use engine::engine;
pub use engine::{MEDIA_TYPE, has_engine};
pub use picture::Picture;
pub(super) use picture::picture;
pub use scan::{Reader, Scan};
pub(super) use scan::{prepare as prepare_scan, recognise};

pub(super) fn extract(bytes: &[u8], limits: &Limits) -> Result<Extraction, ExtractError> {
    // The end mark stands in the last kilobyte (ISO 32000, annex H); some programs append a little.
    let tail = bytes.get(bytes.len().saturating_sub(2048)..).unwrap_or(bytes);
    if memchr::memmem::find(tail, b"%%EOF").is_none() {
        return Err(ExtractError::corrupt("the PDF ends before its end mark"));
    }
    let pdfium = engine(limits).ok_or(ExtractError::NoEngine)?;
    let Found { title, sheets, scans, unreadable } = with_pdfium(pdfium, bytes)?;
    if sheets.is_empty() {
        return Err(ExtractError::Empty);
    }
    let pages = u32::try_from(sheets.len()).unwrap_or(u32::MAX);
    let mut blocks = layout::blocks(sheets, limits)?;
    if blocks.is_empty() {
        return Err(ExtractError::NoText { pages });
    }
    // A page that is a picture stands as a figure without words where its text would.
    for page in scans {
        let at = blocks.partition_point(|block| block.page.is_none_or(|other| other <= page));
        blocks.insert(at, Block { page: Some(page), category: Category::Figure, ..Block::default() });
    }
    let unreadable =
        Some(LeftOut::at(Code::UnreadablePages, "", &unreadable)).filter(|_| !unreadable.is_empty());
    Ok(Extraction {
        title,
        media_type: MEDIA_TYPE.into(),
        pages: Some(pages),
        blocks,
        left_out: unreadable.into_iter().collect(),
        ..Extraction::default()
    })
}

struct Found {
    title: Option<String>,
    sheets: Vec<Sheet>,
    /// Numbers of the pages that are pictures, and of those that could not be read.
    scans: Vec<u32>,
    unreadable: Vec<u32>,
}

fn with_pdfium(pdfium: &Pdfium, bytes: &[u8]) -> Result<Found, ExtractError> {
    let document = pdfium.load_pdf_from_byte_slice(bytes, None).map_err(|error| match error {
        PdfiumError::PdfiumLibraryInternalError(
            PdfiumInternalError::PasswordError | PdfiumInternalError::SecurityError,
        ) => ExtractError::Encrypted,
        other => ExtractError::corrupt(format!("{other:?}")),
    })?;
    let title = document
        .metadata()
        .get(PdfDocumentMetadataTagType::Title)
        .map(|tag| tag.value().trim().to_owned())
        .filter(|title| !title.is_empty());
    let (mut sheets, mut scans, mut unreadable) = (Vec::new(), Vec::new(), Vec::new());
    for index in document.pages().as_range() {
        let number = u32::try_from(index + 1).unwrap_or(u32::MAX);
        // Each page is dropped before the next is loaded: memory stays that of one page.
        let sheet = document.pages().get(index).and_then(|page| {
            let sheet = page::sheet(&page)?;
            if sheet.lines.is_empty() && page::is_picture(&page) {
                scans.push(number);
            }
            Ok(sheet)
        });
        if let Ok(sheet) = sheet {
            sheets.push(sheet);
        } else {
            unreadable.push(number);
            sheets.push(Sheet::default());
        }
    }
    if !unreadable.is_empty() && unreadable.len() == sheets.len() {
        return Err(ExtractError::corrupt("no page of the PDF could be read"));
    }
    Ok(Found { title, sheets, scans, unreadable })
}

#[cfg(test)]
mod tests;
