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
mod layer;
mod page;
mod picture;
mod place;
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
    let Found { title, author, labels, sheets, scans, poor, unreadable } = with_pdfium(pdfium, bytes)?;
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
    let mut left_out = Vec::new();
    for (code, pages) in [(Code::UnreadablePages, unreadable), (Code::PoorText, poor)] {
        if !pages.is_empty() {
            LeftOut::at(code, "", &pages).put(&mut left_out);
        }
    }
    Ok(Extraction {
        title,
        author,
        media_type: MEDIA_TYPE.into(),
        pages: Some(pages),
        page_labels: labels,
        blocks,
        left_out,
        ..Extraction::default()
    })
}

struct Found {
    title: Option<String>,
    author: Option<String>,
    /// What each page is called, where one has another name than its number.
    labels: Vec<String>,
    sheets: Vec<Sheet>,
    /// Numbers of the pages that are to be read from their pictures, of those among them whose text is none, and of those that
    /// could not be read.
    scans: Vec<u32>,
    poor: Vec<u32>,
    unreadable: Vec<u32>,
}

fn with_pdfium(pdfium: &Pdfium, bytes: &[u8]) -> Result<Found, ExtractError> {
    let document = pdfium.load_pdf_from_byte_slice(bytes, None).map_err(|error| match error {
        PdfiumError::PdfiumLibraryInternalError(
            PdfiumInternalError::PasswordError | PdfiumInternalError::SecurityError,
        ) => ExtractError::Encrypted,
        other => ExtractError::corrupt(format!("{other:?}")),
    })?;
    let field = |field| {
        let told = document.metadata().get(field).map(|tag| tag.value().trim().to_owned());
        told.filter(|told| !told.is_empty())
    };
    let title = field(PdfDocumentMetadataTagType::Title);
    let author = field(PdfDocumentMetadataTagType::Author);
    let mut labels = Vec::new();
    let (mut sheets, mut scans, mut poor, mut unreadable) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for index in document.pages().as_range() {
        let number = u32::try_from(index + 1).unwrap_or(u32::MAX);
        // Each page is dropped before the next is loaded: memory stays that of one page.
        let mut label = None;
        let sheet = document.pages().get(index).and_then(|page| {
            label = page.label().map(str::trim).filter(|label| !label.is_empty()).map(str::to_owned);
            let sheet = page::sheet(&page)?;
            if layer::is_poor(&sheet.text()) {
                poor.push(number);
                scans.push(number);
                return Ok(Sheet::default());
            }
            if page::is_picture(&page, &sheet) {
                scans.push(number);
            }
            Ok(sheet)
        });
        labels.push(label.unwrap_or_else(|| number.to_string()));
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
    if labels.iter().zip(1_u32..).all(|(label, number)| *label == number.to_string()) {
        labels.clear();
    }
    Ok(Found { title, author, labels, sheets, scans, poor, unreadable })
}

#[cfg(test)]
mod tests;
