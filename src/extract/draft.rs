//! A file as a draft: its structure kept as Markdown, its tracked changes and comments beside it.
//!
//! Where a source wants what a file says, a draft wants how it says it: emphasis, links, notes where they stand.

use stet_document::{markdown, parse};

use super::{ExtractError, Format, Limits, check_size, format, text};

mod docx;
mod html;
mod imported;
mod odt;
mod tree;

pub use imported::{Comment, Imported, Origin, Tracked};

/// Reads a file in this process as a draft: DOCX, ODT, HTML, Markdown, plain text.
///
/// # Errors
/// As those of [`super::extract`]; other formats are unsupported.
pub fn draft(file_name: &str, bytes: &[u8], limits: &Limits) -> Result<Imported, ExtractError> {
    check_size(bytes, limits)?;
    let imported = match format(file_name, bytes)? {
        Format::Docx => docx::parse(bytes, limits)?,
        Format::Odt => odt::parse(bytes, limits)?,
        Format::Html => {
            let (document, pictures, title) = html::parse(bytes)?;
            let text = markdown::write(&document).text;
            Imported { title: title.or_else(|| document.title()), text, pictures, ..Imported::default() }
        }
        Format::Markdown | Format::Text => {
            let text = text::decode(bytes)?.text.replace("\r\n", "\n");
            let text = text.trim_start_matches('\u{feff}').to_owned();
            Imported { title: parse(&text).title(), text, ..Imported::default() }
        }
        other => {
            let found = format!("{other:?}").to_uppercase();
            let found = found.split('(').next().unwrap_or_default().to_owned();
            return Err(ExtractError::NoDraft { found });
        }
    };
    let size = imported.text.len().max(imported.proposed.as_ref().map_or(0, String::len)) as u64;
    if size > limits.text_bytes {
        return Err(ExtractError::TooLarge { bytes: size, limit: limits.text_bytes });
    }
    if imported.text.trim().is_empty() && imported.proposed.as_ref().is_none_or(|text| text.trim().is_empty())
    {
        return Err(ExtractError::Wordless);
    }
    Ok(imported)
}
