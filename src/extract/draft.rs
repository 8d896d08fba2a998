//! A file as a draft: its structure kept as Markdown, its tracked changes and comments beside it.
//!
//! Where a source wants what a file says, a draft wants how it says it: emphasis, links, notes where they stand.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use stet_document::{markdown, parse};

use super::{ExtractError, Format, Limits, check_size, format, text};

mod docx;
mod html;
mod tree;

/// A file as a draft.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Imported {
    pub title: Option<String>,
    /// Markdown, with every tracked change refused.
    pub text: String,
    /// The same with every tracked change taken; `None` where there are none.
    pub proposed: Option<String>,
    pub changes: Vec<Tracked>,
    pub comments: Vec<Comment>,
    /// Pictures that are not in the text, whose descriptions are.
    pub pictures: usize,
}

/// A change that somebody made while changes were tracked.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Tracked {
    pub author: String,
    /// As the file writes it, usually RFC 3339.
    pub at: String,
    /// Bytes of the text that are deleted.
    pub before: Vec<Range<usize>>,
    /// Bytes of the proposed text that are new.
    pub after: Vec<Range<usize>>,
}

/// What somebody noted to a place.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Comment {
    pub author: String,
    pub at: String,
    pub text: String,
    /// Bytes of the text; empty where the place is not said.
    pub range: Range<usize>,
}

/// Reads a file in this process as a draft: DOCX, HTML, Markdown, plain text.
///
/// # Errors
/// As those of [`super::extract`]; other formats are unsupported.
pub fn draft(file_name: &str, bytes: &[u8], limits: &Limits) -> Result<Imported, ExtractError> {
    check_size(bytes, limits)?;
    let imported = match format(file_name, bytes)? {
        Format::Docx => docx::read(bytes, limits)?,
        Format::Html => {
            let (document, pictures, title) = html::read(bytes)?;
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
