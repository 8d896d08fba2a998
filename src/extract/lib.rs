//! Bytes of a file to typed blocks, one file per format.
//!
//! Owns which reader takes which file, and the limits every reader keeps. Cutting
//! blocks into chunks belongs to `domain::chunk`, jobs and retries to `ingest`.
//! Whatever the bytes are, [`extract`] returns: a text or the reason for having none.
//! Files from outside go through [`Isolated`], which adds limits on time and memory.

use std::borrow::Cow;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use stet_sources::chunk::{Block, Category};
use stet_sources::left_out::LeftOut;

mod archive;
mod builder;
mod child;
mod confine;
mod csv;
mod docx;
mod draft;
mod drawing;
mod epub;
mod error;
mod headings;
mod html;
mod hwp;
mod hwpx;
mod ipynb;
mod jsonl;
mod layout;
mod markdown;
mod markup;
mod math;
mod number_format;
mod numbering;
mod ods;
mod odt;
mod package;
mod pdf;
mod pptx;
mod rtf;
pub mod rules;
mod script;
mod sniff;
mod table;
mod text;
pub mod works;
mod xlsx;
mod xml;

pub use child::{Isolated, VERB, run_child};
pub use draft::{Comment, Imported, Origin, Tracked, draft};
pub use error::{ExtractError, INSTALL};
use pdf::picture;
pub use pdf::{MEDIA_TYPE as PDF, Picture, Reader, Scan, has_engine};
use sniff::sniff;

/// What one extraction may use, and where the PDF library is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Limits {
    /// Bytes of the file itself.
    pub file_bytes: u64,
    /// Bytes that an archive (HWPX, DOCX) may unpack to, counted while unpacking.
    pub unpacked_bytes: u64,
    /// Bytes of text over all blocks.
    pub text_bytes: u64,
    /// Wall-clock time of a child process.
    pub time: Duration,
    /// Address space of a child process in bytes.
    pub memory_bytes: u64,
    /// The pdfium library, or the folder it is in; tried before the usual places.
    pub pdfium: Option<PathBuf>,
    /// The active Python environment, which may have the library as a package.
    pub python_env: Option<PathBuf>,
    /// Only this page of a PDF, by recognising its text.
    pub scan: Option<Scan>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            file_bytes: 200 << 20,
            unpacked_bytes: 512 << 20,
            text_bytes: 64 << 20,
            time: Duration::from_mins(2),
            memory_bytes: 512 << 20,
            pdfium: None,
            python_env: None,
            scan: None,
        }
    }
}

/// A document as its reader found it.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Extraction {
    pub title: Option<String>,
    /// The day of its making, in the words of its fields.
    #[serde(default)]
    pub dated: Option<String>,
    /// Who wrote it, in the words of its fields.
    #[serde(default)]
    pub author: Option<String>,
    /// Media type of the format that was read, not of the name.
    pub media_type: Cow<'static, str>,
    /// Number of pages, where the format tells.
    pub pages: Option<u32>,
    /// What the file calls each of its pages (`i`, `ii`, `1`), where that is not its number; empty where it says nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub page_labels: Vec<String>,
    /// In reading order.
    pub blocks: Vec<Block>,
    /// What of the file is in no block.
    #[serde(default)]
    pub left_out: Vec<LeftOut>,
    /// What was guessed, one English sentence each, for the log.
    #[serde(default)]
    pub guesses: Vec<String>,
}

/// The formats that have a reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Text,
    Markdown,
    Html,
    Jsonl,
    Pdf,
    Docx,
    Hwpx,
    Hwp,
    Csv,
    Markup(markup::Kind),
    Pptx,
    Xlsx,
    Epub,
    Odt,
    Ods,
    Rtf,
    Ipynb,
}

/// Extensions of file names that have a reader, for folders and file dialogs.
pub const EXTENSIONS: [&str; 38] = [
    "txt", "text", "log", "csv", "tsv", "rst", "adoc", "asciidoc", "org", "tex", "md", "markdown", "html",
    "htm", "xhtml", "jsonl", "ndjson", "ipynb", "pdf", "docx", "docm", "dotx", "dotm", "hwpx", "hwp", "pptx",
    "pptm", "ppsx", "potx", "xlsx", "xlsm", "xltx", "xltm", "epub", "odt", "ods", "ots", "rtf",
];

/// The text of a text file, from whichever encoding it is in: UTF-8, UTF-16, CP949, Windows-1252.
///
/// # Errors
/// The bytes are no text.
pub fn decode(bytes: &[u8]) -> Result<String, ExtractError> {
    text::decode(bytes).map(|decoded| decoded.text.into_owned())
}

/// Reads a file in this process. The name's extension says what the file claims to be; archives and
/// office documents are told apart by their content.
///
/// Never panics. Fails with the reason when the file has no text to give: empty, encrypted, damaged,
/// binary, too large, of another type.
pub fn extract(file_name: &str, bytes: &[u8], limits: &Limits) -> Result<Extraction, ExtractError> {
    check_size(bytes, limits)?;
    let extraction = match format(file_name, bytes)? {
        Format::Text => text::extract(bytes, limits),
        Format::Markdown => markdown::extract(bytes, limits),
        Format::Html => html::extract(bytes, limits),
        Format::Jsonl => jsonl::extract(bytes, limits),
        Format::Pdf => match &limits.scan {
            Some(scan) => pdf::recognise(bytes, scan, limits),
            None => pdf::extract(bytes, limits),
        },
        Format::Docx => docx::extract(bytes, limits),
        Format::Hwpx => hwpx::extract(bytes, limits),
        Format::Hwp => hwp::extract(bytes, limits),
        Format::Csv => csv::extract(bytes, limits),
        Format::Markup(kind) => markup::extract(bytes, kind, limits),
        Format::Pptx => pptx::extract(bytes, limits),
        Format::Xlsx => xlsx::extract(bytes, limits),
        Format::Epub => epub::extract(bytes, limits),
        Format::Odt => odt::extract(bytes, limits),
        Format::Ods => ods::extract(bytes, limits),
        Format::Rtf => rtf::extract(bytes, limits),
        Format::Ipynb => ipynb::extract(bytes, limits),
    }?;
    // Running headers alone are no content.
    let has_content = |block: &Block| {
        !matches!(block.category, Category::Header | Category::Footer) && !block.text.is_empty()
    };
    if extraction.blocks.iter().any(has_content) {
        return Ok(extraction);
    }
    Err(match extraction.pages {
        Some(pages) => ExtractError::NoText { pages },
        None => ExtractError::Wordless,
    })
}

/// Refuses what is too large to be read, and what is nothing.
fn check_size(bytes: &[u8], limits: &Limits) -> Result<(), ExtractError> {
    let size = bytes.len() as u64;
    if size > limits.file_bytes {
        return Err(ExtractError::TooLarge { bytes: size, limit: limits.file_bytes });
    }
    if bytes.iter().all(u8::is_ascii_whitespace) { Err(ExtractError::Empty) } else { Ok(()) }
}

/// Loads what lies outside of the file and its reader wants, while that may still be opened.
fn prepare(file_name: &str, bytes: &[u8], limits: &Limits) {
    if let Ok(Format::Pdf) = format(file_name, bytes) {
        pdf::engine(limits);
        if let Some(scan) = &limits.scan {
            pdf::prepare_scan(scan);
        }
    }
}

fn extension(file_name: &str) -> Option<String> {
    let extension = file_name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
    extension.filter(|extension| !extension.contains(['/', '\\']))
}

fn format(file_name: &str, bytes: &[u8]) -> Result<Format, ExtractError> {
    let extension = extension(file_name);
    match extension.as_deref() {
        Some("txt" | "text" | "log") => Ok(Format::Text),
        Some("csv" | "tsv") => Ok(Format::Csv),
        Some("rst") => Ok(Format::Markup(markup::Kind::Rest)),
        Some("adoc" | "asciidoc") => Ok(Format::Markup(markup::Kind::AsciiDoc)),
        Some("org") => Ok(Format::Markup(markup::Kind::Org)),
        Some("tex") => Ok(Format::Markup(markup::Kind::Latex)),
        Some("ipynb") => Ok(Format::Ipynb),
        Some("md" | "markdown") => Ok(Format::Markdown),
        Some("html" | "htm" | "xhtml") => Ok(Format::Html),
        Some("jsonl" | "ndjson") => Ok(Format::Jsonl),
        // The others are told by what is in them.
        Some(known) if EXTENSIONS.contains(&known) => match sniff(bytes) {
            Some(found) => found,
            None => Err(ExtractError::corrupt(format!("the content does not begin as {known} does"))),
        },
        Some(other) => Err(ExtractError::Unsupported { found: format!(".{other}") }),
        None => sniff(bytes).unwrap_or(Ok(Format::Text)),
    }
}

#[cfg(test)]
mod tests;
