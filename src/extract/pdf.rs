//! PDF: finds an engine, turns pages into lines with their places, leaves the rest to `layout`.
//!
//! pdfium (the engine of Chromium) is preferred: it reads Korean fonts, old encodings and damaged
//! tables of contents, and tells where each character stands. It is a shared library found at run time.
//! Without it `pdf-extract`, pure Rust, reads simpler files; it knows no places and gives up on many
//! Korean fonts. Both run in the child process of `child.rs`, so that a crash is a failed job.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use pdfium_render::prelude::{
    PdfDocumentMetadataTagType, PdfPage, PdfRect, Pdfium, PdfiumError, PdfiumInternalError,
};

use super::layout::{self, Line, Sheet};
use super::{ExtractError, Extraction, Limits};

pub(super) const MEDIA_TYPE: &str = "application/pdf";

/// Lines of more characters than this are cut: a page of text has none.
const MAX_LINE_CHARS: usize = 4000;

pub(super) fn extract(bytes: &[u8], limits: &Limits) -> Result<Extraction, ExtractError> {
    // The end mark stands in the last kilobyte (ISO 32000, annex H); some programs append a little.
    let tail = bytes.get(bytes.len().saturating_sub(2048)..).unwrap_or(bytes);
    if memchr::memmem::find(tail, b"%%EOF").is_none() {
        return Err(ExtractError::corrupt("the PDF ends before its end mark"));
    }
    let mut warnings = Vec::new();
    let (title, sheets) = if let Some(pdfium) = engine(limits.pdfium.as_deref()) {
        with_pdfium(pdfium, bytes, &mut warnings)?
    } else {
        warnings.push("The pdfium library was not found; read with the simpler engine.".to_owned());
        (None, without_pdfium(bytes)?)
    };
    if sheets.is_empty() {
        return Err(ExtractError::Empty);
    }
    let pages = u32::try_from(sheets.len()).unwrap_or(u32::MAX);
    let blocks = layout::blocks(&sheets, limits)?;
    if blocks.is_empty() {
        return Err(ExtractError::NoText { pages });
    }
    Ok(Extraction { title, media_type: MEDIA_TYPE.into(), pages: Some(pages), blocks, warnings })
}

/// pdfium, loaded once for the life of the process.
pub(super) fn engine(configured: Option<&Path>) -> Option<&'static Pdfium> {
    static ENGINE: OnceLock<Option<Pdfium>> = OnceLock::new();
    ENGINE
        .get_or_init(|| {
            let library = candidates(configured).into_iter().find(|path| path.is_file())?;
            Some(Pdfium::new(Pdfium::bind_to_library(library).ok()?))
        })
        .as_ref()
}

/// Where the library may be: the setting (a file or a folder), beside the program, the project's tools.
fn candidates(configured: Option<&Path>) -> Vec<PathBuf> {
    let beside = std::env::current_exe().ok().and_then(|exe| exe.parent().map(Path::to_owned));
    let mut folders: Vec<PathBuf> = Vec::new();
    let mut found: Vec<PathBuf> = Vec::new();
    if let Some(path) = configured {
        found.push(path.to_owned());
        folders.push(path.to_owned());
    }
    folders.extend(beside.iter().cloned());
    folders.extend(beside.iter().map(|folder| folder.join("lib")));
    // A build in `target/<profile>` or `target/<profile>/deps` of a checkout.
    folders.extend(beside.iter().flat_map(|folder| folder.ancestors()).take(5).map(|up| up.join(".tools")));
    folders.push(PathBuf::from(".tools"));
    for folder in folders {
        found.push(Pdfium::pdfium_platform_library_name_at_path(&folder));
        // As the Python wheel `pypdfium2` unpacks.
        found.push(Pdfium::pdfium_platform_library_name_at_path(&folder.join("pypdfium2_raw")));
    }
    found
}

fn with_pdfium(
    pdfium: &Pdfium,
    bytes: &[u8],
    warnings: &mut Vec<String>,
) -> Result<(Option<String>, Vec<Sheet>), ExtractError> {
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
    let mut sheets = Vec::new();
    let mut unreadable = 0;
    for index in document.pages().as_range() {
        // Each page is dropped before the next is loaded: memory stays that of one page.
        let sheet = document.pages().get(index).and_then(|page| sheet(&page));
        if let Ok(sheet) = sheet {
            sheets.push(sheet);
        } else {
            unreadable += 1;
            warnings.push(format!("Page {} could not be read.", index + 1));
            sheets.push(Sheet::default());
        }
    }
    if unreadable > 0 && unreadable == sheets.len() {
        return Err(ExtractError::corrupt("no page of the PDF could be read"));
    }
    Ok((title, sheets))
}

fn sheet(page: &PdfPage<'_>) -> Result<Sheet, PdfiumError> {
    let mut sheet = Sheet { height: page.height().value, lines: Vec::new() };
    let text = page.text()?;
    let mut line = Line::default();
    for ch in text.chars().iter() {
        let Some(unicode) = ch.unicode_char() else { continue };
        match unicode {
            '\r' | '\n' => end(&mut line, &mut sheet),
            // The engine's mark for a hyphen that only the line break needed.
            '\u{2}' | '\u{fffe}' => line.text.push('\u{ad}'),
            ch if ch.is_whitespace() => line.text.push(' '),
            other => {
                if line.text.len() > MAX_LINE_CHARS {
                    end(&mut line, &mut sheet);
                }
                if let Ok(place) = ch.loose_bounds() {
                    line.add(other, &corners(&place), ch.scaled_font_size().value);
                } else {
                    line.text.push(other);
                }
            }
        }
    }
    end(&mut line, &mut sheet);
    Ok(sheet)
}

/// Left, right, bottom and top in points from the lower left corner.
fn corners(place: &PdfRect) -> [f32; 4] {
    [place.left().value, place.right().value, place.bottom().value, place.top().value]
}

fn end(line: &mut Line, sheet: &mut Sheet) {
    let mut done = std::mem::take(line);
    if done.cells.len() < 2 {
        done.text = layout::without_leaders(&done.text);
    }
    if !done.text.trim().is_empty() {
        sheet.lines.push(done);
    }
}

fn without_pdfium(bytes: &[u8]) -> Result<Vec<Sheet>, ExtractError> {
    let read = catch_unwind(AssertUnwindSafe(|| pdf_extract::extract_text_from_mem_by_pages(bytes)));
    let pages = match read {
        Ok(Ok(pages)) => pages,
        Ok(Err(error)) => {
            let text = error.to_string();
            let locked =
                ["encrypt", "decrypt", "password"].iter().any(|word| text.to_lowercase().contains(word));
            return Err(if locked { ExtractError::Encrypted } else { ExtractError::corrupt(text) });
        }
        Err(_) => {
            let detail = "the simpler PDF engine cannot read this file; pdfium is not installed";
            return Err(ExtractError::Failed { detail: detail.to_owned() });
        }
    };
    let sheet = |text: String| {
        // This engine puts an empty line between any two that stand a little apart: they say nothing.
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        let lines = lines.map(|line| Line { text: layout::without_leaders(line), ..Line::default() });
        Sheet { height: 0.0, lines: lines.collect() }
    };
    Ok(pages.into_iter().map(sheet).collect())
}

/// Sizes of type by how many characters are set in them, in tenths of a point.
pub(super) fn sizes(sheets: &[Sheet]) -> BTreeMap<i64, usize> {
    let mut sizes = BTreeMap::new();
    for line in sheets.iter().flat_map(|sheet| &sheet.lines) {
        *sizes.entry(line.tenths()).or_default() += line.text.chars().count();
    }
    sizes
}
